//! What ends a statement before its time: the time limit, a request to stop, a reader that went away.
//!
//! Both engines use it the same way: the engine's thread works, a watching task waits for a reason to stop and
//! then interrupts, again and again until the thread has ended, because an engine drops an interrupt that
//! arrives between two phases of its work.

use crate::{ConnectorError, Limits};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio_util::sync::{CancellationToken, DropGuard};

const INTERRUPT_EVERY: Duration = Duration::from_millis(10);

const CLOSED: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Timeout = 1,
    Cancelled = 2,
    ReaderGone = 3,
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
    reader_gone: CancellationToken,
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
            reader_gone: CancellationToken::new(),
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
            _ => None,
        }
    }

    /// The reason to stop as an error, where there is one.
    pub fn stop_error(&self) -> Option<ConnectorError> {
        self.stopped().map(|stop| match stop {
            Stop::Timeout => ConnectorError::Timeout { seconds: self.timeout.as_secs_f64().ceil() as u64 },
            Stop::Cancelled | Stop::ReaderGone => ConnectorError::Cancelled,
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
        };
        if self.stop.compare_exchange(0, stop as u8, Ordering::AcqRel, Ordering::Acquire).is_err() {
            return;
        }
        loop {
            interrupt();
            if tokio::time::timeout(INTERRUPT_EVERY, self.ended.cancelled()).await.is_ok() {
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
