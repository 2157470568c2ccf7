//! A booking, its dispute and its review, as the rules see them.

pub(crate) mod availability;
pub(crate) mod calendar_file;
pub(crate) mod dispute;
pub(crate) mod machine;
pub(crate) mod people;
pub(crate) mod pricing;
pub(crate) mod proposal;
pub(crate) mod request;
pub(crate) mod seen;

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    BookingId, CancellationPolicy, Money, PaymentMethod, Point, Price, SkillId, Sparks, Timestamp,
    UserId,
    ports::{EscrowSplit, StoredFile},
    zone,
};
use surrealdb::types::SurrealValue;

pub(crate) use dispute::{Decision, Dispute};
use machine::{Action, Actor, Moment, State, Status, UNDO_WITHIN};
use proposal::{Proposal, ProposalStep};

/// The name in the timeline of what nobody did but time.
pub(crate) const SYSTEM: &str = "system";

const DAY: Duration = Duration::from_hours(24);
/// A request without an answer lapses after this long, or at its date when that comes first.
const ANSWER_WITHIN: Duration = DAY.saturating_mul(7);
/// A booking lapses when it is not completed this long after its date.
const COMPLETE_WITHIN: Duration = DAY.saturating_mul(14);
/// What the provider completed is paid after this long, unless disputed.
const RELEASE_AFTER: Duration = DAY.saturating_mul(3);
/// The parties see each other's contact until this long after the booking closed.
const CONTACT_AFTER_CLOSING: Duration = DAY.saturating_mul(30);

/// Where the money of a booking is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "EscrowState", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Escrow {
    /// Held for the booking.
    Held,
    /// All of it the provider's.
    Released,
    /// All of it the client's again.
    Refunded,
    /// Part the provider's, part the client's.
    Split,
    /// There never was any.
    None,
}

/// One change of a booking.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct TimelineEntry {
    /// The status it led to.
    pub(crate) status: Status,
    /// When.
    pub(crate) at: Timestamp,
    /// A member's id, or [`SYSTEM`].
    pub(crate) by: String,
    /// What became of another time, if it was about one.
    pub(crate) step: Option<ProposalStep>,
    /// The other time.
    pub(crate) starts_at: Option<Timestamp>,
    /// What they said to the other party.
    pub(crate) words: Option<String>,
}

/// A booking.
#[derive(Clone, Debug)]
pub(crate) struct Booking {
    pub(crate) id: BookingId,
    pub(crate) client: UserId,
    pub(crate) provider: UserId,
    pub(crate) skill: SkillId,
    pub(crate) skill_type: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// As the client typed it.
    pub(crate) location: String,
    /// The part of it that may be shown before acceptance.
    pub(crate) area: String,
    /// Where the location is.
    pub(crate) point: Option<Point>,
    pub(crate) starts_at: Timestamp,
    /// Another time, which one of the two proposes.
    pub(crate) proposal: Option<Proposal>,
    /// Before then nobody is paid for it.
    pub(crate) payable_at: Timestamp,
    pub(crate) hours: u32,
    pub(crate) policy: CancellationPolicy,
    pub(crate) method: PaymentMethod,
    /// Hundredths of the method's unit.
    pub(crate) price_minor: i64,
    pub(crate) escrow: Escrow,
    /// How the money was divided once it left the escrow.
    pub(crate) settled: Option<EscrowSplit>,
    pub(crate) file: Option<StoredFile>,
    pub(crate) state: State,
    pub(crate) timeline: Vec<TimelineEntry>,
    pub(crate) reviewed: bool,
    pub(crate) accepted_at: Option<Timestamp>,
    pub(crate) closed_at: Option<Timestamp>,
    /// When a completion by the provider is paid.
    pub(crate) release_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// Number of changes so far.
    pub(crate) version: i64,
}

/// The title of a booking that nobody gave one.
pub(crate) fn usual_title(skill_type: &str) -> String {
    format!("Booking for {skill_type}")
}

impl Booking {
    /// What it is about: its title, or the skill where nobody gave it one.
    pub(crate) fn subject(&self) -> &str {
        if self.title == usual_title(&self.skill_type) { &self.skill_type } else { &self.title }
    }

    /// The price in its unit.
    pub(crate) fn price(&self) -> Price {
        match self.method {
            PaymentMethod::SparkToken => Price::Sparks(Sparks::from_minor(self.price_minor)),
            PaymentMethod::Wallet | PaymentMethod::Card | PaymentMethod::None => {
                Price::Cash(Money::from_minor(self.price_minor))
            }
        }
    }

    /// When the provider is free again.
    pub(crate) fn ends_at(&self) -> Timestamp {
        self.ends_if_at(self.starts_at)
    }

    /// When they would be free again, were it to begin at another time.
    pub(crate) fn ends_if_at(&self, starts_at: Timestamp) -> Timestamp {
        starts_at + Duration::from_hours(self.hours.into())
    }

    /// Whose part `user` has in it; `None` for strangers.
    pub(crate) fn part_of(&self, user: &UserId) -> Option<Actor> {
        match user {
            user if *user == self.client => Some(Actor::Client),
            user if *user == self.provider => Some(Actor::Provider),
            _ => None,
        }
    }

    /// Whether the parties may see each other's contact and the exact place.
    pub(crate) fn shares_contact(&self, now: Timestamp) -> bool {
        let accepted = self.accepted_at.is_some();
        accepted && self.closed_at.is_none_or(|closed| now < closed + CONTACT_AFTER_CLOSING)
    }

    /// Whether its client may still review it.
    pub(crate) fn can_be_reviewed(&self) -> bool {
        self.state.status == Status::Completed && !self.reviewed
    }

    /// When a completion at `now` by the provider is paid.
    pub(crate) fn release_after(&self, now: Timestamp) -> Timestamp {
        now.max(self.starts_at) + RELEASE_AFTER
    }

    /// All that the state machine asks of time.
    pub(crate) fn moment(&self, now: Timestamp) -> Moment {
        let Self { starts_at, payable_at, .. } = *self;
        let (undo_until, due_at) = (self.undo_until(), self.due_at());
        Moment { now, starts_at, payable_at, undo_until, due_at }
    }

    /// Until when its client may take back that it began: once for each booking, since the
    /// provider is told every time.
    fn undo_until(&self) -> Option<Timestamp> {
        if self.state.last != Action::Start {
            return None;
        }
        let mut starts = self.timeline.iter().filter(|entry| entry.status == Status::InProgress);
        let first = starts.next()?;
        starts.next().is_none().then(|| first.at + UNDO_WITHIN)
    }

    /// Until when its client may call it off for nothing, whether it is accepted or not.
    pub(crate) fn full_refund_until(&self) -> Timestamp {
        pricing::full_refund_until(self.policy, self.starts_at)
    }

    /// Whether the provider was paid for it, all or part of its price.
    pub(crate) fn is_paid(&self) -> bool {
        matches!(self.escrow, Escrow::Released | Escrow::Split)
    }

    /// Who loses by what time itself does to this booking: the client when the provider is paid,
    /// the provider when a booking that nobody completed ends.
    pub(crate) fn loses_by_time(&self) -> Option<&UserId> {
        match self.state.status {
            Status::Accepted | Status::InProgress => Some(&self.provider),
            Status::Completed => Some(&self.client),
            Status::Pending | Status::Rejected | Status::Cancelled | Status::Disputed => None,
        }
    }

    /// When time itself changes this booking, if nobody does before.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        match self.state.status {
            Status::Pending => Some(answer_until(self.created_at, self.starts_at)),
            Status::Accepted | Status::InProgress => Some(self.starts_at + COMPLETE_WITHIN),
            Status::Completed => self.release_at.filter(|_| self.state.awaits_release()),
            Status::Rejected | Status::Cancelled | Status::Disputed => None,
        }
    }
}

/// Until when a request made at `asked_at` can be answered: a week, but not beyond its date.
pub(crate) fn answer_until(asked_at: Timestamp, starts_at: Timestamp) -> Timestamp {
    starts_at.min(asked_at + ANSWER_WITHIN)
}

/// `Tuesday 3 March 2026 at 10:30`, by the clocks of the United Kingdom.
pub(crate) fn date_in_words(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%A %-d %B %Y at %H:%M").to_string()
}

/// From whose side a list is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// What the member asked for.
    Outward,
    /// What the member was asked for.
    Inward,
}

/// What a party says became of a booking's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "VisitOutcome", rename_all = "snake_case")]
pub(crate) enum Visit {
    /// It took place.
    Yes,
    /// The two had agreed that it would not.
    CalledOff,
    /// The other did not come.
    NoShow,
}

/// What a client says about a completed booking.
#[derive(Clone, Debug)]
pub(crate) struct Review {
    pub(crate) booking: BookingId,
    pub(crate) skill: SkillId,
    pub(crate) skill_type: String,
    pub(crate) reviewer: UserId,
    pub(crate) reviewee: UserId,
    /// 1 to 5.
    pub(crate) rating: u8,
    pub(crate) comment: String,
    pub(crate) created_at: Timestamp,
}

/// A review as sent.
pub(crate) struct NewReview {
    pub(crate) skill: SkillId,
    pub(crate) reviewee: UserId,
    pub(crate) rating: i64,
    pub(crate) comment: String,
    pub(crate) booking: Option<BookingId>,
}

/// A booking, as far as it tells who deals with whom.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Dealing {
    pub(crate) client: UserId,
    pub(crate) provider: UserId,
    pub(crate) status: Status,
    pub(crate) method: PaymentMethod,
    pub(crate) escrow: Escrow,
    pub(crate) price_minor: i64,
    pub(crate) updated_at: Timestamp,
    /// Counts down.
    pub(crate) newest: i64,
}

impl Dealing {
    /// Whether the service was rendered.
    pub(crate) fn is_completed(&self) -> bool {
        self.status == Status::Completed
    }

    /// What it cost in pounds, and in tokens, in hundredths; nothing when it was given back.
    pub(crate) fn cost(&self) -> (i64, i64) {
        let paid = matches!(self.escrow, Escrow::Released | Escrow::Split);
        let price = if paid { self.price_minor } else { 0 };
        match self.method == PaymentMethod::SparkToken {
            true => (0, price),
            false => (price, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_by_the_local_clock() {
        let check = |at: &str, told: &str| assert_eq!(date_in_words(at.parse().unwrap()), told);
        check("2026-03-03T10:30:00Z", "Tuesday 3 March 2026 at 10:30");
        check("2026-07-01T10:30:00Z", "Wednesday 1 July 2026 at 11:30");
    }
}
