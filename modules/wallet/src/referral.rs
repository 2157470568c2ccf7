//! The referral reward: tokens for whoever brought a member in, once that member's first paid
//! booking with someone else is completed and its date has passed.

use std::sync::Arc;

use anyhow::anyhow;
use sparkyard_kernel::{
    ApiError, Event, Sparks, Timestamp, UserId,
    db::Db,
    ports::{Accounts, People},
};
use surrealdb::types::SurrealValue;

use crate::store::{self, Reward};

/// The event that comes once for every booking that took place, when it is final.
pub(crate) const RELEASED: &str = "bookings.released";

/// Rewards one member can have in a month: whoever invites their whole village still does not
/// flood it with tokens.
const MOST_A_MONTH: i64 = 10;

#[derive(SurrealValue)]
struct Released {
    booking_id: i64,
    client_id: UserId,
    provider_id: UserId,
    /// The booked time.
    starts_at: Timestamp,
    /// Whether the provider was paid for it.
    paid: bool,
}

/// Mints the reward when a booking is over.
pub(crate) struct Referrals {
    pub(crate) db: Db,
    pub(crate) tokens: Sparks,
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) people: Arc<dyn People>,
}

impl Referrals {
    /// Rewards the inviters of both parties, each at most once for this party and never for a
    /// booking with themselves. What cost nothing, or was over before its time, earns nothing: two
    /// accounts could do it as often as they like.
    pub(crate) async fn released(&self, event: &Event) -> anyhow::Result<()> {
        if self.tokens.is_zero() {
            return Ok(());
        }
        let Released { booking_id, client_id, provider_id, starts_at, paid } = event.read()?;
        if !paid || event.at < starts_at {
            return Ok(());
        }
        for (guest, other) in [(&client_id, &provider_id), (&provider_id, &client_id)] {
            let outcome = self.reward(guest, other, booking_id, event).await;
            outcome.map_err(|error: ApiError| anyhow!("{error:?}"))?;
        }
        Ok(())
    }

    async fn reward(
        &self,
        guest: &UserId,
        other: &UserId,
        booking: i64,
        event: &Event,
    ) -> Result<(), ApiError> {
        let Some(invitation) = self.accounts.invitation_of(guest).await? else { return Ok(()) };
        let inviter = self.people.inviter(&invitation.code).await?;
        let Some(inviter) = inviter.filter(|inviter| inviter != other && inviter != guest) else {
            return Ok(());
        };
        let reward = Reward {
            key: format!("referral:{}", invitation.grant_key),
            invited: guest,
            inviter: &inviter,
            booking,
            tokens: self.tokens,
            at: event.at,
        };
        Ok(store::reward_referral(&self.db, reward, MOST_A_MONTH).await?)
    }
}
