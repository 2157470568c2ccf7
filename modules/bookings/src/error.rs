//! Errors of the module, and their conversion to API errors.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    db::{DbError, RuleViolation},
};

use crate::model::{
    date_in_words,
    machine::{Action, Refused, Status},
    proposal::NotMoved,
};

/// Rule violations that the schema's functions and the store's statements may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    RuleViolation {
        code: "bookings.slot_taken",
        status: 409,
        message: "This time is already taken. Please choose another one.",
    },
    RuleViolation {
        code: "bookings.hours_changed",
        status: 409,
        message: "Their hours have just changed. Please choose a time again.",
    },
    RuleViolation {
        code: "bookings.too_many_pending",
        status: 409,
        message: "You already have as many open requests as is fair. Wait for an answer, or call one off.",
    },
    CHANGED,
];

/// Rule violation: the client has used up the daily quota of requests.
pub(crate) static TOO_MANY_TODAY: RuleViolation = RuleViolation {
    code: "bookings.too_many_today",
    status: 429,
    message: "You have asked for as many bookings as one person can in a day.",
};

/// Rule violation: the client has used up the daily quota of requests to one provider.
pub(crate) static TOO_MANY_TO_ONE_TODAY: RuleViolation = RuleViolation {
    code: "bookings.too_many_to_one_today",
    status: 429,
    message: "You have asked this neighbour as often as one person can in a day.",
};

/// Rule violation: the author has used up the daily quota of statements in disputes.
pub(crate) static TOO_MANY_STATEMENTS: RuleViolation = RuleViolation {
    code: "bookings.too_many_statements",
    status: 429,
    message: "You have written as many answers as one person can in a day.",
};

/// Rule violations of the write that stores a statement.
pub(crate) const STATEMENT_REFUSALS: &[RuleViolation] = &[DECIDED];

/// Rule violation: the dispute is decided, so it takes no more statements.
const DECIDED: RuleViolation = RuleViolation {
    code: "bookings.dispute_decided",
    status: 409,
    message: "This dispute is decided, so nothing more can be said in it.",
};

/// Rule violation: the booking was changed concurrently.
pub(crate) const CHANGED: RuleViolation = RuleViolation {
    code: "bookings.changed",
    status: 409,
    message: "This booking has just changed. Please look again.",
};

/// Errors of operations on bookings.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BookingError {
    /// The booking does not exist, or the caller is not a party.
    #[error("no such booking")]
    NotFound,
    /// The skill is not on offer.
    #[error("no such skill")]
    SkillNotFound,
    /// The member does not exist or takes no bookings.
    #[error("no such person")]
    PersonNotFound,
    /// The address is not that of a calendar feed, or not any more.
    #[error("no such calendar address")]
    NoFeed,
    /// The booking cannot be moved to another time.
    #[error(transparent)]
    NotMoved(NotMoved),
    /// One of the two has blocked the other.
    #[error("blocked")]
    Blocked,
    /// The booking is not accepted, so it has no calendar file.
    #[error("not accepted yet")]
    NoCalendarFile,
    /// The file does not exist, or the caller may not read it.
    #[error("no such file")]
    FileNotFound,
    /// The dispute is decided, so staff can no longer read the parties' messages.
    #[error("the dispute is decided")]
    CaseClosed,
    /// The message is not part of the case.
    #[error("no such message in the case")]
    MessageNotFound,
    /// The message has no picture, or the picture was removed.
    #[error("no picture")]
    NoPicture,
    /// The booking has no dispute.
    #[error("no dispute")]
    DisputeNotFound,
    /// The dispute is decided, so it takes no more statements.
    #[error("the dispute is decided")]
    DisputeDecided,
    /// The state machine does not allow the action.
    #[error(transparent)]
    Illegal(#[from] Refused),
    /// The caller has no completed booking of that skill.
    #[error("nothing to review")]
    NothingToReview,
    /// The booking is already reviewed.
    #[error("already reviewed")]
    AlreadyReviewed,
    /// An admin may not decide a dispute they are a party to.
    #[error("their own dispute")]
    OwnDispute,
    /// Skipping time is only possible in a demo.
    #[error("this is not a demo")]
    DemoOff,
    /// The provider has changed the cancellation policy since the client saw it.
    #[error("the cancellation policy has changed")]
    PolicyChanged,
    /// The member does not exist or is not visible.
    #[error("no such member")]
    MemberNotFound,
    /// The review does not exist.
    #[error("no such review")]
    ReviewNotFound,
    /// Staff may not remove a review by or about themselves.
    #[error("a review by or about the caller")]
    OwnReview,
    /// Card payments are not configured.
    #[error("cards are not configured")]
    NoCards,
    /// Money is held, but the wallet is switched off.
    #[error("the wallet is switched off")]
    NoLedger,
    /// A database error.
    #[error(transparent)]
    Db(#[from] DbError),
    /// An error from a port, or about a field.
    #[error("{}", .0.code)]
    Api(ApiError),
}

impl BookingError {
    /// Adds the time to wait if a daily quota is used up.
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
            BookingError::CaseClosed => Self::new(
                409,
                "bookings.case_closed",
                "This dispute is decided. What the two wrote to each other is private again.",
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
            BookingError::NoCards => Self::new(
                503,
                "bookings.not_configured",
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
        NotMoved::Unanswered => (
            "bookings.unanswered",
            "They have not answered your three proposals yet. Please wait for their answer.",
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
            format!("Whoever helped can be paid from {from}; a refund is possible.")
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
