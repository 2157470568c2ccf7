//! The referral reward: tokens for whoever brought a member in, once that member has completed
//! their first booking with someone else.

use std::sync::Arc;

use anyhow::anyhow;
use sparkyard_kernel::{
    ApiError, Event, Sparks, UserId,
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
#[expect(clippy::struct_field_names, reason = "the names that the event gives them")]
struct Released {
    booking_id: i64,
    client_id: UserId,
    provider_id: UserId,
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
    /// booking with themselves.
    pub(crate) async fn released(&self, event: &Event) -> anyhow::Result<()> {
        if self.tokens.is_zero() {
            return Ok(());
        }
        let Released { booking_id, client_id, provider_id } = event.read()?;
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
            key: format!("referral:{}", invitation.email_key),
            invited: guest,
            inviter: &inviter,
            booking,
            tokens: self.tokens,
            at: event.at,
        };
        Ok(store::reward_referral(&self.db, reward, MOST_A_MONTH).await?)
    }
}
