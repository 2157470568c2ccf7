//! Notifies members and admins of payments by card that are disputed at the bank, and of refunds
//! that did not reach a card.

use sparkyard_kernel::{
    Event, ItemId, UserId,
    events::payments::{ChargebackChanged, RefundFailed},
    idempotency::digest,
    ports::{BilledBooking, LiveNews, LiveWallet, MailTopic},
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, Text, wording},
};

impl NotificationService {
    /// Notifies whoever the chargeback concerns, whatever they have switched off, and the admins.
    pub(crate) async fn chargeback_changed(
        &self,
        change: &ChargebackChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&change.user_id]).await?;
        let payer = name(&found, &change.user_id);
        let concerned = match change.booking_id {
            None => vec![member(event, &change.user_id, wording::chargeback_of_top_up(change))],
            Some(_) => self.notices_of_parties(change, &payer, event).await?,
        };
        let also = vec![(change.user_id.clone(), LiveNews::Wallet(LiveWallet::default()))];
        self.give_with(concerned, also, None).await?;
        self.notify_admins(&wording::chargeback_for_admins(change, &payer), event).await
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
        let text = wording::refund_failed_for_admins(failed, &name(&found, &failed.user_id));
        self.notify_admins(&text, event).await
    }

    /// Returns the notices to the parties of the booking that the disputed payment pays.
    async fn notices_of_parties(
        &self,
        change: &ChargebackChanged,
        client: &str,
        event: &Event,
    ) -> Result<Vec<NewNotice>, NotificationError> {
        let (Some(bookings), Some(booking)) = (&self.bookings, change.booking_id) else {
            return Ok(Vec::new());
        };
        let billed = bookings.billed(booking, &change.user_id).await?;
        let Some(BilledBooking { provider, skill, .. }) = billed else { return Ok(Vec::new()) };
        let texts = wording::chargeback_of_booking(change, &skill, client);
        Ok(texts.map_or_else(Vec::new, |(to_client, to_provider)| {
            let of_booking = |receiver: &UserId, text| NewNotice {
                kind: Kind::Booking,
                ..member(event, receiver, text)
            };
            vec![of_booking(&change.user_id, to_client), of_booking(&provider, to_provider)]
        }))
    }

    /// Notifies all admins.
    async fn notify_admins(&self, text: &Text, event: &Event) -> Result<(), NotificationError> {
        let admins = self.accounts.admins().await?;
        // One who is concerned themselves has a notice about the event already.
        let of_admins = |to: &UserId| {
            let shared = notice(event, to, Kind::Admin, text.clone());
            NewNotice { id: admin_id(event, to), ..shared }
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
