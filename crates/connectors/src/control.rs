//! What ends a statement before its time: the time limit, a request to stop, a reader that went away, the process
//! growing beyond what the statement may use.
//!
//! Both engines use it the same way: the engine's thread works, a watching task waits for a reason to stop and
//! then interrupts, again and again until the thread has ended, because an engine drops an interrupt that
//! arrives between two phases of its work. Some work of an engine hears no interrupt at all (planning, one long
//! value): after a while whoever waits is told all the same, and the thread is left to end by itself.

use crate::resident::{Running, recent_resident_bytes, resident_bytes};
use crate::{ConnectorError, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::{CancellationToken, DropGuard};

/// What an engine may use beyond its own limit: vectors on their way, rows that wait for a reader, the allocator's
/// leftovers.
const MEMORY_SLACK: usize = 512 << 20;

const INTERRUPT_EVERY: Duration = Duration::from_millis(10);

/// How long an engine may take to hear that it is to stop.
const LEFT_ALONE_AFTER: Duration = Duration::from_secs(2);

/// An engine's own memory limit does not see what a function makes inside one value, so the process is watched
/// too. This often: a look costs some 30 microseconds, and a core fills a few hundred megabytes between two.
const LOOK_EVERY: Duration = Duration::from_millis(20);

const CLOSED: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Timeout = 1,
    Cancelled = 2,
    ReaderGone = 3,
    Memory = 4,
}

/// Shared by the engine's thread, the watching task and the stream.
pub(crate) struct Control {
    timeout: Duration,
    started: Instant,
    /// 0 while nothing has asked to stop, then the number of a `Stop`, or `CLOSED`.
    stop: AtomicU8,
    /// Time that the engine's thread stood still because the reader was slow; it is not the statement's fault.
    waited_micros: AtomicU64,
    waiting: AtomicBool,
    ended: CancellationToken,
    left_alone: CancellationToken,
    reader_gone: CancellationToken,
    memory: Memory,
}

/// What the process held when the statement began, and what the statement may add.
struct Memory {
    before: Option<usize>,
    allowed: usize,
    running: Running,
}

impl Control {
    pub fn new(limits: &Limits) -> Arc<Self> {
        Arc::new(Self {
            timeout: limits.timeout,
            started: Instant::now(),
            stop: AtomicU8::new(0),
            waited_micros: AtomicU64::new(0),
            waiting: AtomicBool::new(false),
            ended: CancellationToken::new(),
            left_alone: CancellationToken::new(),
            reader_gone: CancellationToken::new(),
            memory: Memory {
                before: recent_resident_bytes(),
                allowed: limits.memory_bytes.saturating_add(MEMORY_SLACK),
                running: Running::begin(),
            },
        })
    }

    /// Whoever reads the rows keeps this; dropping it stops the engine.
    pub fn reader(&self) -> DropGuard {
        self.reader_gone.clone().drop_guard()
    }

    pub fn stopped(&self) -> Option<Stop> {
        match self.stop.load(Ordering::Acquire) {
            1 => Some(Stop::Timeout),
            2 => Some(Stop::Cancelled),
            3 => Some(Stop::ReaderGone),
            4 => Some(Stop::Memory),
            _ => None,
        }
    }

    /// The reason to stop as an error, where there is one.
    pub fn stop_error(&self) -> Option<ConnectorError> {
        self.stopped().map(|stop| match stop {
            Stop::Timeout => ConnectorError::Timeout { seconds: self.timeout.as_secs_f64().ceil() as u64 },
            Stop::Cancelled | Stop::ReaderGone => ConnectorError::Cancelled,
            Stop::Memory => ConnectorError::TooLarge {
                message: "the statement needs more memory than its limit allows; it was stopped".to_owned(),
            },
        })
    }

    /// Called by the engine's thread when its statement is over. True if no interrupt was or ever will be sent, so
    /// that the connection can serve the next statement without being hit by a late one.
    pub fn close(&self) -> bool {
        self.stop.compare_exchange(0, CLOSED, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Runs `work` (handing rows to a reader who may be slow) without counting its time.
    pub fn while_waiting<T>(&self, work: impl FnOnce() -> T) -> T {
        let since = Instant::now();
        self.waiting.store(true, Ordering::Release);
        let done = work();
        let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.waited_micros.fetch_add(micros, Ordering::AcqRel);
        self.waiting.store(false, Ordering::Release);
        done
    }

    /// Waits for a reason to stop, then interrupts until the engine's thread has ended.
    pub async fn watch(self: Arc<Self>, cancel: CancellationToken, interrupt: impl Fn() + Send) {
        let stop = tokio::select! {
            biased;
            () = self.ended.cancelled() => return,
            () = cancel.cancelled() => Stop::Cancelled,
            () = self.reader_gone.cancelled() => Stop::ReaderGone,
            () = self.out_of_time() => Stop::Timeout,
            () = self.out_of_memory() => Stop::Memory,
        };
        if self.stop.compare_exchange(0, stop as u8, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return;
        }
        let since = Instant::now();
        loop {
            interrupt();
            if since.elapsed() > LEFT_ALONE_AFTER {
                self.left_alone.cancel();
            }
            if tokio::time::timeout(INTERRUPT_EVERY, self.ended.cancelled()).await.is_ok() {
                return;
            }
        }
    }

    /// Returns, with the reason to stop, when the engine has not heard of it for too long.
    pub async fn left_alone(&self) -> ConnectorError {
        self.left_alone.cancelled().await;
        self.stop_error().unwrap_or(ConnectorError::Cancelled)
    }

    /// Returns when the process has grown by more than all running statements may use together; never where the
    /// system does not say how large the process is.
    async fn out_of_memory(&self) {
        let Some(before) = self.memory.before else { return std::future::pending().await };
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let allowed = self.memory.allowed.saturating_mul(self.memory.running.count());
            if resident_bytes().is_some_and(|now| now.saturating_sub(before) > allowed) {
                return;
            }
        }
    }

    async fn out_of_time(&self) {
        loop {
            let waited = Duration::from_micros(self.waited_micros.load(Ordering::Acquire));
            let used = self.started.elapsed().saturating_sub(waited);
            match self.timeout.checked_sub(used) {
                Some(left) if !left.is_zero() => tokio::time::sleep(left).await,
                _ if self.waiting.load(Ordering::Acquire) => tokio::time::sleep(INTERRUPT_EVERY).await,
                _ => return,
            }
        }
    }
}

/// Held by the engine's thread: however it ends, even by a panic, the watching task learns of it.
pub(crate) struct Ended(pub Arc<Control>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.ended.cancel();
    }
}
