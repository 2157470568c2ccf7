//! The module at work: its data, its settings and the ports it asks.

mod alarm;
mod cash_in;
mod check;
mod check_schedule;
mod funding;
mod history;
mod intents;
mod referrals;
mod welcome;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Ports,
    ports::{Accounts, People, PortHandle},
};
use tokio::sync::Semaphore;

use crate::{config::WalletConfig, store::WalletStore};

pub use check::{ledger_check, ledger_check_since};

/// What all operations share. Cheap to clone; of all clones one checks the ledger at a time.
#[derive(Clone)]
pub(crate) struct WalletService {
    cx: Cx,
    config: WalletConfig,
    store: WalletStore,
    accounts: PortHandle<dyn Accounts>,
    people: PortHandle<dyn People>,
    /// Whoever has the one permit checks the ledger.
    checking: Arc<Semaphore>,
}

impl WalletService {
    /// On the module's data. What it asks other modules needs [`connect`](Self::connect) first.
    pub(crate) fn new(cx: &Cx, config: WalletConfig) -> Self {
        Self {
            cx: cx.clone(),
            config,
            store: WalletStore::new(cx.db.clone()),
            accounts: PortHandle::default(),
            people: PortHandle::default(),
            checking: Arc::new(Semaphore::new(1)),
        }
    }

    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn connect(&self, ports: &Ports) -> anyhow::Result<()> {
        const NAME: &str = "wallet";
        self.accounts.fill(&ports.require(NAME)?);
        self.people.fill(&ports.require(NAME)?);
        Ok(())
    }
}
