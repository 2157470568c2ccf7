//! The house itself: puts the modules together, serves them, and is the `sparkyard` command.
//!
//! It knows how modules are assembled, configured and reached over HTTP, and nothing of what
//! they do; `modules.rs` alone names them.

pub mod assembly;
pub mod cli;
pub mod config;
mod control;
mod data_dir;
mod delivery;
mod demo;
pub mod files;
mod http;
mod jobs;
pub mod local;
mod log;
pub mod mailer;
pub mod modules;
mod web;

pub use assembly::{House, Outfit};
pub use mailer::{CapturedMail, Letter, Mailer};
