//! The one thread that writes. Whatever waits when it is free is committed together: a commit costs more than all the
//! writes in it, so sixteen callers at once pay for one. Nobody is answered before the commit is done.

use crate::StoreError;
use rusqlite::{Connection, Savepoint, TransactionBehavior};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// Pieces of work in one commit. More would not be cheaper, and the first would wait longer for its answer.
const MOST_AT_ONCE: usize = 256;

pub struct Writer {
    /// `None` only while the value is dropped.
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub fn start(connection: Connection) -> Result<Self, StoreError> {
        let (queue, jobs) = mpsc::channel();
        let commits = Arc::<AtomicU64>::default();
        let counted = commits.clone();
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(connection, &jobs, &counted))
            .map_err(|e| StoreError::Internal(format!("the store's thread does not start: {e}")))?;
        Ok(Self { queue: Some(queue), thread: Some(thread), commits })
    }

    /// How often something was committed.
    pub fn commits(&self) -> Arc<AtomicU64> {
        self.commits.clone()
    }

    /// Does `work` all or not at all, and answers once it cannot be lost by a crash of this program.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Savepoint<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let gone = || StoreError::Internal("the store's thread has ended".to_owned());
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Work { work: Some(work), outcome: None, answer });
        self.queue.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// The file is closed when this returns, with everything in it that was asked for.
impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn serve(mut connection: Connection, queue: &mpsc::Receiver<Box<dyn Job>>, commits: &AtomicU64) {
    while let Ok(first) = queue.recv() {
        let mut jobs = vec![first];
        jobs.extend(queue.try_iter().take(MOST_AT_ONCE - 1));
        let committed = commit(&mut connection, &mut jobs);
        commits.fetch_add(1, Ordering::Release);
        for job in jobs {
            job.answer(committed.as_ref().err());
        }
    }
}

/// It takes the write lock at once: a transaction that reads first and writes later may be refused halfway when another
/// program wrote in between.
fn commit(connection: &mut Connection, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in jobs {
        let savepoint = transaction.savepoint()?;
        if job.work(&savepoint) {
            savepoint.commit()?;
        } else {
            // One that is refused takes nobody with it.
            savepoint.finish()?;
        }
    }
    transaction.commit()
}

trait Job: Send {
    /// Whether it is to stay.
    fn work(&mut self, db: &Savepoint<'_>) -> bool;
    /// Says how it went; `lost` is why nothing of the whole commit stayed.
    fn answer(self: Box<Self>, lost: Option<&rusqlite::Error>);
}

struct Work<T, F> {
    work: Option<F>,
    outcome: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Work<T, F>
where
    T: Send,
    F: FnOnce(&Savepoint<'_>) -> Result<T, StoreError> + Send,
{
    fn work(&mut self, db: &Savepoint<'_>) -> bool {
        let Some(work) = self.work.take() else { return false };
        // The thread serves everybody; a bug in one piece of work must not end it.
        let outcome = catch_unwind(AssertUnwindSafe(|| work(db)))
            .unwrap_or_else(|_| Err(StoreError::Internal("a piece of the store's work panicked".to_owned())));
        self.outcome.insert(outcome).is_ok()
    }

    fn answer(self: Box<Self>, lost: Option<&rusqlite::Error>) {
        let outcome = match (self.outcome, lost) {
            // Refused before anything was lost.
            (Some(Err(error)), _) => Err(error),
            (_, Some(lost)) => Err(StoreError::from(lost)),
            (Some(Ok(value)), None) => Ok(value),
            (None, None) => Err(StoreError::Internal("a piece of the store's work was left out".to_owned())),
        };
        // Whoever asked may have gone away.
        let _ = self.answer.send(outcome);
    }
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
