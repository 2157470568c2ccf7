//! Turns events into notices. What is told twice is kept once.

use std::collections::HashMap;

use sparkyard_kernel::{
    Event, ItemId, Money, Sparks, UserId,
    events::{
        auth::Claimed,
        bookings::{BookingChanged, DisputeAnswered, Reviewed},
        explore::Followed,
        kyc::DocumentDecided,
        skills::Published,
        wallet::LedgerDiffers,
    },
    idempotency::digest,
    ports::{
        LiveBooking, LiveBookingStatus, LiveNews, LiveQueue, LiveWallet, PersonInfo, StaffQueue,
    },
};

use super::NotificationService;
use crate::{
    error::NotificationError,
    model::{
        Kind, NewNotice, Text,
        booking::{Actor, BookingChange},
        wording::{self, Names},
    },
};

/// Followers told in one write.
const BATCH: i64 = 50;

impl NotificationService {
    /// Tells the parties of a booking what became of it.
    pub(crate) async fn booking_changed(
        &self,
        change: BookingChange,
        booking: &BookingChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let (client, provider) = (&booking.client_id, &booking.provider_id);
        let found = self.find(&[client, provider]).await?;
        let names = Names { client: name(&found, client), provider: name(&found, provider) };
        let texts = wording::booking(change, booking, &names);
        let client = texts.client.map(|text| (client, text));
        let provider = texts.provider.map(|text| (provider, text));
        let told = client.into_iter().chain(provider);
        let notices = told.map(|(receiver, text)| notice(event, receiver, Kind::Booking, text));
        let mut notices: Vec<_> = notices.collect();
        let also = self.news_of(change, booking).await?;
        if change == BookingChange::Disputed {
            let text = wording::case_opened(booking);
            let judges = self.judges([&booking.client_id, &booking.provider_id]).await?;
            notices.extend(judges.iter().map(|to| notice(event, to, Kind::Admin, text.clone())));
        }
        Ok(self.store.give(notices, also, self.cx.now()).await?)
    }

    /// What pages that show a booking are told of a change, besides the notices. An event that
    /// comes twice has them ask twice.
    async fn news_of(
        &self,
        change: BookingChange,
        booking: &BookingChanged,
    ) -> Result<Vec<(UserId, LiveNews)>, NotificationError> {
        let changed = LiveBooking { id: booking.booking_id, status: change.status() };
        let mut news = vec![LiveNews::Booking(changed)];
        if booking.cash != Money::ZERO || booking.tokens != Sparks::ZERO {
            news.push(LiveNews::Wallet(LiveWallet::default()));
        }
        let parties = [&booking.client_id, &booking.provider_id];
        let told = |to| news.iter().map(move |news| (UserId::clone(to), news.clone()));
        let mut all: Vec<_> = parties.into_iter().flat_map(told).collect();
        if change == BookingChange::Disputed || Actor::of(booking) == Actor::Admin {
            let judges = self.judges(parties).await?;
            all.extend(judges.into_iter().map(|to| (to, disputes_changed())));
        }
        Ok(all)
    }

    /// Tells whoever else is concerned that somebody wrote something in a dispute: the other party
    /// and the admins, or both parties when an admin did.
    pub(crate) async fn dispute_answered(
        &self,
        answered: &DisputeAnswered,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let DisputeAnswered { booking_id, client_id, provider_id, by, .. } = answered;
        let parties = [client_id, provider_id];
        let found = self.find(&[by]).await?;
        let author = parties.contains(&by).then(|| name(&found, by));
        let texts = wording::answered(answered, author.as_deref());
        let told = parties.into_iter().zip([texts.client, texts.provider]);
        let told = told.filter(|(party, _)| *party != by);
        let mut notices: Vec<_> =
            told.map(|(party, text)| notice(event, party, Kind::Booking, text)).collect();
        let changed = LiveBooking { id: *booking_id, status: LiveBookingStatus::Disputed };
        let news = LiveNews::Booking(changed);
        let mut also: Vec<_> = parties.into_iter().map(|to| (to.clone(), news.clone())).collect();
        for judge in self.judges(parties).await? {
            if author.is_some() {
                notices.push(notice(event, &judge, Kind::Admin, texts.staff.clone()));
            }
            also.push((judge, disputes_changed()));
        }
        Ok(self.store.give(notices, also, self.cx.now()).await?)
    }

    /// The admins who may hear a case: none who is one of the two.
    async fn judges(&self, parties: [&UserId; 2]) -> Result<Vec<UserId>, NotificationError> {
        let admins = self.accounts.admins().await?.into_iter().map(|admin| admin.id);
        Ok(admins.filter(|admin| !parties.contains(&admin)).collect())
    }

    /// What the admins are told of a change of what waits for them.
    async fn queue_changed(
        &self,
        queue: StaffQueue,
    ) -> Result<Vec<(UserId, LiveNews)>, NotificationError> {
        let admins = self.accounts.admins().await?;
        let news = LiveNews::Queue(LiveQueue { queue });
        Ok(admins.into_iter().map(|admin| (admin.id, news.clone())).collect())
    }

    /// Tells a provider of a review.
    pub(crate) async fn reviewed(
        &self,
        review: &Reviewed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&review.reviewer_id]).await?;
        let text = wording::review(review, &name(&found, &review.reviewer_id));
        let notice = notice(event, &review.reviewee_id, Kind::Booking, text);
        self.give(vec![notice]).await
    }

    /// Tells a member what became of a document that they handed in.
    pub(crate) async fn document_decided(
        &self,
        document: &DocumentDecided,
        approved: bool,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::document(document, approved);
        let notice = notice(event, &document.user_id, Kind::Account, text);
        let also = self.queue_changed(StaffQueue::Documents).await?;
        Ok(self.store.give(vec![notice], also, self.cx.now()).await?)
    }

    /// Tells a member that their account was made safe when they first came by a provider.
    pub(crate) async fn account_claimed(
        &self,
        claimed: &Claimed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::claimed(claimed);
        let notice = notice(event, &claimed.user_id, Kind::Account, text);
        self.give(vec![notice]).await
    }

    /// Tells the admins that some money does not add up.
    pub(crate) async fn ledger_differs(
        &self,
        found: &LedgerDiffers,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::ledger(found);
        let admins = self.accounts.admins().await?;
        let notices = admins.iter().map(|to| notice(event, &to.id, Kind::Admin, text.clone()));
        self.give(notices.collect()).await
    }

    /// Tells a member of a new follower. One whom they follow themselves counts as a followee.
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
        // Named after the pair: following again and again is told once.
        let id = ItemId(digest(&[
            b"follow",
            follower.as_str().as_bytes(),
            receiver.as_str().as_bytes(),
        ]));
        let notice = NewNotice { id, receiver, kind, text, at: event.at };
        self.give(vec![notice]).await
    }

    /// Remembers that somebody no longer follows somebody.
    pub(crate) async fn unfollowed(
        &self,
        pair: Followed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let Followed { follower_id, following_id } = pair;
        Ok(self.store.set_follow(&follower_id, &following_id, false, event.at).await?)
    }

    /// Tells everyone who follows a member of their new skill.
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
            let notices =
                followers.iter().map(|id| notice(event, id, Kind::Followee, text.clone()));
            self.give(notices.collect()).await?;
        }
    }

    async fn give(&self, notices: Vec<NewNotice>) -> Result<(), NotificationError> {
        Ok(self.store.give(notices, Vec::new(), self.cx.now()).await?)
    }

    async fn find(
        &self,
        ids: &[&UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, NotificationError> {
        let ids: Vec<UserId> = ids.iter().map(|&id| id.clone()).collect();
        Ok(self.people.find(&ids).await?)
    }
}

/// News for whoever looks at disputes.
fn disputes_changed() -> LiveNews {
    LiveNews::Queue(LiveQueue { queue: StaffQueue::Disputes })
}

/// The first name, or what stands for it when the person is gone.
fn name(found: &HashMap<UserId, PersonInfo>, id: &UserId) -> String {
    found.get(id).map_or_else(|| "Someone".to_owned(), |person| person.firstname.clone())
}

/// The one notice that `receiver` gets of `event`.
fn notice(event: &Event, receiver: &UserId, kind: Kind, text: Text) -> NewNotice {
    let id = ItemId(digest(&[event.id.as_bytes(), receiver.as_str().as_bytes()]));
    NewNotice { id, receiver: receiver.clone(), kind, text, at: event.at }
}
