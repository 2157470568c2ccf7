//! The admin console: the community in numbers, members and their roles, and the audit log.
//!
//! It owns no data of its own. What it shows comes through the ports of those who do, and from
//! the audit log that all modules share; it never sees another module's tables.

mod api;
mod config;
mod error;
mod model;
mod service;
mod store;

use std::sync::Arc;

use sparkyard_kernel::{Cx, Finished, Module, Ports};

use service::ModerationService;

pub use config::ModerationConfig;

/// The module.
#[derive(Debug)]
pub struct Moderation {
    cx: Cx,
}

impl Module for Moderation {
    const NAME: &'static str = "moderation";
    type Config = ModerationConfig;
    type Api = api::ModerationApi;

    fn new(cx: &Cx, _: ModerationConfig) -> anyhow::Result<Self> {
        Ok(Self { cx: cx.clone() })
    }

    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>> {
        let service = Arc::new(ModerationService::new(&self.cx, ports)?);
        Ok(Finished::api(api::ModerationApi::new(service)))
    }
}
