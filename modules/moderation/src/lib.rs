//! The admin console: figures, members and their roles, and the audit log.
//!
//! It owns no data of its own. What it shows comes through the ports of those who do, and from
//! the audit log that all modules share; it never sees another module's tables.

use serde::Deserialize;
use sparkyard_kernel::{
    Cx, Finished, Module, Ports,
    ports::{Accounts, Bookings, Ledger, People, SignIns, Skills},
};

mod api;
mod audit;
mod clusters;
mod members;
mod model;
mod overview;
mod store;

/// The `[moderation]` section of the configuration: nothing to set yet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModerationConfig {}

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
        let accounts = ports.require::<dyn Accounts>(Self::NAME)?;
        let people = ports.require::<dyn People>(Self::NAME)?;
        let bookings = ports.optional::<dyn Bookings>();
        Ok(Finished::api(api::ModerationApi {
            clusters: clusters::Clusters {
                accounts: accounts.clone(),
                people: people.clone(),
                sign_ins: ports.require::<dyn SignIns>(Self::NAME)?,
                bookings: bookings.clone(),
            },
            overview: overview::Figures {
                accounts: accounts.clone(),
                skills: ports.optional::<dyn Skills>(),
                bookings,
                ledger: ports.optional::<dyn Ledger>(),
            },
            members: members::Members { accounts, people: people.clone() },
            audit: audit::AuditLog { store: store::Store::new(self.cx.db), people },
        }))
    }
}
