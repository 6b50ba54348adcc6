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
        // One that is in somebody's way does what it can; the rest is for the next time.
        match connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(())) {
            Ok(()) => done = seen,
            Err(error) => tracing::debug!(%error, "the store's log could not be worked in"),
        }
    }
}
