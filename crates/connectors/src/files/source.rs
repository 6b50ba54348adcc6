//! A text file's bytes as UTF-8 lines: decompression, encodings, line ends.
//!
//! Owns what lies between the disk and a `String`. UTF-16 is turned into a UTF-8 file aside first; a line of a UTF-8
//! file that is not UTF-8 is read as Windows-1252, because such files are patched together from both.

use super::{Progress, records::LineSource};
use crate::ConnectorError;
use encoding_rs::{Encoding as Codec, UTF_16BE, UTF_16LE, WINDOWS_1252};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Windows1252,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "Latin-1 (Windows-1252)",
            Encoding::Utf16Le => "UTF-16 LE",
            Encoding::Utf16Be => "UTF-16 BE",
        }
    }

    fn codec(self) -> &'static Codec {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Windows1252 => WINDOWS_1252,
            Encoding::Utf16Le => UTF_16LE,
            Encoding::Utf16Be => UTF_16BE,
        }
    }

    /// By byte order mark, then by where the zero bytes are, then by whether it is UTF-8.
    pub fn detect(head: &[u8]) -> Encoding {
        match head {
            [0xff, 0xfe, ..] => return Encoding::Utf16Le,
            [0xfe, 0xff, ..] => return Encoding::Utf16Be,
            _ => {}
        }
        let zeros = |odd: usize| head.iter().take(4096).skip(odd).step_by(2).filter(|b| **b == 0).count();
        let pairs = head.len().min(4096) / 2;
        if pairs > 1 && zeros(1) * 10 > pairs * 6 && zeros(0) == 0 {
            return Encoding::Utf16Le;
        }
        if pairs > 1 && zeros(0) * 10 > pairs * 6 && zeros(1) == 0 {
            return Encoding::Utf16Be;
        }
        match std::str::from_utf8(head) {
            Ok(_) => Encoding::Utf8,
            // The sample may end inside a character.
            Err(error) if error.error_len().is_none() && head.len() - error.valid_up_to() < 4 => Encoding::Utf8,
            // One broken line in many does not make a file Latin-1: ask for most of the accented lines.
            Err(_) if mostly_utf8(head) => Encoding::Utf8,
            Err(_) => Encoding::Windows1252,
        }
    }
}

fn mostly_utf8(head: &[u8]) -> bool {
    let accented = head.split(|b| *b == b'\n').filter(|line| !line.is_ascii());
    let (mut good, mut bad) = (0, 0);
    accented.for_each(|line| if std::str::from_utf8(line).is_ok() { good += 1 } else { bad += 1 });
    good > bad * 4
}

/// What is on disk, and how to read it.
#[derive(Clone, Copy)]
pub struct TextFile<'a> {
    pub path: &'a Path,
    pub gzip: bool,
    pub encoding: Encoding,
    /// Lines end with a carriage return alone.
    pub old_mac_lines: bool,
}

impl<'a> TextFile<'a> {
    pub fn bytes(&self, progress: &'a dyn Progress) -> Result<Box<dyn Read + 'a>, ConnectorError> {
        let file = File::open(self.path).map_err(|e| unreadable(self.path, &e))?;
        let counted = BufReader::with_capacity(1 << 18, Counted { file, progress });
        Ok(if self.gzip { Box::new(MultiGzDecoder::new(counted)) } else { Box::new(counted) })
    }

    pub fn lines(&self, progress: &'a dyn Progress) -> Result<Lines<'a>, ConnectorError> {
        let reader: Box<dyn BufRead + 'a> = match self.encoding {
            Encoding::Utf16Le | Encoding::Utf16Be => Box::new(BufReader::new(self.transcoded(progress)?)),
            Encoding::Utf8 | Encoding::Windows1252 => {
                Box::new(BufReader::with_capacity(1 << 18, self.bytes(progress)?))
            }
        };
        Ok(Lines {
            reader,
            path: self.path,
            codec: self.encoding.codec(),
            end: if self.old_mac_lines { b'\r' } else { b'\n' },
            at_start: true,
        })
    }

    /// The whole file as UTF-8, in an unnamed file that goes away by itself.
    fn transcoded(&self, progress: &'a dyn Progress) -> Result<File, ConnectorError> {
        let mut decoder = self.encoding.codec().new_decoder_with_bom_removal();
        let mut input = self.bytes(progress)?;
        let failed = |e: std::io::Error| unreadable(self.path, &e);
        let mut output = tempfile::tempfile().map_err(failed)?;
        let mut buffer = vec![0; 1 << 16];
        let mut text = String::with_capacity(1 << 18);
        loop {
            let count = input.read(&mut buffer).map_err(failed)?;
            let mut part = buffer.get(..count).unwrap_or_default();
            loop {
                let (result, read, _) = decoder.decode_to_string(part, &mut text, count == 0);
                output.write_all(text.as_bytes()).map_err(failed)?;
                text.clear();
                part = part.get(read..).unwrap_or_default();
                if result == encoding_rs::CoderResult::InputEmpty {
                    break;
                }
            }
            if count == 0 {
                break;
            }
        }
        output.seek(SeekFrom::Start(0)).map_err(failed)?;
        Ok(output)
    }
}

/// Decodes what was sampled; the ends of a sample may be cut inside a character.
pub fn decode(bytes: &[u8], encoding: Encoding) -> String {
    let (text, _) = encoding.codec().decode_with_bom_removal(bytes);
    text.into_owned()
}

pub fn unreadable(path: &Path, error: &std::io::Error) -> ConnectorError {
    ConnectorError::BadFile {
        message: format!("{} cannot be read: {error}", path.display()),
        hint: "Check that the file is complete and that you may read it.".to_owned(),
    }
}

pub struct Lines<'a> {
    reader: Box<dyn BufRead + 'a>,
    path: &'a Path,
    codec: &'static Codec,
    end: u8,
    at_start: bool,
}

impl LineSource for Lines<'_> {
    fn next_line(&mut self) -> Result<Option<String>, ConnectorError> {
        let mut bytes = Vec::new();
        let count = self.reader.read_until(self.end, &mut bytes).map_err(|e| unreadable(self.path, &e))?;
        if count == 0 {
            return Ok(None);
        }
        if bytes.last() == Some(&self.end) {
            bytes.pop();
        }
        if bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        if std::mem::take(&mut self.at_start) && bytes.starts_with(&[0xef, 0xbb, 0xbf]) {
            bytes.drain(..3);
        }
        if self.codec == WINDOWS_1252 {
            return Ok(Some(WINDOWS_1252.decode_without_bom_handling(&bytes).0.into_owned()));
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|e| WINDOWS_1252.decode_without_bom_handling(e.as_bytes()).0.into_owned());
        Ok(Some(text))
    }
}

struct Counted<'a> {
    file: File,
    progress: &'a dyn Progress,
}

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.progress.advance(count as u64);
        Ok(count)
    }
}
