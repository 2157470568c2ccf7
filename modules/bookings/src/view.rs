//! What the API shows, and to whom.

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{BookingId, SkillId, Timestamp, UserId};

use crate::{
    change::settlement,
    machine::{self, Action, Actor, Next, Outcome, Status},
    model::{Booking, Dispute, Escrow, Method, Policy, Review},
    service::Directory,
};

/// A booking as one of its parties, or an admin, sees it.
#[derive(Debug, Object)]
#[oai(rename = "Booking", skip_serializing_if_is_none)]
pub(crate) struct BookingView {
    /// Its number.
    id: BookingId,
    /// What it is about.
    title: String,
    /// What the client needs.
    description: String,
    /// When it begins, RFC 3339.
    booking_date: String,
    /// Where. Providers see only the town and postcode district until they accept, and again
    /// from 30 days after it closed.
    booking_location: String,
    /// Degrees north; withheld like the exact location.
    booking_lat: Option<f64>,
    /// Degrees east; withheld like the exact location.
    booking_lon: Option<f64>,
    /// For how many hours.
    hours: u32,
    /// Where it stands.
    status: Status,
    /// Where the client's file is fetched from, with the access token.
    file_url: Option<String>,
    /// How it is paid.
    payment_method: Method,
    /// In pounds, or in tokens when `payment_method` is `spark_token`.
    price: f64,
    /// Where the money is.
    escrow: Escrow,
    /// When the provider's completion is paid, unless disputed before.
    release_at: Option<String>,
    /// When it was asked for, RFC 3339.
    created_at: String,
    /// When it last changed, RFC 3339.
    updated_at: String,
    /// Which skill.
    skills_id: SkillId,
    /// What the skill was called when it was booked.
    skill_type: String,
    /// The client's id.
    booking_user_id: UserId,
    /// The provider's id.
    booked_user_id: UserId,
    /// Who asked.
    client: Party,
    /// Who was asked.
    provider: Party,
    /// Every change, the first first.
    timeline: Vec<TimelineView>,
    /// What the caller may do now.
    actions: Vec<ActionName>,
    /// Whether the client has reviewed it.
    reviewed: bool,
    /// For the client, while they may call it off: what they would get back now.
    cancel_refund: Option<f64>,
}

/// One of the two people of a booking.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Party {
    /// Member id.
    id: UserId,
    /// First name.
    firstname: String,
    /// Last name.
    lastname: String,
    /// Root-relative picture.
    photourl: Option<String>,
    /// Telephone, from acceptance until 30 days after the booking closed.
    phone: Option<String>,
    /// Address for mail, from acceptance until 30 days after the booking closed.
    email: Option<String>,
    /// City; may be empty.
    location: String,
}

/// One change of a booking.
#[derive(Debug, Object)]
#[oai(rename = "TimelineEntry")]
pub(crate) struct TimelineView {
    /// The status it led to.
    status: Status,
    /// When, RFC 3339.
    at: String,
    /// Member id, or `system`.
    by: String,
}

/// What somebody may do with a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "BookingAction", rename_all = "snake_case")]
pub(crate) enum ActionName {
    /// Say yes.
    Accept,
    /// Say no.
    Reject,
    /// Begin the service.
    Start,
    /// Call it done.
    Complete,
    /// Call it off.
    Cancel,
    /// Ask an admin to decide.
    Dispute,
    /// Say how it was.
    Review,
}

/// A price before anybody has paid it.
#[derive(Debug, Object)]
#[oai(rename = "Quote")]
pub(crate) struct QuoteView {
    /// Pounds.
    pub(crate) price: f64,
    /// Tokens, when paid in tokens.
    pub(crate) spark_token: f64,
    /// For how many hours.
    pub(crate) hours: u32,
    /// What calling it off after acceptance costs.
    pub(crate) cancellation_policy: Policy,
}

/// A dispute about a booking.
#[derive(Debug, Object)]
#[oai(rename = "Dispute", skip_serializing_if_is_none)]
pub(crate) struct DisputeView {
    /// The booking's number as text.
    id: String,
    /// The booking.
    #[oai(rename = "bookingId")]
    booking_id: BookingId,
    /// The booking's title.
    title: String,
    /// What is wrong, in the words of whom it was opened by.
    message: String,
    /// Who opened it.
    opened_by: UserId,
    /// Whether it waits for a decision.
    status: DisputeStatus,
    /// How it was decided.
    outcome: Option<Outcome>,
    /// Percent for the provider, when it was split.
    provider_share: Option<u32>,
    /// Where the file is fetched from, with the access token.
    file_url: Option<String>,
    /// How the booking was paid.
    payment_method: Method,
    /// The booking's price, in pounds or tokens.
    price: f64,
    /// Who asked.
    client: Party,
    /// Who was asked.
    provider: Party,
    /// When it was opened, RFC 3339.
    created_at: String,
}

/// Whether a dispute waits for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum DisputeStatus {
    /// It does.
    Open,
    /// It has been decided.
    Resolved,
}

/// What a client says about a completed booking.
#[derive(Debug, Object)]
#[oai(rename = "Review")]
pub(crate) struct ReviewView {
    /// The booking's number as text.
    id: String,
    /// Which skill.
    skill_id: SkillId,
    /// What the skill was called when it was booked.
    skill_type: String,
    /// The booking.
    booking_id: BookingId,
    /// 1 to 5 stars.
    rating: u8,
    /// May be empty.
    comment: String,
    /// RFC 3339.
    created_at: String,
    /// Who wrote it.
    reviewer: Reviewer,
}

/// Who wrote a review.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct Reviewer {
    /// Member id.
    id: UserId,
    /// First name.
    firstname: String,
    /// Last name.
    lastname: String,
    /// Root-relative picture.
    photourl: Option<String>,
}

impl BookingView {
    /// What `viewer` may see of a booking at `now`. An admin sees what a provider sees before
    /// accepting.
    pub(crate) fn new(
        booking: &Booking,
        viewer: Actor,
        directory: &Directory,
        now: Timestamp,
    ) -> Self {
        let is_party = matches!(viewer, Actor::Client | Actor::Provider);
        let contact = is_party && booking.shares_contact(now);
        let exact = contact || viewer == Actor::Client;
        let point = booking.point.filter(|_| exact);
        Self {
            id: booking.id,
            title: booking.title.clone(),
            description: booking.description.clone(),
            booking_date: booking.starts_at.to_string(),
            booking_location: if exact { &booking.location } else { &booking.area }.clone(),
            booking_lat: point.map(|(lat, _)| lat),
            booking_lon: point.map(|(_, lon)| lon),
            hours: booking.hours,
            status: booking.state.status,
            file_url: booking.file.is_some().then(|| format!("/api/bookings/{}/file", booking.id)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            escrow: booking.escrow,
            release_at: booking.release_at.map(|at| at.to_string()),
            created_at: booking.created_at.to_string(),
            updated_at: booking.updated_at.to_string(),
            skills_id: booking.skill.clone(),
            skill_type: booking.skill_type.clone(),
            booking_user_id: booking.client.clone(),
            booked_user_id: booking.provider.clone(),
            client: Party::new(&booking.client, directory, contact),
            provider: Party::new(&booking.provider, directory, contact),
            timeline: timeline(booking),
            actions: actions(booking, viewer),
            reviewed: booking.reviewed,
            cancel_refund: cancel_refund(booking, viewer, now),
        }
    }
}

impl Party {
    fn new(user: &UserId, directory: &Directory, contact: bool) -> Self {
        let person = directory.person(user);
        let account = directory.account(user).filter(|_| contact);
        let (firstname, lastname) = name(user, directory);
        let phone = person.filter(|_| contact).map(|person| person.phone.clone());
        Self {
            id: user.clone(),
            firstname,
            lastname,
            photourl: person.and_then(|person| person.photourl.clone()),
            phone: phone.filter(|phone| !phone.is_empty()),
            email: account.map(|account| account.email.clone()),
            location: person.map_or_else(String::new, |person| person.location.clone()),
        }
    }
}

impl DisputeView {
    /// A dispute with what its booking tells about it.
    pub(crate) fn new(dispute: &Dispute, booking: &Booking, directory: &Directory) -> Self {
        let file = dispute.file.is_some();
        Self {
            id: dispute.booking.to_string(),
            booking_id: dispute.booking,
            title: booking.title.clone(),
            message: dispute.message.clone(),
            opened_by: dispute.opened_by.clone(),
            status: match dispute.decision {
                None => DisputeStatus::Open,
                Some(_) => DisputeStatus::Resolved,
            },
            outcome: dispute.decision.map(|decision| decision.outcome),
            provider_share: dispute.decision.and_then(|decision| decision.provider_share),
            file_url: file.then(|| format!("/api/dispute/{}/file", dispute.booking)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            client: Party::new(&booking.client, directory, false),
            provider: Party::new(&booking.provider, directory, false),
            created_at: dispute.created_at.to_string(),
        }
    }
}

impl ReviewView {
    /// A review with the name of its author.
    pub(crate) fn new(review: &Review, directory: &Directory) -> Self {
        let (firstname, lastname) = name(&review.reviewer, directory);
        let person = directory.person(&review.reviewer);
        Self {
            id: review.booking.to_string(),
            skill_id: review.skill.clone(),
            skill_type: review.skill_type.clone(),
            booking_id: review.booking,
            rating: review.rating,
            comment: review.comment.clone(),
            created_at: review.created_at.to_string(),
            reviewer: Reviewer {
                id: review.reviewer.clone(),
                firstname,
                lastname,
                photourl: person.and_then(|person| person.photourl.clone()),
            },
        }
    }
}

/// First and last name; people who have left keep none.
fn name(user: &UserId, directory: &Directory) -> (String, String) {
    match directory.person(user) {
        Some(person) => (person.firstname.clone(), person.lastname.clone()),
        None => ("Former".to_owned(), "member".to_owned()),
    }
}

fn timeline(booking: &Booking) -> Vec<TimelineView> {
    let entries = booking.timeline.iter();
    entries
        .map(|entry| TimelineView {
            status: entry.status,
            at: entry.at.to_string(),
            by: entry.by.clone(),
        })
        .collect()
}

fn actions(booking: &Booking, viewer: Actor) -> Vec<ActionName> {
    const OFFERED: [(Action, ActionName); 6] = [
        (Action::Accept, ActionName::Accept),
        (Action::Reject, ActionName::Reject),
        (Action::Start, ActionName::Start),
        (Action::Complete, ActionName::Complete),
        (Action::Cancel, ActionName::Cancel),
        (Action::Dispute, ActionName::Dispute),
    ];
    let allowed =
        |action| matches!(machine::next(booking.state, action, viewer), Ok(Next::Change(_)));
    let mut actions: Vec<_> =
        OFFERED.into_iter().filter(|(action, _)| allowed(*action)).map(|(_, name)| name).collect();
    if booking.can_be_reviewed() && viewer == Actor::Client {
        actions.push(ActionName::Review);
    }
    actions
}

fn cancel_refund(booking: &Booking, viewer: Actor, now: Timestamp) -> Option<f64> {
    if viewer != Actor::Client {
        return None;
    }
    let Ok(Next::Change(transition)) = machine::next(booking.state, Action::Cancel, viewer) else {
        return None;
    };
    settlement(booking, transition, 0, now).map(|split| number(split.to_client))
}

/// Hundredths as the number people know.
pub(crate) fn number(minor: i64) -> f64 {
    // Below 2^53 hundredths the nearest f64 prints back as the same two decimals.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    let whole = minor as f64;
    whole / 100.0
}
