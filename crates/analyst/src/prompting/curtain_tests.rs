use super::*;

fn curtain(question: &str) -> Curtain {
    let request = AskRequest::new(question, "2026-11-15T12:00:00[UTC]".parse().unwrap());
    Curtain::new(true, &request, &[])
}

#[test]
fn literals_that_nobody_said_stay_here() {
    let curtain = curtain("orders from Paris over 12345 in 2024");
    for (sql, shown) in [
        ("SELECT * FROM t WHERE city = 'Paris'", "SELECT * FROM t WHERE city = 'Paris'"),
        ("SELECT * FROM t WHERE city = 'Rome' AND n > 12345", "SELECT * FROM t WHERE city = '?' AND n > 12345"),
        ("SELECT * FROM t WHERE n = 987654 LIMIT 10", "SELECT * FROM t WHERE n = ? LIMIT 10"),
        ("SELECT a12345 FROM t_99999", "SELECT a12345 FROM t_99999"),
        ("SELECT 'it''s Rome', 'Paris'", "SELECT '?', 'Paris'"),
        ("SELECT 'no end", "SELECT '?'"),
        ("x LIKE '%paris%'", "x LIKE '%paris%'"),
    ] {
        assert_eq!(curtain.statement(sql), shown);
    }
}

#[test]
fn what_an_engine_says_of_a_cell_stays_here() {
    let curtain = curtain("q");
    let error = |code, message: &str| AttemptError { code, message: message.into(), suggestion: None };
    let engine = error(ErrorCode::ExecutionError, "Could not convert string 'SECRET-1' to INT32");
    assert!(!curtain.error(&engine).contains("SECRET"));
    let guard = error(ErrorCode::ColumnNotFound, "there is no column `totl`");
    assert!(curtain.error(&guard).contains("totl"));
}

#[test]
fn an_open_curtain_changes_nothing() {
    let request = AskRequest::new("q", "2026-11-15T12:00:00[UTC]".parse().unwrap());
    let open = Curtain::new(false, &request, &[]);
    assert_eq!(open.statement("SELECT 'x', 999999"), "SELECT 'x', 999999");
}
