//! Notifies members and admins of payments by card that are disputed at the bank, and of refunds that
//! did not reach a card.

use sparkyard_kernel::{
    Event, ItemId, UserId,
    events::payments::{ChargebackChanged, RefundFailed},
    idempotency::digest,
    ports::{BilledBooking, LiveNews, LiveWallet, MailTopic},
};

use super::{
    NotificationService,
    tell::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, Text, wording},
};

impl NotificationService {
    /// Notifies whoever the chargeback concerns, whatever they have switched off, and the admins.
    pub(crate) async fn chargeback_changed(
        &self,
        told: &ChargebackChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&told.user_id]).await?;
        let payer = name(&found, &told.user_id);
        let concerned = match told.booking_id {
            None => vec![member(event, &told.user_id, wording::chargeback_of_top_up(told))],
            Some(_) => self.parties_told(told, &payer, event).await?,
        };
        let also = vec![(told.user_id.clone(), LiveNews::Wallet(LiveWallet::default()))];
        self.give_with(concerned, also, None).await?;
        self.admins_told(&wording::chargeback_told_admins(told, &payer), event).await
    }

    /// Notifies a member that their card did not take a refund, and the admins.
    pub(crate) async fn refund_failed(
        &self,
        failed: &RefundFailed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&failed.user_id]).await?;
        let notice = member(event, &failed.user_id, wording::refund_failed(failed));
        let also = vec![(failed.user_id.clone(), LiveNews::Wallet(LiveWallet::default()))];
        self.give_with(vec![notice], also, None).await?;
        let text = wording::refund_failed_told_admins(failed, &name(&found, &failed.user_id));
        self.admins_told(&text, event).await
    }

    /// Returns the notices to the parties of the booking that the disputed payment pays.
    async fn parties_told(
        &self,
        told: &ChargebackChanged,
        client: &str,
        event: &Event,
    ) -> Result<Vec<NewNotice>, NotificationError> {
        let (Some(bookings), Some(booking)) = (&self.bookings, told.booking_id) else {
            return Ok(Vec::new());
        };
        let billed = bookings.billed(booking, &told.user_id).await?;
        let Some(BilledBooking { provider, skill, .. }) = billed else { return Ok(Vec::new()) };
        let texts = wording::chargeback_of_booking(told, &skill, client);
        Ok(texts.map_or_else(Vec::new, |(to_client, to_provider)| {
            let of_booking = |receiver: &UserId, text| NewNotice {
                kind: Kind::Booking,
                ..member(event, receiver, text)
            };
            vec![of_booking(&told.user_id, to_client), of_booking(&provider, to_provider)]
        }))
    }

    /// Notifies all admins.
    async fn admins_told(&self, text: &Text, event: &Event) -> Result<(), NotificationError> {
        let admins = self.accounts.admins().await?;
        // One who is concerned themselves has a notice about the event already.
        let of_admins = |to: &UserId| {
            let told = notice(event, to, Kind::Admin, text.clone());
            NewNotice { id: admin_id(event, to), ..told }
        };
        let notices = admins.iter().map(|admin| of_admins(&admin.id));
        self.give(notices.collect(), None).await
    }
}

/// Returns a notice that is mailed if it stays unseen.
fn member(event: &Event, receiver: &UserId, text: Text) -> NewNotice {
    let by_mail = Some(MailTopic::Account);
    NewNotice { by_mail, ..notice(event, receiver, Kind::Account, text) }
}

/// Returns the id of the notice that an admin gets about `event` as such.
fn admin_id(event: &Event, admin: &UserId) -> ItemId {
    ItemId(digest(&[b"admin", event.id.as_bytes(), admin.as_str().as_bytes()]))
}
