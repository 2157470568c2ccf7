//! Another time for a booking: one of the two proposes it, and it counts once the other says yes.
//!
//! The booked time stands until then, and both are held. Whoever proposes a time for a request, or
//! says yes to one, agrees to the booking at that time: the request is accepted with it. Its length
//! and its price stay what they are. Whatever else is done with the booking ends the proposal.

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, Timestamp, UserId, allowance::in_words, events::bookings::ProposedTime, text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::{
    Booking, TimelineEntry,
    machine::{Action, Actor, State, Status},
    request::latest,
};

/// Longest words that go with an answer or a proposal, in characters.
pub(crate) const MAX_WORDS: usize = 500;
/// Times that may be proposed for one booking: the other party is told of each.
const MAX_PROPOSALS: usize = 20;

/// Another time, and who would like it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    pub(crate) by: UserId,
    pub(crate) starts_at: Timestamp,
    pub(crate) words: Option<String>,
    pub(crate) made_at: Timestamp,
}

/// What became of another time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ProposalStep", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum ProposalStep {
    /// Somebody would like it.
    Proposed,
    /// The other said yes: it is the booked time now.
    Accepted,
    /// The other would rather keep the booked time.
    Declined,
    /// Whoever proposed it took it back; or nobody answered in time.
    Withdrawn,
}

/// Why nothing came of a wish about another time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotMoved {
    /// The booking is over, or under way.
    #[error("a booking that is {0} keeps its time")]
    Status(Status),
    /// The booked time has come, or a request has lapsed.
    #[error("too late to move it")]
    TooLate,
    /// There is none, or another one than was seen.
    #[error("no such proposal")]
    Gone,
    /// Nobody answers what they proposed themselves.
    #[error("their own proposal")]
    Own,
    /// Enough is enough.
    #[error("too many proposals")]
    TooMany,
}

/// A wish about another time, and the booking after it.
#[derive(Clone, Debug)]
pub(crate) struct Moved {
    pub(crate) after: Booking,
    pub(crate) step: ProposalStep,
    /// The time that it is about, as others are told of it.
    pub(crate) time: ProposedTime,
}

impl TimelineEntry {
    /// A change of the status without a word.
    pub(crate) fn new(status: Status, at: Timestamp, by: String) -> Self {
        Self { status, at, by, step: None, starts_at: None, words: None }
    }
}

impl Booking {
    /// Adds words to the latest change.
    pub(crate) fn say(&mut self, words: Option<String>) {
        if let Some(entry) = self.timeline.last_mut() {
            entry.words = words;
        }
    }

    /// Until just before when another time can be proposed and agreed on.
    pub(crate) fn movable_until(&self) -> Result<Timestamp, NotMoved> {
        match (self.state.status, self.due_at()) {
            (Status::Pending, Some(due)) => Ok(due),
            (Status::Accepted, _) => Ok(self.starts_at),
            (status, _) => Err(NotMoved::Status(status)),
        }
    }

    /// Until just before when the other time can be answered; `None` without one.
    pub(crate) fn proposal_until(&self) -> Option<Timestamp> {
        let proposal = self.proposal.as_ref()?;
        let until = self.movable_until().unwrap_or(proposal.made_at);
        Some(until.min(proposal.starts_at))
    }

    /// The other time, while it can be answered.
    pub(crate) fn open_proposal(&self, now: Timestamp) -> Option<&Proposal> {
        let until = self.proposal_until()?;
        self.proposal.as_ref().filter(|_| now < until)
    }

    /// When time itself changes something about this booking, be it only an end of waiting for an
    /// answer about another time.
    pub(crate) fn looked_at_next(&self) -> Option<Timestamp> {
        match (self.due_at(), self.proposal_until()) {
            (Some(due), Some(until)) => Some(due.min(until)),
            (due, until) => due.or(until),
        }
    }

    /// Whether another time can be proposed now.
    pub(crate) fn can_be_moved(&self, now: Timestamp) -> Result<(), NotMoved> {
        if now >= self.movable_until()? {
            return Err(NotMoved::TooLate);
        }
        let proposed = |entry: &&TimelineEntry| entry.step == Some(ProposalStep::Proposed);
        match self.timeline.iter().filter(proposed).count() < MAX_PROPOSALS {
            true => Ok(()),
            false => Err(NotMoved::TooMany),
        }
    }

    /// With another time proposed by `by`, instead of any that was proposed before.
    pub(crate) fn with_proposal(
        &self,
        by: &UserId,
        starts_at: Timestamp,
        words: Option<String>,
        now: Timestamp,
    ) -> Result<Moved, NotMoved> {
        self.can_be_moved(now)?;
        let mut after = self.clone();
        let said = words.clone();
        let proposal = Proposal { by: by.clone(), starts_at, words, made_at: now };
        let time = self.told(&proposal);
        after.proposal = Some(proposal);
        Ok(after.stepped(ProposalStep::Proposed, by.as_str(), time, said, now))
    }

    /// At the time that the other one proposed, which `by` has seen.
    pub(crate) fn moved(
        &self,
        by: &UserId,
        seen: Timestamp,
        paid_after: Duration,
        now: Timestamp,
    ) -> Result<Moved, NotMoved> {
        let proposal = self.answerable(by, seen, now)?;
        let (time, starts_at) = (self.told(proposal), proposal.starts_at);
        let mut after = self.clone();
        after.proposal = None;
        after.starts_at = starts_at;
        after.payable_at = starts_at + paid_after;
        if self.state.status == Status::Pending {
            // The provider says yes, or has said so by proposing the time.
            after.state =
                State { status: Status::Accepted, last: Action::Accept, by: Actor::Provider };
            after.accepted_at = Some(now);
        }
        Ok(after.stepped(ProposalStep::Accepted, by.as_str(), time, None, now))
    }

    /// At the booked time, since `by` would rather keep it.
    pub(crate) fn kept(
        &self,
        by: &UserId,
        seen: Timestamp,
        words: Option<String>,
        now: Timestamp,
    ) -> Result<Moved, NotMoved> {
        let time = self.told(self.answerable(by, seen, now)?);
        let mut after = self.clone();
        after.proposal = None;
        Ok(after.stepped(ProposalStep::Declined, by.as_str(), time, words, now))
    }

    /// At the booked time, since `by`, who proposed another, takes that back.
    pub(crate) fn taken_back(&self, by: &UserId, now: Timestamp) -> Result<Moved, NotMoved> {
        let proposal = self.open_proposal(now).filter(|proposal| proposal.by == *by);
        let time = self.told(proposal.ok_or(NotMoved::Gone)?);
        let mut after = self.clone();
        after.proposal = None;
        Ok(after.stepped(ProposalStep::Withdrawn, by.as_str(), time, None, now))
    }

    /// At the booked time, since nobody answered about another; `None` while somebody still can.
    pub(crate) fn lapsed_proposal(&self, now: Timestamp) -> Option<Moved> {
        let proposal = self.proposal.as_ref()?;
        if self.open_proposal(now).is_some() {
            return None;
        }
        let time = self.told(proposal);
        let mut after = self.clone();
        after.proposal = None;
        Some(after.stepped(ProposalStep::Withdrawn, super::SYSTEM, time, None, now))
    }

    /// Whether `by` did this about the time `starts_at` last: doing it again changes nothing.
    pub(crate) fn has_just(&self, by: &UserId, step: ProposalStep, starts_at: Timestamp) -> bool {
        self.timeline.last().is_some_and(|entry| {
            entry.step == Some(step)
                && entry.by == by.as_str()
                && entry.starts_at == Some(starts_at)
        })
    }

    /// The proposal that `by` has seen, if they can answer it.
    fn answerable(
        &self,
        by: &UserId,
        seen: Timestamp,
        now: Timestamp,
    ) -> Result<&Proposal, NotMoved> {
        let proposal = self.open_proposal(now).ok_or(NotMoved::Gone)?;
        match proposal {
            own if own.by == *by => Err(NotMoved::Own),
            other if other.starts_at != seen => Err(NotMoved::Gone),
            theirs => Ok(theirs),
        }
    }

    fn told(&self, proposal: &Proposal) -> ProposedTime {
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
    ) -> Moved {
        self.updated_at = now;
        self.version += 1;
        self.timeline.push(TimelineEntry {
            step: Some(step),
            starts_at: Some(time.starts_at),
            words,
            ..TimelineEntry::new(self.state.status, now, by.to_owned())
        });
        Moved { after: self, step, time }
    }
}

/// Another time as sent, if the booking could be then and somebody is left to say so.
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

/// Words as they are kept; nothing where nothing of them can be seen.
pub(crate) fn checked_words(words: Option<&str>) -> Result<Option<String>, ApiError> {
    let words = words.unwrap_or_default();
    Checks::new().prose("words", words, 0, MAX_WORDS).finish()?;
    Ok(Some(text::prose(words)).filter(|words| !words.is_empty()))
}
