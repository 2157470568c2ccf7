//! Tokens that the community gives: to those who join, and to those who brought them.

use async_trait::async_trait;
use sparkyard_kernel::{Event, EventHandler};

use crate::{
    referral::{RELEASED, Referrals},
    welcome::{REGISTERED, Welcome},
};

/// The events that lead to a gift.
pub(crate) const OCCASIONS: &[&str] = &[REGISTERED, RELEASED];

/// Gives on every occasion.
pub(crate) struct Gifts {
    pub(crate) welcome: Welcome,
    pub(crate) referrals: Referrals,
}

#[async_trait]
impl EventHandler for Gifts {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        match event.name.as_str() {
            REGISTERED => self.welcome.registered(event).await,
            RELEASED => self.referrals.released(event).await,
            name => anyhow::bail!("no gift for {name}"),
        }
    }
}
