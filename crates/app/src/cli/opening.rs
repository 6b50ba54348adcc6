//! Opens the data of a command, with progress while files load and a word about rows that did not fit.

use super::Failure;
use super::interrupt::Interrupt;
use super::progress::{LoadingBar, report_problems};
use crate::settings::Settings;
use crate::wiring::{self, Data, DataChoice};
use std::sync::Arc;

/// `None` when Ctrl-C came first.
pub async fn open(choice: &DataChoice, settings: &Settings, interrupt: &Interrupt) -> Result<Option<Data>, Failure> {
    let opening = wiring::open_data(choice, settings, Arc::new(LoadingBar::default()));
    let Some(opened) = interrupt.or_stopped(opening).await else { return Ok(None) };
    let data = opened?;
    report_problems(&data.report);
    Ok(Some(data))
}
