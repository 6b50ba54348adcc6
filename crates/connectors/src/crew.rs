//! The threads that statements run on. An engine blocks, and deep plans recurse, so that a statement has a thread of its
//! own with a large stack; but making one takes longer than a small statement itself, so one that is done waits a while
//! for the next. There are as many as statements at once, and every engine shares them.

use crate::ConnectorError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use std::time::Duration;

/// What main threads have, which is what the engines' own clients run on.
const STACK_BYTES: usize = 8 << 20;
/// Threads that wait for work at once; more than that were made for a rush that is over.
const MOST_IDLE: usize = 16;
const IDLE_FOR: Duration = Duration::from_secs(10);

type Job = Box<dyn FnOnce() + Send>;

struct Idle {
    thread: ThreadId,
    jobs: Sender<Job>,
}

/// The last to become idle is the first to work again: what it needs is still near the processor.
static IDLE: Mutex<Vec<Idle>> = Mutex::new(Vec::new());

fn idle() -> MutexGuard<'static, Vec<Idle>> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `job` at once, beside whatever else runs.
pub(crate) fn start(job: impl FnOnce() + Send + 'static) -> Result<(), ConnectorError> {
    let mut job: Job = Box::new(job);
    let waiting = idle().pop();
    if let Some(waiting) = waiting {
        match waiting.jobs.send(job) {
            Ok(()) => return Ok(()),
            Err(unsent) => job = unsent.0,
        }
    }
    let (own, jobs) = channel();
    std::thread::Builder::new()
        .name("statement".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || work(job, &own, &jobs))
        .map(drop)
        .map_err(|error| ConnectorError::Internal(format!("no thread for the statement: {error}")))
}

fn work(first: Job, own: &Sender<Job>, jobs: &Receiver<Job>) {
    let mut next = Some(first);
    while let Some(job) = next {
        // Whoever waits for the job learns of a panic by what it drops; the thread goes on.
        drop(catch_unwind(AssertUnwindSafe(job)));
        next = wait(own, jobs);
    }
}

fn wait(own: &Sender<Job>, jobs: &Receiver<Job>) -> Option<Job> {
    let thread = std::thread::current().id();
    {
        let mut idle = idle();
        if idle.len() >= MOST_IDLE {
            return None;
        }
        idle.push(Idle { thread, jobs: own.clone() });
    }
    if let Ok(job) = jobs.recv_timeout(IDLE_FOR) {
        return Some(job);
    }
    let mut idle = idle();
    match idle.iter().position(|waiting| waiting.thread == thread) {
        Some(place) => {
            idle.remove(place);
            None
        }
        // Somebody took this thread off the list in the meantime: a job is on its way.
        None => {
            drop(idle);
            jobs.recv().ok()
        }
    }
}

#[cfg(test)]
#[path = "crew_tests.rs"]
mod tests;
