//! Turns events into notices. An event delivered twice yields one notice.

use std::collections::HashMap;

use sparkyard_kernel::{
    Event, ItemId, Money, Sparks, UserId,
    events::{
        auth::Claimed,
        bookings::{BookingChanged, BookingEventKind as EventKind, Reviewed},
        chat::MessageSent,
        core::BackupTrouble,
        explore::Followed,
        kyc::DocumentDecided,
        moderation::ReportDecided,
        payouts::WithdrawalChanged,
        skills::Published,
        wallet::LedgerDiffers,
    },
    idempotency::digest,
    ports::{LiveBooking, LiveBookingStatus, LiveNews, LiveWallet, MailTopic, PersonInfo},
};

use super::NotificationService;
use crate::{
    error::NotificationError,
    model::{
        Kind, NewNotice, Text,
        away::topic_of_message,
        booking,
        push::{About, PushNews},
        staff::Case,
        wording::{self, Names},
    },
};

/// Followers notified per write.
const BATCH: i64 = 50;

impl NotificationService {
    /// Notifies the parties of a booking of a change; `usual` is its kind if the event carries
    /// none.
    pub(crate) async fn booking_changed(
        &self,
        usual: EventKind,
        booking: &BookingChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let Some(kind) = booking::happened(usual, booking.kind) else { return Ok(()) };
        let (client, provider) = (&booking.client_id, &booking.provider_id);
        let found = self.find(&[client, provider]).await?;
        let names = Names { client: name(&found, client), provider: name(&found, provider) };
        let texts = wording::booking(kind, booking, &names);
        let client = texts.client.map(|text| (client, text));
        let provider = texts.provider.map(|text| (provider, text));
        let texts_of_parties = client.into_iter().chain(provider);
        let notices = texts_of_parties.map(|(receiver, text)| {
            let by_mail = booking::mailed_later(kind, booking, receiver);
            NewNotice { by_mail, ..notice(event, receiver, Kind::Booking, text) }
        });
        let topic = booking::push_topic(kind);
        self.give_with(notices.collect(), news_of(kind, booking), topic).await?;
        let case = Case::dispute(booking.booking_id);
        if matches!(kind, EventKind::Disputed | EventKind::Referred) {
            let text = wording::dispute_waits(booking);
            return self
                .work_waits(&case, &[&booking.client_id, &booking.provider_id], text, event)
                .await;
        }
        match kind {
            EventKind::DecidedRelease
            | EventKind::DecidedRefund
            | EventKind::DecidedSplit
            | EventKind::ChargedBack => self.work_is_done(&case).await,
            _ => Ok(()),
        }
    }

    /// Notifies a provider of a review, and updates pages that show the booking.
    pub(crate) async fn reviewed(
        &self,
        review: &Reviewed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&review.reviewer_id]).await?;
        let text = wording::review(review, &name(&found, &review.reviewer_id));
        let notice = notice(event, &review.reviewee_id, Kind::Booking, text);
        let notice = NewNotice { by_mail: Some(MailTopic::Account), ..notice };
        let changed = LiveBooking { id: review.booking_id, status: LiveBookingStatus::Completed };
        let parties = [&review.reviewer_id, &review.reviewee_id];
        let also = parties.map(|to| (to.clone(), LiveNews::Booking(changed.clone())));
        self.give_with(vec![notice], also.into(), Some(MailTopic::Account)).await
    }

    /// Notifies a member of the decision on a document.
    pub(crate) async fn document_decided(
        &self,
        document: &DocumentDecided,
        approved: bool,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::document(document, approved);
        let notice = notice(event, &document.user_id, Kind::Account, text);
        self.give(vec![notice], Some(MailTopic::Account)).await?;
        self.work_is_done(&Case::document(&document.document_id)).await
    }

    /// Notifies a member that their withdrawal was paid or refused, whatever they have switched
    /// off.
    pub(crate) async fn withdrawal_decided(
        &self,
        decided: &WithdrawalChanged,
        paid: bool,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::withdrawal(decided, paid);
        let notice = notice(event, &decided.user_id, Kind::Account, text);
        self.give(vec![notice], None).await?;
        self.work_is_done(&Case::withdrawal(&decided.withdrawal_id)).await
    }

    /// Notifies a member that their account was secured on the first sign-in through a provider.
    pub(crate) async fn account_claimed(
        &self,
        claimed: &Claimed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::claimed(claimed);
        let notice = notice(event, &claimed.user_id, Kind::Account, text);
        self.give(vec![notice], None).await
    }

    /// Notifies the admins of differences in the ledger.
    pub(crate) async fn ledger_differs(
        &self,
        found: &LedgerDiffers,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::ledger(found);
        let admins = self.accounts.admins().await?;
        let notices = admins.iter().map(|to| notice(event, &to.id, Kind::Admin, text.clone()));
        self.give(notices.collect(), None).await
    }

    /// Notifies the admins that backups fail or are overdue.
    pub(crate) async fn backup_trouble(
        &self,
        trouble: &BackupTrouble,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::backup_trouble(trouble);
        let admins = self.accounts.admins().await?;
        let notices = admins.iter().map(|to| NewNotice {
            by_mail: Some(MailTopic::Account),
            ..notice(event, &to.id, Kind::Admin, text.clone())
        });
        self.give(notices.collect(), None).await
    }

    /// Notifies a member of a new follower; a followee notice if the member follows them too.
    pub(crate) async fn followed(
        &self,
        pair: Followed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let Followed { follower_id: follower, following_id: receiver } = pair;
        self.store.set_follow(&follower, &receiver, true, event.at).await?;
        let found = self.find(&[&follower]).await?;
        let back = self.store.follows(&receiver, &follower).await?;
        let text = wording::follower(&follower, &name(&found, &follower), back);
        let kind = if back { Kind::Followee } else { Kind::Follower };
        // The id depends on the pair, so that following repeatedly yields one notice.
        let id = ItemId(digest(&[
            b"follow",
            follower.as_str().as_bytes(),
            receiver.as_str().as_bytes(),
        ]));
        let by_mail = Some(MailTopic::Account);
        let notice = NewNotice { id, by_mail, ..notice(event, &receiver, kind, text) };
        self.give(vec![notice], Some(MailTopic::Account)).await
    }

    /// Notifies the author of a report of the outcome, and its subject of a warning, if any.
    pub(crate) async fn report_decided(
        &self,
        decided: &ReportDecided,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let answer = wording::report_answer(decided);
        let mut notices = vec![notice(event, &decided.reporter_id, Kind::Account, answer)];
        let until = decided.appeal_until;
        let warning = decided.warning.as_deref().map(|words| wording::warning(words, until));
        notices
            .extend(warning.map(|text| notice(event, &decided.reported_id, Kind::Account, text)));
        self.give(notices, Some(MailTopic::Account)).await?;
        self.work_is_done(&Case::report(&decided.report_id)).await
    }

    /// Records that a follow has ended.
    pub(crate) async fn unfollowed(
        &self,
        pair: Followed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let Followed { follower_id, following_id } = pair;
        Ok(self.store.set_follow(&follower_id, &following_id, false, event.at).await?)
    }

    /// Notifies all followers of a member of a new skill.
    pub(crate) async fn published(
        &self,
        skill: &Published,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&skill.user_id]).await?;
        let text = wording::published(skill, &name(&found, &skill.user_id));
        let mut after = String::new();
        loop {
            let followers = self.store.followers(&skill.user_id, &after, BATCH).await?;
            let Some(last) = followers.last() else { return Ok(()) };
            after.clone_from(&last.0);
            let topic = Some(MailTopic::Promotions);
            let notices = followers.iter().map(|id| NewNotice {
                by_mail: topic,
                ..notice(event, id, Kind::Followee, text.clone())
            });
            self.give(notices.collect(), topic).await?;
        }
    }

    /// Returns the mail preference that applies to a message.
    pub(crate) async fn topic_of(
        &self,
        message: &MessageSent,
    ) -> Result<MailTopic, NotificationError> {
        let have_booked = match &self.bookings {
            Some(bookings) => Some(
                bookings.shared(&message.from, &message.to).await? > 0
                    || bookings.share_open(&message.from, &message.to).await?,
            ),
            None => None,
        };
        Ok(topic_of_message(have_booked))
    }

    /// Queues a push message about a chat message, unless the receiver reads it first or has
    /// switched off `topic`.
    pub(crate) async fn message_sent(
        &self,
        message: &MessageSent,
        topic: MailTopic,
        event: &Event,
    ) -> Result<(), NotificationError> {
        if self.push.public_key().is_none() {
            return Ok(());
        }
        let found = self.find(&[&message.from]).await?;
        let Text { title, description, link } =
            wording::message(message, name(&found, &message.from));
        let news = PushNews {
            id: digest(&[event.id.as_bytes(), message.to.as_str().as_bytes()]),
            to: message.to.clone(),
            topic: Some(topic),
            about: About::Message,
            subject: message.id.clone(),
            title,
            body: description,
            link,
        };
        self.push.send(vec![news]).await
    }

    pub(super) async fn give(
        &self,
        notices: Vec<NewNotice>,
        topic: Option<MailTopic>,
    ) -> Result<(), NotificationError> {
        self.give_with(notices, Vec::new(), topic).await
    }

    /// Stores notices and queues push messages, except for receivers who have switched off `topic`.
    pub(super) async fn give_with(
        &self,
        notices: Vec<NewNotice>,
        also: Vec<(UserId, LiveNews)>,
        topic: Option<MailTopic>,
    ) -> Result<(), NotificationError> {
        let push = notices.iter().map(|notice| PushNews::of(notice, topic)).collect();
        self.store.give(notices, also, self.cx.now()).await?;
        self.push.send(push).await
    }

    pub(super) async fn find(
        &self,
        ids: &[&UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, NotificationError> {
        let ids: Vec<UserId> = ids.iter().map(|&id| id.clone()).collect();
        Ok(self.people.find(&ids).await?)
    }
}

/// Returns the live news about a booking for both parties. A repeated event makes pages fetch
/// again, which is harmless.
fn news_of(kind: EventKind, booking: &BookingChanged) -> Vec<(UserId, LiveNews)> {
    let changed =
        LiveBooking { id: booking.booking_id, status: booking::status_after(kind, booking) };
    let mut news = vec![LiveNews::Booking(changed)];
    if booking.cash != Money::ZERO || booking.tokens != Sparks::ZERO || booking.expenses.is_some() {
        news.push(LiveNews::Wallet(LiveWallet::default()));
    }
    let parties = [&booking.client_id, &booking.provider_id];
    let of_party = |to| news.iter().map(move |news| (UserId::clone(to), news.clone()));
    parties.into_iter().flat_map(of_party).collect()
}

/// Returns the first name, or a substitute if the person is gone.
pub(super) fn name(found: &HashMap<UserId, PersonInfo>, id: &UserId) -> String {
    found.get(id).map_or_else(|| "Someone".to_owned(), |person| person.firstname.clone())
}

/// Builds the only notice that `receiver` gets about `event`.
pub(super) fn notice(event: &Event, receiver: &UserId, kind: Kind, text: Text) -> NewNotice {
    let id = ItemId(digest(&[event.id.as_bytes(), receiver.as_str().as_bytes()]));
    let receiver = receiver.clone();
    NewNotice { id, receiver, kind, text, at: event.at, case: None, by_mail: None }
}
