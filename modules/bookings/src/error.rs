//! Errors of the module, and rule violations.

use sparkyard_kernel::{
    ApiError, Timestamp, allowance,
    db::{DbError, RuleViolation},
    errors,
    leaving::MEMBER_LEFT,
    ports,
};

use crate::model::{
    date_in_words,
    expenses::NoExpenses,
    machine::Actor,
    machine::{Action, Refused, Status},
    may_ask::WhoMayAsk,
    proposal::ProposalRefusal,
};

/// Rule violations that the schema's functions and the store's statements may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    RuleViolation::new(
        409,
        "bookings.slot_taken",
        "This time is already taken. Please choose another one.",
    ),
    RuleViolation::new(
        409,
        "bookings.hours_changed",
        "Their hours have just changed. Please choose a time again.",
    ),
    RuleViolation::new(
        409,
        "bookings.too_many_pending",
        "You have too many open requests. Wait for an answer, or cancel one.",
    ),
    CHANGED,
    MEMBER_LEFT,
];

/// Rule violation: the client has used up the daily quota of requests.
pub(crate) const TOO_MANY_TODAY: RuleViolation = RuleViolation::new(
    429,
    "bookings.too_many_today",
    "You have asked for as many bookings as one person can in a day.",
);

/// Rule violation: the client has used up the daily quota of requests to one provider.
pub(crate) const TOO_MANY_TO_ONE_TODAY: RuleViolation = RuleViolation::new(
    429,
    "bookings.too_many_to_one_today",
    "You have asked this neighbour as often as one person can in a day.",
);

/// Rule violation: the author has used up the daily quota of statements in disputes.
pub(crate) const TOO_MANY_STATEMENTS: RuleViolation = RuleViolation::new(
    429,
    "bookings.too_many_statements",
    "You have written as many answers as one person can in a day.",
);

/// Rule violations of the write that stores a statement.
pub(crate) const STATEMENT_REFUSALS: &[RuleViolation] = &[DECIDED];

/// Rule violation: the dispute is decided, so it takes no more statements.
const DECIDED: RuleViolation = RuleViolation::new(
    409,
    "bookings.dispute_decided",
    "This dispute is decided, so nothing more can be said in it.",
);

/// Rule violation: the review was removed.
pub(crate) const REVIEW_CHANGED: RuleViolation =
    RuleViolation::new(409, ports::REVIEW_CHANGED, "This review was removed.");

/// Rule violation: the review has a reply, or was removed.
pub(crate) const ALREADY_REPLIED: RuleViolation = RuleViolation::new(
    409,
    "bookings.already_replied",
    "This review has a reply already, and there is one for each review.",
);

/// Rule violation: the booking was changed concurrently.
pub(crate) const CHANGED: RuleViolation = RuleViolation::new(
    409,
    "bookings.changed",
    "This booking has just changed. Please look again.",
);

errors! {
    /// Errors of operations on bookings.
    pub(crate) enum BookingError {
        /// The booking does not exist, or the caller is not a party.
        NotFound => 404, "bookings.not_found", "Booking not found";
        /// The skill is not on offer.
        SkillNotFound => 404, "bookings.skill_not_found", "This skill is no longer on offer.";
        /// The member does not exist or takes no bookings.
        PersonNotFound => 404, "bookings.person_not_found", "This person cannot be booked.";
        /// The address is not that of a calendar feed, or not any more.
        NoFeed => 404, "bookings.no_calendar",
            "There is no calendar at this address. Its member may have renewed it.";
        /// The booking cannot be moved to another time.
        ProposalRefusal(reason: ProposalRefusal) => not_moved(reason);
        /// Expenses cannot be asked for or answered.
        NoExpenses(reason: NoExpenses) => no_expenses(reason);
        /// The community does not use pounds, in which expenses are paid.
        NoPounds => 409, "bookings.no_pounds",
            "Expenses are paid in pounds, which this community does not use.";
        /// The provider has left the community.
        ProviderLeft => 409, "bookings.provider_left",
            "They have left the community, so they cannot be paid. Nothing was changed.";
        /// One of the two has blocked the other.
        Blocked => 403, "bookings.blocked",
            "One of you has blocked the other, so no other time can be proposed. The booking \
             itself stands.";
        /// The booking is not accepted, so it has no calendar file.
        NoCalendarFile => 404, "bookings.no_calendar_file",
            "This booking can be added to a calendar once it is accepted.";
        /// The file does not exist, or the caller may not read it.
        FileNotFound => 404, "bookings.file_not_found", "There is no file with this booking.";
        /// The dispute is decided, so staff can no longer read the parties' messages.
        CaseClosed => 409, "bookings.case_closed",
            "This dispute is decided. What the two wrote to each other is private again.";
        /// The message is not part of the case.
        MessageNotFound => 404, "bookings.message_not_found",
            "There is no such message in this case.";
        /// The message has no picture, or the picture was removed.
        NoPicture => 404, "bookings.no_picture",
            "There is no picture with this message, or it was removed.";
        /// The booking has no dispute.
        DisputeNotFound => 404, "bookings.dispute_not_found", "There is no dispute about this.";
        /// The dispute is decided, so it takes no more statements.
        DisputeDecided => &DECIDED;
        /// The state machine does not allow the action.
        Illegal(refused: Refused) => illegal(refused);
        /// The caller has no completed booking of that skill.
        NothingToReview => 409, "bookings.nothing_to_review",
            "You can review a booking once it is completed.";
        /// The booking is already reviewed.
        AlreadyReviewed => 409, "bookings.already_reviewed",
            "You have already reviewed this booking.";
        /// An admin may not decide a dispute they are a party to.
        OwnDispute => 403, "bookings.own_dispute",
            "You are a party to this dispute, so another admin has to decide it.";
        /// Skipping time is only possible in a demo.
        DemoOff => 404, "bookings.demo_off", "Only a demo can skip to the visit.";
        /// The provider has changed the cancellation policy since the client saw it.
        PolicyChanged => 409, "bookings.policy_changed",
            "The cost of cancelling has changed since you saw it. Please look again.";
        /// The member does not exist or is not visible.
        MemberNotFound => 404, "bookings.member_not_found", "User not found";
        /// The review does not exist, or the caller who replies is not the member reviewed.
        ReviewNotFound => 404, "bookings.review_not_found", "Review not found";
        /// The review has a reply.
        AlreadyReplied => &ALREADY_REPLIED;
        /// The provider takes no requests from people like the caller.
        MayNotAsk(who: WhoMayAsk) => may_not_ask(who);
        /// The category needs a check that the provider lacks. Holds its title.
        CheckNeeded(check: String) => 409, "bookings.check_needed",
            "This can only be booked from somebody with “{check}”, which they do not have at present.";
        /// Staff may not remove a review by or about themselves.
        OwnReview => 403, "bookings.own_review",
            "This review is by or about you, so somebody else has to decide.";
        /// Card payments are not configured.
        NoCards => 503, "bookings.not_configured",
            "Paying by card is not set up here. Please pay from your wallet or with sparks.";
        /// Money is held, but the wallet is switched off.
        NoLedger => 409, "bookings.no_wallet",
            "The wallet is switched off, so this booking's money cannot move. Nothing was changed.";
    }
}

impl BookingError {
    /// Checks whether the wallet refuses to move money that is disputed at the client's bank.
    pub(crate) fn is_frozen(&self) -> bool {
        matches!(self, Self::Db(DbError::Refused(violation)) if violation.code == CHARGEBACK_OPEN)
    }

    /// Adds the time to wait if a daily quota of requests is used up.
    pub(crate) fn with_wait(self, now: Timestamp) -> Self {
        match self {
            Self::Db(error) => {
                allowance::explain(error, &[&TOO_MANY_TODAY, &TOO_MANY_TO_ONE_TODAY], now)
            }
            other => other,
        }
    }
}

/// Code of the refusal to move money that is disputed at the client's bank, as the wallet has it.
const CHARGEBACK_OPEN: &str = "bookings.chargeback_open";
const FROZEN: &str = "The card payment for this booking is disputed at the bank. Its money stays \
                      where it is until the bank has decided.";

impl From<Refused> for BookingError {
    fn from(refused: Refused) -> Self {
        Self::Illegal(refused)
    }
}

fn illegal(refused: Refused) -> ApiError {
    match refused {
        Refused::Frozen => ApiError::conflict(CHARGEBACK_OPEN, FROZEN),
        Refused::Status(status) => wrong_status(status),
        Refused::TooEarly(action, from) => too_early(action, from),
        Refused::TooLate(action) => too_late(action),
    }
}

fn wrong_status(status: Status) -> ApiError {
    let message = format!("This booking is {status}, so this cannot be done now.");
    ApiError::conflict("bookings.illegal_transition", message)
}

fn not_moved(reason: ProposalRefusal) -> ApiError {
    let (code, message) = match reason {
        ProposalRefusal::Status(status) => return wrong_status(status),
        ProposalRefusal::TooLate => (
            "bookings.too_late",
            "It is too late to agree on another time. If nobody has come, please write to each \
             other.",
        ),
        ProposalRefusal::Gone => (
            "bookings.no_proposal",
            "There is no such proposal any more. Please look at the booking again.",
        ),
        ProposalRefusal::Own => (
            "bookings.own_proposal",
            "You proposed this time yourself, so the other one has to answer.",
        ),
        ProposalRefusal::TooMany => (
            "bookings.too_many_proposals",
            "Too many times were proposed for this booking. Please write to each other instead.",
        ),
        ProposalRefusal::Unanswered => (
            "bookings.unanswered",
            "They have not answered your three proposals yet. Please wait for their answer.",
        ),
    };
    ApiError::conflict(code, message)
}

fn no_expenses(reason: NoExpenses) -> ApiError {
    let (code, message) = match reason {
        NoExpenses::Settled(status) => return wrong_status(status),
        NoExpenses::TooEarly(from) => {
            let message = format!("You can ask for expenses from {}.", date_in_words(from));
            return ApiError::conflict("bookings.too_early", message);
        }
        NoExpenses::OtherParty(Actor::Provider) => {
            ("bookings.not_provider", "Only the neighbour who helped can ask for expenses.")
        }
        NoExpenses::OtherParty(_) => (
            "bookings.not_client",
            "Only the neighbour who booked can answer a request for expenses.",
        ),
        NoExpenses::NoCap => {
            ("bookings.no_expenses_agreed", "No expenses were agreed for this booking.")
        }
        NoExpenses::Answered => (
            "bookings.expenses_answered",
            "These expenses were answered already, or the time for an answer is over.",
        ),
        NoExpenses::NotAsked => {
            ("bookings.no_expenses_asked", "Nobody has asked for expenses for this booking.")
        }
        NoExpenses::Corrected => (
            "bookings.expenses_corrected",
            "The expenses were corrected since you saw them. Please look again.",
        ),
        NoExpenses::TooMany => (
            "bookings.too_many_corrections",
            "These expenses were corrected often enough. Please write to each other instead.",
        ),
    };
    ApiError::conflict(code, message)
}

fn may_not_ask(who: WhoMayAsk) -> ApiError {
    ApiError::new(403, "bookings.may_not_ask", who.refusal())
}

fn too_early(action: Action, from: Timestamp) -> ApiError {
    let from = date_in_words(from);
    let message = match action {
        Action::Start => format!("You can start from {from}, an hour before the booked time."),
        Action::Complete => format!("This can be completed from {from}."),
        Action::Dispute => {
            format!(
                "You can open a dispute from {from}, the booked time. Until then, you can cancel the booking."
            )
        }
        Action::DecideRelease | Action::DecideRefund | Action::DecideSplit => {
            format!("The neighbour who helped can be paid from {from}; a refund is possible.")
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
            "The booked time has come, so this booking cannot be cancelled any more. If nobody came, \
             please open a dispute."
        }
        _ => "It is too late for this: the booking lapses, and anything paid goes back.",
    };
    ApiError::conflict("bookings.too_late", message)
}
