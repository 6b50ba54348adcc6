use crate::fixture::{ENGINES, SHOP, source, url, write};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;
use vouch_connectors::{ConnectorError, open};
use vouch_model::{Dialect, ErrorCode};

async fn refusal(engine: Dialect, path: &std::path::Path) -> (String, String) {
    match open("bad", &url(engine, path)).await {
        Ok(_) => panic!("{engine} opened {}", path.display()),
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::SourceUnavailable, "{error}");
            (error.to_string(), error.hint().expect("a hint"))
        }
    }
}

#[tokio::test]
async fn what_is_no_database_gets_a_clear_word() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("empty.db"), "").unwrap();
    std::fs::write(at("text.db"), "name,age\nAda,36\nBob,41\n").unwrap();
    for engine in ENGINES {
        assert!(refusal(engine, &at("missing.db")).await.0.contains("there is no file"));
        assert!(refusal(engine, folder.path()).await.0.contains("is a directory"));
        assert!(refusal(engine, &at("empty.db")).await.0.contains("is empty"));
        assert!(refusal(engine, &at("text.db")).await.0.contains("is not a database file"));
    }
}

#[tokio::test]
async fn the_other_engines_file_is_named_as_such() {
    for (engine, other) in [(Dialect::DuckDb, Dialect::Sqlite), (Dialect::Sqlite, Dialect::DuckDb)] {
        let shop = source(engine, SHOP).await;
        let (_, hint) = refusal(other, &shop.path).await;
        assert!(hint.contains(&format!("{engine}:")), "{hint}");
    }
}

#[tokio::test]
async fn a_damaged_database_fails_with_an_error_and_not_a_crash() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let whole = std::fs::read(&shop.path).unwrap();
        for (name, damage) in [("cut", true), ("scrambled", false)] {
            let path = shop.folder.path().join(name);
            let mut bytes = whole.clone();
            if damage {
                bytes.truncate(whole.len() / 3);
            } else {
                bytes.iter_mut().skip(20).for_each(|byte| *byte = byte.wrapping_mul(31).wrapping_add(7));
            }
            std::fs::write(&path, bytes).unwrap();
            // Some damage shows only when the pages are read; then the catalog must say so or leave the table out.
            match open("bad", &url(engine, &path)).await {
                Err(error) => assert!(matches!(error, ConnectorError::Unavailable { .. }), "{engine} {name}: {error}"),
                Ok(opened) => drop(opened.catalog().await),
            }
        }
    }
}

/// The name of this test for the process that it starts, and where that one learns the path.
const HOLDER: &str = "bad_sources::holds_a_file_for_writing_until_told";
const HELD: &str = "VOUCH_TEST_HOLD";

/// Not a test by itself: run by the next one in a process of its own.
#[test]
#[ignore]
fn holds_a_file_for_writing_until_told() {
    let Some(path) = std::env::var_os(HELD) else { return };
    let connection = duckdb::Connection::open(Path::new(&path)).unwrap();
    connection.execute_batch("INSERT INTO customers VALUES (99, 'Zoe', 'Bern', NULL)").unwrap();
    println!("\nheld");
    std::io::stdout().flush().unwrap();
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

#[tokio::test]
async fn a_duckdb_file_that_another_program_writes_is_named_as_such() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("shop.db");
    write(Dialect::DuckDb, &path, SHOP);
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", HOLDER, "--nocapture"])
        .env(HELD, &path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(holder.stdout.take().unwrap());
    let held = said.by_ref().lines().any(|line| line.unwrap() == "held");
    assert!(held, "the other process could not open the file");
    let (message, hint) = refusal(Dialect::DuckDb, &path).await;
    assert!(message.contains("open for writing in another program"), "{message}");
    assert!(hint.contains("copy"), "{hint}");
    drop(holder.stdin.take());
    holder.wait().unwrap();
    let opened = open("shop", &url(Dialect::DuckDb, &path)).await.unwrap();
    assert_eq!(opened.catalog().await.unwrap().table("customers").unwrap().row_count, Some(5));
}

/// What a read-only directory means to SQLite: the file that readers of a log share cannot be made. (A directory in
/// its place has the same effect for every user; rights have none for the super-user, as whom tests may run.)
fn without_room_for_shared_memory(path: &Path) {
    let mut shared = path.as_os_str().to_owned();
    shared.push("-shm");
    std::fs::create_dir(&shared).unwrap();
}

#[tokio::test]
async fn a_sqlite_file_in_wal_mode_is_read_without_room_beside_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("shop.db");
    write(Dialect::Sqlite, &path, &format!("PRAGMA journal_mode = WAL; {SHOP}"));
    assert!(!folder.path().join("shop.db-wal").exists(), "closed cleanly");
    without_room_for_shared_memory(&path);
    let opened = open("shop", &url(Dialect::Sqlite, &path)).await.unwrap();
    assert_eq!(opened.catalog().await.unwrap().table("customers").unwrap().row_count, Some(4));
}

/// The newest rows are in the log; SQLite then keeps what readers share in its own memory.
#[tokio::test]
async fn a_log_is_read_without_room_beside_it() {
    let folder = TempDir::new().unwrap();
    let (live, copy) = (folder.path().join("live.db"), folder.path().join("copy.db"));
    let writer = rusqlite::Connection::open(&live).unwrap();
    writer.execute_batch(&format!("PRAGMA journal_mode = WAL; {SHOP}")).unwrap();
    for end in ["", "-wal"] {
        let beside = |path: &Path| format!("{}{end}", path.display());
        std::fs::copy(beside(&live), beside(&copy)).unwrap();
    }
    without_room_for_shared_memory(&copy);
    let opened = open("shop", &url(Dialect::Sqlite, &copy)).await.unwrap();
    assert_eq!(opened.catalog().await.unwrap().table("customers").unwrap().row_count, Some(4));
}

/// Reading around the log would show old rows as the present ones.
#[tokio::test]
async fn a_log_that_cannot_be_read_is_not_passed_over() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("shop.db");
    write(Dialect::Sqlite, &path, &format!("PRAGMA journal_mode = WAL; {SHOP}"));
    std::fs::create_dir(folder.path().join("shop.db-wal")).unwrap();
    let (message, hint) = refusal(Dialect::Sqlite, &path).await;
    assert!(message.contains("log"), "{message}");
    assert!(hint.contains("-wal"), "{hint}");
}
