//! A dispute about a booking: who said what, and how it was decided.

use poem_openapi::Enum;
use sparkyard_kernel::{
    BookingId, ItemId, Timestamp, UserId,
    ports::{LedgerLine, StoredFile},
};
use surrealdb::types::SurrealValue;

use super::{
    machine::{Actor, Outcome},
    seen::{SeenBooking, SeenDispute},
};

/// A dispute about a booking.
#[derive(Clone, Debug)]
pub(crate) struct Dispute {
    pub(crate) booking: BookingId,
    /// `None` when the time of a booking was up whose one party is suspended.
    pub(crate) opened_by: Option<UserId>,
    pub(crate) message: String,
    pub(crate) file: Option<StoredFile>,
    /// How many statements followed.
    pub(crate) statements: i64,
    /// `None` while it is open.
    pub(crate) decision: Option<Decision>,
    pub(crate) resolved_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
}

/// How a dispute was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    /// Percent for the provider; set for a split only.
    pub(crate) provider_share: Option<u32>,
    /// Why, for both parties; `None` of those from before anybody was asked for it.
    pub(crate) reason: Option<String>,
}

/// Whose words a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "StatementPart", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Part {
    /// Who asked for the booking.
    Client,
    /// Who was asked.
    Provider,
    /// An admin of the community, who has no part in the booking.
    Staff,
}

impl From<Option<Actor>> for Part {
    /// Whoever is no party and may speak is staff.
    fn from(actor: Option<Actor>) -> Self {
        match actor {
            Some(Actor::Client) => Self::Client,
            Some(Actor::Provider) => Self::Provider,
            Some(Actor::Admin | Actor::System) | None => Self::Staff,
        }
    }
}

/// What somebody said in a dispute after it was opened.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) id: ItemId,
    pub(crate) booking: BookingId,
    pub(crate) author: UserId,
    pub(crate) part: Part,
    pub(crate) message: String,
    pub(crate) file: Option<StoredFile>,
    pub(crate) at: Timestamp,
    /// Its place in the dispute, from 1 on; the store gives it.
    pub(crate) seq: i64,
}

/// Whether a sender may call a statement so: a UUID or the like.
pub(crate) fn can_be_client_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (8..=64).contains(&text.len()) && text.bytes().all(fits)
}

/// A dispute with all that an admin needs to decide it, but for what was said.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) dispute: SeenDispute,
    pub(crate) booking: SeenBooking,
    pub(crate) ledger: Vec<LedgerLine>,
}
