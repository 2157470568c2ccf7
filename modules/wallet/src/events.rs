//! What the wallet does about events: it gives tokens to those who join and to those who brought
//! them, and tells the admins when its own books do not add up.

use async_trait::async_trait;
use sparkyard_kernel::{Event, EventHandler, ports::LEDGER_DIFFERS};

use crate::{
    alarm::Alarm,
    referral::{RELEASED, Referrals},
    welcome::{REGISTERED, Welcome},
};

/// The events that it wants.
pub(crate) const NAMES: &[&str] = &[REGISTERED, RELEASED, LEDGER_DIFFERS];

/// Acts on each of them.
pub(crate) struct Listener {
    pub(crate) welcome: Welcome,
    pub(crate) referrals: Referrals,
    pub(crate) alarm: Alarm,
}

#[async_trait]
impl EventHandler for Listener {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        match event.name.as_str() {
            REGISTERED => self.welcome.registered(event).await,
            RELEASED => self.referrals.released(event).await,
            LEDGER_DIFFERS => self.alarm.differs(event).await,
            name => anyhow::bail!("nothing is done about {name}"),
        }
    }
}
