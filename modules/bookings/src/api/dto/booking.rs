use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{
    ApiError, BookingId, CancellationPolicy, DateTime, IntentId, PaymentMethod, SkillId, UserId,
    multipart::Upload,
};

use super::{BookingPolicy, Party, SettlementView, number};
use crate::{
    api::file_of,
    model::{
        Booking, Escrow,
        machine::Status,
        proposal::ProposalStep,
        request::Request,
        seen::{Choice, SeenBooking},
    },
};

/// A request for somebody's time.
#[derive(Debug, Multipart)]
pub(crate) struct BookingForm {
    /// Which skill.
    skills_id: SkillId,
    /// Whose: the member who offers it.
    booked_user_id: UserId,
    /// At most 120 characters; when empty, `Booking for` and the skill.
    #[oai(default, validator(max_length = 120))]
    title: String,
    /// What is needed, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    description: String,
    /// Where, as people write it.
    #[oai(validator(max_length = 200))]
    booking_location: String,
    /// Degrees east; goes with `booking_lat`.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    booking_lon: Option<f64>,
    /// Degrees north; goes with `booking_lon`.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    booking_lat: Option<f64>,
    /// When it begins: RFC 3339, half an hour ahead or whatever notice the host wants, and at most
    /// 18 months.
    #[oai(validator(max_length = 64))]
    booking_date: String,
    /// For how many hours, 1 to 12; 1 when left out.
    #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
    hours: Option<u32>,
    /// What the quote said that calling it off costs: 409 `bookings.policy_changed` when the
    /// provider has changed it since. Not asked when left out.
    cancellation_policy: Option<BookingPolicy>,
    /// The payment made for it; not needed, or empty, when it costs nothing.
    #[oai(validator(max_length = 64))]
    payment_intent_id: Option<String>,
    /// How it is paid.
    payment_method: PaymentMethod,
    /// Anything that helps to explain, up to 10 MB; only the two parties and admins can read it.
    file: Option<Upload>,
}

impl BookingForm {
    /// The request, its file read.
    pub(crate) async fn request(self) -> Result<Request, ApiError> {
        let intent = match self.payment_intent_id.as_deref() {
            None | Some("") => None,
            Some(text) => Some(IntentId::received(text).ok_or_else(|| {
                ApiError::invalid("payment_intent_id", "This is not the id of a payment.")
            })?),
        };
        Ok(Request {
            skill: self.skills_id,
            provider: self.booked_user_id,
            title: self.title,
            description: self.description,
            location: self.booking_location,
            lat: self.booking_lat,
            lon: self.booking_lon,
            date: self.booking_date,
            hours: self.hours,
            policy: self.cancellation_policy.map(CancellationPolicy::from),
            method: self.payment_method,
            intent,
            file: file_of(self.file).await?,
        })
    }
}

/// The client's confirmation.
#[derive(Debug, Object)]
pub(crate) struct Confirmation {
    /// Always `completed`.
    pub(crate) status: ConfirmedStatus,
}

/// The only status that can be set.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ConfirmedStatus {
    /// The service was rendered.
    Completed,
}

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
    /// What calling it off costs the client once it is accepted.
    cancellation_policy: BookingPolicy,
    /// Where the money is.
    escrow: Escrow,
    /// How the money was divided, once it has left the escrow.
    settlement: Option<SettlementView>,
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
    /// Another time that one of the two proposes, while the other can answer.
    proposal: Option<ProposalView>,
    /// Every change, the first first.
    timeline: Vec<TimelineView>,
    /// What the caller may do now.
    actions: Vec<Choice>,
    /// What the caller may do later, if nothing else changes.
    later: Vec<LaterAction>,
    /// Until when the caller may do what they may do now, where that ends by itself.
    deadlines: Vec<ActionDeadline>,
    /// When time itself changes it, if nobody does before, RFC 3339: a request that nobody
    /// answered lapses, what nobody completed is called off, a completion is paid.
    due_at: Option<DateTime>,
    /// Whether it is ahead and the first between the two; lists say false.
    first_together: bool,
    /// Whether the client has reviewed it.
    reviewed: bool,
    /// For the client, while they may call it off: what they would get back now.
    cancel_refund: Option<f64>,
    /// For the client, while they may call it off: until when they would get everything back, RFC
    /// 3339; before acceptance they always do.
    full_refund_until: Option<DateTime>,
}

/// One change of a booking.
#[derive(Debug, Object)]
#[oai(rename = "TimelineEntry", skip_serializing_if_is_none)]
pub(crate) struct TimelineView {
    /// The status it led to.
    status: Status,
    /// When, RFC 3339.
    at: DateTime,
    /// Member id, or `system`.
    by: String,
    /// What became of another time, if this is about one; the status may be what it was.
    step: Option<ProposalStep>,
    /// The other time, RFC 3339.
    booking_date: Option<DateTime>,
    /// What they said to the other party.
    words: Option<String>,
}

/// Another time that one of the two proposes. The booked time stands until the other says yes, and
/// both are held.
#[derive(Debug, Object)]
#[oai(rename = "TimeProposal", skip_serializing_if_is_none)]
pub(crate) struct ProposalView {
    /// Who proposes it: a member id.
    by: UserId,
    /// When it would begin, RFC 3339; as long as it is.
    booking_date: DateTime,
    /// What they say about it.
    words: Option<String>,
    /// When they proposed it, RFC 3339.
    at: DateTime,
    /// Until just before when the other one can answer, RFC 3339.
    until: DateTime,
}

/// Something that the time for has not come.
#[derive(Debug, Object)]
pub(crate) struct LaterAction {
    /// What.
    action: Choice,
    /// From when, RFC 3339.
    from: DateTime,
}

/// Something that can be done for a while.
#[derive(Debug, Object)]
pub(crate) struct ActionDeadline {
    /// What.
    action: Choice,
    /// Until just before when, RFC 3339.
    until: DateTime,
}

impl From<SeenBooking> for BookingView {
    /// An admin sees what a provider sees before accepting.
    fn from(seen: SeenBooking) -> Self {
        let SeenBooking { booking, directory, .. } = &seen;
        let contact = seen.shows_contact();
        let point = booking.point.filter(|_| seen.shows_place());
        Self {
            id: booking.id,
            title: booking.title.clone(),
            description: booking.description.clone(),
            booking_date: booking.starts_at.into(),
            booking_location: seen.place().to_owned(),
            booking_lat: point.map(|point| point.lat),
            booking_lon: point.map(|point| point.lon),
            hours: booking.hours,
            status: booking.state.status,
            file_url: booking.file.is_some().then(|| format!("/api/bookings/{}/file", booking.id)),
            payment_method: booking.method,
            price: number(booking.price_minor),
            cancellation_policy: booking.policy.into(),
            escrow: booking.escrow,
            settlement: booking.settled.map(SettlementView::from),
            release_at: booking.release_at.map(DateTime::from),
            created_at: booking.created_at.into(),
            updated_at: booking.updated_at.into(),
            skills_id: booking.skill.clone(),
            skill_type: booking.skill_type.clone(),
            booking_user_id: booking.client.clone(),
            booked_user_id: booking.provider.clone(),
            client: Party::new(&booking.client, directory, contact),
            provider: Party::new(&booking.provider, directory, contact),
            proposal: proposal(&seen),
            timeline: timeline(booking),
            actions: seen.choices(),
            later: later(&seen),
            deadlines: deadlines(&seen),
            due_at: booking.due_at().map(DateTime::from),
            first_together: seen.first_together,
            reviewed: booking.reviewed,
            cancel_refund: seen.cancel_refund().map(number),
            full_refund_until: seen.full_refund_until().map(DateTime::from),
        }
    }
}

fn proposal(seen: &SeenBooking) -> Option<ProposalView> {
    let SeenBooking { booking, now, .. } = seen;
    let (proposal, until) = (booking.open_proposal(*now)?, booking.proposal_until()?);
    Some(ProposalView {
        by: proposal.by.clone(),
        booking_date: proposal.starts_at.into(),
        words: proposal.words.clone(),
        at: proposal.made_at.into(),
        until: until.into(),
    })
}

fn timeline(booking: &Booking) -> Vec<TimelineView> {
    let entries = booking.timeline.iter();
    entries
        .map(|entry| TimelineView {
            status: entry.status,
            at: entry.at.into(),
            by: entry.by.clone(),
            step: entry.step,
            booking_date: entry.starts_at.map(DateTime::from),
            words: entry.words.clone(),
        })
        .collect()
}

fn later(seen: &SeenBooking) -> Vec<LaterAction> {
    let choices = seen.later_choices().into_iter();
    choices.map(|(action, from)| LaterAction { action, from: from.into() }).collect()
}

fn deadlines(seen: &SeenBooking) -> Vec<ActionDeadline> {
    let choices = seen.deadlines().into_iter();
    choices.map(|(action, until)| ActionDeadline { action, until: until.into() }).collect()
}
