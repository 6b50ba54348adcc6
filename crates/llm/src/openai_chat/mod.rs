//! OpenAI's Chat Completions API, which most other servers speak too.

pub(crate) mod events;
pub(crate) mod request;
