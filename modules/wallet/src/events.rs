//! Event handlers: grant tokens to new members and to their inviters, and notify admins of
//! differences in the ledger.

use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    events::{auth::REGISTERED, bookings::RELEASED, wallet::LEDGER_DIFFERS},
};

use crate::service::WalletService;

/// Names of the events that the module listens to.
pub(crate) const NAMES: &[&str] = &[REGISTERED.name(), RELEASED.name(), LEDGER_DIFFERS.name()];

pub(crate) struct WalletEvents {
    pub(crate) service: WalletService,
}

#[async_trait]
impl EventHandler for WalletEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        if let Some(joined) = event.of(REGISTERED)? {
            return self.service.welcome(joined, event).await;
        }
        if let Some(booking) = event.of(RELEASED)? {
            return self.service.reward_inviters(booking, event).await;
        }
        if let Some(found) = event.of(LEDGER_DIFFERS)? {
            return self.service.tell_admins(found, event).await;
        }
        anyhow::bail!("nothing is done about {}", event.name)
    }
}
