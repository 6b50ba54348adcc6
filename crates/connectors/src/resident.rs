//! How much memory the process holds, and how many statements share it. Used by `control`.

use std::sync::atomic::{AtomicUsize, Ordering};

static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// One running statement, for as long as it is held.
pub(crate) struct Running(());

impl Running {
    pub fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::AcqRel);
        Self(())
    }

    /// Of all statements in the process, this one included: nobody can tell whose memory is whose.
    pub fn count(&self) -> usize {
        RUNNING.load(Ordering::Acquire).max(1)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The bytes of the process that are in memory, where the system says.
#[cfg(target_os = "linux")]
pub(crate) fn resident_bytes() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    kilobytes.trim().trim_end_matches("kB").trim().parse::<usize>().ok()?.checked_mul(1_024)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn resident_bytes() -> Option<usize> {
    None
}
