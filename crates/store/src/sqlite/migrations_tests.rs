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
