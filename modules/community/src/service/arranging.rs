//! Needs whose authors book a neighbour who answered.

use sparkyard_kernel::{Timestamp, db::DbError, events::bookings::BookingChanged};

use super::CommunityService;
use crate::{
    error::{CommunityError, NEED_CHANGED},
    model::need::{Need, State},
};

impl CommunityService {
    /// Notes that a need is arranged, if a booking is about one.
    pub(crate) async fn booked(
        &self,
        booking: &BookingChanged,
        at: Timestamp,
    ) -> Result<(), CommunityError> {
        let Some(id) = &booking.need_id else { return Ok(()) };
        let Some(need) = self.store.need(id).await?.filter(|need| is_about(booking, need)) else {
            return Ok(());
        };
        let (helper, number) = (&booking.provider_id, booking.booking_id);
        unless_changed(self.store.arrange_need(&need.id, helper, number, at).await)
    }

    /// Puts the need that a booking arranged back on the board, as the booking came to nothing.
    pub(crate) async fn booking_ended(
        &self,
        booking: &BookingChanged,
        at: Timestamp,
    ) -> Result<(), CommunityError> {
        match self.store.booked_need(booking.booking_id).await? {
            Some(need) => {
                unless_changed(self.store.free_need(&need.id, booking.booking_id, at).await)
            }
            None => Ok(()),
        }
    }
}

/// Checks whether a booking arranges the need that it was made for: the provider has answered it.
fn is_about(booking: &BookingChanged, need: &Need) -> bool {
    matches!(need.state, State::Open | State::Expired)
        && need.moderation.is_shown()
        && need.is_answered_by(&booking.provider_id)
}

/// Ignores that the need was closed, renewed or deleted meanwhile, or that the event is a repetition.
fn unless_changed(outcome: Result<(), DbError>) -> Result<(), CommunityError> {
    match outcome {
        Err(DbError::Refused(violation)) if *violation == NEED_CHANGED => Ok(()),
        outcome => Ok(outcome?),
    }
}
