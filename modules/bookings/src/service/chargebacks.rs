//! Bookings whose card payment is disputed at the client's bank.

use sparkyard_kernel::{
    Timestamp, db::DbError, events::payments::ChargebackChanged, ports::ChargebackState,
};

use super::{
    BookingService,
    change::{Change, MAX_ROUNDS},
};
use crate::{
    error::{BookingError, CHANGED},
    model::{
        Booking, Decision, Escrow,
        machine::{Action, Actor, Outcome, Status},
    },
    store::DisputeChange,
};

/// Reason of the decision in a dispute that the bank has settled.
const TAKEN_BACK: &str = "The bank has taken the card payment back, so there is nothing left to \
                          decide.";

impl BookingService {
    /// Freezes the money of a booking, or lets it go on. A payment that was taken back ends a
    /// booking that is not settled; the provider keeps what they were paid.
    pub(crate) async fn chargeback_changed(
        &self,
        change: &ChargebackChanged,
    ) -> Result<(), BookingError> {
        let Some(id) = change.booking_id else { return Ok(()) };
        let Some(booking) = self.store.booking(id).await? else { return Ok(()) };
        let booking = self.store_chargeback(booking).await?;
        if booking.chargeback != Some(ChargebackState::Lost) || booking.escrow != Escrow::Held {
            return Ok(());
        }
        let was_disputed = booking.state.status == Status::Disputed;
        let change = Change {
            action: Action::ChargeBack,
            actor: Actor::System,
            by: None,
            provider_share: 0,
        };
        let decided = |_: &Booking, _: Timestamp| {
            let decision = Decision {
                outcome: Outcome::Refund,
                provider_share: None,
                reason: Some(TAKEN_BACK.to_owned()),
            };
            was_disputed.then_some(DisputeChange::Decide(decision, None))
        };
        match self.change(booking, &change, decided).await {
            // A repetition, or a booking that has ended.
            Ok(_) | Err(BookingError::Illegal(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Stores the state of the chargebacks of a booking's payment; returns the booking. Lost is
    /// final, as it ends the booking.
    async fn store_chargeback(&self, mut booking: Booking) -> Result<Booking, BookingError> {
        for _ in 0..MAX_ROUNDS {
            // Read after the booking, so that no older state is stored over a later one.
            let state = self.cards()?.chargeback(booking.id).await?;
            let was_lost = booking.chargeback == Some(ChargebackState::Lost);
            if was_lost || booking.chargeback == state {
                return Ok(booking);
            }
            let mut after = booking.clone();
            after.chargeback = state;
            after.version += 1;
            match self.store.replace(&booking, &after).await {
                Ok(()) => return Ok(after),
                Err(DbError::Refused(violation)) if *violation == CHANGED => {
                    let id = booking.id;
                    booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Err(DbError::Refused(&CHANGED).into())
    }
}
