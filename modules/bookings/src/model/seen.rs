//! Bookings, disputes and reviews as a viewer sees them, and the actions of the viewer.

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

/// A booking as a party or an admin sees it.
#[derive(Clone, Debug)]
pub(crate) struct BookingForViewer {
    pub(crate) booking: Booking,
    pub(crate) viewer: Actor,
    /// The parties, unless they have left.
    pub(crate) directory: Arc<Directory>,
    /// Whether it is upcoming, and the two have completed none together; always false in lists.
    pub(crate) first_together: bool,
    pub(crate) now: Timestamp,
}

/// A booking between two members, with the client's review.
#[derive(Clone, Debug)]
pub(crate) struct TogetherForViewer {
    pub(crate) booking: BookingForViewer,
    pub(crate) review: Option<Review>,
}

/// A dispute and its booking, as a viewer sees them.
#[derive(Clone, Debug)]
pub(crate) struct DisputeForViewer {
    pub(crate) dispute: Dispute,
    pub(crate) booking: Booking,
    pub(crate) directory: Arc<Directory>,
    /// Whether the viewer is a party.
    pub(crate) own: bool,
}

/// A statement in a dispute, as a viewer sees it.
#[derive(Clone, Debug)]
pub(crate) struct StatementForViewer {
    pub(crate) statement: Statement,
    pub(crate) directory: Arc<Directory>,
    /// Whether the viewer is the author.
    pub(crate) own: bool,
}

/// Number of bookings on each side that wait for a member's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) inward: u32,
    pub(crate) outward: u32,
}

/// A review and its author.
#[derive(Clone, Debug)]
pub(crate) struct ReviewForViewer {
    pub(crate) review: Review,
    pub(crate) directory: Arc<Directory>,
}

/// Action on a booking that is offered to a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "BookingAction", rename_all = "snake_case")]
pub(crate) enum Choice {
    /// Accept the request.
    Accept,
    /// Decline the request.
    Reject,
    /// Start the service.
    Start,
    /// Undo the start.
    Undo,
    /// Complete the service.
    Complete,
    /// Cancel the booking.
    Cancel,
    /// Open a dispute.
    Dispute,
    /// Review the booking.
    Review,
    /// Propose another time.
    Propose,
    /// Accept the proposed time.
    AcceptTime,
    /// Decline the proposed time.
    DeclineTime,
    /// Withdraw the caller's own proposal.
    WithdrawTime,
    /// Ask for expenses, or correct them.
    AskExpenses,
    /// Answer the request for expenses: pay or decline.
    AnswerExpenses,
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

impl BookingForViewer {
    /// Returns the actions that the viewer may take now.
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
        if self.booking.can_ask_expenses(self.viewer, self.now).is_ok() {
            choices.push(Choice::AskExpenses);
        }
        choices.extend(self.expenses_choice().map(|(choice, _)| choice));
        choices
    }

    /// Checks whether it is the viewer's turn: to answer a request, a proposal or expenses, or to
    /// confirm work that the other party has completed. The client's `waitsForAnswer` applies the
    /// same rule to its lists.
    pub(crate) fn waits_for_viewer(&self) -> bool {
        let is_done = self.booking.state.status == Status::Completed;
        self.choices().into_iter().any(|choice| match choice {
            Choice::Accept | Choice::AcceptTime | Choice::AnswerExpenses => true,
            Choice::Complete => is_done,
            _ => false,
        })
    }

    /// Returns the answer that the viewer can give to a request for expenses, with its deadline.
    fn expenses_choice(&self) -> Option<(Choice, Timestamp)> {
        self.booking.answerable_expenses(self.viewer, self.now).ok()?;
        Some((Choice::AnswerExpenses, self.booking.expenses_until()?))
    }

    /// Returns the viewer's current actions on another time, with their deadlines.
    fn time_choices(&self) -> Vec<(Choice, Timestamp)> {
        let Self { booking, now, .. } = self;
        let Some(user) = booking.party(self.viewer) else { return Vec::new() };
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
        if let (Ok(()), Ok(until)) =
            (booking.check_can_propose(user, *now), booking.movable_until())
        {
            choices.push((Choice::Propose, until));
        }
        choices
    }

    /// Returns the actions possible later if nothing else changes, with their start.
    pub(crate) fn later_choices(&self) -> Vec<(Choice, Timestamp)> {
        let waits = |(action, choice)| match self.next(action) {
            Err(Refused::TooEarly(_, from)) => Some((choice, from)),
            _ => None,
        };
        CHOICES.into_iter().filter_map(waits).collect()
    }

    /// Returns the deadlines of the viewer's current actions, where they have one.
    pub(crate) fn deadlines(&self) -> Vec<(Choice, Timestamp)> {
        let moment = self.booking.moment(self.now);
        let ends = |(action, choice)| {
            matches!(self.next(action), Ok(Next::Change(_))).then_some(())?;
            Some((choice, machine::until(self.booking.state, action, self.viewer, &moment)?))
        };
        let times = self.time_choices().into_iter().chain(self.expenses_choice());
        CHOICES.into_iter().filter_map(ends).chain(times).collect()
    }

    /// Checks whether the viewer sees the other party's contact; after a block, only while the
    /// booking is open.
    pub(crate) fn shows_contact(&self) -> bool {
        let Self { booking, directory, .. } = self;
        let is_party = booking.party(self.viewer).is_some();
        let is_over = booking.closed_at.is_some();
        let apart = [&booking.client, &booking.provider]
            .into_iter()
            .any(|party| directory.blocked.contains(party));
        is_party && booking.shares_contact(self.now) && !(is_over && apart)
    }

    /// Checks whether the viewer sees the exact place. An admin in a dispute sees it as long as the
    /// parties do.
    pub(crate) fn shows_place(&self) -> bool {
        let hears_it = self.viewer == Actor::Admin && self.booking.shares_contact(self.now);
        self.viewer == Actor::Client || self.shows_contact() || hears_it
    }

    /// Returns the place, as exactly as the viewer may know it.
    pub(crate) fn place(&self) -> &str {
        if self.shows_place() { &self.booking.location } else { &self.booking.area }
    }

    /// Returns the deadline for a full refund, while the client can cancel.
    pub(crate) fn full_refund_until(&self) -> Option<Timestamp> {
        let paid = self.booking.escrow == Escrow::Held && self.viewer == Actor::Client;
        let cancels = paid && matches!(self.next(Action::Cancel), Ok(Next::Change(_)));
        cancels.then(|| self.booking.full_refund_until())
    }

    /// Returns the client's refund if they cancelled now, in hundredths; `None` for others, and if
    /// they cannot cancel.
    pub(crate) fn cancel_refund(&self) -> Option<i64> {
        if self.viewer != Actor::Client {
            return None;
        }
        let Ok(Next::Change(transition)) = self.next(Action::Cancel) else { return None };
        settlement(&self.booking, transition, 0, self.now).map(|split| split.to_client)
    }

    fn next(&self, action: Action) -> Result<Next, Refused> {
        self.booking.next(action, self.viewer, self.now)
    }
}
