//! The product: the list of its modules, and the `sparkyard` command that serves them.
//!
//! It knows where everything is kept and how it is started; how modules are served is the
//! host's, and what they do is theirs.

pub mod cli;
mod control;
mod log;
pub mod modules;
mod server;
mod threads;
mod web;

pub use server::{Setup, build};
pub use threads::run_to_end;
pub use web::client;
