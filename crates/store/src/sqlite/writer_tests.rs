use super::*;

fn writer() -> Writer {
    let connection = Connection::open_in_memory().unwrap();
    connection.execute_batch("CREATE TABLE numbers (n INTEGER UNIQUE)").unwrap();
    Writer::start(connection).unwrap()
}

async fn insert(writer: &Writer, n: i64) -> Result<usize, StoreError> {
    writer.write(move |db| Ok(db.execute("INSERT INTO numbers VALUES (?1)", [n])?)).await
}

async fn count(writer: &Writer) -> i64 {
    writer.write(|db| Ok(db.query_row("SELECT count(*) FROM numbers", [], |row| row.get(0))?)).await.unwrap()
}

/// All of these wait together while the first one works, so they share a commit.
#[tokio::test]
async fn what_is_refused_takes_nobody_with_it() {
    let writer = writer();
    let slow = writer.write(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        Ok(())
    });
    let half = writer.write(|db| -> Result<(), StoreError> {
        db.execute("INSERT INTO numbers VALUES (100)", [])?;
        Err(StoreError::Conflict { message: "no".to_owned() })
    });
    let panics = writer.write(|db| -> Result<(), StoreError> {
        db.execute("INSERT INTO numbers VALUES (200)", [])?;
        panic!("a bug")
    });
    let (_, first, half, again, panics, last) =
        tokio::join!(slow, insert(&writer, 1), half, insert(&writer, 1), panics, insert(&writer, 2));
    assert!(first.is_ok() && last.is_ok());
    assert!(matches!(half, Err(StoreError::Conflict { .. })), "{half:?}");
    assert!(again.is_err() && matches!(panics, Err(StoreError::Internal(_))), "{panics:?}");
    assert_eq!(count(&writer).await, 2);
}

#[tokio::test]
async fn when_the_commit_fails_nobody_is_told_that_it_went_well() {
    let writer = writer();
    let slow = writer.write(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        Ok(())
    });
    // Ends the transaction that the others are in, as a full disk does.
    let fatal = writer.write(|db| Ok(db.execute_batch("ROLLBACK")?));
    let (_, before, fatal, after) = tokio::join!(slow, insert(&writer, 1), fatal, insert(&writer, 2));
    assert!(before.is_err() && fatal.is_err() && after.is_err(), "{before:?} {fatal:?} {after:?}");
    assert_eq!(count(&writer).await, 0);
    assert!(insert(&writer, 3).await.is_ok(), "the next one works again");
}

#[tokio::test]
async fn what_was_asked_for_is_done_before_the_writer_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE numbers (n INTEGER UNIQUE)").unwrap();
    let writer = Writer::start(connection).unwrap();
    for n in 0..10 {
        // Asked and walked away.
        let asked = insert(&writer, n);
        tokio::select! { biased; _ = asked => {}, () = std::future::ready(()) => {} }
    }
    drop(writer);
    let rows: i64 =
        Connection::open(&path).unwrap().query_row("SELECT count(*) FROM numbers", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 10);
}

/// What can wait goes with the next commit, and alone when there is none.
#[tokio::test]
async fn what_can_wait_shares_a_commit() {
    let writer = writer();
    let soon = |n: i64| writer.write_soon(move |db| Ok(db.execute("INSERT INTO numbers VALUES (?1)", [n])?));
    let before = writer.commits().load(Ordering::Acquire);
    let (first, second) = tokio::join!(soon(1), insert(&writer, 2));
    assert!(first.is_ok() && second.is_ok());
    assert_eq!(writer.commits().load(Ordering::Acquire) - before, 1);
    assert!(soon(3).await.is_ok());
    assert_eq!(count(&writer).await, 3);
}
