//! What a person sees while it works: one line that changes, on stderr, and only on a terminal.

use async_trait::async_trait;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;
use tokio::task::JoinHandle;
use vouch_analyst::{EventSink, SinkError};
use vouch_connectors::{LoadReport, Progress};
use vouch_model::{Event, Stage};

use super::print::{Look, clean_line, count};

/// Until then only the answer is shown.
const PATIENCE: Duration = Duration::from_millis(300);
/// A file below this size is loaded before a bar could be read.
const LARGE_FILE: u64 = 16 << 20;
/// Lines that did not fit and are named one by one.
const PROBLEMS_SHOWN: usize = 5;

/// The line for a running question.
pub struct StatusLine {
    bar: ProgressBar,
    reveal: Option<JoinHandle<()>>,
}

impl StatusLine {
    pub fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        let reveal = std::io::stderr().is_terminal().then(|| {
            let bar = bar.clone();
            tokio::spawn(async move {
                tokio::time::sleep(PATIENCE).await;
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.enable_steady_tick(Duration::from_millis(100));
            })
        });
        Self { bar, reveal }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if let Some(reveal) = &self.reveal {
            reveal.abort();
        }
        self.bar.finish_and_clear();
    }
}

#[async_trait]
impl EventSink for StatusLine {
    async fn send(&self, event: Event) -> Result<(), SinkError> {
        if let Some(words) = words(&event) {
            self.bar.set_message(words);
        }
        Ok(())
    }
}

fn words(event: &Event) -> Option<String> {
    let stage = match event {
        Event::StageStarted { stage } => stage,
        Event::AttemptFailed { attempt, error } => {
            let message = error.message.trim_end_matches('.');
            return Some(clean_line(&format!("{message}; trying again · attempt {}", attempt + 1)));
        }
        Event::Step { number, tool, reason, .. } => {
            return Some(clean_line(&format!("step {number} · {tool} · {reason}")));
        }
        _ => return None,
    };
    let words = match stage {
        Stage::Frame => "Reading the question",
        Stage::Gather => "Reading the schema",
        Stage::Reason => "Making a plan",
        Stage::Draft => "Writing SQL",
        Stage::Check => "Checking the SQL",
        Stage::Run => "Running",
        Stage::Validate | Stage::Reflect => "Checking the result",
        Stage::Diagnose | Stage::Repair => return None,
        Stage::Present => "Writing the explanation",
    };
    Some(words.to_owned())
}

/// The bar for loading files.
#[derive(Default)]
pub struct LoadingBar {
    bar: Mutex<Option<ProgressBar>>,
}

impl LoadingBar {
    fn with_bar(&self, act: impl FnOnce(&mut Option<ProgressBar>)) {
        // A panic while drawing leaves nothing worth protecting.
        act(&mut self.bar.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl Progress for LoadingBar {
    fn start(&self, file: &str, total_bytes: u64) {
        if total_bytes < LARGE_FILE || !std::io::stderr().is_terminal() {
            return;
        }
        let bar = ProgressBar::new(total_bytes);
        let template = "{msg} {wide_bar} {bytes}/{total_bytes} {eta}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(clean_line(file));
        self.with_bar(|slot| *slot = Some(bar));
    }

    fn advance(&self, bytes: u64) {
        self.with_bar(|slot| {
            if let Some(bar) = slot {
                bar.inc(bytes);
            }
        });
    }

    fn finish(&self) {
        self.with_bar(|slot| {
            if let Some(bar) = slot.take() {
                bar.finish_and_clear();
            }
        });
    }
}

/// Says on stderr which rows of the files did not fit, with their lines, and what could have been read otherwise.
pub fn report_problems(report: &LoadReport) {
    let look = Look::of_stderr();
    let mut err = std::io::stderr().lock();
    for (table, doubt) in report.tables.iter().flat_map(|table| table.doubts.iter().map(move |doubt| (table, doubt))) {
        let _ = writeln!(err, "{} {}: {}", look.care("note:"), clean_line(&table.origin), clean_line(doubt));
    }
    for table in report.tables.iter().filter(|t| t.problem_count > 0) {
        let rows = count(table.problem_count, "row");
        let verb = if table.problem_count == 1 { "does" } else { "do" };
        let origin = clean_line(&table.origin);
        // Notes are best effort: the answer does not depend on stderr being open.
        let _ = writeln!(err, "{} {rows} of {origin} {verb} not fit:", look.care("note:"));
        for problem in table.problems.iter().take(PROBLEMS_SHOWN) {
            let _ = writeln!(err, "  line {}: {}", problem.line, clean_line(&problem.message));
        }
        let more = table.problem_count.saturating_sub(PROBLEMS_SHOWN.min(table.problems.len()) as u64);
        if more > 0 {
            let _ = writeln!(err, "  … and {more} more; `vouch profile` lists them");
        }
    }
}
