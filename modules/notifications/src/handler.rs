//! Turns events into notices.

use std::{collections::HashMap, sync::Arc};

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Event, EventHandler, UserId,
    events::{
        auth::{CLAIMED, Claimed},
        bookings::{
            ACCEPTED, BookingChanged, CANCELLED, COMPLETED, DISPUTED, REJECTED, RELEASED,
            REQUESTED, REVIEWED, Reviewed, STARTED,
        },
        explore::{FOLLOWED, Followed, UNFOLLOWED},
        kyc::{self, DocumentDecided},
        skills::{PUBLISHED, Published},
        wallet::{LEDGER_DIFFERS, LedgerDiffers},
    },
    idempotency::digest,
    ports::{Accounts, People, PersonInfo},
};

use crate::{
    booking::Change,
    model::{Kind, NewNotice, Text},
    store::Store,
    wording::{self, Names},
};

/// Followers told in one write.
const BATCH: i64 = 200;

/// The events that it hears.
pub(crate) const NAMES: &[&str] = &[
    REQUESTED.name(),
    ACCEPTED.name(),
    REJECTED.name(),
    CANCELLED.name(),
    STARTED.name(),
    COMPLETED.name(),
    DISPUTED.name(),
    RELEASED.name(),
    REVIEWED.name(),
    FOLLOWED.name(),
    UNFOLLOWED.name(),
    PUBLISHED.name(),
    kyc::APPROVED.name(),
    kyc::REJECTED.name(),
    CLAIMED.name(),
    LEDGER_DIFFERS.name(),
];

/// Hears every event of [`NAMES`].
pub(crate) struct Handler {
    store: Store,
    accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
}

#[async_trait]
impl EventHandler for Handler {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        for (topic, change) in Change::TOPICS {
            if let Some(booking) = event.of(topic)? {
                return self.booking_changed(change, &booking, event).await;
            }
        }
        if let Some(review) = event.of(REVIEWED)? {
            return self.reviewed(&review, event).await;
        }
        if let Some(followed) = event.of(FOLLOWED)? {
            return self.followed(followed, event).await;
        }
        if let Some(unfollowed) = event.of(UNFOLLOWED)? {
            return self.unfollowed(unfollowed, event).await;
        }
        if let Some(skill) = event.of(PUBLISHED)? {
            return self.published(&skill, event).await;
        }
        if let Some(document) = event.of(kyc::APPROVED)? {
            return self.document_decided(&document, true, event).await;
        }
        if let Some(document) = event.of(kyc::REJECTED)? {
            return self.document_decided(&document, false, event).await;
        }
        if let Some(claimed) = event.of(CLAIMED)? {
            return self.account_claimed(&claimed, event).await;
        }
        if let Some(found) = event.of(LEDGER_DIFFERS)? {
            return self.ledger_differs(&found, event).await;
        }
        Err(anyhow!("no notice for {}", event.name))
    }
}

impl Handler {
    pub(crate) fn new(store: Store, accounts: Arc<dyn Accounts>, people: Arc<dyn People>) -> Self {
        Self { store, accounts, people }
    }

    async fn booking_changed(
        &self,
        change: Change,
        booking: &BookingChanged,
        event: &Event,
    ) -> anyhow::Result<()> {
        let (client, provider) = (&booking.client_id, &booking.provider_id);
        let found = self.find(&[client, provider]).await?;
        let names = Names { client: name(&found, client), provider: name(&found, provider) };
        let texts = wording::booking(change, booking, &names);
        let client = texts.client.map(|text| (client, text));
        let provider = texts.provider.map(|text| (provider, text));
        let told = client.into_iter().chain(provider);
        let notices = told.map(|(receiver, text)| notice(event, receiver, Kind::Booking, text));
        Ok(self.store.give(notices.collect()).await?)
    }

    async fn reviewed(&self, review: &Reviewed, event: &Event) -> anyhow::Result<()> {
        let found = self.find(&[&review.reviewer_id]).await?;
        let text = wording::review(review, &name(&found, &review.reviewer_id));
        let notice = notice(event, &review.reviewee_id, Kind::Booking, text);
        Ok(self.store.give(vec![notice]).await?)
    }

    /// Tells a member what became of a document that they handed in.
    async fn document_decided(
        &self,
        document: &DocumentDecided,
        approved: bool,
        event: &Event,
    ) -> anyhow::Result<()> {
        let text = wording::document(document, approved);
        let notice = notice(event, &document.user_id, Kind::Account, text);
        Ok(self.store.give(vec![notice]).await?)
    }

    /// Tells a member that their account was made safe when they first came by a provider.
    async fn account_claimed(&self, claimed: &Claimed, event: &Event) -> anyhow::Result<()> {
        let text = wording::claimed(claimed);
        let notice = notice(event, &claimed.user_id, Kind::Account, text);
        Ok(self.store.give(vec![notice]).await?)
    }

    /// Tells the admins that some money does not add up.
    async fn ledger_differs(&self, found: &LedgerDiffers, event: &Event) -> anyhow::Result<()> {
        let text = wording::ledger(found);
        let admins = self.accounts.admins().await.map_err(failed)?;
        let notices = admins.iter().map(|to| notice(event, &to.id, Kind::Admin, text.clone()));
        Ok(self.store.give(notices.collect()).await?)
    }

    /// Tells a member of a new follower. One whom they follow themselves is news of a followee.
    async fn followed(&self, pair: Followed, event: &Event) -> anyhow::Result<()> {
        let Followed { follower_id: follower, following_id: receiver } = pair;
        self.store.set_follow(&follower, &receiver, true, event.at).await?;
        let found = self.find(&[&follower]).await?;
        let back = self.store.follows(&receiver, &follower).await?;
        let text = wording::follower(&follower, &name(&found, &follower), back);
        let kind = if back { Kind::Followee } else { Kind::Follower };
        // Named after the pair: following again and again is told once.
        let id = digest(&[b"follow", follower.as_str().as_bytes(), receiver.as_str().as_bytes()]);
        let notice = NewNotice { id, receiver, kind, text, at: event.at };
        Ok(self.store.give(vec![notice]).await?)
    }

    async fn unfollowed(&self, pair: Followed, event: &Event) -> anyhow::Result<()> {
        let Followed { follower_id, following_id } = pair;
        Ok(self.store.set_follow(&follower_id, &following_id, false, event.at).await?)
    }

    /// Tells everyone who follows a member of their new skill.
    async fn published(&self, skill: &Published, event: &Event) -> anyhow::Result<()> {
        let found = self.find(&[&skill.user_id]).await?;
        let text = wording::published(skill, &name(&found, &skill.user_id));
        let mut after = String::new();
        loop {
            let followers = self.store.followers(&skill.user_id, &after, BATCH).await?;
            let Some(last) = followers.last() else { return Ok(()) };
            after.clone_from(&last.0);
            let notices =
                followers.iter().map(|id| notice(event, id, Kind::Followee, text.clone()));
            self.store.give(notices.collect()).await?;
        }
    }

    async fn find(&self, ids: &[&UserId]) -> anyhow::Result<HashMap<UserId, PersonInfo>> {
        let ids: Vec<UserId> = ids.iter().map(|&id| id.clone()).collect();
        self.people.find(&ids).await.map_err(failed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(error: ApiError) -> anyhow::Error {
    anyhow!("{error:?}")
}

/// The first name, or what stands for it when the person is gone.
fn name(found: &HashMap<UserId, PersonInfo>, id: &UserId) -> String {
    found.get(id).map_or_else(|| "Someone".to_owned(), |person| person.firstname.clone())
}

/// The one notice that `receiver` gets of `event`.
fn notice(event: &Event, receiver: &UserId, kind: Kind, text: Text) -> NewNotice {
    let id = digest(&[event.id.as_bytes(), receiver.as_str().as_bytes()]);
    NewNotice { id, receiver: receiver.clone(), kind, text, at: event.at }
}
