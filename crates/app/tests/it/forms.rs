//! Forms with files in them, as a browser sends them.

use crate::support::{Response, Server};

const BOUNDARY: &str = "----vouch-tests-7MA4YWxkTrZu0gW";

pub struct Part<'a> {
    name: &'a str,
    file_name: Option<&'a str>,
    content: &'a [u8],
}

impl<'a> Part<'a> {
    pub fn file(file_name: &'a str, content: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        Self { name: "file", file_name: Some(file_name), content: content.as_ref() }
    }

    pub fn field(name: &'a str, content: &'a str) -> Self {
        Self { name, file_name: None, content: content.as_bytes() }
    }

    /// Everything before its content.
    pub fn head(&self) -> String {
        let file = self.file_name.map(|name| format!("; filename=\"{name}\"")).unwrap_or_default();
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{}\"{file}\r\n\r\n", self.name)
    }
}

pub fn content_type() -> String {
    format!("multipart/form-data; boundary={BOUNDARY}")
}

/// What follows the last part.
pub fn end() -> String {
    format!("\r\n--{BOUNDARY}--\r\n")
}

impl Server {
    pub fn upload(&self, parts: &[Part<'_>]) -> Response {
        let mut body = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                body.extend_from_slice(b"\r\n");
            }
            body.extend_from_slice(part.head().as_bytes());
            body.extend_from_slice(part.content);
        }
        body.extend_from_slice(end().as_bytes());
        self.send_bytes("POST", "/api/v1/datasets", &[("content-type", &content_type())], &body)
    }

    /// Uploads what must be fine; returns the id.
    pub fn dataset(&self, parts: &[Part<'_>]) -> String {
        let reply = self.upload(parts);
        assert_eq!(reply.status, 201, "{reply:?}");
        crate::support::text(&reply.json()["dataset_id"])
    }
}
