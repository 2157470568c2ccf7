//! The database: one connection, ordered migrations, atomic writes.
//!
//! All reads and writes go through [`Db`]. Reads are plain queries; every change is one [`Write`]:
//! a single statement block that commits or rolls back as a whole, may call functions that other
//! modules' schemas define ([`Fragment`]), may publish events into the outbox, and is retried when
//! it loses a conflict.
//!
//! Acknowledged writes are on disk. When the disk is full or fails, writes are refused, reads
//! continue, and the store is reopened once the disk works ([`Condition`]).
//!
//! This crate knows no feature and no HTTP.

mod backend;
mod claims;
mod condition;
mod config;
mod connection;
mod counts;
mod engine;
mod error;
mod fragment;
mod group;
mod headroom;
mod migrate;
mod newest_first;
mod notify;
mod outbox;
mod plan;
mod query;
mod query_results;
mod queue;
mod read;
mod read_cache;
mod read_set;
mod remote;
mod row;
mod statement_counts;
mod storage;
mod time_bucket;
mod timestamp;
mod topic;
mod totals;
mod write;

pub use condition::Condition;
pub use config::DbConfig;
pub use connection::Db;
pub use error::{DbError, RuleViolation};
pub use fragment::Fragment;
pub use group::GroupWrite;
pub use migrate::{MigrateError, Migration, MigrationPlan, ModuleMigrations};
pub use newest_first::newest_first;
pub use notify::{Waiting, Wake};
pub use outbox::{Backlog, Delivery, LEASE, Routes};
pub use plan::Plan;
pub use query::Query;
pub use queue::Queued;
pub use statement_counts::StatementCounts;
pub use surrealdb::types::{SurrealValue, Value};
pub use time_bucket::time_bucket;
pub use timestamp::Timestamp;
pub use topic::Topic;
pub use totals::Totals;
pub use write::{Idempotency, Write};
