//! Event consumer: turns replies by email into messages, and marks changed bookings as unread.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    db::Topic,
    events::{
        bookings::{
            ACCEPTED, BookingChanged, CANCELLED, COMPLETED, DISPUTED, PROPOSAL_DECLINED,
            PROPOSAL_WITHDRAWN, REJECTED, RELEASED, REQUESTED, RESCHEDULED, REVIEWED, START_UNDONE,
            STARTED, TIME_PROPOSED,
        },
        core::REPLIED,
    },
};

use crate::service::ChatService;

/// Changes of a booking that its conversation shows.
const CHANGES: [Topic<BookingChanged>; 13] = [
    REQUESTED,
    ACCEPTED,
    REJECTED,
    CANCELLED,
    STARTED,
    START_UNDONE,
    COMPLETED,
    DISPUTED,
    RELEASED,
    TIME_PROPOSED,
    PROPOSAL_DECLINED,
    PROPOSAL_WITHDRAWN,
    RESCHEDULED,
];

/// Names of the events consumed.
pub(crate) const NAMES: &[&str] = &[
    REPLIED.name(),
    REQUESTED.name(),
    ACCEPTED.name(),
    REJECTED.name(),
    CANCELLED.name(),
    STARTED.name(),
    START_UNDONE.name(),
    COMPLETED.name(),
    DISPUTED.name(),
    RELEASED.name(),
    TIME_PROPOSED.name(),
    PROPOSAL_DECLINED.name(),
    PROPOSAL_WITHDRAWN.name(),
    RESCHEDULED.name(),
    REVIEWED.name(),
];

/// Handles the events in [`NAMES`].
pub(crate) struct ChatEvents {
    pub(crate) service: Arc<ChatService>,
}

#[async_trait]
impl EventHandler for ChatEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let service = &self.service;
        if let Some(reply) = event.of(REPLIED)? {
            return Ok(service.answered_by_mail(&reply, event).await?);
        }
        if let Some(review) = event.of(REVIEWED)? {
            let parties = [&review.reviewer_id, &review.reviewee_id];
            let by = Some(&review.reviewer_id);
            return Ok(service.booking_changed(review.booking_id, parties, by, event.at).await?);
        }
        for topic in CHANGES {
            if let Some(change) = event.of(topic)? {
                let parties = [&change.client_id, &change.provider_id];
                let (booking, by) = (change.booking_id, change.by.as_ref());
                return Ok(service.booking_changed(booking, parties, by, event.at).await?);
            }
        }
        Ok(())
    }
}
