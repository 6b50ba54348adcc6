//! The one thread that writes. Whatever waits when it is free is committed together: a commit costs more than all the
//! writes in it, so sixteen callers at once pay for one. Nobody is answered before the commit is done.

use crate::StoreError;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// Pieces of work in one commit. More would not be cheaper, and the first would wait longer for its answer.
const MOST_AT_ONCE: usize = 256;
/// How long a piece of work that can wait does so for another one to go with.
const A_MOMENT: Duration = Duration::from_millis(10);
/// How long a commit waits for others to go with it, where that has proved worth it.
const A_LITTLE: Duration = Duration::from_millis(2);
/// Callers that make a commit worth waiting for, and those that are always enough: most pages that one of them changes, the
/// others change too.
const COMPANY: usize = 3;
const A_CROWD: usize = 12;
/// Commits after which it is tried again whether others would come.
const TRY_AGAIN: u32 = 64;

pub struct Writer {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
}

impl Writer {
    pub fn start(connection: Connection) -> Result<Self, StoreError> {
        let (queue, commits) = (Arc::<Queue>::default(), Arc::<AtomicU64>::default());
        let (jobs, counted) = (Arc::clone(&queue), Arc::clone(&commits));
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || serve(connection, &jobs, &counted))
            .map_err(|e| StoreError::Internal(format!("the store's thread does not start: {e}")))?;
        Ok(Self { queue, thread: Some(thread), commits })
    }

    /// How often something was committed.
    pub fn commits(&self) -> Arc<AtomicU64> {
        self.commits.clone()
    }

    /// Does `work` all or not at all, and answers once it cannot be lost by a crash of this program. It may be done again
    /// from the start, when something that was to be committed with it was refused.
    pub async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let answered = self.ask(work, Haste::Now)?;
        answered.await.map_err(|_| gone())?
    }

    /// The same for what nobody is in a hurry for: it goes with the next commit, or alone after a moment.
    pub async fn write_soon<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let mut answered = self.ask(work, Haste::Soon)?;
        match tokio::time::timeout(A_MOMENT, &mut answered).await {
            Ok(answer) => answer.map_err(|_| gone())?,
            Err(_) => {
                self.queue.hurry();
                answered.await.map_err(|_| gone())?
            }
        }
    }

    fn ask<T, F>(&self, work: F, haste: Haste) -> Result<oneshot::Receiver<Result<T, StoreError>>, StoreError>
    where
        T: Send + 'static,
        F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.queue.add(Box::new(Work { work, outcome: None, answer }), haste)?;
        Ok(answered)
    }
}

fn gone() -> StoreError {
    StoreError::Internal("the store's thread has ended".to_owned())
}

/// The file is closed when this returns, with everything in it that was asked for.
impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Whether somebody waits for a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Haste {
    Now,
    Soon,
}

/// What waits to be written.
#[derive(Default)]
struct Queue {
    line: Mutex<Line>,
    hurried: Condvar,
}

#[derive(Default)]
struct Line {
    jobs: Vec<Box<dyn Job>>,
    /// Callers that have come since the last commit and wait for one of them.
    waiting: usize,
    /// So many callers need not wait for more: as many as came last time.
    enough: usize,
    /// Somebody waits for one of them, or has waited long enough.
    hurry: bool,
    /// No more will come, or be done.
    closed: bool,
}

impl Queue {
    fn add(&self, job: Box<dyn Job>, haste: Haste) -> Result<(), StoreError> {
        let mut line = self.lock();
        if line.closed {
            return Err(gone());
        }
        line.jobs.push(job);
        if haste == Haste::Now {
            line.waiting += 1;
            self.wake(line);
        }
        Ok(())
    }

    fn hurry(&self) {
        self.wake(self.lock());
    }

    fn wake(&self, mut line: MutexGuard<'_, Line>) {
        // Who was told already need not be woken again, but when those have come that it may be waiting for.
        let told = std::mem::replace(&mut line.hurry, true) && line.waiting != line.enough;
        drop(line);
        if !told {
            self.hurried.notify_one();
        }
    }

    fn close(&self) {
        self.lock().closed = true;
        self.hurried.notify_one();
    }

    /// What is to be committed next; nothing when that was all.
    fn next(&self, company: &mut Company) -> Vec<Box<dyn Job>> {
        let idle = |line: &mut Line| {
            line.hurry &= !line.jobs.is_empty();
            !line.hurry && !line.closed
        };
        let mut line = self.hurried.wait_while(self.lock(), idle).unwrap_or_else(PoisonError::into_inner);
        if company.is_expected() {
            line.enough = company.enough();
            let few = |line: &mut Line| line.waiting < line.enough && !line.closed;
            let waited = self.hurried.wait_timeout_while(line, A_LITTLE, few);
            line = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        company.came(line.waiting);
        line.waiting = 0;
        let at_once = line.jobs.len().min(MOST_AT_ONCE);
        line.jobs.drain(..at_once).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether others come while a commit waits for them. A caller waits for one piece of work at a time, so that several of
/// these in one commit are several callers; one alone never waits.
#[derive(Default)]
struct Company {
    worth_it: bool,
    commits_alone: u32,
    /// Callers of the last commit.
    last: usize,
}

impl Company {
    /// Nobody is waited for who has not been seen beside somebody else.
    fn is_expected(&self) -> bool {
        self.worth_it || self.commits_alone >= TRY_AGAIN && self.last > 1
    }

    /// As many as the last time: then all who are about wait already, and more will not come.
    fn enough(&self) -> usize {
        self.last.clamp(COMPANY, A_CROWD)
    }

    fn came(&mut self, callers: usize) {
        let was_tried = self.is_expected();
        self.worth_it = was_tried && callers >= COMPANY;
        self.commits_alone = if was_tried { 0 } else { self.commits_alone.saturating_add(1) };
        self.last = callers;
    }
}

/// However the thread ends, nobody waits for it any longer.
struct Ending<'a>(&'a Queue);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let mut line = self.0.lock();
        line.closed = true;
        line.jobs.clear();
    }
}

fn serve(connection: Connection, queue: &Queue, commits: &AtomicU64) {
    let _ending = Ending(queue);
    let mut company = Company::default();
    loop {
        let jobs = queue.next(&mut company);
        if jobs.is_empty() {
            return;
        }
        commit(&connection, jobs, commits);
    }
}

/// All that is not refused is committed together, and nobody is answered before that but those who are refused. What one
/// of them wrote before goes with everything, and the others do their work again: that is rare, and to be ready for it in
/// each of them (a savepoint) costs a copy of every page they change.
fn commit(connection: &Connection, mut jobs: Vec<Box<dyn Job>>, commits: &AtomicU64) {
    let lost = loop {
        if jobs.is_empty() {
            return;
        }
        match try_commit(connection, &mut jobs) {
            Ok(None) => break None,
            Ok(Some(refused)) => jobs.remove(refused).answer(None),
            Err(error) => break Some(error),
        }
    };
    commits.fetch_add(1, Ordering::Release);
    for job in jobs {
        job.answer(lost.as_ref());
    }
}

/// It takes the write lock at once: a transaction that reads first and writes later may be refused halfway when another
/// program wrote in between. Gives the place of one that was refused: then nothing is committed.
fn try_commit(connection: &Connection, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<Option<usize>> {
    say(connection, "BEGIN IMMEDIATE")?;
    let done = work_all(connection, jobs).and_then(|refused| match refused {
        None => say(connection, "COMMIT").map(|()| None),
        refused => Ok(refused),
    });
    // SQLite may have ended it by itself, as it does when the disk is full.
    if !matches!(done, Ok(None)) && !connection.is_autocommit() {
        say(connection, "ROLLBACK")?;
    }
    done
}

/// Up to the first that is refused.
fn work_all(connection: &Connection, jobs: &mut [Box<dyn Job>]) -> rusqlite::Result<Option<usize>> {
    for (place, job) in jobs.iter_mut().enumerate() {
        if !job.work(&Stroke(connection)) {
            return Ok(Some(place));
        }
        if connection.is_autocommit() {
            // Nothing of what was done so far will stay, and what came next would be committed by itself.
            let ended = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_ABORT);
            return Err(rusqlite::Error::SqliteFailure(ended, Some("a transaction ended too soon".to_owned())));
        }
    }
    Ok(None)
}

/// Prepared once: reading such a statement takes longer than doing it.
fn say(connection: &Connection, statement: &str) -> rusqlite::Result<()> {
    connection.prepare_cached(statement)?.execute([]).map(drop)
}

/// The right to write, which only a piece of work has whose writes all stay or all go.
pub struct Stroke<'a>(&'a Connection);

impl std::ops::Deref for Stroke<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0
    }
}

trait Job: Send {
    /// Whether it is to stay.
    fn work(&mut self, db: &Stroke<'_>) -> bool;
    /// Says how it went; `lost` is why nothing of the whole commit stayed.
    fn answer(self: Box<Self>, lost: Option<&rusqlite::Error>);
}

struct Work<T, F> {
    work: F,
    outcome: Option<Result<T, StoreError>>,
    answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Work<T, F>
where
    T: Send,
    F: FnMut(&Stroke<'_>) -> Result<T, StoreError> + Send,
{
    fn work(&mut self, db: &Stroke<'_>) -> bool {
        // The thread serves everybody; a bug in one piece of work must not end it.
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.work)(db)))
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
