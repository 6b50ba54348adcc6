use super::*;

#[test]
fn migrations_are_numbered_without_gaps() {
    let numbers: Vec<i64> = MIGRATIONS.iter().map(|(version, _)| *version).collect();
    assert_eq!(numbers, (1..=MIGRATIONS.len() as i64).collect::<Vec<_>>());
}

#[test]
fn applying_twice_changes_nothing() {
    let mut connection = Connection::open_in_memory().unwrap();
    apply(&mut connection).unwrap();
    let schema = |c: &Connection| -> Vec<String> {
        let mut statement = c.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let first = schema(&connection);
    apply(&mut connection).unwrap();
    assert_eq!(schema(&connection), first);
}

#[test]
fn a_failing_migration_leaves_the_store_as_it_was() {
    let mut connection = Connection::open_in_memory().unwrap();
    // Something of that name is in the way of the first migration.
    connection.execute_batch("CREATE TABLE turns (x)").unwrap();
    assert!(apply(&mut connection).is_err());
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).unwrap();
    assert_eq!(tables, 1);
}

/// A store of the first version: what is in it survives, and its turns and their events go by the ids of their answers.
#[test]
fn an_older_store_keeps_what_it_holds() {
    let mut connection = Connection::open_in_memory().unwrap();
    connection.pragma_update(None, "foreign_keys", "ON").unwrap();
    let (_, first) = MIGRATIONS[0];
    connection.execute_batch(first).unwrap();
    connection
        .execute_batch(
            r#"CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL);
            INSERT INTO schema_version VALUES (1, '2025-01-01T00:00:00Z');
            INSERT INTO sessions VALUES ('s', 't', 'demo', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z', 1);
            INSERT INTO turns (id, session_id, position, question, started_at, closed_at, answer) VALUES
                ('t1', 's', 1, 'q', '2025-01-01T00:00:00Z', '2025-01-01T00:00:01Z',
                    '{"id": "ask", "outcome": {"kind": "answered"}}'),
                ('t2', 's', 2, 'q', '2025-01-01T00:00:00Z', NULL, '{"id": "late", "outcome": {"kind": "stopped"}}'),
                ('t3', 's', 3, 'q', '2025-01-01T00:00:00Z', NULL, NULL),
                ('t4', 's', 4, 'q', '2025-01-01T00:00:00Z', '2025-01-01T00:00:01Z', '{"id": ');
            INSERT INTO events VALUES ('t1', 1, '{}'), ('t1', 2, NULL), ('t3', 1, '{}');"#,
        )
        .unwrap();
    apply(&mut connection).unwrap();
    let mut statement = connection
        .prepare("SELECT id || ' ' || status || ' ' || (closed_at IS NULL) FROM turns ORDER BY position")
        .unwrap();
    let turns: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(turns, ["ask finished 0", "late stopped 0", "t3 understanding 1", "t4 failed 0"]);
    let of = |turn: &str| -> Vec<String> {
        let sql = "SELECT number || ' ' || count || ' ' || bodies FROM batches WHERE turn_id = ?1";
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([turn], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    assert_eq!((of("ask"), of("t1"), of("t3")), (vec!["1 2 {}\n".to_owned()], vec![], vec!["1 1 {}".to_owned()]));
    let owner: String = connection.query_row("SELECT owner || kind FROM sessions", [], |row| row.get(0)).unwrap();
    assert_eq!(owner, "localchat");
    assert!(!connection.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap());
}
