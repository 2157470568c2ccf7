//! The host: assembles modules, serves them over HTTP, delivers their events and runs their jobs.
//!
//! The host knows how modules are configured and reached, but not what they do. The list of modules
//! is a type, named by the crate that builds a [`Host`].

pub mod assembly;
mod certificate;
pub mod config;
pub mod data_dir;
mod delivery;
mod departures;
pub mod doctor;
pub mod files;
pub mod http;
pub mod in_process;
pub mod jobs;
pub mod mail;
pub mod metrics;
mod own_data;
mod retention;
pub mod set_up;
pub mod tls;

pub use assembly::{Host, HostParts, ModuleSet, module_names};
