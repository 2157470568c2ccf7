//! Texts about replies to reviews, and about removed reviews.

use sparkyard_kernel::events::{bookings::ReviewReplied, moderation::ReviewTakenDown};

use super::{super::Text, outward, profile, standing::reason_and_appeal};

/// Notice to the author of a review about the reply of the named member.
pub(crate) fn review_reply(reply: &ReviewReplied, reviewee: &str) -> Text {
    Text {
        title: format!("{reviewee} replied to your review"),
        description: "Read it below your review, on their profile.".to_owned(),
        link: profile(&reply.reviewee_id),
    }
}

/// Notice to a member whose review was removed.
pub(crate) fn review_taken_down(down: &ReviewTakenDown) -> Text {
    Text {
        title: format!("Your review of {} was removed", down.skill_type),
        description: reason_and_appeal(&down.reason, down.appeal_until),
        link: outward(down.booking_id),
    }
}
