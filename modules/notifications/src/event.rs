//! The events that this module hears, as far as it reads them.

use sparkyard_kernel::{BookingId, UserId, ports::LEDGER_DIFFERS};
use surrealdb::types::SurrealValue;

pub(crate) const FOLLOWED: &str = "explore.followed";
pub(crate) const UNFOLLOWED: &str = "explore.unfollowed";
pub(crate) const PUBLISHED: &str = "skills.published";
pub(crate) const REVIEWED: &str = "bookings.reviewed";
pub(crate) const APPROVED: &str = "kyc.approved";
pub(crate) const REJECTED: &str = "kyc.rejected";
pub(crate) const CLAIMED: &str = "auth.claimed";

/// Everything the module listens to.
pub(crate) const NAMES: &[&str] = &[
    "bookings.requested",
    "bookings.accepted",
    "bookings.rejected",
    "bookings.cancelled",
    "bookings.started",
    "bookings.completed",
    "bookings.disputed",
    "bookings.released",
    REVIEWED,
    FOLLOWED,
    UNFOLLOWED,
    PUBLISHED,
    APPROVED,
    REJECTED,
    CLAIMED,
    LEDGER_DIFFERS,
];

/// What happened to a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Requested,
    Accepted,
    Rejected,
    Cancelled,
    Started,
    Completed,
    Disputed,
    Released,
}

impl Change {
    /// The change that an event tells of; `None` for other events.
    pub(crate) fn of(event: &str) -> Option<Self> {
        Some(match event {
            "bookings.requested" => Self::Requested,
            "bookings.accepted" => Self::Accepted,
            "bookings.rejected" => Self::Rejected,
            "bookings.cancelled" => Self::Cancelled,
            "bookings.started" => Self::Started,
            "bookings.completed" => Self::Completed,
            "bookings.disputed" => Self::Disputed,
            "bookings.released" => Self::Released,
            _ => return None,
        })
    }
}

/// Payload of every change of a booking.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct BookingChanged {
    pub(crate) booking_id: BookingId,
    pub(crate) client_id: UserId,
    pub(crate) provider_id: UserId,
    pub(crate) title: String,
    /// Member id, or `system`.
    pub(crate) by: String,
}

/// Who changed a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    Client,
    Provider,
    /// An admin, deciding a dispute.
    Admin,
    /// Time ran out.
    System,
}

impl BookingChanged {
    pub(crate) fn actor(&self) -> Actor {
        match self.by.as_str() {
            "system" => Actor::System,
            by if by == self.client_id.as_str() => Actor::Client,
            by if by == self.provider_id.as_str() => Actor::Provider,
            _ => Actor::Admin,
        }
    }
}

/// Payload of [`REVIEWED`].
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Reviewed {
    pub(crate) booking_id: BookingId,
    pub(crate) reviewer_id: UserId,
    pub(crate) reviewee_id: UserId,
    /// 1 to 5 stars.
    pub(crate) rating: i64,
}

/// Payload of [`FOLLOWED`] and [`UNFOLLOWED`].
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Followed {
    pub(crate) follower_id: UserId,
    pub(crate) following_id: UserId,
}

/// Payload of [`PUBLISHED`].
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Published {
    pub(crate) user_id: UserId,
    pub(crate) skill_id: String,
    pub(crate) skill_type: String,
}

/// Payload of [`APPROVED`] and [`REJECTED`].
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct PaperDecided {
    pub(crate) user_id: UserId,
    /// What it is: `passport`.
    pub(crate) document: String,
    /// Why it was rejected.
    pub(crate) reason: Option<String>,
}

/// Payload of [`CLAIMED`].
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Claimed {
    pub(crate) user_id: UserId,
    /// Who has told that the account's address is theirs: `Google`.
    pub(crate) provider: String,
}
