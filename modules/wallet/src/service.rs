//! Business logic of the module. This file: shared dependencies.

mod alarm;
mod card_payments;
mod cash_in;
mod chargebacks;
mod check;
mod check_schedule;
mod credit;
mod documents;
mod funding;
mod history;
mod intents;
mod overview;
mod receipts;
mod reconciliation;
mod referrals;
mod sellers;
mod statement;
mod welcome;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, Documents, Ports,
    ports::{Accounts, Bookings, Cards, Payouts, People, PortHandle},
};
use tokio::sync::Semaphore;

use crate::{config::WalletConfig, store::WalletStore};

pub use check::{ledger_check, ledger_check_since};

/// Shared state of the operations. Cheap to clone; the clones run one ledger check at a time.
#[derive(Clone)]
pub(crate) struct WalletService {
    cx: Cx,
    config: WalletConfig,
    store: WalletStore,
    accounts: PortHandle<dyn Accounts>,
    people: PortHandle<dyn People>,
    /// Filled if a card provider is configured.
    cards: PortHandle<dyn Cards>,
    /// Empty without the bookings module.
    bookings: PortHandle<dyn Bookings>,
    /// Empty without the module for withdrawals.
    payouts: PortHandle<dyn Payouts>,
    /// Single permit, held by the running check.
    checking: Arc<Semaphore>,
    writing: Documents,
}

impl WalletService {
    /// Creates the service. Call [`connect`](Self::connect) before anything that uses other
    /// modules.
    pub(crate) fn new(cx: &Cx, config: WalletConfig) -> Self {
        cx.site.welcome_tokens.configure(config.welcome_tokens);
        Self {
            cx: cx.clone(),
            config,
            store: WalletStore::new(cx.db.clone()),
            accounts: PortHandle::default(),
            people: PortHandle::default(),
            cards: PortHandle::default(),
            bookings: PortHandle::default(),
            payouts: PortHandle::default(),
            checking: Arc::new(Semaphore::new(1)),
            writing: Documents::default(),
        }
    }

    /// Fills the handles of ports; fails with the name of a missing one.
    pub(crate) fn fill_ports(&self, ports: &Ports) -> anyhow::Result<()> {
        const NAME: &str = "wallet";
        self.accounts.fill(&ports.require(NAME)?);
        self.people.fill(&ports.require(NAME)?);
        if let Some(cards) = ports.optional() {
            self.cards.fill(&cards);
        }
        if let Some(bookings) = ports.optional() {
            self.bookings.fill(&bookings);
        }
        if let Some(payouts) = ports.optional() {
            self.payouts.fill(&payouts);
        }
        Ok(())
    }
}
