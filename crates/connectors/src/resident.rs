//! How much memory the process holds, and how many statements share it. Used by `control`.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

/// A look is believed for this long: statements that begin together share it.
const BELIEVED_MICROS: u64 = 10_000;

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

/// As [`resident_bytes`], but perhaps some milliseconds old: what a statement starts from need not be newer.
pub(crate) fn recent_resident_bytes() -> Option<usize> {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    static LOOKED: AtomicU64 = AtomicU64::new(0);
    static SEEN: AtomicUsize = AtomicUsize::new(0);
    let now = u64::try_from(START.elapsed().as_micros()).unwrap_or(u64::MAX).saturating_add(1);
    let looked = LOOKED.load(Ordering::Acquire);
    if looked > 0 && now.saturating_sub(looked) < BELIEVED_MICROS {
        return Some(SEEN.load(Ordering::Acquire));
    }
    let bytes = resident_bytes()?;
    SEEN.store(bytes, Ordering::Release);
    LOOKED.store(now, Ordering::Release);
    Some(bytes)
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
