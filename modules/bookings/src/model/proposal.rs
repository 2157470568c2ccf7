//! Proposals of another time: one party proposes it, and it applies once the other accepts.
//!
//! The booked time stands until then, and both times are reserved. When a proposal about a request
//! is accepted, by either party, the request is accepted with it: the provider has agreed by
//! accepting or by proposing. Length and price stay the same. Any other change of the booking ends
//! the proposal.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, Caller, Timestamp, UserId, allowance::in_words, events::bookings::ProposedTime, text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::{
    Booking, TimelineEntry,
    machine::{Action, Actor, State, Status},
    request::latest,
};

/// Maximum length of a message with an answer or a proposal, in characters.
pub(crate) const MAX_WORDS: usize = 500;
/// Maximum number of proposals per booking; each notifies the other party.
const MAX_PROPOSALS: usize = 20;
/// Maximum number of proposals of one party while the other does not act on the booking.
const MAX_UNANSWERED: usize = 3;

/// A proposal of another time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) by: UserId,
    pub(crate) starts_at: Timestamp,
    pub(crate) words: Option<String>,
    pub(crate) made_at: Timestamp,
}

/// Step of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ProposalStep {
    /// Another time was proposed.
    Proposed,
    /// The other party accepted: it is now the booked time.
    Accepted,
    /// The other party declined and kept the booked time.
    Declined,
    /// The proposer withdrew it, or nobody answered in time.
    Withdrawn,
}

/// Reason why an action on another time was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProposalRefusal {
    /// The booking is closed or under way.
    Status(Status),
    /// The booked time has come, or the request has expired.
    TooLate,
    /// There is no proposal, or another one than was seen.
    Gone,
    /// The proposal is the caller's own.
    Own,
    /// The booking has had too many proposals.
    TooMany,
    /// The other party has not answered several proposals.
    Unanswered,
}

/// Result of an action on another time.
#[derive(Clone, Debug)]
pub(crate) struct ProposalChange {
    pub(crate) after: Booking,
    pub(crate) step: ProposalStep,
    /// The proposed time, as published to other modules.
    pub(crate) time: ProposedTime,
}

impl TimelineEntry {
    /// Creates an entry with the status after the change, and nothing else.
    pub(crate) fn new(status: Status, at: Timestamp, by: String) -> Self {
        Self {
            status,
            at,
            by,
            step: None,
            starts_at: None,
            words: None,
            expenses: None,
            amount: None,
            delegate: None,
        }
    }
}

impl Booking {
    /// Sets the message of the latest change.
    pub(crate) fn set_words(&mut self, words: Option<String>) {
        if let Some(entry) = self.timeline.last_mut() {
            entry.words = words;
        }
    }

    /// Records who acted for the author of the latest change.
    pub(crate) fn set_delegate(&mut self, by: Option<&Caller>) {
        if let Some(entry) = self.timeline.last_mut() {
            entry.delegate = by.and_then(|caller| caller.delegate.clone());
        }
    }

    /// Returns the deadline, exclusive, for proposing and agreeing on another time.
    pub(crate) fn movable_until(&self) -> Result<Timestamp, ProposalRefusal> {
        match (self.state.status, self.due_at()) {
            (Status::Pending, Some(due)) => Ok(due),
            (Status::Accepted, _) => Ok(self.starts_at),
            (status, _) => Err(ProposalRefusal::Status(status)),
        }
    }

    /// Returns the deadline, exclusive, for answering the proposal; `None` without one.
    pub(crate) fn proposal_until(&self) -> Option<Timestamp> {
        let proposal = self.proposal.as_ref()?;
        let until = self.movable_until().unwrap_or(proposal.made_at);
        Some(until.min(proposal.starts_at))
    }

    /// Returns the proposal, while it can be answered.
    pub(crate) fn open_proposal(&self, now: Timestamp) -> Option<&Proposal> {
        let until = self.proposal_until()?;
        self.proposal.as_ref().filter(|_| now < until)
    }

    /// Returns the time of the next change without an action: the booking falls due, or the
    /// proposal or the request for expenses lapses.
    pub(crate) fn next_change_at(&self) -> Option<Timestamp> {
        [self.due_at(), self.proposal_until(), self.expenses_until()].into_iter().flatten().min()
    }

    /// Checks whether `by` can propose another time now.
    pub(crate) fn check_can_propose(
        &self,
        by: &UserId,
        now: Timestamp,
    ) -> Result<(), ProposalRefusal> {
        if now >= self.movable_until()? {
            return Err(ProposalRefusal::TooLate);
        }
        let is_others =
            |entry: &&TimelineEntry| entry.by != by.as_str() && entry.by != super::SYSTEM;
        let proposed = |entry: &&TimelineEntry| entry.step == Some(ProposalStep::Proposed);
        let since_answer = self.timeline.iter().rev().take_while(|entry| !is_others(entry));
        match () {
            () if self.timeline.iter().filter(proposed).count() >= MAX_PROPOSALS => {
                Err(ProposalRefusal::TooMany)
            }
            () if since_answer.filter(proposed).count() >= MAX_UNANSWERED => {
                Err(ProposalRefusal::Unanswered)
            }
            () => Ok(()),
        }
    }

    /// Returns the booking with a proposal by `by`, which replaces any earlier one.
    pub(crate) fn with_proposal(
        &self,
        by: &UserId,
        starts_at: Timestamp,
        words: Option<String>,
        now: Timestamp,
    ) -> Result<ProposalChange, ProposalRefusal> {
        self.check_can_propose(by, now)?;
        let mut after = self.clone();
        let message = words.clone();
        let proposal = Proposal { by: by.clone(), starts_at, words, made_at: now };
        let time = self.proposed_time(&proposal);
        after.proposal = Some(proposal);
        Ok(after.stepped(ProposalStep::Proposed, by.as_str(), time, message, now))
    }

    /// Returns the booking at the proposed time that `by` has seen and accepts.
    pub(crate) fn with_proposal_accepted(
        &self,
        by: &UserId,
        seen: Timestamp,
        paid_after: Duration,
        now: Timestamp,
    ) -> Result<ProposalChange, ProposalRefusal> {
        let proposal = self.answerable(by, seen, now)?;
        let (time, starts_at) = (self.proposed_time(proposal), proposal.starts_at);
        let mut after = self.clone();
        after.proposal = None;
        after.starts_at = starts_at;
        after.payable_at = starts_at + paid_after;
        if self.state.status == Status::Pending {
            // The provider accepts, or has done so by proposing the time.
            after.state =
                State { status: Status::Accepted, last: Action::Accept, by: Actor::Provider };
            after.accepted_at = Some(now);
        }
        Ok(after.stepped(ProposalStep::Accepted, by.as_str(), time, None, now))
    }

    /// Returns the booking with its time unchanged, as `by` declines the proposal.
    pub(crate) fn with_proposal_declined(
        &self,
        by: &UserId,
        seen: Timestamp,
        words: Option<String>,
        now: Timestamp,
    ) -> Result<ProposalChange, ProposalRefusal> {
        let time = self.proposed_time(self.answerable(by, seen, now)?);
        let mut after = self.clone();
        after.proposal = None;
        Ok(after.stepped(ProposalStep::Declined, by.as_str(), time, words, now))
    }

    /// Returns the booking with its time unchanged, as `by` withdraws their proposal.
    pub(crate) fn with_proposal_withdrawn(
        &self,
        by: &UserId,
        now: Timestamp,
    ) -> Result<ProposalChange, ProposalRefusal> {
        let proposal = self.open_proposal(now).filter(|proposal| proposal.by == *by);
        let time = self.proposed_time(proposal.ok_or(ProposalRefusal::Gone)?);
        let mut after = self.clone();
        after.proposal = None;
        Ok(after.stepped(ProposalStep::Withdrawn, by.as_str(), time, None, now))
    }

    /// Returns the booking with its proposal lapsed; `None` while it can be answered.
    pub(crate) fn with_proposal_lapsed(&self, now: Timestamp) -> Option<ProposalChange> {
        let proposal = self.proposal.as_ref()?;
        if self.open_proposal(now).is_some() {
            return None;
        }
        let time = self.proposed_time(proposal);
        let mut after = self.clone();
        after.proposal = None;
        Some(after.stepped(ProposalStep::Withdrawn, super::SYSTEM, time, None, now))
    }

    /// Checks whether this was the last change, so that a repetition changes nothing.
    pub(crate) fn has_just(&self, by: &UserId, step: ProposalStep, starts_at: Timestamp) -> bool {
        self.timeline.last().is_some_and(|entry| {
            entry.step == Some(step)
                && entry.by == by.as_str()
                && entry.starts_at == Some(starts_at)
        })
    }

    /// Returns the proposal that `by` has seen, if they can answer it.
    fn answerable(
        &self,
        by: &UserId,
        seen: Timestamp,
        now: Timestamp,
    ) -> Result<&Proposal, ProposalRefusal> {
        let proposal = self.open_proposal(now).ok_or(ProposalRefusal::Gone)?;
        match proposal {
            own if own.by == *by => Err(ProposalRefusal::Own),
            other if other.starts_at != seen => Err(ProposalRefusal::Gone),
            theirs => Ok(theirs),
        }
    }

    fn proposed_time(&self, proposal: &Proposal) -> ProposedTime {
        let until = self.movable_until().unwrap_or(proposal.made_at).min(proposal.starts_at);
        let accepted = self.state.status == Status::Accepted;
        ProposedTime { starts_at: proposal.starts_at, until, accepted }
    }

    fn stepped(
        mut self,
        step: ProposalStep,
        by: &str,
        time: ProposedTime,
        words: Option<String>,
        now: Timestamp,
    ) -> ProposalChange {
        self.updated_at = now;
        self.version += 1;
        self.timeline.push(TimelineEntry {
            step: Some(step),
            starts_at: Some(time.starts_at),
            words,
            ..TimelineEntry::new(self.state.status, now, by.to_owned())
        });
        ProposalChange { after: self, step, time }
    }
}

/// Validates a proposed time: within the allowed range, and not the booked time.
pub(crate) fn checked_time(
    booking: &Booking,
    date: &str,
    now: Timestamp,
    notice: Duration,
) -> Result<Timestamp, ApiError> {
    let starts_at = date.trim().parse::<Timestamp>().ok();
    let is =
        |fine: fn(Timestamp, Timestamp) -> bool, other| starts_at.is_none_or(|at| fine(at, other));
    let ahead = format!("Please choose a time at least {} ahead.", in_words(notice.as_secs()));
    Checks::new()
        .check("booking_date", starts_at.is_some(), "Please choose a date and time.")
        .check("booking_date", is(|at, now| at > now, now), "Please choose a time in the future.")
        .check("booking_date", is(|at, first| at >= first, now + notice), &ahead)
        .check(
            "booking_date",
            is(|at, last| at <= last, latest(now)),
            "Please choose a date within the next 18 months.",
        )
        .check(
            "booking_date",
            is(|at, booked| at != booked, booking.starts_at),
            "It is booked for this time already. Please choose another one.",
        )
        .finish()?;
    starts_at.ok_or_else(|| ApiError::invalid("booking_date", "Please choose a date."))
}

/// Validates and normalises a message; `None` if nothing in it is visible.
pub(crate) fn checked_words(words: Option<&str>) -> Result<Option<String>, ApiError> {
    let words = words.unwrap_or_default();
    Checks::new().prose("words", words, 0, MAX_WORDS).finish()?;
    Ok(Some(text::prose(words)).filter(|words| !words.is_empty()))
}
