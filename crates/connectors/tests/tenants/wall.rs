//! No condition of a question is tried on a row of somebody else. A cast that fails there, an overflow or a malformed
//! text would tell what the row holds, by its message or by failing at all.

use crate::clinic::clinic;
use crate::compare::Side;
use crate::school::school;

/// The notes of practice 1 are numbers, those of the others are not. Each fails if it meets another's note.
const CLINIC: [&str; 22] = [
    "SELECT count(*) FROM patients WHERE CAST(note AS INTEGER) >= 0",
    "SELECT count(*) FROM patients WHERE CAST(note AS INTEGER) >= 0 AND score > 3",
    "SELECT count(*) FROM patients WHERE score > 3 AND note::INTEGER + score > 0",
    "SELECT count(*) FROM patients WHERE practice_id = 1 AND CAST(note AS INTEGER) >= 0",
    "SELECT count(*) FROM patients WHERE CASE WHEN note LIKE 'secret%' THEN CAST(note AS INTEGER) > 0 ELSE true END",
    "SELECT count(*) FROM visits WHERE CAST(note AS INTEGER) >= 0",
    "SELECT count(*) FROM visits WHERE CAST(note AS INTEGER) >= 0 AND fee > 3 AND code = 'A'",
    "SELECT sum(CAST(note AS INTEGER)) FROM visits",
    "SELECT max(CAST(note AS INTEGER)), min(CAST(note AS INTEGER)) FROM visits GROUP BY code HAVING sum(CAST(note AS INTEGER)) > 0",
    "SELECT id FROM visits ORDER BY CAST(note AS INTEGER) LIMIT 3",
    "SELECT DISTINCT CAST(note AS INTEGER) FROM visits",
    "SELECT count(*) FROM patients p JOIN visits v ON CAST(v.note AS INTEGER) = CAST(p.note AS INTEGER)",
    "SELECT count(*) FROM patients p JOIN visits v ON v.patient_id = p.id AND CAST(v.note AS INTEGER) > 0",
    "SELECT count(*) FROM patients p LEFT JOIN visits v ON v.patient_id = p.id AND CAST(v.note AS INTEGER) > 0",
    "SELECT count(*) FROM codes c LEFT JOIN visits v ON v.code = c.code AND CAST(v.note AS INTEGER) > 0",
    "SELECT count(*) FROM codes c WHERE EXISTS (SELECT 1 FROM visits v WHERE v.code = c.code AND CAST(v.note AS INTEGER) > 0)",
    "SELECT count(*) FROM codes c WHERE length(c.meaning) IN (SELECT CAST(note AS INTEGER) FROM visits)",
    "SELECT (SELECT max(CAST(v.note AS INTEGER)) FROM visits v WHERE v.patient_id = p.id) FROM patients p",
    "SELECT count(*) FROM (SELECT note FROM patients UNION ALL SELECT note FROM visits) WHERE CAST(note AS INTEGER) > 0",
    "SELECT id FROM visits QUALIFY row_number() OVER (PARTITION BY CAST(note AS INTEGER)) = 1",
    "SELECT count(*) FROM visits WHERE strptime(note, '%d') IS NULL OR CAST(note AS TINYINT) IS NULL OR true",
    "WITH x AS (SELECT CAST(note AS INTEGER) AS n FROM visits) SELECT count(*) FROM x WHERE n > 3",
];

/// The same in SQLite, where casts never fail and overflow and malformed JSON do.
const SCHOOL: [&str; 9] = [
    "SELECT count(*) FROM pupils WHERE json_extract(note, '$') >= 0",
    "SELECT count(*) FROM pupils WHERE json_extract(note, '$') >= 0 AND points > 1",
    "SELECT count(*) FROM pupils WHERE abs(CASE WHEN note LIKE 'secret%' THEN -9223372036854775808 ELSE 1 END) = 1",
    "SELECT count(*) FROM pupils p JOIN classes c ON c.id = p.class_id AND json_extract(p.note, '$') >= 0",
    "SELECT count(*) FROM classes c LEFT JOIN pupils p ON c.id = p.class_id AND json_extract(p.note, '$') >= 0",
    "SELECT count(*) FROM subjects s WHERE EXISTS (SELECT 1 FROM pupils p WHERE json_extract(p.note, '$') >= length(s.title))",
    "SELECT id FROM pupils ORDER BY json_extract(note, '$') LIMIT 3",
    "SELECT json_extract(note, '$'), count(*) FROM pupils GROUP BY 1 HAVING max(json_extract(note, '$')) > 2",
    "SELECT count(*) FROM (SELECT note FROM pupils UNION ALL SELECT note FROM pupils) WHERE json_extract(note, '$') > 1",
];

async fn all_run(narrowed: &Side, copy: &Side, statements: &[&str]) {
    for sql in statements {
        // A statement that fails on the tenant's own rows would prove nothing.
        let wanted = copy.rows(sql).await.rows.len();
        assert_eq!(narrowed.rows(sql).await.rows.len(), wanted, "{sql}");
    }
}

#[tokio::test]
async fn duckdb_tries_no_condition_on_a_row_of_somebody_else() {
    let world = clinic().await;
    let (_, narrowed, copy) = &world.tenants[0];
    all_run(narrowed, copy, &CLINIC).await;
}

#[tokio::test]
async fn sqlite_tries_no_condition_on_a_row_of_somebody_else() {
    let world = school().await;
    let (_, narrowed, copy) = &world.tenants[0];
    all_run(narrowed, copy, &SCHOOL).await;
}

/// The conditions above do fail where they meet the others' rows.
#[tokio::test]
async fn without_a_tenant_they_fail() {
    let (clinic, school) = (clinic().await, school().await);
    for (whole, statements) in [(&clinic.whole, &CLINIC[..]), (&school.whole, &SCHOOL[..])] {
        let mut failed = 0;
        for sql in statements {
            failed += usize::from(whole.run(&whole.check(sql).unwrap()).await.is_err());
        }
        assert!(failed * 10 >= statements.len() * 8, "{failed} of {}", statements.len());
    }
}

/// DuckDB's plan: the condition stands above the limit, the tenant's filter below it.
#[tokio::test]
async fn duckdb_moves_nothing_past_the_wall() {
    let world = clinic().await;
    let (_, narrowed, _) = &world.tenants[0];
    let path = world.path();
    let connection = duckdb::Connection::open_with_flags(
        &path,
        duckdb::Config::default().access_mode(duckdb::AccessMode::ReadOnly).unwrap(),
    )
    .unwrap();
    for sql in &CLINIC[..7] {
        let checked = narrowed.check(sql).unwrap();
        let explained: String =
            connection.query_row(&format!("EXPLAIN {}", checked.to_run()), [], |row| row.get(1)).unwrap();
        let plan = explained.replace(['│', '\n', ' '], "");
        let wall = plan.rfind("LIMIT").unwrap_or_else(|| panic!("no wall: {explained}"));
        assert!(plan.find("CAST(note").is_some_and(|condition| condition < wall), "{explained}");
        assert!(!plan[wall..].contains("CAST(note"), "{explained}");
        assert!(plan.rfind("practice_id=1").is_some_and(|filter| filter > wall), "{explained}");
    }
}
