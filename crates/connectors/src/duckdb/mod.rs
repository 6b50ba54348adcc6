//! DuckDB.
