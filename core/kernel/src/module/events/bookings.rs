//! Events of bookings.

use poem_openapi::Enum;
use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{BookingId, ItemId, Money, Sparks, UserId, ports::LiveBookingStatus};

/// A client has requested a booking.
pub const REQUESTED: Topic<BookingChanged> = Topic::new("bookings.requested");
/// The provider accepted, or the client accepted a time proposed by the provider.
pub const ACCEPTED: Topic<BookingChanged> = Topic::new("bookings.accepted");
/// The provider declined the request, or an admin decided a dispute for the client. A request that
/// expires publishes [`CANCELLED`].
pub const REJECTED: Topic<BookingChanged> = Topic::new("bookings.rejected");
/// A party cancelled, a deadline passed, or the client's bank took the card payment back.
pub const CANCELLED: Topic<BookingChanged> = Topic::new("bookings.cancelled");
/// The work has begun.
pub const STARTED: Topic<BookingChanged> = Topic::new("bookings.started");
/// The client withdrew the statement that the work has begun.
pub const START_UNDONE: Topic<BookingChanged> = Topic::new("bookings.start_undone");
/// The work is done; payment follows with [`RELEASED`].
pub const COMPLETED: Topic<BookingChanged> = Topic::new("bookings.completed");
/// A party disputes the booking, or it was referred to an admin because a deadline passed while a
/// party was suspended.
pub const DISPUTED: Topic<BookingChanged> = Topic::new("bookings.disputed");
/// The booking is final; published exactly once for every booking that took place.
pub const RELEASED: Topic<BookingChanged> = Topic::new("bookings.released");
/// A party or staff wrote something in an open dispute.
pub const DISPUTE_ANSWERED: Topic<DisputeAnswered> = Topic::new("bookings.dispute_answered");
/// A day after the date nobody has reported the outcome; both parties are asked.
pub const VISIT_OUTCOME_ASKED: Topic<BookingChanged> = Topic::new("bookings.visit_asked");
/// After the date the client reported that the booking was called off; the provider is asked.
pub const CALL_OFF_REPORTED: Topic<BookingChanged> = Topic::new("bookings.called_off_said");
/// A party proposed another time; the booked one stands until the other party accepts.
pub const TIME_PROPOSED: Topic<BookingChanged> = Topic::new("bookings.time_proposed");
/// The other party declined the proposed time.
pub const PROPOSAL_DECLINED: Topic<BookingChanged> = Topic::new("bookings.proposal_declined");
/// The proposal was withdrawn, or nobody answered it in time.
pub const PROPOSAL_WITHDRAWN: Topic<BookingChanged> = Topic::new("bookings.proposal_withdrawn");
/// An accepted booking was moved to another agreed time. A request accepted for another time
/// publishes [`ACCEPTED`] only.
pub const RESCHEDULED: Topic<BookingChanged> = Topic::new("bookings.rescheduled");
/// The provider requested expenses, or the client paid or declined them, or the request expired:
/// see `kind` and `expenses` of the payload.
pub const EXPENSES_CHANGED: Topic<BookingChanged> = Topic::new("bookings.expenses_changed");
/// A review by the client is visible to others. A review that is held for staff is published when
/// they release it.
pub const REVIEWED: Topic<Reviewed> = Topic::new("bookings.reviewed");
/// The provider replied to a review. Not published where one of the two blocks the other.
pub const REVIEW_REPLIED: Topic<ReviewReplied> = Topic::new("bookings.review_replied");

/// Kind of a change in the history of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum BookingEventKind {
    /// The client requested the booking.
    Asked,
    /// The provider accepted.
    Accepted,
    /// The provider declined.
    Rejected,
    /// A party proposed another time.
    TimeProposed,
    /// The other party agreed: the request is accepted at the proposed time.
    AcceptedAtTime,
    /// The other party agreed: the accepted booking moved.
    TimeAgreed,
    /// The other party declined the proposed time.
    TimeDeclined,
    /// The proposal was withdrawn.
    TimeWithdrawn,
    /// Nobody answered the proposal in time.
    TimeLapsed,
    /// The client reported that the service has begun.
    Started,
    /// The client withdrew that report.
    StartUndone,
    /// The provider reported that the work is done.
    Completed,
    /// The client confirmed that the work is done.
    Confirmed,
    /// The client did not object in time after the provider reported completion.
    Released,
    /// A party cancelled.
    Cancelled,
    /// Nobody answered the request in time.
    Expired,
    /// Nobody reported completion in time.
    Abandoned,
    /// The client's bank has taken the card payment back.
    ChargedBack,
    /// A party asked an admin to decide.
    Disputed,
    /// A deadline passed while a party was suspended: an admin decides.
    Referred,
    /// An admin gave the full amount to the provider.
    DecidedRelease,
    /// An admin refunded the full amount to the client.
    DecidedRefund,
    /// An admin split the amount between both parties.
    DecidedSplit,
    /// The provider requested expenses, or corrected the request.
    ExpensesAsked,
    /// The client paid the expenses.
    ExpensesPaid,
    /// The client declined the expenses.
    ExpensesDeclined,
    /// Nobody answered the request for expenses in time.
    ExpensesLapsed,
}

/// Payload of every change of a booking.
#[derive(Clone, Debug, SurrealValue)]
pub struct BookingChanged {
    /// Id of the booking.
    pub booking_id: BookingId,
    /// Id of the client, who requested it.
    pub client_id: UserId,
    /// Id of the provider.
    pub provider_id: UserId,
    /// Subject, as in `Maya wants to book {subject}`: the title, or the skill where there is no
    /// title.
    pub subject: String,
    /// Need of the client that the booking was made for, if any; `None` in events from before the
    /// field existed.
    pub need_id: Option<ItemId>,
    /// Member or admin who made the change; `None` if the system made it: a deadline passed, or the
    /// bank took the payment back.
    pub by: Option<UserId>,
    /// Booked time.
    pub starts_at: Timestamp,
    /// Next deadline, at which the booking changes by itself: for a request, the time until which
    /// it can be answered.
    pub due_at: Option<Timestamp>,
    /// Whether the provider has been paid.
    pub paid: bool,
    /// Price in pounds; zero where tokens are used.
    pub cash: Money,
    /// Price in tokens; zero where pounds are used.
    pub tokens: Sparks,
    /// Proposed time, if the change concerns a proposal.
    pub proposal: Option<ProposedTime>,
    /// The expenses, if the change concerns them.
    pub expenses: Option<ExpensesInfo>,
    /// Message from the member who made the change.
    pub words: Option<String>,
    /// Kind of the change; `None` in events from before the field existed.
    pub kind: Option<BookingEventKind>,
    /// Whether the other party got no immediate mail, having reached the daily limit of mails.
    #[surreal(default)]
    pub mail_later: bool,
}

/// A proposed time for a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub struct ProposedTime {
    /// Proposed start.
    pub starts_at: Timestamp,
    /// Deadline for the other party to accept.
    pub until: Timestamp,
    /// Whether the booking is already accepted; otherwise it is a request.
    pub accepted: bool,
}

/// Expenses of a booking, as published to other modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub struct ExpensesInfo {
    /// Sum of the items.
    pub amount: Money,
    /// Deadline for the client to answer.
    pub until: Timestamp,
    /// Status of the booking, which expenses do not change.
    pub status: LiveBookingStatus,
}

/// Payload of [`DISPUTE_ANSWERED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DisputeAnswered {
    /// Id of the booking.
    pub booking_id: BookingId,
    /// Id of the client.
    pub client_id: UserId,
    /// Id of the provider.
    pub provider_id: UserId,
    /// Subject of the booking.
    pub subject: String,
    /// Author: a party, or staff.
    pub by: UserId,
}

/// Payload of [`REVIEWED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reviewed {
    /// Id of the booking.
    pub booking_id: BookingId,
    /// Author of the review.
    pub reviewer_id: UserId,
    /// Member reviewed.
    pub reviewee_id: UserId,
    /// Stars, 1 to 5.
    pub rating: i64,
}

/// Payload of [`REVIEW_REPLIED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct ReviewReplied {
    /// Id of the booking.
    pub booking_id: BookingId,
    /// Author of the review.
    pub reviewer_id: UserId,
    /// Member reviewed, who replied.
    pub reviewee_id: UserId,
}
