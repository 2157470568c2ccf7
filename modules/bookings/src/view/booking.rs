use poem_openapi::{Enum, Object};
use sparkyard_kernel::{BookingId, DateTime, PaymentMethod, SkillId, Timestamp, UserId};

use super::{Party, number};
use crate::{
    change::settlement,
    machine::{self, Action, Actor, Next, Refused, Status},
    model::{Booking, Escrow},
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
    booking_date: DateTime,
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
    payment_method: PaymentMethod,
    /// In pounds, or in tokens when `payment_method` is `spark_token`.
    price: f64,
    /// Where the money is.
    escrow: Escrow,
    /// When the provider's completion is paid, unless disputed before.
    release_at: Option<DateTime>,
    /// When it was asked for, RFC 3339.
    created_at: DateTime,
    /// When it last changed, RFC 3339.
    updated_at: DateTime,
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
    /// What the caller may do later, if nothing else changes.
    later: Vec<LaterAction>,
    /// Whether the client has reviewed it.
    reviewed: bool,
    /// For the client, while they may call it off: what they would get back now.
    cancel_refund: Option<f64>,
}

/// One change of a booking.
#[derive(Debug, Object)]
#[oai(rename = "TimelineEntry")]
pub(crate) struct TimelineView {
    /// The status it led to.
    status: Status,
    /// When, RFC 3339.
    at: DateTime,
    /// Member id, or `system`.
    by: String,
}

/// Something that the time for has not come.
#[derive(Debug, Object)]
pub(crate) struct LaterAction {
    /// What.
    action: ActionName,
    /// From when, RFC 3339.
    from: DateTime,
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
            booking_date: booking.starts_at.into(),
            booking_location: if exact { &booking.location } else { &booking.area }.clone(),
            booking_lat: point.map(|point| point.lat),
            booking_lon: point.map(|point| point.lon),
            hours: booking.hours,
            status: booking.state.status,
            file_url: booking.file.is_some().then(|| format!("/api/bookings/{}/file", booking.id)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            escrow: booking.escrow,
            release_at: booking.release_at.map(DateTime::from),
            created_at: booking.created_at.into(),
            updated_at: booking.updated_at.into(),
            skills_id: booking.skill.clone(),
            skill_type: booking.skill_type.clone(),
            booking_user_id: booking.client.clone(),
            booked_user_id: booking.provider.clone(),
            client: Party::new(&booking.client, directory, contact),
            provider: Party::new(&booking.provider, directory, contact),
            timeline: timeline(booking),
            actions: actions(booking, viewer, now),
            later: later(booking, viewer, now),
            reviewed: booking.reviewed,
            cancel_refund: cancel_refund(booking, viewer, now),
        }
    }
}

fn timeline(booking: &Booking) -> Vec<TimelineView> {
    let entries = booking.timeline.iter();
    entries
        .map(|entry| TimelineView {
            status: entry.status,
            at: entry.at.into(),
            by: entry.by.clone(),
        })
        .collect()
}

const OFFERED: [(Action, ActionName); 6] = [
    (Action::Accept, ActionName::Accept),
    (Action::Reject, ActionName::Reject),
    (Action::Start, ActionName::Start),
    (Action::Complete, ActionName::Complete),
    (Action::Cancel, ActionName::Cancel),
    (Action::Dispute, ActionName::Dispute),
];

fn actions(booking: &Booking, viewer: Actor, now: Timestamp) -> Vec<ActionName> {
    let moment = booking.moment(now);
    let allowed = |action| {
        matches!(machine::next(booking.state, action, viewer, &moment), Ok(Next::Change(_)))
    };
    let mut actions: Vec<_> =
        OFFERED.into_iter().filter(|(action, _)| allowed(*action)).map(|(_, name)| name).collect();
    if booking.can_be_reviewed() && viewer == Actor::Client {
        actions.push(ActionName::Review);
    }
    actions
}

fn later(booking: &Booking, viewer: Actor, now: Timestamp) -> Vec<LaterAction> {
    let moment = booking.moment(now);
    let waits = |(action, name)| match machine::next(booking.state, action, viewer, &moment) {
        Err(Refused::TooEarly(_, from)) => Some(LaterAction { action: name, from: from.into() }),
        _ => None,
    };
    OFFERED.into_iter().filter_map(waits).collect()
}

fn cancel_refund(booking: &Booking, viewer: Actor, now: Timestamp) -> Option<f64> {
    if viewer != Actor::Client {
        return None;
    }
    let next = machine::next(booking.state, Action::Cancel, viewer, &booking.moment(now));
    let Ok(Next::Change(transition)) = next else { return None };
    settlement(booking, transition, 0, now).map(|split| number(split.to_client))
}
