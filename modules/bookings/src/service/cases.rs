//! A dispute as its admin sees it: everything needed to decide, with each access recorded.

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
        machine::{Actor, Next},
        pricing::settlement,
        seen::DisputeForViewer,
    },
};

impl BookingService {
    /// Returns the dispute about one of the caller's bookings.
    pub(crate) async fn own_dispute(
        &self,
        caller: &Caller,
        id: BookingId,
    ) -> Result<DisputeForViewer, BookingError> {
        let (booking, _) = self.own(id, &caller.id).await?;
        let dispute = self.store.dispute(id).await?.ok_or(BookingError::DisputeNotFound)?;
        let directory = Arc::new(self.parties(std::slice::from_ref(&booking)).await?);
        Ok(DisputeForViewer { dispute, booking, directory, own: true })
    }

    /// Returns a dispute with its booking and ledger entries.
    pub(crate) async fn case(&self, admin: &Caller, id: BookingId) -> Result<Case, BookingError> {
        let (booking, dispute) = self.to_judge(admin, id).await?;
        self.record_reading(admin, id, "bookings.case_read", "case").await?;
        let ledger = match &self.ledger {
            Some(ledger) => ledger.lines(id).await?,
            None => Vec::new(),
        };
        let seen = self.seen(booking.clone(), Actor::Admin).await?;
        let directory = seen.directory.clone();
        let dispute = DisputeForViewer { dispute, booking, directory, own: false };
        Ok(Case { dispute, booking: seen, ledger })
    }

    /// Returns messages between the parties since the request, until the dispute is decided; none
    /// without a messaging module.
    pub(crate) async fn case_messages(
        &self,
        admin: &Caller,
        id: BookingId,
        page: &PageQuery,
    ) -> Result<Page<WrittenMessage>, BookingError> {
        let booking = self.to_decide(admin, id).await?;
        let Some(conversations) = &self.conversations else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        let which = match &page.after {
            None => "messages".to_owned(),
            Some(_) => format!("messages before number {}", page.offset()?),
        };
        self.record_reading(admin, id, "bookings.case_read", &which).await?;
        let Booking { client, provider, created_at, .. } = &booking;
        Ok(conversations.between(client, provider, *created_at, page).await?)
    }

    /// Returns the picture of one of these messages.
    pub(crate) async fn case_picture(
        &self,
        admin: &Caller,
        id: BookingId,
        message: &ItemId,
    ) -> Result<PrivateFile, BookingError> {
        let booking = self.to_decide(admin, id).await?;
        let conversations = self.conversations.as_ref().ok_or(BookingError::MessageNotFound)?;
        let found = conversations.around(message, 0, 0).await?.map(|found| found.message);
        let message = found.filter(|message| is_of_case(message, &booking));
        let message = message.ok_or(BookingError::MessageNotFound)?;
        // A picture removed by staff no longer exists.
        if !message.picture {
            return Err(BookingError::NoPicture);
        }
        let key = conversations.picture(&message.id).await?.ok_or(BookingError::NoPicture)?;
        let which = format!("picture of message {}", message.id);
        self.record_reading(admin, id, "bookings.case_read", &which).await?;
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("the picture of message {} is gone", message.id));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            // The picture of a message never changes.
            name: format!("message-{}.jpg", message.id),
        })
    }

    /// Returns the division of the money by a decision, without deciding.
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
        let next = booking.next(action, Actor::Admin, now)?;
        let split = match next {
            Next::Change(transition) => {
                settlement(&booking, transition, share.unwrap_or_default(), now)
            }
            Next::Unchanged => booking.settled,
        };
        Ok(split.unwrap_or(EscrowSplit { to_client: 0, to_provider: 0 }))
    }

    /// Returns a booking that the admin may judge, as they are not a party.
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

    /// Like `judged`, but only while the dispute is undecided.
    async fn to_decide(&self, admin: &Caller, id: BookingId) -> Result<Booking, BookingError> {
        let (booking, dispute) = self.to_judge(admin, id).await?;
        match dispute.decision {
            Some(_) => Err(BookingError::CaseClosed),
            None => Ok(booking),
        }
    }

    /// Like `judged`, with the dispute.
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

/// Checks whether a message belongs to the case: between the parties, since the request.
fn is_of_case(message: &WrittenMessage, booking: &Booking) -> bool {
    let ends = (&message.from, &message.to);
    let (client, provider) = (&booking.client, &booking.provider);
    (ends == (client, provider) || ends == (provider, client)) && message.at >= booking.created_at
}
