use poem_openapi::Object;
use sparkyard_kernel::{ApiError, Timestamp};

use crate::service::TimeWish;

/// Message that accompanies the answer to a request.
#[derive(Debug, Object)]
#[oai(rename = "BookingAnswer")]
pub(crate) struct AnswerBody {
    /// Message to the client, at most 500 characters.
    #[oai(validator(max_length = 500))]
    pub(crate) words: Option<String>,
}

/// A proposal of another time for a booking.
#[derive(Debug, Object)]
#[oai(rename = "NewTime")]
pub(crate) struct NewTimeBody {
    /// Proposed start, RFC 3339; the same limits as for a new booking.
    #[oai(validator(max_length = 64))]
    booking_date: String,
    /// Message to the other party, at most 500 characters.
    #[oai(validator(max_length = 500))]
    words: Option<String>,
}

/// Acceptance of a proposed time.
#[derive(Debug, Object)]
#[oai(rename = "SeenTime")]
pub(crate) struct SeenTimeBody {
    /// The proposed time as seen, RFC 3339: refused if another one was proposed since.
    #[oai(validator(max_length = 64))]
    booking_date: String,
}

/// Rejection of a proposed time.
#[derive(Debug, Object)]
#[oai(rename = "DeclinedTime")]
pub(crate) struct DeclinedTimeBody {
    /// The proposed time as seen, RFC 3339: refused if another one was proposed since.
    #[oai(validator(max_length = 64))]
    booking_date: String,
    /// Message to the other party, at most 500 characters.
    #[oai(validator(max_length = 500))]
    words: Option<String>,
}

impl From<NewTimeBody> for TimeWish {
    fn from(body: NewTimeBody) -> Self {
        Self::Propose(body.booking_date, body.words)
    }
}

impl TryFrom<SeenTimeBody> for TimeWish {
    type Error = ApiError;

    fn try_from(body: SeenTimeBody) -> Result<Self, ApiError> {
        Ok(Self::Accept(seen(&body.booking_date)?))
    }
}

impl TryFrom<DeclinedTimeBody> for TimeWish {
    type Error = ApiError;

    fn try_from(body: DeclinedTimeBody) -> Result<Self, ApiError> {
        Ok(Self::Decline(seen(&body.booking_date)?, body.words))
    }
}

fn seen(date: &str) -> Result<Timestamp, ApiError> {
    let message = "Please send the time that was proposed.";
    date.trim().parse().map_err(|_| ApiError::invalid("booking_date", message))
}
