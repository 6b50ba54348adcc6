//! Room on the stack for long statements.
//!
//! A chain such as `1 + 1 + ...` is a tree as deep as it is long, and the parser's visitors recurse over it. The
//! guard lets thousands of terms pass, which is more than a worker thread's stack holds.

use std::thread;

/// Statements up to this many bytes are walked where we are: at two bytes a term, far below any stack's end.
const SHORT: usize = 1_000;
/// The guard's longest chain needs a fraction of this; untouched pages cost nothing.
const STACK: usize = 256 * 1024 * 1024;

/// Does the work with room for a statement of this length. `None` if no thread could be had.
pub(crate) fn with_room<T: Send>(sql_length: usize, work: impl FnOnce() -> T + Send) -> Option<T> {
    if sql_length <= SHORT {
        return Some(work());
    }
    thread::scope(|scope| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()?.join().ok())
}
