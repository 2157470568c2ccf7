//! Bookings, disputes and reviews, as the rules see them.

pub(crate) mod availability;
pub(crate) mod calendar_file;
pub(crate) mod dispute;
pub(crate) mod expenses;
pub(crate) mod history;
pub(crate) mod machine;
pub(crate) mod may_ask;
pub(crate) mod people;
pub(crate) mod pricing;
pub(crate) mod proposal;
pub(crate) mod request;
pub(crate) mod review;
pub(crate) mod seen;

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{
    BookingId, CancellationPolicy, ItemId, Money, PaymentMethod, Point, Price, SkillId, Sparks,
    Timestamp, UserId,
    ports::{ChargebackState, EscrowSplit, StoredFile},
    zone,
};
use surrealdb::types::SurrealValue;

pub(crate) use dispute::{Decision, Dispute};
use expenses::{Expenses, ExpensesState};
use machine::{Action, Actor, Moment, Next, Refused, State, Status, UNDO_WITHIN};
use proposal::{Proposal, ProposalStep};
pub(crate) use review::{NewReview, Review};

/// Author of changes in the timeline that happen by the passing of time.
pub(crate) const SYSTEM: &str = "system";

const DAY: Duration = Duration::from_hours(24);
/// Time after which an unanswered request expires, or at its date if that is earlier.
const ANSWER_WITHIN: Duration = DAY.saturating_mul(7);
/// Like [`ANSWER_WITHIN`], for a card: its authorisation ends after seven days.
const ANSWER_CARD_WITHIN: Duration = DAY.saturating_mul(6);
/// Time after its date at which an uncompleted booking lapses.
const COMPLETE_WITHIN: Duration = DAY.saturating_mul(14);
/// Time after which the provider's completion is paid, unless disputed.
const RELEASE_AFTER: Duration = DAY.saturating_mul(3);
/// Time after closing for which the parties see each other's contact.
const CONTACT_AFTER_CLOSING: Duration = DAY.saturating_mul(30);

/// State of a booking's money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "EscrowState", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Escrow {
    /// Held in escrow.
    Held,
    /// Paid to the provider in full.
    Released,
    /// Refunded to the client in full.
    Refunded,
    /// Divided between provider and client.
    Split,
    /// The booking is free.
    None,
}

/// A change of a booking.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct TimelineEntry {
    /// Status after the change.
    pub(crate) status: Status,
    pub(crate) at: Timestamp,
    /// Id of a member, or [`SYSTEM`].
    pub(crate) by: String,
    /// Step of a proposal, if the change was about one.
    pub(crate) step: Option<ProposalStep>,
    /// The proposed start; for a request, the requested start.
    pub(crate) starts_at: Option<Timestamp>,
    /// Message to the other party.
    pub(crate) words: Option<String>,
    /// State of the expenses after the change, if it was about them.
    pub(crate) expenses: Option<ExpensesState>,
    /// Sum of these expenses, in pence.
    pub(crate) amount: Option<i64>,
    /// Delegate who made the change for `by`, if somebody did.
    pub(crate) delegate: Option<UserId>,
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
    /// Location as typed by the client.
    pub(crate) location: String,
    /// Part of the location that may be shown before acceptance.
    pub(crate) area: String,
    /// Coordinates of the location.
    pub(crate) point: Option<Point>,
    pub(crate) starts_at: Timestamp,
    /// Another time proposed by one party.
    pub(crate) proposal: Option<Proposal>,
    /// Time from which the provider may be paid.
    pub(crate) payable_at: Timestamp,
    pub(crate) hours: u32,
    pub(crate) policy: CancellationPolicy,
    pub(crate) method: PaymentMethod,
    /// Price in hundredths of the method's unit.
    pub(crate) price_minor: i64,
    pub(crate) escrow: Escrow,
    /// Division of the money, once it has left escrow.
    pub(crate) settled: Option<EscrowSplit>,
    /// State of the dispute of the card payment at the client's bank, if there was one.
    pub(crate) chargeback: Option<ChargebackState>,
    /// The most expenses that the client agreed to, in pence.
    pub(crate) expenses_cap: i64,
    /// Expenses that the provider asked for.
    pub(crate) expenses: Option<Expenses>,
    pub(crate) file: Option<StoredFile>,
    /// Need on the board from which the client booked; the title is that of the need.
    pub(crate) need: Option<ItemId>,
    pub(crate) state: State,
    pub(crate) timeline: Vec<TimelineEntry>,
    pub(crate) reviewed: bool,
    /// Whether staff hold the review back: the provider does not learn of it.
    pub(crate) review_held: bool,
    pub(crate) accepted_at: Option<Timestamp>,
    pub(crate) closed_at: Option<Timestamp>,
    /// Time at which a completion by the provider is paid.
    pub(crate) release_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    /// Number of changes so far.
    pub(crate) version: i64,
}

/// Returns the default title of a booking.
pub(crate) fn usual_title(skill_type: &str) -> String {
    format!("Booking for {skill_type}")
}

impl Booking {
    /// Returns the title, or the skill if the title is the default.
    pub(crate) fn subject(&self) -> &str {
        if self.title == usual_title(&self.skill_type) { &self.skill_type } else { &self.title }
    }

    /// Returns the price in its unit.
    pub(crate) fn price(&self) -> Price {
        match self.method {
            PaymentMethod::SparkToken => Price::Sparks(Sparks::from_minor(self.price_minor)),
            PaymentMethod::Wallet | PaymentMethod::Card | PaymentMethod::None => {
                Price::Cash(Money::from_minor(self.price_minor))
            }
        }
    }

    /// Returns the end of the booking.
    pub(crate) fn ends_at(&self) -> Timestamp {
        self.ends_if_at(self.starts_at)
    }

    /// Returns the end of the booking if it began at `starts_at`.
    pub(crate) fn ends_if_at(&self, starts_at: Timestamp) -> Timestamp {
        starts_at + Duration::from_hours(self.hours.into())
    }

    /// Returns the part of `user` in the booking; `None` if not a party.
    pub(crate) fn part_of(&self, user: &UserId) -> Option<Actor> {
        match user {
            user if *user == self.client => Some(Actor::Client),
            user if *user == self.provider => Some(Actor::Provider),
            _ => None,
        }
    }

    /// Returns the party with the part `actor`.
    pub(crate) fn party(&self, actor: Actor) -> Option<&UserId> {
        match actor {
            Actor::Client => Some(&self.client),
            Actor::Provider => Some(&self.provider),
            Actor::Admin | Actor::System => None,
        }
    }

    /// Checks whether the parties may see each other's contact and the exact place.
    pub(crate) fn shares_contact(&self, now: Timestamp) -> bool {
        let accepted = self.accepted_at.is_some();
        accepted && self.closed_at.is_none_or(|closed| now < closed + CONTACT_AFTER_CLOSING)
    }

    /// Checks whether the client may still review the booking.
    pub(crate) fn can_be_reviewed(&self) -> bool {
        self.state.status == Status::Completed && !self.reviewed
    }

    /// Returns the time at which the provider's completion at `now` is paid.
    pub(crate) fn release_after(&self, now: Timestamp) -> Timestamp {
        now.max(self.starts_at) + RELEASE_AFTER
    }

    /// Returns the times that the state machine needs.
    pub(crate) fn moment(&self, now: Timestamp) -> Moment {
        let Self { starts_at, payable_at, .. } = *self;
        let (undo_until, due_at) = (self.undo_until(), self.due_at());
        Moment { now, starts_at, payable_at, undo_until, due_at }
    }

    /// Returns the time until which the client may undo the start: once per booking, since each
    /// undo notifies the provider.
    fn undo_until(&self) -> Option<Timestamp> {
        if self.state.last != Action::Start {
            return None;
        }
        let is_start =
            |entry: &&TimelineEntry| entry.status == Status::InProgress && entry.expenses.is_none();
        let mut starts = self.timeline.iter().filter(is_start);
        let first = starts.next()?;
        starts.next().is_none().then(|| first.at + UNDO_WITHIN)
    }

    /// Returns the time until which the client may cancel free of charge, even once accepted.
    pub(crate) fn full_refund_until(&self) -> Timestamp {
        pricing::full_refund_until(self.policy, self.starts_at)
    }

    /// Checks whether the provider was paid all or part of the price.
    pub(crate) fn is_paid(&self) -> bool {
        matches!(self.escrow, Escrow::Released | Escrow::Split)
    }

    /// Returns the party at a loss when the booking falls due: the client if the provider is paid,
    /// the provider if an uncompleted booking is cancelled.
    pub(crate) fn loses_by_time(&self) -> Option<&UserId> {
        match self.state.status {
            Status::Accepted | Status::InProgress => Some(&self.provider),
            Status::Completed => Some(&self.client),
            Status::Pending | Status::Rejected | Status::Cancelled | Status::Disputed => None,
        }
    }

    /// Checks whether the money moves nowhere until the client's bank has decided.
    pub(crate) fn is_frozen(&self) -> bool {
        self.chargeback == Some(ChargebackState::Open) && self.escrow == Escrow::Held
    }

    /// Returns the outcome of `action` by `actor` now.
    pub(crate) fn next(
        &self,
        action: Action,
        actor: Actor,
        now: Timestamp,
    ) -> Result<Next, Refused> {
        let next = machine::next(self.state, action, actor, &self.moment(now))?;
        match next {
            Next::Change(transition) if self.is_frozen() && transition.moves_money() => {
                Err(Refused::Frozen)
            }
            next => Ok(next),
        }
    }

    /// Returns the time at which the booking changes by itself, if nobody acts before.
    pub(crate) fn due_at(&self) -> Option<Timestamp> {
        if self.is_frozen() {
            return None;
        }
        match self.state.status {
            Status::Pending => Some(answer_until(self.method, self.created_at, self.starts_at)),
            Status::Accepted | Status::InProgress => Some(self.starts_at + COMPLETE_WITHIN),
            Status::Completed => self.releases_at(),
            Status::Rejected | Status::Cancelled | Status::Disputed => None,
        }
    }

    /// Returns when money in escrow typically goes to the provider, if nobody objects: when the
    /// completion is paid by itself, or would be if the provider completed the booking on its date.
    /// `None` while hosts or the client's bank decide.
    pub(crate) fn typically_settles_at(&self, now: Timestamp) -> Option<Timestamp> {
        if self.is_frozen() {
            return None;
        }
        match self.state.status {
            Status::Accepted | Status::InProgress => Some(self.release_after(now)),
            Status::Completed => self.releases_at(),
            Status::Pending | Status::Rejected | Status::Cancelled | Status::Disputed => None,
        }
    }

    /// Returns when the provider is paid by itself, for a completed booking that is not paid yet.
    pub(crate) fn releases_at(&self) -> Option<Timestamp> {
        self.release_at.filter(|_| self.state.awaits_release())
    }
}

/// Returns the deadline for answering a request: a week, or six days if it is paid by card, but no
/// later than its date.
pub(crate) fn answer_until(
    method: PaymentMethod,
    asked_at: Timestamp,
    starts_at: Timestamp,
) -> Timestamp {
    let within = match method {
        PaymentMethod::Card => ANSWER_CARD_WITHIN,
        PaymentMethod::Wallet | PaymentMethod::SparkToken | PaymentMethod::None => ANSWER_WITHIN,
    };
    starts_at.min(asked_at + within)
}

/// Formats a time as `Tue 3 Mar 2026, 10:30`, in British time.
pub(crate) fn date_in_words(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%a %-d %b %Y, %H:%M").to_string()
}

/// Side from which a list is read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Side {
    /// Bookings that the member requested.
    Outward,
    /// Bookings requested of the member.
    Inward,
}

/// A party's account of what happened on a booking's date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "VisitOutcome", rename_all = "snake_case")]
pub(crate) enum Visit {
    /// The booking took place.
    Yes,
    /// The two had agreed to cancel.
    CalledOff,
    /// The other party did not come.
    NoShow,
}

/// Summary of a booking, for finding circles of members who deal only with each other.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Dealing {
    pub(crate) client: UserId,
    pub(crate) provider: UserId,
    pub(crate) status: Status,
    pub(crate) method: PaymentMethod,
    pub(crate) escrow: Escrow,
    pub(crate) price_minor: i64,
    pub(crate) updated_at: Timestamp,
    /// Sort key that decreases with newer bookings.
    pub(crate) newest: i64,
}

impl Dealing {
    /// Checks whether the service was rendered.
    pub(crate) fn is_completed(&self) -> bool {
        self.status == Status::Completed
    }

    /// Returns the cost in pounds and in tokens, in hundredths; zero if it was refunded in full.
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
    fn dates_are_in_british_time() {
        let check =
            |at: &str, expected: &str| assert_eq!(date_in_words(at.parse().unwrap()), expected);
        check("2026-03-03T10:30:00Z", "Tue 3 Mar 2026, 10:30");
        check("2026-07-01T10:30:00Z", "Wed 1 Jul 2026, 11:30");
    }
}
