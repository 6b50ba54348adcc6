//! One suite that every provider passes against the scripted server, which speaks the vendors' real wire formats; then
//! what only some have, recordings, and keys that must not be seen.

mod connecting;
mod conversation;
mod failures;
mod recordings;
mod secrets;
mod splits;
mod stopping;
mod support;
