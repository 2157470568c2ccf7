//! The history of a booking: its events in order, with actor and time.
//!
//! Derived from the stored changes only here, so that both parties, their conversation and staff
//! see the same history.

pub(crate) use sparkyard_kernel::events::bookings::BookingEventKind as EventKind;
use sparkyard_kernel::{Timestamp, UserId, ports::EscrowSplit};

use super::{
    Booking, SYSTEM, TimelineEntry,
    expenses::ExpensesState,
    machine::{Action, Actor, Status},
    proposal::ProposalStep,
};

/// An event in the history of a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) kind: EventKind,
    /// Status after the event.
    pub(crate) status: Status,
    pub(crate) by: Actor,
    /// Member who acted for `by` as their delegate.
    pub(crate) delegate: Option<UserId>,
    pub(crate) at: Timestamp,
    /// Requested, proposed, answered or accepted start; `None` for other events, and if it was not
    /// stored.
    pub(crate) starts_at: Option<Timestamp>,
    /// Message to the other party.
    pub(crate) words: Option<String>,
    /// Sum of the expenses that the event is about, in pence.
    pub(crate) expenses: Option<i64>,
    /// Division of the money.
    pub(crate) settled: Option<EscrowSplit>,
}

impl Booking {
    /// Returns the events of the booking, oldest first.
    pub(crate) fn history(&self) -> Vec<Event> {
        let mut booked_for = self.first_time();
        let mut before = None;
        let mut events = Vec::with_capacity(self.timeline.len());
        for entry in &self.timeline {
            let by = self.actor(&entry.by);
            let kind = self.kind(before, entry, by);
            if entry.step == Some(ProposalStep::Accepted) {
                booked_for = entry.starts_at;
            }
            let starts_at = match kind {
                EventKind::Asked | EventKind::Accepted => booked_for,
                _ => entry.starts_at,
            };
            events.push(Event {
                kind,
                status: entry.status,
                by,
                delegate: entry.delegate.clone(),
                at: entry.at,
                starts_at,
                words: entry.words.clone(),
                expenses: entry.amount,
                settled: None,
            });
            before = Some(entry.status);
        }
        // The price leaves escrow only with the last event, which expenses may follow.
        if let Some(last) = events.iter_mut().rev().find(|event| event.expenses.is_none()) {
            last.settled = self.settled;
        }
        events
    }

    /// Returns the requested start; `None` if it was not stored and has changed since.
    fn first_time(&self) -> Option<Timestamp> {
        let moved = self.timeline.iter().any(|entry| entry.step == Some(ProposalStep::Accepted));
        let asked_for = self.timeline.first().and_then(|entry| entry.starts_at);
        asked_for.or_else(|| (!moved).then_some(self.starts_at))
    }

    fn actor(&self, by: &str) -> Actor {
        match by {
            SYSTEM => Actor::System,
            by if by == self.client.as_str() => Actor::Client,
            by if by == self.provider.as_str() => Actor::Provider,
            _ => Actor::Admin,
        }
    }

    fn kind(&self, before: Option<Status>, entry: &TimelineEntry, by: Actor) -> EventKind {
        use Status::{Accepted, Cancelled, Completed, Disputed, InProgress, Pending, Rejected};

        if let Some(state) = entry.expenses {
            return match state {
                ExpensesState::Asked => EventKind::ExpensesAsked,
                ExpensesState::Paid => EventKind::ExpensesPaid,
                ExpensesState::Declined => EventKind::ExpensesDeclined,
                ExpensesState::Lapsed => EventKind::ExpensesLapsed,
            };
        }
        match (entry.step, before, entry.status, by) {
            (Some(ProposalStep::Proposed), ..) => EventKind::TimeProposed,
            (Some(ProposalStep::Accepted), Some(Pending), ..) => EventKind::AcceptedAtTime,
            (Some(ProposalStep::Accepted), ..) => EventKind::TimeAgreed,
            (Some(ProposalStep::Declined), ..) => EventKind::TimeDeclined,
            (Some(ProposalStep::Withdrawn), _, _, Actor::System) => EventKind::TimeLapsed,
            (Some(ProposalStep::Withdrawn), ..) => EventKind::TimeWithdrawn,
            (None, _, Pending, _) => EventKind::Asked,
            (None, Some(InProgress), Accepted, _) => EventKind::StartUndone,
            (None, _, Accepted, _) => EventKind::Accepted,
            (None, _, InProgress, _) => EventKind::Started,
            // A decision is always the last event.
            (None, Some(Disputed), Completed, _) if self.state.last == Action::DecideSplit => {
                EventKind::DecidedSplit
            }
            (None, Some(Disputed), Completed, _) => EventKind::DecidedRelease,
            (None, Some(Disputed), Rejected, _) => EventKind::DecidedRefund,
            (None, _, Completed, Actor::Provider) => EventKind::Completed,
            (None, _, Completed, Actor::System) => EventKind::Released,
            (None, _, Completed, _) => EventKind::Confirmed,
            (None, _, Rejected, _) => EventKind::Rejected,
            (None, Some(Pending), Cancelled, Actor::System) => EventKind::Expired,
            // No change of the status follows it.
            (None, _, Cancelled, Actor::System) if self.state.last == Action::ChargeBack => {
                EventKind::ChargedBack
            }
            (None, _, Cancelled, Actor::System) => EventKind::Abandoned,
            (None, _, Cancelled, _) => EventKind::Cancelled,
            (None, _, Disputed, Actor::System) => EventKind::Referred,
            (None, _, Disputed, _) => EventKind::Disputed,
        }
    }
}
