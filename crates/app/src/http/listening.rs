//! Takes connections and serves them until it is told to end. As `axum::serve` does, but a client that does not get to the
//! end of its headers is not waited for: connections that say nothing would use up all there are.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// For the headers of a request, from when one could come; so it is also how long a connection may lie idle.
const HEADER_TIME: Duration = Duration::from_secs(30);
/// After a connection could not be taken, for example because too many files are open.
const BREATH: Duration = Duration::from_millis(100);

/// Returns when `ending` has come and all connections have ended.
pub async fn serve(listener: TcpListener, app: Router, ending: impl Future<Output = ()>) {
    let (closing, open) = (CancellationToken::new(), TaskTracker::new());
    let mut ending = pin!(ending);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut ending => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => drop(open.spawn(connection(stream, app.clone(), closing.clone()))),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    closing.cancel();
    open.close();
    open.wait().await;
}

async fn connection(stream: TcpStream, app: Router, closing: CancellationToken) {
    // Events are small and should not wait for more to come.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection gathers small pieces");
    }
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIME);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app)));
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended early");
    }
}
