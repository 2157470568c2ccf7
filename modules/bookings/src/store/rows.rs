//! Rows as stored, and their way to what the rules see.

use sparkyard_kernel::{
    BookingId, Timestamp,
    db::{DbError, SurrealValue},
    ports::StoredFile,
};

use crate::{
    machine::{Action, Actor, Outcome, State, Status},
    model::{Booking, Decision, Dispute, Escrow, Method, Policy, Review, TimelineEntry},
};

/// One entry of a booking's timeline.
#[derive(Clone, SurrealValue)]
pub(super) struct TimelineRow {
    pub(super) status: String,
    pub(super) at: Timestamp,
    pub(super) by: String,
}

/// A booking with its id.
#[derive(SurrealValue)]
pub(super) struct BookingRow {
    pub(super) id: i64,
    client: String,
    provider: String,
    skill: String,
    skill_type: String,
    title: String,
    description: String,
    location: String,
    area: String,
    lat: Option<f64>,
    lon: Option<f64>,
    starts_at: Timestamp,
    payable_at: Timestamp,
    hours: i64,
    policy: String,
    method: String,
    price_minor: i64,
    escrow: String,
    file: Option<String>,
    file_type: Option<String>,
    status: String,
    last_action: String,
    last_by: String,
    timeline: Vec<TimelineRow>,
    reviewed: bool,
    accepted_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    release_at: Option<Timestamp>,
    due_at: Option<Timestamp>,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: i64,
    pub(super) newest: i64,
}

impl From<&TimelineEntry> for TimelineRow {
    fn from(entry: &TimelineEntry) -> Self {
        Self { status: entry.status.as_str().to_owned(), at: entry.at, by: entry.by.clone() }
    }
}

impl From<&Booking> for BookingRow {
    fn from(booking: &Booking) -> Self {
        let (file, file_type) = parts(booking.file.clone());
        Self {
            id: booking.id.0,
            client: booking.client.to_string(),
            provider: booking.provider.to_string(),
            skill: booking.skill.to_string(),
            skill_type: booking.skill_type.clone(),
            title: booking.title.clone(),
            description: booking.description.clone(),
            location: booking.location.clone(),
            area: booking.area.clone(),
            lat: booking.point.map(|(lat, _)| lat),
            lon: booking.point.map(|(_, lon)| lon),
            starts_at: booking.starts_at,
            payable_at: booking.payable_at,
            hours: booking.hours.into(),
            policy: booking.policy.as_str().to_owned(),
            method: booking.method.as_str().to_owned(),
            price_minor: booking.price_minor,
            escrow: booking.escrow.as_str().to_owned(),
            file,
            file_type,
            status: booking.state.status.as_str().to_owned(),
            last_action: booking.state.last.as_str().to_owned(),
            last_by: booking.state.by.as_str().to_owned(),
            timeline: booking.timeline.iter().map(TimelineRow::from).collect(),
            reviewed: booking.reviewed,
            accepted_at: booking.accepted_at,
            closed_at: booking.closed_at,
            release_at: booking.release_at,
            due_at: booking.due_at(),
            created_at: booking.created_at,
            updated_at: booking.updated_at,
            version: booking.version,
            newest: -booking.id.0,
        }
    }
}

impl TryFrom<BookingRow> for Booking {
    type Error = DbError;

    fn try_from(row: BookingRow) -> Result<Self, DbError> {
        let state = State {
            status: status(&row.status)?,
            last: known("action", &row.last_action, &Action::ALL, Action::as_str)?,
            by: known("actor", &row.last_by, &Actor::ALL, Actor::as_str)?,
        };
        let timeline = row.timeline.into_iter().map(TimelineEntry::try_from);
        Ok(Self {
            id: BookingId(row.id),
            client: row.client.into(),
            provider: row.provider.into(),
            skill: row.skill.into(),
            skill_type: row.skill_type,
            title: row.title,
            description: row.description,
            location: row.location,
            area: row.area,
            point: row.lat.zip(row.lon),
            starts_at: row.starts_at,
            payable_at: row.payable_at,
            hours: u32::try_from(row.hours).map_err(|_| corrupt("hours", &row.hours))?,
            policy: Policy::parse(&row.policy).ok_or_else(|| corrupt("policy", &row.policy))?,
            method: Method::parse(&row.method).ok_or_else(|| corrupt("method", &row.method))?,
            price_minor: row.price_minor,
            escrow: Escrow::parse(&row.escrow).ok_or_else(|| corrupt("escrow", &row.escrow))?,
            file: file(row.file, row.file_type),
            state,
            timeline: timeline.collect::<Result<_, _>>()?,
            reviewed: row.reviewed,
            accepted_at: row.accepted_at,
            closed_at: row.closed_at,
            release_at: row.release_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        })
    }
}

impl TryFrom<TimelineRow> for TimelineEntry {
    type Error = DbError;

    fn try_from(row: TimelineRow) -> Result<Self, DbError> {
        Ok(Self { status: status(&row.status)?, at: row.at, by: row.by })
    }
}

/// A dispute with the number of its booking.
#[derive(SurrealValue)]
pub(super) struct DisputeRow {
    pub(super) id: i64,
    opened_by: String,
    message: String,
    file: Option<String>,
    file_type: Option<String>,
    open: bool,
    outcome: Option<String>,
    provider_share: Option<i64>,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
    pub(super) newest: i64,
}

impl From<&Dispute> for DisputeRow {
    fn from(dispute: &Dispute) -> Self {
        let (file, file_type) = parts(dispute.file.clone());
        Self {
            id: dispute.booking.0,
            opened_by: dispute.opened_by.to_string(),
            message: dispute.message.clone(),
            file,
            file_type,
            open: true,
            outcome: None,
            provider_share: None,
            created_at: dispute.created_at,
            resolved_at: None,
            newest: super::newest(dispute.created_at, dispute.booking.0),
        }
    }
}

impl TryFrom<DisputeRow> for Dispute {
    type Error = DbError;

    fn try_from(row: DisputeRow) -> Result<Self, DbError> {
        let outcome = row.outcome.as_deref();
        let outcome = outcome
            .map(|text| known("outcome", text, &Outcome::ALL, Outcome::as_str))
            .transpose()?;
        let share = row.provider_share;
        let provider_share = share
            .map(|share| u32::try_from(share).map_err(|_| corrupt("share", &share)))
            .transpose()?;
        Ok(Self {
            booking: BookingId(row.id),
            opened_by: row.opened_by.into(),
            message: row.message,
            file: file(row.file, row.file_type),
            decision: outcome.map(|outcome| Decision { outcome, provider_share }),
            created_at: row.created_at,
        })
    }
}

/// A review with the number of its booking.
#[derive(SurrealValue)]
pub(super) struct ReviewRow {
    pub(super) id: i64,
    skill: String,
    skill_type: String,
    reviewer: String,
    reviewee: String,
    rating: i64,
    comment: String,
    created_at: Timestamp,
    pub(super) newest: i64,
}

impl From<&Review> for ReviewRow {
    fn from(review: &Review) -> Self {
        Self {
            id: review.booking.0,
            skill: review.skill.to_string(),
            skill_type: review.skill_type.clone(),
            reviewer: review.reviewer.to_string(),
            reviewee: review.reviewee.to_string(),
            rating: review.rating.into(),
            comment: review.comment.clone(),
            created_at: review.created_at,
            newest: super::newest(review.created_at, review.booking.0),
        }
    }
}

impl TryFrom<ReviewRow> for Review {
    type Error = DbError;

    fn try_from(row: ReviewRow) -> Result<Self, DbError> {
        Ok(Self {
            booking: BookingId(row.id),
            skill: row.skill.into(),
            skill_type: row.skill_type,
            reviewer: row.reviewer.into(),
            reviewee: row.reviewee.into(),
            rating: u8::try_from(row.rating).map_err(|_| corrupt("rating", &row.rating))?,
            comment: row.comment,
            created_at: row.created_at,
        })
    }
}

fn status(text: &str) -> Result<Status, DbError> {
    known("status", text, &Status::ALL, Status::as_str)
}

fn known<T: Copy>(
    what: &str,
    text: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T, DbError> {
    all.iter().copied().find(|one| name(*one) == text).ok_or_else(|| corrupt(what, &text))
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
