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

#[test]
fn one_caller_alone_is_never_kept_waiting() {
    let mut company = Company::default();
    for _ in 0..1_000 {
        assert!(!company.is_expected());
        company.came(1);
    }
}

#[test]
fn company_is_waited_for_as_long_as_it_comes() {
    let mut company = Company::default();
    // What came without waiting may have been chance, and is only worth a try.
    (0..TRY_AGAIN).for_each(|_| company.came(2));
    assert!(company.is_expected());
    (0..10).for_each(|_| company.came(COMPANY + 1));
    assert!(company.is_expected());
    assert_eq!(company.enough(), COMPANY + 1, "all who are about");
    company.came(1);
    assert!(!company.is_expected());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_callers_share_their_commits() {
    const CALLERS: i64 = 16;
    const EACH: i64 = 40;
    let writer = Arc::new(writer());
    let before = writer.commits().load(Ordering::Acquire);
    let callers = (0..CALLERS).map(|caller| {
        let writer = Arc::clone(&writer);
        tokio::spawn(async move {
            for n in 0..EACH {
                insert(&writer, caller * EACH + n).await.unwrap();
            }
        })
    });
    for caller in callers.collect::<Vec<_>>() {
        caller.await.unwrap();
    }
    let commits = writer.commits().load(Ordering::Acquire) - before;
    assert_eq!(count(&writer).await, CALLERS * EACH);
    assert!(commits < 480, "{commits} commits for 640 pieces of work");
}
