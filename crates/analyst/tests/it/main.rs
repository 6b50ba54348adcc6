//! Whole asks with a model that follows a script over the vendors' real wire formats.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod exploring;
mod knowledge;
mod mangled;
mod planted;
mod privacy;
mod profiles;
mod replay;
mod stop;
mod support;
mod tenants;
mod tokens;
mod transcripts;
