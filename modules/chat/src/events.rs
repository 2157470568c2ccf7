//! Event consumer: turns replies by email into messages, and marks changed bookings as unread.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::{
        bookings::{
            ACCEPTED, CANCELLED, COMPLETED, DISPUTED, PROPOSAL_DECLINED, PROPOSAL_WITHDRAWN,
            REJECTED, RELEASED, REQUESTED, RESCHEDULED, REVIEWED, START_UNDONE, STARTED,
            TIME_PROPOSED,
        },
        core::REPLIED,
    },
};

use crate::service::ChatService;

pub(crate) struct ChatEvents(pub(crate) Arc<ChatService>);

event_handler! { ChatEvents(self, event):
    REPLIED as reply => self.0.answered_by_mail(&reply, event),
    REQUESTED | ACCEPTED | REJECTED | CANCELLED | STARTED | START_UNDONE | COMPLETED | DISPUTED
        | RELEASED | TIME_PROPOSED | PROPOSAL_DECLINED | PROPOSAL_WITHDRAWN | RESCHEDULED
        as change => self.0.booking_changed(
            change.booking_id,
            [&change.client_id, &change.provider_id],
            change.by.as_ref(),
            event.at,
        ),
    REVIEWED as review => self.0.booking_changed(
        review.booking_id,
        [&review.reviewer_id, &review.reviewee_id],
        Some(&review.reviewer_id),
        event.at,
    ),
}
