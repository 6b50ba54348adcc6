//! What the server answers: a turn says what a model would, and how the network treats it.

use crate::request::Recorded;
use serde_json::Value as Json;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

pub struct Script {
    answer: Box<dyn Fn(&Recorded) -> Turn + Send + Sync>,
}

impl Script {
    pub fn by(answer: impl Fn(&Recorded) -> Turn + Send + Sync + 'static) -> Self {
        Self { answer: Box::new(answer) }
    }

    pub fn always(turn: Turn) -> Self {
        Self::by(move |_| turn.clone())
    }

    /// One turn after the other; behind the last, status 400.
    pub fn queue(turns: impl IntoIterator<Item = Turn>) -> Self {
        let turns: Mutex<VecDeque<Turn>> = Mutex::new(turns.into_iter().collect());
        Self::by(move |_| {
            let next = turns.lock().unwrap().pop_front();
            next.unwrap_or_else(|| Turn::status(400, "the script has no more turns"))
        })
    }

    pub fn rules() -> Rules {
        Rules { rules: Vec::new() }
    }

    pub(crate) fn answer(&self, request: &Recorded) -> Turn {
        (self.answer)(request)
    }
}

/// Turns by words in the request; the first that fits counts.
pub struct Rules {
    rules: Vec<(String, Turn)>,
}

impl Rules {
    pub fn when(mut self, words: &str, turn: Turn) -> Self {
        self.rules.push((words.to_owned(), turn));
        self
    }

    pub fn otherwise(self, turn: Turn) -> Script {
        Script::by(move |request| {
            let rule = self.rules.iter().find(|(words, _)| request.contains(words));
            rule.map_or_else(|| turn.clone(), |(_, turn)| turn.clone())
        })
    }
}

/// One answer.
#[derive(Clone, Debug)]
pub struct Turn {
    pub(crate) kind: Kind,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) latency: Duration,
    pub(crate) chunking: Chunking,
    /// Between two pieces.
    pub(crate) pause: Duration,
    /// Between the last piece and the end of the body.
    pub(crate) linger: Duration,
    /// After so many bytes of the body the connection breaks, or falls silent.
    pub(crate) reset_after: Option<usize>,
    pub(crate) hang_after: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Says(Says),
    Status {
        status: u16,
        body: Vec<u8>,
    },
    /// Never answers.
    Hang,
    /// 200 with an event stream's header, and these bytes for a body.
    Bytes(Vec<u8>),
}

/// What a model says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Says {
    pub thinking: String,
    pub text: String,
    pub tools: Vec<ToolUse>,
    pub interleaved: bool,
    /// Characters in one delta.
    pub delta: usize,
    pub stop: Stop,
    pub usage: Option<Usage>,
    /// The reply fails with this type and message where its end would be.
    pub failure: Option<(String, String)>,
    /// The reply lacks its end although the connection closes in order.
    pub unfinished: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stop {
    /// `tool_use` if tools are called.
    #[default]
    End,
    Length,
    Refusal,
}

/// `input` leaves out what was read from or written to the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
}

/// How the body's bytes are cut into pieces.
#[derive(Clone, Debug, Default)]
pub enum Chunking {
    #[default]
    Whole,
    Every(usize),
    /// Pieces of 1 to 40 bytes.
    Random(u64),
    /// Within every character that has more than one byte.
    SplitUtf8,
    /// Before these bytes.
    At(Vec<usize>),
}

impl Turn {
    pub fn text(text: impl Into<String>) -> Self {
        Self::says(Says { text: text.into(), ..Says::default() })
    }

    pub fn json(json: Json) -> Self {
        Self::text(json.to_string())
    }

    /// Calls tools: names and arguments.
    pub fn tool_calls<'a>(calls: impl IntoIterator<Item = (&'a str, Json)>) -> Self {
        let tools = calls.into_iter().enumerate().map(|(at, (name, arguments))| ToolUse {
            id: format!("call_{at}"),
            name: name.to_owned(),
            arguments: arguments.to_string(),
        });
        Self::says(Says { tools: tools.collect(), ..Says::default() })
    }

    /// A refusal with a body of any kind; a text that is not JSON is put into a vendor-like error.
    pub fn status(status: u16, body: impl Into<String>) -> Self {
        let body = body.into();
        let body = match serde_json::from_str::<Json>(&body) {
            Ok(json) if json.is_object() || json.is_array() => body,
            _ => serde_json::json!({"error": {"type": "error", "message": body}}).to_string(),
        };
        Self::new(Kind::Status { status, body: body.into_bytes() })
    }

    pub fn hang() -> Self {
        Self::new(Kind::Hang)
    }

    pub fn garbage(bytes: impl Into<Vec<u8>>) -> Self {
        Self::new(Kind::Bytes(bytes.into()))
    }

    /// Before the first byte of the answer.
    pub fn latency(mut self, latency: Duration) -> Self {
        self.latency = latency;
        self
    }

    pub fn chunking(mut self, chunking: Chunking) -> Self {
        self.chunking = chunking;
        self
    }

    pub fn pause(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// The body stays open for a while after the last byte.
    pub fn linger(mut self, linger: Duration) -> Self {
        self.linger = linger;
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// After 0 bytes: closed without an answer.
    pub fn reset_after(mut self, bytes: usize) -> Self {
        self.reset_after = Some(bytes);
        self
    }

    pub fn hang_after(mut self, bytes: usize) -> Self {
        self.hang_after = Some(bytes);
        self
    }

    pub fn thinking(self, thinking: &str) -> Self {
        self.saying(|says| thinking.clone_into(&mut says.thinking))
    }

    pub fn usage(self, usage: Usage) -> Self {
        self.saying(|says| says.usage = Some(usage))
    }

    pub fn stop(self, stop: Stop) -> Self {
        self.saying(|says| says.stop = stop)
    }

    /// Text before tool calls.
    pub fn saying_first(self, text: &str) -> Self {
        self.saying(|says| text.clone_into(&mut says.text))
    }

    /// The fragments of tool calls take turns.
    pub fn interleaved(self) -> Self {
        self.saying(|says| says.interleaved = true)
    }

    pub fn delta(self, characters: usize) -> Self {
        self.saying(|says| says.delta = characters)
    }

    /// Where the end would be an error comes, as the format has it.
    pub fn failing(self, kind: &str, message: &str) -> Self {
        self.saying(|says| says.failure = Some((kind.to_owned(), message.to_owned())))
    }

    pub fn unfinished(self) -> Self {
        self.saying(|says| says.unfinished = true)
    }

    fn says(says: Says) -> Self {
        Self::new(Kind::Says(Says { delta: 8, ..says }))
    }

    fn new(kind: Kind) -> Self {
        Self {
            kind,
            headers: Vec::new(),
            latency: Duration::ZERO,
            chunking: Chunking::default(),
            pause: Duration::ZERO,
            linger: Duration::ZERO,
            reset_after: None,
            hang_after: None,
        }
    }

    fn saying(mut self, change: impl FnOnce(&mut Says)) -> Self {
        if let Kind::Says(says) = &mut self.kind {
            change(says);
        }
        self
    }
}

impl Chunking {
    pub(crate) fn cut(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut cuts: Vec<usize> = match self {
            Chunking::Whole => Vec::new(),
            Chunking::Every(size) => (1..bytes.len()).filter(|at| at % size.max(&1) == 0).collect(),
            Chunking::Random(seed) => {
                let mut random = fastrand::Rng::with_seed(*seed);
                let mut at = 0;
                std::iter::from_fn(|| {
                    at += random.usize(1..=40);
                    (at < bytes.len()).then_some(at)
                })
                .collect()
            }
            Chunking::SplitUtf8 => (1..bytes.len()).filter(|at| bytes[*at] & 0xC0 == 0x80).collect(),
            Chunking::At(places) => places.iter().copied().filter(|at| (1..bytes.len()).contains(at)).collect(),
        };
        cuts.sort_unstable();
        cuts.dedup();
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([bytes.len()]);
        starts.zip(ends).map(|(start, end)| bytes[start..end].to_vec()).collect()
    }
}
