//! The crate from outside: shapes to charts, requests, hostile specifications, pictures, characters.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accepting;
mod choosing;
mod drawing;
mod property;
mod requests;
mod table;
mod typing;
