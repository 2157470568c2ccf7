//! What the wallet does about events: it gives tokens to those who join and to those who brought
//! them, and tells the admins when its own books do not add up.

use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    events::{auth::REGISTERED, bookings::RELEASED, wallet::LEDGER_DIFFERS},
};

use crate::{alarm::Alarm, referral::Referrals, welcome::Welcome};

/// The events that it wants.
pub(crate) const NAMES: &[&str] = &[REGISTERED.name(), RELEASED.name(), LEDGER_DIFFERS.name()];

/// Acts on each of them.
pub(crate) struct Listener {
    pub(crate) welcome: Welcome,
    pub(crate) referrals: Referrals,
    pub(crate) alarm: Alarm,
}

#[async_trait]
impl EventHandler for Listener {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        if let Some(joined) = event.of(REGISTERED)? {
            return self.welcome.registered(joined, event).await;
        }
        if let Some(booking) = event.of(RELEASED)? {
            return self.referrals.released(booking, event).await;
        }
        if let Some(found) = event.of(LEDGER_DIFFERS)? {
            return self.alarm.differs(found, event).await;
        }
        anyhow::bail!("nothing is done about {}", event.name)
    }
}
