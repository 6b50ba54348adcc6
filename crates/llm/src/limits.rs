//! How much of a server's bytes is read at most: nobody's reply may fill the memory.

use bytes::Bytes;
use futures::{Stream, StreamExt};
use reqwest::Response;

/// Far above what `max_tokens` allows; JSON and one event per token make a reply some 20 times its text.
pub(crate) const REPLY_BYTES: usize = 16 * 1024 * 1024;

/// The Responses API repeats a whole reply in its last event.
pub(crate) const LINE_BYTES: usize = 4 * 1024 * 1024;

const ERROR_BYTES: usize = 16 * 1024;

#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyFault {
    #[error("{0}")]
    Broken(String),
    #[error("the reply is longer than a reply can be ({0})")]
    TooLong(&'static str),
}

/// The same bytes up to the first that are too many.
pub(crate) fn limited(
    bytes: impl Stream<Item = Result<Bytes, String>>,
) -> impl Stream<Item = Result<Bytes, BodyFault>> {
    let (mut total, mut line) = (0usize, 0usize);
    bytes.map(move |piece| {
        let piece = piece.map_err(BodyFault::Broken)?;
        total += piece.len();
        line = match piece.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
            Some(last) => piece.len() - last,
            None => line + piece.len(),
        };
        match () {
            () if total > REPLY_BYTES => Err(BodyFault::TooLong("in all")),
            () if line > LINE_BYTES => Err(BodyFault::TooLong("one line")),
            () => Ok(piece),
        }
    })
}

/// The start of a refusal's body; what cannot be read is left out.
pub(crate) async fn error_body(response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    let mut stream = response.bytes_stream();
    while let Some(Ok(piece)) = stream.next().await {
        body.extend(piece.iter().take(ERROR_BYTES - body.len()));
        if body.len() >= ERROR_BYTES {
            break;
        }
    }
    body
}
