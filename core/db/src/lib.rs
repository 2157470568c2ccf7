//! The embedded database: one connection, ordered migrations, atomic writes.
//!
//! Everything that reads or writes goes through [`Db`]. Reads are plain queries; every
//! change is one [`Write`]: a single statement block that commits or rolls back as a
//! whole, may call functions that other modules' schemas define ([`Fragment`]), may
//! publish events into the outbox, and is retried when it loses a conflict.
//!
//! This crate knows no feature and no HTTP.

mod connection;
mod error;
mod fragment;
mod kept;
mod migrate;
mod outbox;
mod query;
mod timestamp;
mod write;

pub use connection::{Db, DbConfig};
pub use error::{DbError, Refusal};
pub use fragment::Fragment;
pub use migrate::{MigrateError, Migration, ModuleMigrations};
pub use outbox::{Delivery, LEASE, Routes};
pub use query::Query;
pub use surrealdb::types::{SurrealValue, Value};
pub use timestamp::Timestamp;
pub use write::{Idempotency, Write};
