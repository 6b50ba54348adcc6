//! Anthropic's Messages API.

pub(crate) mod events;
pub(crate) mod request;
