//! The crate from outside: shapes to charts, requests, hostile specifications, pictures, characters.

mod accepting;
mod choosing;
mod drawing;
mod property;
mod requests;
mod table;
mod typing;
