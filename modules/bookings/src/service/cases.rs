//! A dispute as an admin hears it: all that they need to decide, and every reading recorded.

use std::sync::Arc;

use sparkyard_kernel::{
    BookingId, Caller, Page, PageQuery,
    ports::{EscrowSplit, WrittenMessage},
};

use super::{BookingService, disputes::checked_share};
use crate::{
    error::BookingError,
    model::{
        Booking, Decision, Dispute,
        dispute::Case,
        machine::{self, Actor, Next},
        pricing::settlement,
        seen::SeenDispute,
    },
};

impl BookingService {
    /// The dispute about one of the caller's bookings.
    pub(crate) async fn own_dispute(
        &self,
        caller: &Caller,
        id: BookingId,
    ) -> Result<SeenDispute, BookingError> {
        let (booking, _) = self.own(id, &caller.id).await?;
        let dispute = self.store.dispute(id).await?.ok_or(BookingError::DisputeNotFound)?;
        let directory = Arc::new(self.parties(std::slice::from_ref(&booking)).await?);
        Ok(SeenDispute { dispute, booking, directory, own: true })
    }

    /// A dispute with its booking and what the ledger holds of it.
    pub(crate) async fn case(&self, admin: &Caller, id: BookingId) -> Result<Case, BookingError> {
        let (booking, dispute) = self.to_judge(admin, id).await?;
        self.record_reading(admin, id, "bookings.case_read", "case").await?;
        let ledger = match &self.ledger {
            Some(ledger) => ledger.lines(id).await?,
            None => Vec::new(),
        };
        let seen = self.seen(booking.clone(), Actor::Admin).await?;
        let directory = seen.directory.clone();
        let dispute = SeenDispute { dispute, booking, directory, own: false };
        Ok(Case { dispute, booking: seen, ledger })
    }

    /// What the two wrote to each other from the request on; nothing where nobody writes messages.
    pub(crate) async fn case_messages(
        &self,
        admin: &Caller,
        id: BookingId,
        page: &PageQuery,
    ) -> Result<Page<WrittenMessage>, BookingError> {
        let (booking, _) = self.to_judge(admin, id).await?;
        let Some(conversations) = &self.conversations else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        self.record_reading(admin, id, "bookings.case_read", "messages").await?;
        let Booking { client, provider, created_at, .. } = &booking;
        Ok(conversations.between(client, provider, *created_at, page).await?)
    }

    /// How a decision would divide the money; nothing is decided.
    pub(crate) async fn preview(
        &self,
        admin: &Caller,
        id: BookingId,
        decision: &Decision,
    ) -> Result<EscrowSplit, BookingError> {
        let share = checked_share(decision)?;
        let (booking, _) = self.to_judge(admin, id).await?;
        let now = self.cx.now();
        let action = decision.outcome.into();
        let next = machine::next(booking.state, action, Actor::Admin, &booking.moment(now))?;
        let split = match next {
            Next::Change(transition) => {
                settlement(&booking, transition, share.unwrap_or_default(), now)
            }
            Next::Unchanged => booking.settled,
        };
        Ok(split.unwrap_or(EscrowSplit { to_client: 0, to_provider: 0 }))
    }

    /// A booking that the admin may judge: not one to which they are a party.
    pub(super) async fn judged(
        &self,
        admin: &Caller,
        id: BookingId,
    ) -> Result<Booking, BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        match booking.part_of(&admin.id) {
            Some(_) => Err(BookingError::OwnDispute),
            None => Ok(booking),
        }
    }

    /// The same with the dispute about it.
    async fn to_judge(
        &self,
        admin: &Caller,
        id: BookingId,
    ) -> Result<(Booking, Dispute), BookingError> {
        let booking = self.judged(admin, id).await?;
        let dispute = self.store.dispute(id).await?.ok_or(BookingError::DisputeNotFound)?;
        Ok((booking, dispute))
    }
}
