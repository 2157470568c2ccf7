//! The host: assembles modules, serves them over HTTP, delivers their events and runs their jobs.
//!
//! It knows how modules are configured and reached, and nothing of what they do; which ones there
//! are is a type that whoever builds a [`Host`] names.

pub mod assembly;
pub mod config;
pub mod data_dir;
mod delivery;
pub mod files;
pub mod http;
pub mod jobs;
pub mod local;
pub mod mail;

pub use assembly::{Host, HostParts, ModuleSet, module_names};
