//! What can be refused here, and how it is told.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    db::{DbError, Refusal},
};

use crate::model::{
    date_in_words,
    machine::{Action, Refused, Status},
    proposal::NotMoved,
};

/// What the schema's functions and the steps of the store may throw.
pub(crate) const REFUSALS: &[Refusal] = &[
    Refusal {
        code: "bookings.slot_taken",
        status: 409,
        message: "This time is already taken. Please choose another one.",
    },
    Refusal {
        code: "bookings.hours_changed",
        status: 409,
        message: "Their hours have just changed. Please choose a time again.",
    },
    Refusal {
        code: "bookings.too_many_pending",
        status: 409,
        message: "You already have as many open requests as is fair. Wait for an answer, or call one off.",
    },
    CHANGED,
];

/// A client has used up what they may ask for in a day.
pub(crate) static TOO_MANY_TODAY: Refusal = Refusal {
    code: "bookings.too_many_today",
    status: 429,
    message: "You have asked for as many bookings as one person can in a day.",
};

/// A client has used up what they may ask one provider for in a day.
pub(crate) static TOO_MANY_TO_ONE_TODAY: Refusal = Refusal {
    code: "bookings.too_many_to_one_today",
    status: 429,
    message: "You have asked this neighbour as often as one person can in a day.",
};

/// Somebody has said as much in disputes as one person can in a day.
pub(crate) static TOO_MANY_STATEMENTS: Refusal = Refusal {
    code: "bookings.too_many_statements",
    status: 429,
    message: "You have written as many answers as one person can in a day.",
};

/// What the write that keeps a statement may throw.
pub(crate) const STATEMENT_REFUSALS: &[Refusal] = &[DECIDED];

/// Nothing more is said in a dispute once it is decided.
const DECIDED: Refusal = Refusal {
    code: "bookings.dispute_decided",
    status: 409,
    message: "This dispute is decided, so nothing more can be said in it.",
};

/// Somebody else changed the booking in the meantime.
pub(crate) const CHANGED: Refusal = Refusal {
    code: "bookings.changed",
    status: 409,
    message: "This booking has just changed. Please look again.",
};

/// Why something about bookings was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookingError {
    /// There is none, or the caller has no part in it.
    #[error("no such booking")]
    NotFound,
    /// The skill is not on offer.
    #[error("no such skill")]
    SkillNotFound,
    /// Nobody of that name takes bookings.
    #[error("no such person")]
    PersonNotFound,
    /// No calendar reads bookings at this address, or not any more.
    #[error("no such calendar address")]
    NoFeed,
    /// There is no agreeing on another time.
    #[error(transparent)]
    NotMoved(NotMoved),
    /// One of the two wants to have nothing to do with the other.
    #[error("blocked")]
    Blocked,
    /// Only what is accepted stands in calendars.
    #[error("not accepted yet")]
    NoCalendarFile,
    /// There is no such file, or not for the caller.
    #[error("no such file")]
    FileNotFound,
    /// There is no such message among those of the case.
    #[error("no such message in the case")]
    MessageNotFound,
    /// No picture goes with the message, or it was removed.
    #[error("no picture")]
    NoPicture,
    /// Nobody has opened a dispute about the booking.
    #[error("no dispute")]
    DisputeNotFound,
    /// Nothing more is said in it.
    #[error("the dispute is decided")]
    DisputeDecided,
    /// The state machine said no.
    #[error(transparent)]
    Illegal(#[from] Refused),
    /// No completed booking of that skill by the caller.
    #[error("nothing to review")]
    NothingToReview,
    /// The booking has its review.
    #[error("already reviewed")]
    AlreadyReviewed,
    /// An admin may not judge what they are a party to.
    #[error("their own dispute")]
    OwnDispute,
    /// Time goes by itself here.
    #[error("this is not a demo")]
    DemoOff,
    /// The provider has changed what calling it off costs since the client was told.
    #[error("the cancellation policy has changed")]
    PolicyChanged,
    /// There is no such member, or nobody sees them.
    #[error("no such member")]
    MemberNotFound,
    /// There is no such review.
    #[error("no such review")]
    ReviewNotFound,
    /// Nobody removes a review that they wrote, or that is about them.
    #[error("a review by or about the caller")]
    OwnReview,
    /// Cards are not taken here.
    #[error("cards are not configured")]
    NoCards,
    /// Money is held, but the wallet is switched off.
    #[error("the wallet is switched off")]
    NoLedger,
    /// From the database.
    #[error(transparent)]
    Db(#[from] DbError),
    /// From a port, or about a field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl BookingError {
    /// Tells somebody who has used up what there is for a day when there is more.
    pub(crate) fn with_wait(self, now: Timestamp) -> Self {
        match self {
            Self::Db(error) => allowance::explain(
                error,
                &[&TOO_MANY_TODAY, &TOO_MANY_TO_ONE_TODAY, &TOO_MANY_STATEMENTS],
                now,
            ),
            other => other,
        }
    }
}

impl From<ApiError> for BookingError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<BookingError> for ApiError {
    fn from(error: BookingError) -> Self {
        match error {
            BookingError::NotFound => Self::not_found("bookings.not_found", "Booking not found"),
            BookingError::SkillNotFound => {
                Self::not_found("bookings.skill_not_found", "This skill is no longer on offer.")
            }
            BookingError::PersonNotFound => {
                Self::not_found("bookings.person_not_found", "This person cannot be booked.")
            }
            BookingError::FileNotFound => {
                Self::not_found("bookings.file_not_found", "There is no file with this booking.")
            }
            BookingError::MessageNotFound => Self::not_found(
                "bookings.message_not_found",
                "There is no such message in this case.",
            ),
            BookingError::NoPicture => Self::not_found(
                "bookings.no_picture",
                "There is no picture with this message, or it was removed.",
            ),
            BookingError::NoFeed => Self::not_found(
                "bookings.no_calendar",
                "There is no calendar at this address. Its member may have renewed it.",
            ),
            BookingError::NotMoved(reason) => not_moved(reason),
            BookingError::Blocked => Self::new(
                403,
                "bookings.blocked",
                "One of you has blocked the other, so no other time can be proposed. The booking \
                 itself stands.",
            ),
            BookingError::NoCalendarFile => Self::not_found(
                "bookings.no_calendar_file",
                "This booking can be added to a calendar once it is accepted.",
            ),
            BookingError::DisputeNotFound => {
                Self::not_found("bookings.dispute_not_found", "There is no dispute about this.")
            }
            BookingError::DisputeDecided => Self::conflict(DECIDED.code, DECIDED.message),
            BookingError::Illegal(Refused::Status(status)) => illegal(status),
            BookingError::Illegal(Refused::TooEarly(action, from)) => too_early(action, from),
            BookingError::Illegal(Refused::TooLate(action)) => too_late(action),
            BookingError::DemoOff => {
                Self::not_found("bookings.demo_off", "Only a demo can skip to the visit.")
            }
            BookingError::NothingToReview => Self::conflict(
                "bookings.nothing_to_review",
                "You can review a booking once it is completed.",
            ),
            BookingError::AlreadyReviewed => Self::conflict(
                "bookings.already_reviewed",
                "You have already reviewed this booking.",
            ),
            BookingError::OwnDispute => Self::new(
                403,
                "bookings.own_dispute",
                "You are a party to this dispute, so another administrator has to decide it.",
            ),
            BookingError::PolicyChanged => Self::conflict(
                "bookings.policy_changed",
                "What calling this off costs has changed since you saw it. Please look again.",
            ),
            BookingError::MemberNotFound => {
                Self::not_found("bookings.member_not_found", "User not found")
            }
            BookingError::ReviewNotFound => {
                Self::not_found("bookings.review_not_found", "Review not found")
            }
            BookingError::OwnReview => Self::new(
                403,
                "bookings.own_review",
                "This review is by or about you, so somebody else has to decide.",
            ),
            BookingError::NoCards => Self::conflict(
                "bookings.no_cards",
                "Paying by card is not set up here. Please pay from your wallet or with sparks.",
            ),
            BookingError::NoLedger => Self::conflict(
                "bookings.no_wallet",
                "The wallet is switched off, so this booking's money cannot move. Nothing was changed.",
            ),
            BookingError::Db(error) => error.into(),
            BookingError::Api(error) => error,
        }
    }
}

fn illegal(status: Status) -> ApiError {
    let message = format!("This booking is {status}, so this cannot be done now.");
    ApiError::conflict("bookings.illegal_transition", message)
}

fn not_moved(reason: NotMoved) -> ApiError {
    let (code, message) = match reason {
        NotMoved::Status(status) => return illegal(status),
        NotMoved::TooLate => (
            "bookings.too_late",
            "It is too late to agree on another time. If nobody has come, please write to each \
             other.",
        ),
        NotMoved::Gone => (
            "bookings.no_proposal",
            "There is no such proposal any more. Please look at the booking again.",
        ),
        NotMoved::Own => (
            "bookings.own_proposal",
            "You proposed this time yourself, so the other one has to answer.",
        ),
        NotMoved::TooMany => (
            "bookings.too_many_proposals",
            "So many times were proposed for this booking that it is better to write to each other.",
        ),
    };
    ApiError::conflict(code, message)
}

fn too_early(action: Action, from: Timestamp) -> ApiError {
    let from = date_in_words(from);
    let message = match action {
        Action::Start => format!("You can start from {from}, an hour before the booked time."),
        Action::Complete => format!("This can be completed from {from}."),
        Action::Dispute => {
            format!("You can open a dispute from {from}, the booked time. Until then, call it off.")
        }
        Action::DecideRelease | Action::DecideRefund | Action::DecideSplit => {
            format!("The provider can be paid from {from}; a refund is possible.")
        }
        _ => format!("This is possible from {from}."),
    };
    ApiError::conflict("bookings.too_early", message)
}

fn too_late(action: Action) -> ApiError {
    let message = match action {
        Action::Accept | Action::Reject => {
            "The time for an answer is over: this request lapses, and anything paid goes back."
        }
        Action::Undo => {
            "It is too late to take this back. If it has not begun, please say so in a message."
        }
        Action::Cancel => {
            "The booked time has come, so this cannot be called off any more. If nobody came, \
             please open a dispute."
        }
        _ => "It is too late for this: the booking lapses, and anything paid goes back.",
    };
    ApiError::conflict("bookings.too_late", message)
}
