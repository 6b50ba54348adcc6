use super::*;

#[test]
fn messages_are_classified() {
    let db = rusqlite::Connection::open_in_memory().unwrap();
    db.execute_batch("CREATE TABLE t (i INTEGER); CREATE TABLE u (i INTEGER)").unwrap();
    for (sql, code) in [
        ("SELECT zz FROM t", ErrorCode::ColumnNotFound),
        ("SELECT * FROM nope", ErrorCode::TableNotFound),
        ("SELECT nofn(1)", ErrorCode::FunctionNotFound),
        ("SELECT i FROM t, u", ErrorCode::AmbiguousColumn),
        ("SELEC 1", ErrorCode::SyntaxError),
        ("SELECT 1 +", ErrorCode::SyntaxError),
        ("SELECT 1; SELECT 2", ErrorCode::MultipleStatements),
    ] {
        let error = db.prepare(sql).expect_err(sql);
        let ConnectorError::Statement { code: got, message } = statement(&error) else { panic!("{sql}: {error}") };
        assert_eq!(got, code, "{sql}: {message}");
        assert!(!message.contains(sql) && !message.contains('\n'), "{message}");
    }
}
