//! An answer's bytes on their way: in pieces, with pauses, and cut off where the script says.

use crate::script::Turn;
use bytes::Bytes;
use futures::stream::{self, BoxStream, StreamExt};
use std::io;
use std::time::Duration;

/// Time for what was written to reach the wire before the connection breaks.
const FLUSH: Duration = Duration::from_millis(30);

/// One step of sending.
enum Step {
    Piece(Vec<u8>),
    Break,
    Silence,
}

pub(crate) fn stream(turn: &Turn, mut bytes: Vec<u8>) -> BoxStream<'static, io::Result<Bytes>> {
    let ending = match (turn.reset_after, turn.hang_after) {
        (Some(count), _) => {
            bytes.truncate(count);
            Some(Step::Break)
        }
        (None, Some(count)) => {
            bytes.truncate(count);
            Some(Step::Silence)
        }
        (None, None) => None,
    };
    let pieces = turn.chunking.cut(&bytes).into_iter().filter(|piece| !piece.is_empty()).map(Step::Piece);
    let steps: Vec<Step> = pieces.chain(ending).collect();
    let (pause, linger) = (turn.pause, turn.linger);
    stream::iter(steps.into_iter().enumerate())
        .then(move |(number, step)| async move {
            if number > 0 {
                wait(pause).await;
            }
            match step {
                Step::Piece(piece) => Ok(Bytes::from(piece)),
                Step::Break => {
                    tokio::time::sleep(FLUSH).await;
                    Err(io::Error::from(io::ErrorKind::ConnectionReset))
                }
                Step::Silence => std::future::pending().await,
            }
        })
        // Made when it is reached, so that the time runs from the last piece.
        .chain(stream::once(wait(linger)).filter_map(|()| std::future::ready(None)))
        .boxed()
}

/// Not at all for no time: a timer that is due at once still takes the runtime up to a millisecond.
pub(crate) async fn wait(time: Duration) {
    if !time.is_zero() {
        tokio::time::sleep(time).await;
    }
}
