//! A dispute about a booking, its statements and its decision.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    BookingId, ItemId, Timestamp, UserId,
    ports::{LedgerLine, StoredFile},
};
use surrealdb::types::SurrealValue;

use super::{
    machine::{Actor, Outcome},
    seen::{BookingForViewer, DisputeForViewer},
};

/// Time to answer a dispute; longer than a weekend.
const ANSWER_TIME: Duration = Duration::from_hours(72);

/// A dispute about a booking.
#[derive(Clone, Debug)]
pub(crate) struct Dispute {
    pub(crate) booking: BookingId,
    /// Member who opened it; `None` if the booking fell due while a party was suspended.
    pub(crate) opened_by: Option<UserId>,
    pub(crate) message: String,
    pub(crate) file: Option<StoredFile>,
    /// Number of statements.
    pub(crate) statements: i64,
    /// Whether the party that did not open it has made a statement.
    pub(crate) answered: bool,
    /// Decision; `None` while the dispute is open.
    pub(crate) decision: Option<Decision>,
    pub(crate) resolved_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
}

impl Dispute {
    /// Returns the time by which the other party is asked for their side; `None` once they have
    /// given it, and if there is nobody to ask.
    pub(crate) fn answer_by(&self) -> Option<Timestamp> {
        let waits = self.decision.is_none() && self.opened_by.is_some() && !self.answered;
        waits.then(|| answer_by(self.created_at))
    }
}

/// Returns the time by which the other party is asked for their side.
pub(crate) fn answer_by(opened_at: Timestamp) -> Timestamp {
    opened_at + ANSWER_TIME
}

/// The decision of a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) outcome: Outcome,
    /// The provider's share in percent; only set for a split.
    pub(crate) provider_share: Option<u32>,
    /// Reason, shown to both parties; `None` for decisions made before it was required.
    pub(crate) reason: Option<String>,
}

/// Part of a statement's author in the dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "StatementPart", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Part {
    /// The client of the booking.
    Client,
    /// The provider of the booking.
    Provider,
    /// An admin who is not a party to the booking.
    Staff,
}

impl From<Option<Actor>> for Part {
    /// Maps anyone else who may make a statement to staff.
    fn from(actor: Option<Actor>) -> Self {
        match actor {
            Some(Actor::Client) => Self::Client,
            Some(Actor::Provider) => Self::Provider,
            Some(Actor::Admin | Actor::System) | None => Self::Staff,
        }
    }
}

/// A statement made after a dispute was opened.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) id: ItemId,
    pub(crate) booking: BookingId,
    pub(crate) author: UserId,
    /// Delegate who wrote it for the author.
    pub(crate) delegate: Option<UserId>,
    pub(crate) part: Part,
    pub(crate) message: String,
    pub(crate) file: Option<StoredFile>,
    pub(crate) at: Timestamp,
    /// Sequence number within the dispute, from 1; assigned by the store.
    pub(crate) seq: i64,
}

/// Checks the form of an idempotency key: a UUID or similar.
pub(crate) fn can_be_client_id(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (8..=64).contains(&text.len()) && text.bytes().all(fits)
}

/// A dispute with everything an admin needs to decide it, except the statements.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) dispute: DisputeForViewer,
    pub(crate) booking: BookingForViewer,
    pub(crate) ledger: Vec<LedgerLine>,
}
