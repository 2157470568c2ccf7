//! The module at work: the ports that it asks, and the audit log.

mod audit;
mod clusters;
mod members;
mod overview;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Ports,
    ports::{Accounts, Bookings, Ledger, People, SignIns, Skills},
};

use crate::store::ModerationStore;

/// What all operations share.
pub(crate) struct ModerationService {
    store: ModerationStore,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    sign_ins: Arc<dyn SignIns>,
    skills: Option<Arc<dyn Skills>>,
    bookings: Option<Arc<dyn Bookings>>,
    ledger: Option<Arc<dyn Ledger>>,
}

impl ModerationService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        const NAME: &str = "moderation";
        Ok(Self {
            store: ModerationStore::new(cx.db.clone()),
            accounts: ports.require(NAME)?,
            people: ports.require(NAME)?,
            sign_ins: ports.require(NAME)?,
            skills: ports.optional(),
            bookings: ports.optional(),
            ledger: ports.optional(),
        })
    }
}
