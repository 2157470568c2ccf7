//! Bookings, disputes and reviews as somebody looks at them, and what they may do about them.

use std::sync::Arc;

use poem_openapi::Enum;
use sparkyard_kernel::Timestamp;

use super::{
    Booking, Dispute, Escrow, Review,
    dispute::Statement,
    machine::{self, Action, Actor, Next, Refused, Status},
    people::Directory,
    pricing::settlement,
};

/// A booking as one of its parties, or an admin, looks at it.
#[derive(Clone, Debug)]
pub(crate) struct SeenBooking {
    pub(crate) booking: Booking,
    pub(crate) viewer: Actor,
    /// Both parties, as far as they are still there.
    pub(crate) directory: Arc<Directory>,
    /// It is ahead, and the two have completed none together; lists do not ask.
    pub(crate) first_together: bool,
    pub(crate) now: Timestamp,
}

/// A booking between two people, with what its client said about it.
#[derive(Clone, Debug)]
pub(crate) struct SeenTogether {
    pub(crate) booking: SeenBooking,
    pub(crate) review: Option<Review>,
}

/// A dispute with what its booking tells about it.
#[derive(Clone, Debug)]
pub(crate) struct SeenDispute {
    pub(crate) dispute: Dispute,
    pub(crate) booking: Booking,
    pub(crate) directory: Arc<Directory>,
    /// Whether whoever looks at it is one of the two.
    pub(crate) own: bool,
}

/// A statement in a dispute, and who may be named as its author.
#[derive(Clone, Debug)]
pub(crate) struct SeenStatement {
    pub(crate) statement: Statement,
    pub(crate) directory: Arc<Directory>,
    /// Whether whoever looks at it wrote it.
    pub(crate) own: bool,
}

/// How many bookings of each side wait for somebody's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) inward: u32,
    pub(crate) outward: u32,
}

/// A review and its author.
#[derive(Clone, Debug)]
pub(crate) struct SeenReview {
    pub(crate) review: Review,
    pub(crate) directory: Arc<Directory>,
}

/// What somebody may do with a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "BookingAction", rename_all = "snake_case")]
pub(crate) enum Choice {
    /// Say yes.
    Accept,
    /// Say no.
    Reject,
    /// Begin the service.
    Start,
    /// Take back that it began.
    Undo,
    /// Call it done.
    Complete,
    /// Call it off.
    Cancel,
    /// Ask an admin to decide.
    Dispute,
    /// Say how it was.
    Review,
    /// Propose another time.
    Propose,
    /// Say yes to the other one's time.
    AcceptTime,
    /// Keep the booked time instead.
    DeclineTime,
    /// Take one's own proposal back.
    WithdrawTime,
}

const CHOICES: [(Action, Choice); 7] = [
    (Action::Accept, Choice::Accept),
    (Action::Reject, Choice::Reject),
    (Action::Start, Choice::Start),
    (Action::Undo, Choice::Undo),
    (Action::Complete, Choice::Complete),
    (Action::Cancel, Choice::Cancel),
    (Action::Dispute, Choice::Dispute),
];

impl SeenBooking {
    /// What the viewer may do now.
    pub(crate) fn choices(&self) -> Vec<Choice> {
        let allowed = |action| matches!(self.next(action), Ok(Next::Change(_)));
        let mut choices: Vec<_> = CHOICES
            .into_iter()
            .filter(|(action, _)| allowed(*action))
            .map(|(_, choice)| choice)
            .collect();
        if self.booking.can_be_reviewed() && self.viewer == Actor::Client {
            choices.push(Choice::Review);
        }
        choices.extend(self.time_choices().into_iter().map(|(choice, _)| choice));
        choices
    }

    /// Whether it is the viewer's turn: to answer a request or another time, or to confirm work
    /// that the other one calls done. `waitsForAnswer` of the client says the same of what it
    /// lists.
    pub(crate) fn waits_for_viewer(&self) -> bool {
        let is_done = self.booking.state.status == Status::Completed;
        self.choices().into_iter().any(|choice| match choice {
            Choice::Accept | Choice::AcceptTime => true,
            Choice::Complete => is_done,
            _ => false,
        })
    }

    /// What the viewer may do now about another time, and until when.
    fn time_choices(&self) -> Vec<(Choice, Timestamp)> {
        let Self { booking, now, .. } = self;
        let user = match self.viewer {
            Actor::Client => &booking.client,
            Actor::Provider => &booking.provider,
            Actor::Admin | Actor::System => return Vec::new(),
        };
        let mut choices = Vec::new();
        if let (Some(proposal), Some(until)) =
            (booking.open_proposal(*now), booking.proposal_until())
        {
            match proposal.by == *user {
                true => choices.push((Choice::WithdrawTime, until)),
                false => {
                    choices.extend([(Choice::AcceptTime, until), (Choice::DeclineTime, until)]);
                }
            }
        }
        if let (Ok(()), Ok(until)) = (booking.can_be_moved(*now), booking.movable_until()) {
            choices.push((Choice::Propose, until));
        }
        choices
    }

    /// What the viewer may do later if nothing else changes, and from when.
    pub(crate) fn later_choices(&self) -> Vec<(Choice, Timestamp)> {
        let waits = |(action, choice)| match self.next(action) {
            Err(Refused::TooEarly(_, from)) => Some((choice, from)),
            _ => None,
        };
        CHOICES.into_iter().filter_map(waits).collect()
    }

    /// Until when the viewer may do what they may do now, where that ends by itself.
    pub(crate) fn deadlines(&self) -> Vec<(Choice, Timestamp)> {
        let moment = self.booking.moment(self.now);
        let ends = |(action, choice)| {
            matches!(self.next(action), Ok(Next::Change(_))).then_some(())?;
            Some((choice, machine::until(self.booking.state, action, self.viewer, &moment)?))
        };
        CHOICES.into_iter().filter_map(ends).chain(self.time_choices()).collect()
    }

    /// Whether the viewer sees how to reach the other party.
    pub(crate) fn shows_contact(&self) -> bool {
        let is_party = matches!(self.viewer, Actor::Client | Actor::Provider);
        is_party && self.booking.shares_contact(self.now)
    }

    /// Whether the viewer sees the exact place: an admin, who hears a dispute, as long as the
    /// two see it.
    pub(crate) fn shows_place(&self) -> bool {
        let hears_it = self.viewer == Actor::Admin && self.booking.shares_contact(self.now);
        self.viewer == Actor::Client || self.shows_contact() || hears_it
    }

    /// Where it is, as exactly as the viewer may know.
    pub(crate) fn place(&self) -> &str {
        if self.shows_place() { &self.booking.location } else { &self.booking.area }
    }

    /// Until when a client who calls it off gets everything back, while they can call it off.
    pub(crate) fn full_refund_until(&self) -> Option<Timestamp> {
        let paid = self.booking.escrow == Escrow::Held && self.viewer == Actor::Client;
        let cancels = paid && matches!(self.next(Action::Cancel), Ok(Next::Change(_)));
        cancels.then(|| self.booking.full_refund_until())
    }

    /// What a client who calls it off now would get back, in hundredths; `None` for others, and
    /// once they cannot.
    pub(crate) fn cancel_refund(&self) -> Option<i64> {
        if self.viewer != Actor::Client {
            return None;
        }
        let Ok(Next::Change(transition)) = self.next(Action::Cancel) else { return None };
        settlement(&self.booking, transition, 0, self.now).map(|split| split.to_client)
    }

    fn next(&self, action: Action) -> Result<Next, Refused> {
        machine::next(self.booking.state, action, self.viewer, &self.booking.moment(self.now))
    }
}
