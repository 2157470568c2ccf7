//! Rows as stored, and their conversions.

mod review;

use sparkyard_kernel::{
    BookingId, CancellationPolicy, ItemId, PaymentMethod, Point, SkillId, Timestamp, UserId,
    db::{DbError, SurrealValue},
    ports::{ChargebackState, EscrowSplit, StoredFile},
};

use crate::model::{
    Booking, Decision, Dispute, Escrow, TimelineEntry,
    dispute::{Part, Statement},
    expenses::{ExpenseItem, Expenses, ExpensesState},
    machine::{Action, Actor, Outcome, State, Status},
    proposal::Proposal,
};

pub(super) use review::ReviewRow;

/// A booking with its id.
#[derive(SurrealValue)]
pub(super) struct BookingRow {
    pub(super) id: BookingId,
    client: UserId,
    provider: UserId,
    skill: SkillId,
    skill_type: String,
    title: String,
    description: String,
    location: String,
    area: String,
    lat: Option<f64>,
    lon: Option<f64>,
    starts_at: Timestamp,
    proposed_by: Option<UserId>,
    proposed_for: Option<Timestamp>,
    proposed_words: Option<String>,
    proposed_at: Option<Timestamp>,
    payable_at: Timestamp,
    hours: i64,
    policy: CancellationPolicy,
    method: PaymentMethod,
    price_minor: i64,
    escrow: Escrow,
    to_client: Option<i64>,
    to_provider: Option<i64>,
    chargeback: Option<ChargebackState>,
    expenses_cap: i64,
    expenses_state: Option<ExpensesState>,
    expenses_at: Option<Timestamp>,
    expenses_items: Vec<ExpenseItem>,
    file: Option<String>,
    file_type: Option<String>,
    need: Option<ItemId>,
    status: Status,
    last_action: Action,
    last_by: Actor,
    timeline: Vec<TimelineEntry>,
    reviewed: bool,
    review_held: Option<bool>,
    accepted_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    release_at: Option<Timestamp>,
    due_at: Option<Timestamp>,
    file_kept_since: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: i64,
    pub(super) newest: i64,
    pub(super) changed: i64,
}

impl From<&Booking> for BookingRow {
    fn from(booking: &Booking) -> Self {
        let (file, file_type) = parts(booking.file.clone());
        let proposal = booking.proposal.as_ref();
        Self {
            id: booking.id,
            client: booking.client.clone(),
            provider: booking.provider.clone(),
            skill: booking.skill.clone(),
            skill_type: booking.skill_type.clone(),
            title: booking.title.clone(),
            description: booking.description.clone(),
            location: booking.location.clone(),
            area: booking.area.clone(),
            lat: booking.point.map(|point| point.lat),
            lon: booking.point.map(|point| point.lon),
            starts_at: booking.starts_at,
            proposed_by: proposal.map(|proposal| proposal.by.clone()),
            proposed_for: proposal.map(|proposal| proposal.starts_at),
            proposed_words: proposal.and_then(|proposal| proposal.words.clone()),
            proposed_at: proposal.map(|proposal| proposal.made_at),
            payable_at: booking.payable_at,
            hours: booking.hours.into(),
            policy: booking.policy,
            method: booking.method,
            price_minor: booking.price_minor,
            escrow: booking.escrow,
            to_client: booking.settled.map(|split| split.to_client),
            to_provider: booking.settled.map(|split| split.to_provider),
            chargeback: booking.chargeback,
            expenses_cap: booking.expenses_cap,
            expenses_state: booking.expenses.as_ref().map(|expenses| expenses.state),
            expenses_at: booking.expenses.as_ref().map(|expenses| expenses.asked_at),
            expenses_items: booking
                .expenses
                .as_ref()
                .map_or_else(Vec::new, |expenses| expenses.items.clone()),
            file,
            file_type,
            need: booking.need.clone(),
            status: booking.state.status,
            last_action: booking.state.last,
            last_by: booking.state.by,
            timeline: booking.timeline.clone(),
            reviewed: booking.reviewed,
            review_held: booking.review_held.then_some(true),
            accepted_at: booking.accepted_at,
            closed_at: booking.closed_at,
            release_at: booking.release_at,
            due_at: booking.next_change_at(),
            file_kept_since: booking.closed_at.filter(|_| booking.file.is_some()),
            created_at: booking.created_at,
            updated_at: booking.updated_at,
            version: booking.version,
            newest: -booking.id.0,
            changed: super::newest(booking.updated_at, booking.id.0),
        }
    }
}

impl TryFrom<BookingRow> for Booking {
    type Error = DbError;

    fn try_from(row: BookingRow) -> Result<Self, DbError> {
        let state = State { status: row.status, last: row.last_action, by: row.last_by };
        let proposal = match (row.proposed_by, row.proposed_for, row.proposed_at) {
            (Some(by), Some(starts_at), Some(made_at)) => {
                Some(Proposal { by, starts_at, words: row.proposed_words, made_at })
            }
            _ => None,
        };
        let expenses = row.expenses_state.zip(row.expenses_at);
        let expenses = expenses.map(|(state, asked_at)| Expenses {
            items: row.expenses_items,
            state,
            asked_at,
        });
        Ok(Self {
            id: row.id,
            client: row.client,
            provider: row.provider,
            skill: row.skill,
            skill_type: row.skill_type,
            title: row.title,
            description: row.description,
            location: row.location,
            area: row.area,
            point: row.lat.zip(row.lon).map(|(lat, lon)| Point { lat, lon }),
            starts_at: row.starts_at,
            proposal,
            payable_at: row.payable_at,
            hours: u32::try_from(row.hours).map_err(|_| corrupt("hours", &row.hours))?,
            policy: row.policy,
            method: row.method,
            price_minor: row.price_minor,
            escrow: row.escrow,
            settled: row
                .to_client
                .zip(row.to_provider)
                .map(|(to_client, to_provider)| EscrowSplit { to_client, to_provider }),
            chargeback: row.chargeback,
            expenses_cap: row.expenses_cap,
            expenses,
            file: file(row.file, row.file_type),
            need: row.need,
            state,
            timeline: row.timeline,
            reviewed: row.reviewed,
            review_held: row.review_held.unwrap_or_default(),
            accepted_at: row.accepted_at,
            closed_at: row.closed_at,
            release_at: row.release_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        })
    }
}

/// A dispute; the id is the number of its booking.
#[derive(SurrealValue)]
pub(super) struct DisputeRow {
    pub(super) id: BookingId,
    opened_by: Option<UserId>,
    message: String,
    file: Option<String>,
    file_type: Option<String>,
    open: bool,
    outcome: Option<Outcome>,
    provider_share: Option<i64>,
    reason: Option<String>,
    statements: i64,
    answered: bool,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
    file_kept_since: Option<Timestamp>,
    pub(super) newest: i64,
}

impl From<&Dispute> for DisputeRow {
    fn from(dispute: &Dispute) -> Self {
        let (file, file_type) = parts(dispute.file.clone());
        Self {
            id: dispute.booking,
            opened_by: dispute.opened_by.clone(),
            message: dispute.message.clone(),
            file,
            file_type,
            open: true,
            outcome: None,
            provider_share: None,
            reason: None,
            statements: dispute.statements,
            answered: dispute.answered,
            created_at: dispute.created_at,
            resolved_at: None,
            file_kept_since: None,
            newest: super::newest(dispute.created_at, dispute.booking.0),
        }
    }
}

impl TryFrom<DisputeRow> for Dispute {
    type Error = DbError;

    fn try_from(row: DisputeRow) -> Result<Self, DbError> {
        let share = row.provider_share;
        let provider_share = share
            .map(|share| u32::try_from(share).map_err(|_| corrupt("share", &share)))
            .transpose()?;
        Ok(Self {
            booking: row.id,
            opened_by: row.opened_by,
            message: row.message,
            file: file(row.file, row.file_type),
            statements: row.statements,
            answered: row.answered,
            decision: row.outcome.map(|outcome| Decision {
                outcome,
                provider_share,
                reason: row.reason,
            }),
            resolved_at: row.resolved_at,
            created_at: row.created_at,
        })
    }
}

/// A statement in a dispute; its sequence number is assigned when it is stored.
#[derive(SurrealValue)]
pub(super) struct StatementRow {
    id: ItemId,
    booking: BookingId,
    author: UserId,
    part: Part,
    message: String,
    file: Option<String>,
    file_type: Option<String>,
    at: Timestamp,
    delegate: Option<UserId>,
    pub(super) seq: i64,
}

impl From<&Statement> for StatementRow {
    fn from(statement: &Statement) -> Self {
        let (file, file_type) = parts(statement.file.clone());
        Self {
            id: statement.id.clone(),
            booking: statement.booking,
            author: statement.author.clone(),
            part: statement.part,
            message: statement.message.clone(),
            file,
            file_type,
            at: statement.at,
            delegate: statement.delegate.clone(),
            seq: statement.seq,
        }
    }
}

impl From<StatementRow> for Statement {
    fn from(row: StatementRow) -> Self {
        Self {
            id: row.id,
            booking: row.booking,
            author: row.author,
            part: row.part,
            message: row.message,
            file: file(row.file, row.file_type),
            at: row.at,
            delegate: row.delegate,
            seq: row.seq,
        }
    }
}

fn corrupt(what: &str, found: &dyn std::fmt::Debug) -> DbError {
    DbError::Corrupt(format!("bookings: {what} {found:?}"))
}

fn parts(file: Option<StoredFile>) -> (Option<String>, Option<String>) {
    file.map(|file| (file.key, file.media_type)).unzip()
}

fn file(key: Option<String>, media_type: Option<String>) -> Option<StoredFile> {
    key.zip(media_type).map(|(key, media_type)| StoredFile { key, media_type })
}
