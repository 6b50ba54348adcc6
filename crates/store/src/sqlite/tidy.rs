//! Works what was committed from the log into the file, now and then and beside everything else, so that no write waits
//! for the disk. A log that is not worked in loses nothing; it only takes space and makes the next start slower.

use crate::StoreError;
use rusqlite::Connection;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// A page that is written often is worked in once in so long. While the disk takes what was written, whoever writes waits
/// for it too: the rarer, the fewer asks meet such a moment.
const EVERY: Duration = Duration::from_secs(3);
/// Commits that are not worth the disk's time yet; they wait for more.
const FEW: u64 = 50;
/// Pages that may be worked in while the writer waits: about as many as came during a round that found so few.
const REST: i64 = 1_000;
/// Rounds until no more than that should be left.
const ROUNDS: u32 = 4;
/// A log of so many pages is to begin anew: it only does when all of it was worked in and nobody wrote meanwhile.
const LONG: i64 = 10_000;
/// How long the writer, or a reader, is waited for to begin the log anew. The next time will do as well.
const PATIENCE: Duration = Duration::from_millis(50);

pub struct Tidy {
    /// `None` only while the value is dropped: that ends the thread.
    alive: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Tidy {
    pub fn start(connection: Connection, commits: Arc<AtomicU64>) -> Result<Self, StoreError> {
        let (alive, ended) = channel();
        let thread = std::thread::Builder::new()
            .name("store tidy".to_owned())
            .spawn(move || work(&connection, &commits, &ended))
            .map_err(|e| StoreError::Internal(format!("the store's thread does not start: {e}")))?;
        Ok(Self { alive: Some(alive), thread: Some(thread) })
    }
}

/// The writer closes the file after this, and works in what is left.
impl Drop for Tidy {
    fn drop(&mut self) {
        drop(self.alive.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn work(connection: &Connection, commits: &AtomicU64, ended: &Receiver<()>) {
    let mut done = 0;
    while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
        let seen = commits.load(Ordering::Acquire);
        if seen - done < FEW {
            continue;
        }
        match work_in(connection) {
            Ok(()) => done = seen,
            Err(error) => tracing::debug!(%error, "the store's log could not be worked in"),
        }
    }
}

/// First beside everybody else, until a round finds little to do; then, if the log is long, what came meanwhile with the
/// writer held back, so that it begins anew. Otherwise a busy server's log would grow until a write had to work in all of it.
fn work_in(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(PATIENCE)?;
    // The first round finds what was worked in long ago as well: another one tells what is new.
    let mut before = 0;
    for _ in 0..ROUNDS {
        let worked_in = checkpoint(connection, "PASSIVE")?;
        let new = worked_in - before;
        before = worked_in;
        if new > REST {
            continue;
        }
        if worked_in > LONG {
            checkpoint(connection, "RESTART")?;
        }
        break;
    }
    Ok(())
}

/// Pages of the log that have been worked in.
fn checkpoint(connection: &Connection, mode: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| row.get(2))
}
