//! Specifications to pictures without a browser: Vega in QuickJS gives SVG, resvg makes PNG of it.
//!
//! JavaScript runs on one thread of its own, started with the first picture and put down when nobody draws. It
//! has no network, no files, so much memory and so much time, and is thrown away when it reaches a limit.

mod engine;
mod font;
mod prepare;
mod raster;

use crate::{ChartError, Theme};
use engine::Engine;
use serde_json::Value;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// In pixels of the page; PNG multiplies them by `scale`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    pub width: u32,
    /// `None`: as high as the chart wants to be, which grows with the number of bars.
    pub height: Option<u32>,
    pub scale: f32,
}

impl Default for Size {
    fn default() -> Self {
        Self { width: 720, height: None, scale: 2.0 }
    }
}

/// What one picture may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub megabytes: usize,
    pub seconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { megabytes: 256, seconds: 10 }
    }
}

/// Cheap to clone; all clones draw on the same thread, one picture after the other. Calls block: from async
/// code, call them where blocking is allowed.
#[derive(Clone, Debug, Default)]
pub struct Renderer {
    limits: Limits,
    thread: Arc<Mutex<Option<SyncSender<Job>>>>,
}

struct Job {
    spec: String,
    reply: Sender<Result<String, ChartError>>,
}

/// More pictures than this in line would be waited for in vain.
const QUEUE: usize = 64;
/// Idle engines give their memory back.
const IDLE: Duration = Duration::from_secs(120);
/// What caches and leaks of Vega's may gather before it starts afresh.
const MOST_DRAWN: usize = 500;
const THREAD_STACK: usize = 16 << 20;

impl Renderer {
    pub fn new(limits: Limits) -> Self {
        Self { limits, thread: Arc::default() }
    }

    pub fn svg(&self, spec: &Value, size: Size, theme: Theme) -> Result<String, ChartError> {
        let job = prepare::prepare(spec, size, theme)?;
        let (reply, answer) = channel();
        self.send(Job { spec: job, reply })?;
        // The engine interrupts itself; this is for what it cannot interrupt, and for those ahead in the line.
        let patience = Duration::from_secs(self.limits.seconds * 2 + 5);
        match answer.recv_timeout(patience) {
            Ok(drawn) => drawn,
            Err(RecvTimeoutError::Timeout) => {
                self.forget_thread();
                Err(ChartError::TooSlow(patience.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.forget_thread();
                Err(ChartError::Internal("the drawing thread ended".to_owned()))
            }
        }
    }

    pub fn png(&self, spec: &Value, size: Size, theme: Theme) -> Result<Vec<u8>, ChartError> {
        raster::png(&self.svg(spec, size, theme)?, size.scale)
    }

    fn send(&self, job: Job) -> Result<(), ChartError> {
        let mut thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut job = job;
        if let Some(sender) = thread.as_ref() {
            match sender.try_send(job) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(_)) => {
                    return Err(ChartError::TooMany { what: "charts in line", count: QUEUE, most: QUEUE });
                }
                Err(TrySendError::Disconnected(back)) => job = back,
            }
        }
        let sender = start(self.limits)?;
        sender.try_send(job).map_err(|_| ChartError::Internal("the drawing thread did not start".to_owned()))?;
        *thread = Some(sender);
        Ok(())
    }

    /// The next picture gets a new thread; a stuck one ends when its engine lets go.
    fn forget_thread(&self) {
        *self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = None;
    }
}

fn start(limits: Limits) -> Result<SyncSender<Job>, ChartError> {
    let (sender, jobs) = sync_channel(QUEUE);
    std::thread::Builder::new()
        .name("charts".to_owned())
        .stack_size(THREAD_STACK)
        .spawn(move || work(&jobs, limits))
        .map_err(|e| ChartError::Internal(format!("no thread to draw on: {e}")))?;
    Ok(sender)
}

fn work(jobs: &Receiver<Job>, limits: Limits) {
    let mut engine: Option<Engine> = None;
    let mut drawn = 0;
    loop {
        let job = match jobs.recv_timeout(IDLE) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout) => {
                engine = None;
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let result = match engine.take().map_or_else(|| Engine::start(limits), Ok) {
            Ok(ready) => {
                let result = ready.draw(&job.spec);
                drawn += 1;
                let spent = matches!(result, Err(ChartError::TooSlow(_) | ChartError::TooLarge(_)));
                engine = (!spent && drawn % MOST_DRAWN != 0).then_some(ready);
                result
            }
            Err(error) => Err(error),
        };
        // Whoever asked may have gone.
        let _ = job.reply.send(result);
    }
}
