//! The database: one connection, ordered migrations, atomic writes.
//!
//! Everything that reads or writes goes through [`Db`]. Reads are plain queries; every
//! change is one [`Write`]: a single statement block that commits or rolls back as a
//! whole, may call functions that other modules' schemas define ([`Fragment`]), may
//! publish events into the outbox, and is retried when it loses a conflict.
//!
//! What was acknowledged is on the disk. When the disk is full or fails, writes are refused,
//! reads go on, and the store is opened anew once the disk works ([`Condition`]).
//!
//! This crate knows no feature and no HTTP.

mod answer;
mod backend;
mod condition;
mod config;
mod connection;
mod engine;
mod error;
mod fragment;
mod migrate;
mod newest_first;
mod outbox;
mod plan;
mod query;
mod query_cache;
mod remote;
mod room;
mod storage;
mod timestamp;
mod topic;
mod wakes;
mod write;

pub use condition::Condition;
pub use config::DbConfig;
pub use connection::Db;
pub use error::{DbError, Refusal};
pub use fragment::Fragment;
pub use migrate::{MigrateError, Migration, ModuleMigrations};
pub use newest_first::newest_first;
pub use outbox::{Delivery, LEASE, Routes};
pub use plan::Plan;
pub use query::Query;
pub use surrealdb::types::{SurrealValue, Value};
pub use timestamp::Timestamp;
pub use topic::Topic;
pub use wakes::{Waiting, Wake};
pub use write::{Idempotency, Write};
