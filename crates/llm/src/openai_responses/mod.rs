//! OpenAI's Responses API.

pub(crate) mod events;
pub(crate) mod request;
