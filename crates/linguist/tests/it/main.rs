//! The linguist from the outside: text files of questions and the SQL they must become, over small catalogs of our own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod cases;
mod catalogs;
mod intents;
mod mentions;
mod robust;
mod titles;
