//! Referral reward: tokens for the inviter of a member, once that member's first paid booking with
//! somebody else is completed and its date has passed.

use anyhow::anyhow;
use sparkyard_kernel::{
    ApiError, BookingId, Event, Money, UserId, events::bookings::BookingChanged,
};

use super::WalletService;
use crate::model::Reward;

/// Maximum number of rewards per member and month, so that even somebody who invites a whole
/// village does not flood it with tokens.
const MAX_A_MONTH: i64 = 10;

/// Minimum price in pounds of a booking that earns a reward; in tokens it is the reward itself.
const LEAST_CASH: Money = Money::from_minor(100);

impl WalletService {
    /// Rewards the inviters of both parties, each at most once for this party and never for a
    /// booking with themselves. A booking that cost next to nothing, or was completed before its
    /// date, earns nothing: two accounts could repeat it at will.
    pub(crate) async fn reward_inviters(
        &self,
        booking: BookingChanged,
        event: &Event,
    ) -> anyhow::Result<()> {
        if self.config.referral_reward.is_zero() {
            return Ok(());
        }
        let worth_it = booking.cash >= LEAST_CASH || booking.tokens >= self.config.referral_reward;
        if !booking.paid || !worth_it || event.at < booking.starts_at {
            return Ok(());
        }
        let BookingChanged { booking_id, client_id, provider_id, .. } = booking;
        for (guest, other) in [(&client_id, &provider_id), (&provider_id, &client_id)] {
            let outcome = self.reward_inviter(guest, other, booking_id, event).await;
            outcome.map_err(|error: ApiError| anyhow!("{error:?}"))?;
        }
        Ok(())
    }

    async fn reward_inviter(
        &self,
        guest: &UserId,
        other: &UserId,
        booking: BookingId,
        event: &Event,
    ) -> Result<(), ApiError> {
        let Some(invitation) = self.accounts.get()?.invitation_of(guest).await? else {
            return Ok(());
        };
        let inviter = self.people.get()?.inviter(&invitation.code).await?;
        let Some(inviter) = inviter.filter(|inviter| inviter != other && inviter != guest) else {
            return Ok(());
        };
        let reward = Reward {
            key: format!("referral:{}", invitation.grant_key),
            invited: guest,
            inviter: &inviter,
            booking,
            tokens: self.config.referral_reward,
            at: event.at,
        };
        Ok(self.store.reward_referral(reward, MAX_A_MONTH).await?)
    }
}
