//! The events that members hear of, each handed to what turns it into notices.

use std::sync::Arc;

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    events::{
        auth::CLAIMED,
        bookings::{
            ACCEPTED, CANCELLED, COMPLETED, DISPUTE_ANSWERED, DISPUTED, REJECTED, RELEASED,
            REQUESTED, REVIEWED, START_UNDONE, STARTED,
        },
        explore::{FOLLOWED, UNFOLLOWED},
        kyc,
        skills::PUBLISHED,
        wallet::LEDGER_DIFFERS,
    },
};

use crate::{model::booking::BookingChange, service::NotificationService};

/// The events that it wants.
pub(crate) const NAMES: &[&str] = &[
    REQUESTED.name(),
    ACCEPTED.name(),
    REJECTED.name(),
    CANCELLED.name(),
    STARTED.name(),
    START_UNDONE.name(),
    COMPLETED.name(),
    DISPUTED.name(),
    DISPUTE_ANSWERED.name(),
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

/// Acts on each of them.
pub(crate) struct NotificationEvents {
    pub(crate) service: Arc<NotificationService>,
}

#[async_trait]
impl EventHandler for NotificationEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let service = &self.service;
        for (topic, change) in BookingChange::TOPICS {
            if let Some(booking) = event.of(topic)? {
                return Ok(service.booking_changed(change, &booking, event).await?);
            }
        }
        if let Some(answered) = event.of(DISPUTE_ANSWERED)? {
            return Ok(service.dispute_answered(&answered, event).await?);
        }
        if let Some(review) = event.of(REVIEWED)? {
            return Ok(service.reviewed(&review, event).await?);
        }
        if let Some(followed) = event.of(FOLLOWED)? {
            return Ok(service.followed(followed, event).await?);
        }
        if let Some(unfollowed) = event.of(UNFOLLOWED)? {
            return Ok(service.unfollowed(unfollowed, event).await?);
        }
        if let Some(skill) = event.of(PUBLISHED)? {
            return Ok(service.published(&skill, event).await?);
        }
        if let Some(document) = event.of(kyc::APPROVED)? {
            return Ok(service.document_decided(&document, true, event).await?);
        }
        if let Some(document) = event.of(kyc::REJECTED)? {
            return Ok(service.document_decided(&document, false, event).await?);
        }
        if let Some(claimed) = event.of(CLAIMED)? {
            return Ok(service.account_claimed(&claimed, event).await?);
        }
        if let Some(found) = event.of(LEDGER_DIFFERS)? {
            return Ok(service.ledger_differs(&found, event).await?);
        }
        Err(anyhow!("no notice for {}", event.name))
    }
}
