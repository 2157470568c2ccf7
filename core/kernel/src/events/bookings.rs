//! What becomes of bookings.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{BookingId, Money, Sparks, UserId};

/// A client asked for it.
pub const REQUESTED: Topic<BookingChanged> = Topic::new("bookings.requested");
/// The provider said yes.
pub const ACCEPTED: Topic<BookingChanged> = Topic::new("bookings.accepted");
/// The provider said no, or nothing in time.
pub const REJECTED: Topic<BookingChanged> = Topic::new("bookings.rejected");
/// Either party called it off.
pub const CANCELLED: Topic<BookingChanged> = Topic::new("bookings.cancelled");
/// The work began.
pub const STARTED: Topic<BookingChanged> = Topic::new("bookings.started");
/// The client took back that the work began.
pub const START_UNDONE: Topic<BookingChanged> = Topic::new("bookings.start_undone");
/// The work is done; payment follows with [`RELEASED`].
pub const COMPLETED: Topic<BookingChanged> = Topic::new("bookings.completed");
/// The client disagrees.
pub const DISPUTED: Topic<BookingChanged> = Topic::new("bookings.disputed");
/// It is final; comes exactly once for every booking that took place.
pub const RELEASED: Topic<BookingChanged> = Topic::new("bookings.released");
/// One of the two, or staff, wrote something in an open dispute.
pub const DISPUTE_ANSWERED: Topic<DisputeAnswered> = Topic::new("bookings.dispute_answered");
/// A day after its date, nobody has said how it went: both are asked.
pub const VISIT_ASKED: Topic<BookingChanged> = Topic::new("bookings.visit_asked");
/// After its date, the client says that it was called off; the provider is asked.
pub const CALLED_OFF_SAID: Topic<BookingChanged> = Topic::new("bookings.called_off_said");
/// The client wrote a review.
pub const REVIEWED: Topic<Reviewed> = Topic::new("bookings.reviewed");

/// Payload of every change of a booking.
#[derive(Clone, Debug, SurrealValue)]
pub struct BookingChanged {
    /// Which booking.
    pub booking_id: BookingId,
    /// Who asked.
    pub client_id: UserId,
    /// Who was asked.
    pub provider_id: UserId,
    /// What it is about, as in `Maya wants to book {subject}`: its title, or the skill where
    /// nobody gave it one.
    pub subject: String,
    /// Who changed it; nobody when its time ran out.
    pub by: Option<UserId>,
    /// The booked time.
    pub starts_at: Timestamp,
    /// When time itself changes it next, if nobody does before: until then a request can be
    /// answered.
    pub due_at: Option<Timestamp>,
    /// Whether the provider has been paid for it.
    pub paid: bool,
    /// What it costs in pounds; nothing where it is paid in tokens.
    pub cash: Money,
    /// What it costs in tokens; nothing where it is paid in pounds.
    pub tokens: Sparks,
}

/// Payload of [`DISPUTE_ANSWERED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct DisputeAnswered {
    /// Which booking.
    pub booking_id: BookingId,
    /// Who asked.
    pub client_id: UserId,
    /// Who was asked.
    pub provider_id: UserId,
    /// What the booking is about.
    pub subject: String,
    /// Who wrote: one of the two, or else staff.
    pub by: UserId,
}

/// Payload of [`REVIEWED`].
#[derive(Clone, Debug, SurrealValue)]
pub struct Reviewed {
    /// Which booking.
    pub booking_id: BookingId,
    /// Who wrote it.
    pub reviewer_id: UserId,
    /// Whom it is about.
    pub reviewee_id: UserId,
    /// 1 to 5 stars.
    pub rating: i64,
}
