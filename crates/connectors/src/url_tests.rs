use super::*;

#[test]
fn schemes_are_read_and_unknown_ones_named() {
    assert_eq!("duckdb:a/b.duckdb".parse::<SourceUrl>().unwrap(), SourceUrl::DuckDb("a/b.duckdb".into()));
    assert_eq!("sqlite:///abs/x.db".parse::<SourceUrl>().unwrap(), SourceUrl::Sqlite("/abs/x.db".into()));
    for url in ["postgres://host/db", "mysql:x", "duckdb:", "sqlite::memory:", ""] {
        let error = url.parse::<SourceUrl>().unwrap_err();
        assert!(error.hint().unwrap().contains("duckdb:PATH, sqlite:PATH"), "{url}: {error}");
    }
}

#[test]
fn a_path_is_judged_by_its_content() {
    let folder = tempfile::TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    rusqlite::Connection::open(at("odd.duckdb")).unwrap().execute_batch("CREATE TABLE t (i)").unwrap();
    duckdb::Connection::open(at("odd.db")).unwrap().execute_batch("CREATE TABLE t (i INTEGER)").unwrap();
    std::fs::write(at("text.db"), "name,age\nAda,36\n").unwrap();
    std::fs::write(at("empty.db"), "").unwrap();
    let read = |name: &str| at(name).to_str().unwrap().parse::<SourceUrl>();
    assert_eq!(read("odd.duckdb").unwrap(), SourceUrl::Sqlite(at("odd.duckdb")));
    assert_eq!(read("odd.db").unwrap(), SourceUrl::DuckDb(at("odd.db")));
    for name in ["text.db", "empty.db", "missing.db", "."] {
        assert!(matches!(read(name), Err(ConnectorError::Unavailable { .. })), "{name}");
    }
}
