//! Scheduled changes of bookings: requests expire, completions are paid, uncompleted bookings end.

use sparkyard_kernel::{BookingId, Timestamp, ports::Standing};
use tracing::{error, warn};

use super::{BookingService, change::Change};
use crate::{
    error::BookingError,
    model::{
        Booking, Dispute,
        machine::{Action, Actor, Status},
    },
    store::DisputeChange,
};

/// Number of bookings read at once.
const BATCH: usize = 500;
/// Message of a dispute that nobody opened.
const CANNOT_ANSWER: &str = "The time to settle this booking is over, but one of the two cannot \
                             answer at present because their account is suspended. An admin \
                             decides instead.";

impl BookingService {
    /// Changes every booking that is due, and returns how many failed. Concurrent runs are safe:
    /// the booking's row decides which run, or a member's action, was first.
    pub(crate) async fn settle_due(&self, now: Timestamp) -> Result<usize, BookingError> {
        let (mut any, mut failed, mut after) = (false, 0, Timestamp::EPOCH);
        loop {
            let due = self.store.due(after, now, BATCH).await?;
            for &(id, _) in &due {
                any = true;
                // One failure must not delay the others.
                if let Err(cause) = self.settle_if_due(id, now).await {
                    error!(booking = id.0, "cannot settle a booking, will retry: {cause}");
                    failed += 1;
                }
            }
            match due.last() {
                Some((_, due_at)) if due.len() == BATCH => after = *due_at,
                _ => break,
            }
        }
        // No settlement waits for the card provider.
        if any && let Some(cards) = &self.cards {
            cards.follow_up_due(now).await.unwrap_or_else(|error| {
                warn!(%error, "card payments are followed up later");
            });
        }
        Ok(failed)
    }

    async fn settle_if_due(&self, id: BookingId, now: Timestamp) -> Result<(), BookingError> {
        let Some(booking) = self.store.booking(id).await? else { return Ok(()) };
        // The next run changes whatever else is due.
        if self.lapse_expenses(&booking, now).await? {
            return Ok(());
        }
        if booking.due_at().is_none_or(|due| due > now) {
            return self.lapse_proposal(booking, now).await;
        }
        let refers = self.is_defenceless(&booking).await?;
        let action = match booking.state.status {
            Status::Pending => Action::Expire,
            _ if refers => Action::Dispute,
            Status::Accepted | Status::InProgress => Action::Abandon,
            _ => Action::Release,
        };
        let change = Change { action, actor: Actor::System, by: None, provider_share: 0 };
        let dispute = |_: &Booking, now| refers.then(|| DisputeChange::Open(referred(id, now)));
        match self.change(booking, &change, dispute).await {
            // A concurrent change was first.
            Ok(_) | Err(BookingError::Illegal(_)) => Ok(()),
            // The wallet knows of the chargeback first; the event about it is on its way.
            Err(error) if error.is_frozen() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Checks whether the party at a loss is suspended and so could not object.
    async fn is_defenceless(&self, booking: &Booking) -> Result<bool, BookingError> {
        let Some(loser) = booking.loses_by_time() else { return Ok(false) };
        let accounts = self.accounts.find(std::slice::from_ref(loser)).await?;
        Ok(accounts.iter().any(|account| account.standing == Standing::Suspended))
    }
}

/// Returns a dispute that nobody opened.
fn referred(booking: BookingId, at: Timestamp) -> Dispute {
    let message = CANNOT_ANSWER.to_owned();
    Dispute {
        booking,
        opened_by: None,
        message,
        file: None,
        statements: 0,
        answered: false,
        decision: None,
        resolved_at: None,
        created_at: at,
    }
}
