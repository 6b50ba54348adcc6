//! Ctrl-C: the first one stops the running statement, the second one leaves at once.

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Listens while it lives.
pub struct Interrupt {
    token: CancellationToken,
    listener: JoinHandle<()>,
}

impl Interrupt {
    pub fn listen() -> Self {
        let token = CancellationToken::new();
        let stop = token.clone();
        let listener = tokio::spawn(async move {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.cancel();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
        Self { token, listener }
    }

    pub fn token(&self) -> CancellationToken {
        self.token.clone()
    }

    pub fn happened(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Waits for `work`, or gives `None` when Ctrl-C comes first. For work that cannot be stopped otherwise, such as
    /// loading a file; what it holds is dropped with it.
    pub async fn or_stopped<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = work => Some(done),
            () = self.token.cancelled() => None,
        }
    }
}

impl Drop for Interrupt {
    fn drop(&mut self) {
        self.listener.abort();
    }
}
