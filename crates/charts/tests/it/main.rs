//! The crate from outside: shapes to charts, hostile specifications, pictures.

mod choosing;
mod table;
