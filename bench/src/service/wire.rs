//! HTTP/1.1 with nothing around it, for both ends of the load: the clients and the scripted model share the cores with
//! what is measured, and whatever they take is missing there. One message at a time on a connection that stays open, each
//! with its length said.

use anyhow::{Context, Result, bail, ensure};
use std::net::SocketAddr;
use std::ops::Range;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Longer than any message here, so that most are read at once.
const ROOM: usize = 64 << 10;
const MOST_HEADERS: usize = 64;

pub struct Wire {
    socket: TcpStream,
    /// The message that was read last.
    bytes: Vec<u8>,
}

/// Where a message's body is, and what its first line says.
struct Head<T> {
    says: T,
    body: Range<usize>,
}

impl Wire {
    pub fn over(socket: TcpStream) -> Result<Self> {
        socket.set_nodelay(true)?;
        Ok(Self { socket, bytes: Vec::with_capacity(ROOM) })
    }

    pub async fn connect(address: SocketAddr) -> Result<Self> {
        Self::over(TcpStream::connect(address).await?)
    }

    /// Sends a request and gives the status and the body of its answer.
    pub async fn ask(&mut self, request: &[u8]) -> Result<(u16, &str)> {
        self.socket.write_all(request).await?;
        let head = self.next(response).await?.context("the service closed the connection")?;
        Ok((head.says, std::str::from_utf8(self.bytes.get(head.body).unwrap_or_default())?))
    }

    /// The next request's path and body; `None` when the client has left.
    pub async fn asked(&mut self) -> Result<Option<(String, &[u8])>> {
        let head = self.next(request).await?;
        Ok(head.map(|head| (head.says, self.bytes.get(head.body).unwrap_or_default())))
    }

    pub async fn answer(&mut self, response: &[u8]) -> Result<()> {
        Ok(self.socket.write_all(response).await?)
    }

    async fn next<T>(&mut self, read: impl Fn(&[u8]) -> Result<Option<Head<T>>>) -> Result<Option<Head<T>>> {
        self.bytes.clear();
        loop {
            if let Some(head) = read(&self.bytes)? {
                while self.bytes.len() < head.body.end {
                    ensure!(self.socket.read_buf(&mut self.bytes).await? > 0, "a message was cut off");
                }
                return Ok(Some(head));
            }
            if self.socket.read_buf(&mut self.bytes).await? == 0 {
                return Ok(None);
            }
        }
    }
}

fn request(bytes: &[u8]) -> Result<Option<Head<String>>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(start) = request.parse(bytes)? else { return Ok(None) };
    let path = request.path.unwrap_or_default().to_owned();
    Ok(Some(Head { says: path, body: start..start + length(request.headers)?.unwrap_or_default() }))
}

fn response(bytes: &[u8]) -> Result<Option<Head<u16>>> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let httparse::Status::Complete(start) = response.parse(bytes)? else { return Ok(None) };
    let Some(length) = length(response.headers)? else { bail!("an answer does not say how long it is") };
    Ok(Some(Head { says: response.code.unwrap_or_default(), body: start..start + length }))
}

fn length(headers: &[httparse::Header<'_>]) -> Result<Option<usize>> {
    let named = headers.iter().find(|header| header.name.eq_ignore_ascii_case("content-length"));
    named.map(|header| Ok(std::str::from_utf8(header.value)?.trim().parse()?)).transpose()
}
