//! The product: the list of modules, and the `sparkyard` command that serves them.
//!
//! This crate knows where data is kept and how the server starts. The host serves modules; what
//! they do is theirs.

mod backup;
pub mod cli;
mod control;
mod key_words;
mod log;
pub mod modules;
mod server;
mod threads;
mod web;

pub use server::{Setup, build};
pub use threads::run_to_end;
pub use web::client;
