//! A dispute as an admin hears it: all that they need to decide, and every reading recorded.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, BookingId, Caller, ItemId, Page, PageQuery,
    download::PrivateFile,
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

    /// The picture of one of these messages; all that an admin looks at within an hour is one
    /// entry of the audit log.
    pub(crate) async fn case_picture(
        &self,
        admin: &Caller,
        id: BookingId,
        message: &ItemId,
    ) -> Result<PrivateFile, BookingError> {
        let (booking, _) = self.to_judge(admin, id).await?;
        let conversations = self.conversations.as_ref().ok_or(BookingError::MessageNotFound)?;
        let found = conversations.around(message, 0, 0).await?.map(|found| found.message);
        let said = found.filter(|said| is_of_case(said, &booking));
        let said = said.ok_or(BookingError::MessageNotFound)?;
        // Of one that staff removed nothing is left.
        if !said.picture {
            return Err(BookingError::NoPicture);
        }
        let key = conversations.picture(&said.id).await?.ok_or(BookingError::NoPicture)?;
        self.record_reading(admin, id, "bookings.case_read", "pictures").await?;
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("the picture of message {} is gone", said.id));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            // The picture of a message never changes.
            name: format!("message-{}.jpg", said.id),
        })
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

/// Whether a message is one of those that are read with the case: between the two, from the
/// request on.
fn is_of_case(said: &WrittenMessage, booking: &Booking) -> bool {
    let ends = (&said.from, &said.to);
    let (client, provider) = (&booking.client, &booking.provider);
    (ends == (client, provider) || ends == (provider, client)) && said.at >= booking.created_at
}
