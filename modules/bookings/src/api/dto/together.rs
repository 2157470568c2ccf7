use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ModerationState};

use super::BookingView;
use crate::model::{Review, seen::TogetherForViewer};

/// A booking shared by two members.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct BookingTogether {
    /// The booking.
    booking: BookingView,
    /// The client's review, if there is one.
    review: Option<GivenReview>,
}

/// A client's review of a booking.
#[derive(Debug, Object)]
pub(crate) struct GivenReview {
    /// Rating, 1 to 5 stars.
    rating: u8,
    /// Comment; may be empty.
    comment: String,
    /// Time of the review, RFC 3339.
    created_at: DateTime,
    /// `visible`; or `held` for its author, until staff have looked at it.
    moderation: ModerationState,
}

impl From<TogetherForViewer> for BookingTogether {
    fn from(seen: TogetherForViewer) -> Self {
        let TogetherForViewer { booking, review } = seen;
        Self { booking: booking.into(), review: review.map(GivenReview::from) }
    }
}

impl From<Review> for GivenReview {
    fn from(review: Review) -> Self {
        let Review { rating, comment, created_at, moderation, .. } = review;
        let moderation = moderation.for_members();
        Self { rating, comment, created_at: created_at.into(), moderation }
    }
}
