use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{
    ApiError, BookingId, CancellationPolicy, DateTime, IntentId, ItemId, PaymentMethod, SkillId,
    UserId, multipart::Upload, ports::ChargebackState,
};

use super::{BookingPolicy, ExpensesView, Party, SettlementView, number, whole_name};
use crate::{
    api::file_of,
    model::{
        Escrow,
        history::{Event, EventKind},
        machine::{Actor, Status},
        people::Directory,
        request::Request,
        seen::{BookingForViewer, Choice},
    },
};

/// A request for a booking.
#[derive(Debug, Multipart)]
pub(crate) struct BookingForm {
    /// The skill.
    skills_id: SkillId,
    /// The member who offers the skill.
    booked_user_id: UserId,
    /// Title, at most 120 characters; if empty, `Booking for` and the skill.
    #[oai(default, validator(max_length = 120))]
    title: String,
    /// Description of what is needed, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    description: String,
    /// Location, as free text.
    #[oai(validator(max_length = 200))]
    booking_location: String,
    /// Longitude in degrees; requires `booking_lat`.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    booking_lon: Option<f64>,
    /// Latitude in degrees; requires `booking_lon`.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    booking_lat: Option<f64>,
    /// Start, RFC 3339: at least half an hour ahead, or the operator's notice period, and at most
    /// 18 months.
    #[oai(validator(max_length = 64))]
    booking_date: String,
    /// Length in hours, 1 to 12; defaults to 1.
    #[oai(validator(minimum(value = "1"), maximum(value = "12")))]
    hours: Option<u32>,
    /// The cancellation policy in the quote: 409 `bookings.policy_changed` if the provider has
    /// changed it since. Not checked if left out.
    cancellation_policy: Option<BookingPolicy>,
    /// The payment intent; empty or left out for a free booking.
    #[oai(validator(max_length = 64))]
    payment_intent_id: Option<String>,
    /// Payment method.
    payment_method: PaymentMethod,
    /// The most that the client would pay for expenses such as materials beside the price, in
    /// pounds, 0 to 200; defaults to 0. It cannot be changed later. 422 in a community that does
    /// not use pounds.
    #[oai(rename = "expensesCap")]
    expenses_cap: Option<f64>,
    /// Need of yours on the board for which you book; the booking takes its title. Once the booking
    /// is made, the need is arranged, if the provider answered it. 422 for a need that is not
    /// yours, or that is not there any more.
    need_id: Option<ItemId>,
    /// Supporting file, up to 10 MB; readable only by the two parties and admins. Pictures are
    /// stored without metadata. 415 for a video, or for a picture other than JPEG, PNG, WebP or
    /// HEIC.
    file: Option<Upload>,
}

impl BookingForm {
    /// Converts the form, reading its file.
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
            expenses_cap: self.expenses_cap,
            need: self.need_id,
            file: file_of(self.file).await?,
        })
    }
}

/// Confirmation by the client that the service was rendered.
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

/// A booking as a party or an admin sees it.
#[derive(Debug, Object)]
#[oai(rename = "Booking", skip_serializing_if_is_none)]
pub(crate) struct BookingView {
    /// The booking's number.
    id: BookingId,
    /// Title of the booking.
    title: String,
    /// Description of what the client needs.
    description: String,
    /// Start, RFC 3339.
    booking_date: DateTime,
    /// Location. Providers see only the town and postcode district before acceptance, and again
    /// from 30 days after the booking closed.
    booking_location: String,
    /// Latitude in degrees; withheld like the exact location.
    booking_lat: Option<f64>,
    /// Longitude in degrees; withheld like the exact location.
    booking_lon: Option<f64>,
    /// Length in hours.
    hours: u32,
    /// Current status.
    status: Status,
    /// URL of the client's file; needs the access token.
    file_url: Option<String>,
    /// Payment method.
    payment_method: PaymentMethod,
    /// Price in pounds, or in tokens if `payment_method` is `spark_token`.
    price: f64,
    /// Cost for the client of cancelling after acceptance.
    cancellation_policy: BookingPolicy,
    /// State of the money.
    escrow: Escrow,
    /// Division of the money, once it has left escrow.
    settlement: Option<SettlementView>,
    /// State of the dispute of the card payment at the client's bank; left out if there was none.
    /// While it is `open`, the money moves nowhere.
    chargeback: Option<ChargebackState>,
    /// The most expenses that the client agreed to, in pounds.
    expenses_cap: f64,
    /// Expenses that the provider has asked for, beside the price.
    expenses: Option<ExpensesView>,
    /// Time at which the provider's completion is paid, unless disputed before.
    release_at: Option<DateTime>,
    /// Time of the request, RFC 3339.
    created_at: DateTime,
    /// Time of the last change, RFC 3339.
    updated_at: DateTime,
    /// The skill.
    skills_id: SkillId,
    /// Name of the skill at the time of booking.
    skill_type: String,
    /// Need on the board from which the client booked; the title is that of the need.
    need_id: Option<ItemId>,
    /// The client's id.
    booking_user_id: UserId,
    /// The provider's id.
    booked_user_id: UserId,
    /// The client.
    client: Party,
    /// The provider.
    provider: Party,
    /// Another time proposed by one party, while the other can answer.
    proposal: Option<ProposalView>,
    /// Events of the booking, oldest first.
    timeline: Vec<EventView>,
    /// Actions that the caller may take now.
    actions: Vec<Choice>,
    /// Actions that the caller may take later, if nothing else changes.
    later: Vec<LaterAction>,
    /// Deadlines of the caller's current actions, where they have one.
    deadlines: Vec<ActionDeadline>,
    /// Time at which the booking changes by itself, RFC 3339: an unanswered request expires, an
    /// uncompleted booking is cancelled, a completion is paid.
    due_at: Option<DateTime>,
    /// Whether this is an upcoming booking and the first between the two; always false in lists.
    first_together: bool,
    /// Whether the client has reviewed the booking; for the provider, once they can see the review.
    reviewed: bool,
    /// Whether staff look at your review before others see it.
    review_held: bool,
    /// The client's refund if they cancelled now; present while they may cancel.
    cancel_refund: Option<f64>,
    /// Deadline for the client to cancel with a full refund, RFC 3339; present while they may
    /// cancel. Before acceptance the refund is always full.
    full_refund_until: Option<DateTime>,
}

/// An event in the history of a booking.
#[derive(Debug, Object)]
#[oai(rename = "BookingEvent", skip_serializing_if_is_none)]
pub(crate) struct EventView {
    /// Kind of event.
    kind: EventKind,
    /// Status after the event; a proposal may leave it unchanged.
    status: Status,
    /// Actor; `system` for changes by the passing of time.
    by: Actor,
    /// Name of the member who acted for `by` as their delegate.
    delegate: Option<String>,
    /// Time of the event, RFC 3339.
    at: DateTime,
    /// The requested, accepted, proposed or answered start, RFC 3339.
    booking_date: Option<DateTime>,
    /// Message to the other party.
    words: Option<String>,
    /// Sum of the expenses that the event is about, in pounds.
    expenses: Option<f64>,
    /// Division of the money.
    settlement: Option<SettlementView>,
}

impl EventView {
    fn new(event: Event, directory: &Directory) -> Self {
        Self {
            kind: event.kind,
            status: event.status,
            by: event.by,
            delegate: event.delegate.map(|delegate| whole_name(&delegate, directory)),
            at: event.at.into(),
            booking_date: event.starts_at.map(DateTime::from),
            words: event.words,
            expenses: event.expenses.map(number),
            settlement: event.settled.map(SettlementView::from),
        }
    }
}

/// Another time proposed by one party. The booked time stands until the other accepts, and both
/// times are reserved.
#[derive(Debug, Object)]
#[oai(rename = "TimeProposal", skip_serializing_if_is_none)]
pub(crate) struct ProposalView {
    /// Member id of the proposer.
    by: UserId,
    /// Proposed start, RFC 3339; the length is unchanged.
    booking_date: DateTime,
    /// Message from the proposer.
    words: Option<String>,
    /// Time of the proposal, RFC 3339.
    at: DateTime,
    /// End, exclusive, of the time to answer, RFC 3339.
    until: DateTime,
}

/// An action that is not possible yet.
#[derive(Debug, Object)]
pub(crate) struct LaterAction {
    /// The action.
    action: Choice,
    /// Time from which it is possible, RFC 3339.
    from: DateTime,
}

/// An action with a deadline.
#[derive(Debug, Object)]
pub(crate) struct ActionDeadline {
    /// The action.
    action: Choice,
    /// Deadline, exclusive, RFC 3339.
    until: DateTime,
}

impl From<BookingForViewer> for BookingView {
    /// Converts a booking for its viewer. An admin sees what a provider sees before accepting.
    fn from(seen: BookingForViewer) -> Self {
        let BookingForViewer { booking, directory, .. } = &seen;
        let contact = seen.shows_contact();
        let is_client = seen.viewer == Actor::Client;
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
            chargeback: booking.chargeback,
            expenses_cap: number(booking.expenses_cap),
            expenses: ExpensesView::of(booking),
            release_at: booking.release_at.map(DateTime::from),
            created_at: booking.created_at.into(),
            updated_at: booking.updated_at.into(),
            skills_id: booking.skill.clone(),
            skill_type: booking.skill_type.clone(),
            need_id: booking.need.clone(),
            booking_user_id: booking.client.clone(),
            booked_user_id: booking.provider.clone(),
            client: Party::new(&booking.client, directory, contact),
            provider: Party::new(&booking.provider, directory, contact),
            proposal: proposal(&seen),
            timeline: {
                let events = booking.history().into_iter();
                events.map(|event| EventView::new(event, directory)).collect()
            },
            actions: seen.choices(),
            later: later(&seen),
            deadlines: deadlines(&seen),
            due_at: booking.due_at().map(DateTime::from),
            first_together: seen.first_together,
            reviewed: booking.reviewed && (!booking.review_held || is_client),
            review_held: booking.review_held && is_client,
            cancel_refund: seen.cancel_refund().map(number),
            full_refund_until: seen.full_refund_until().map(DateTime::from),
        }
    }
}

fn proposal(seen: &BookingForViewer) -> Option<ProposalView> {
    let BookingForViewer { booking, now, .. } = seen;
    let (proposal, until) = (booking.open_proposal(*now)?, booking.proposal_until()?);
    Some(ProposalView {
        by: proposal.by.clone(),
        booking_date: proposal.starts_at.into(),
        words: proposal.words.clone(),
        at: proposal.made_at.into(),
        until: until.into(),
    })
}

fn later(seen: &BookingForViewer) -> Vec<LaterAction> {
    let choices = seen.later_choices().into_iter();
    choices.map(|(action, from)| LaterAction { action, from: from.into() }).collect()
}

fn deadlines(seen: &BookingForViewer) -> Vec<ActionDeadline> {
    let choices = seen.deadlines().into_iter();
    choices.map(|(action, until)| ActionDeadline { action, until: until.into() }).collect()
}
