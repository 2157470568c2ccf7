//! Mails about bookings: one per party and event, as in the booking's history.
//!
//! Mails that a member can cause repeatedly (requests, answers, proposals, cancellations) follow
//! the recipient's preferences. Mails sent once per booking that decide about money (completion,
//! disputes, decisions, scheduled changes) are always sent.

use sparkyard_kernel::{
    Money, Price, Sparks, Timestamp, UserId,
    ports::{EscrowSplit, MailMessage, MailTopic},
    zone,
};

use crate::model::{
    Booking, Review, date_in_words,
    dispute::answer_by,
    history::{Event, EventKind},
    machine::Actor,
    people::Directory,
};

/// Data for the mails about a booking.
struct BookingMails<'a> {
    booking: &'a Booking,
    directory: &'a Directory,
    /// Latest event of the booking.
    last: Event,
}

/// Returns mails about the latest event of `booking`, with an admin's reason for a decision.
pub(crate) fn about_change(
    booking: &Booking,
    reason: Option<&str>,
    directory: &Directory,
) -> Vec<MailMessage> {
    let Some(mails) = BookingMails::new(booking, directory) else { return Vec::new() };
    mails.of_last_event(reason).into_iter().flatten().collect()
}

/// Returns mails to both parties: staff have made a statement in their dispute.
pub(crate) fn about_words_of_staff(booking: &Booking, directory: &Directory) -> Vec<MailMessage> {
    let Some(mails) = BookingMails::new(booking, directory) else { return Vec::new() };
    mails.to_both("dispute_staff").into_iter().flatten().collect()
}

/// Returns a mail to the author of a removed review; `None` if they have left.
pub(crate) fn about_removed_review(
    review: &Review,
    reason: &str,
    appeal_until: Option<Timestamp>,
    directory: &Directory,
) -> Option<MailMessage> {
    let account = directory.account(&review.reviewer)?;
    let mail = MailMessage::new(&account.email, "bookings/review_removed")
        .with("name", directory.firstname(&review.reviewer))
        .with("title", &review.skill_type)
        .with("reason", reason)
        .with_some("appeal_until", appeal_until.map(zone::day_in_words))
        .with("path", format!("/outward-details/{}", review.booking));
    Some(mail)
}

/// Returns a mail to one party about a booking's date, unless they have left; follows their
/// preferences.
pub(crate) fn about_visit(
    booking: &Booking,
    part: Actor,
    what: &str,
    directory: &Directory,
) -> Option<MailMessage> {
    let mail = BookingMails::new(booking, directory)?.if_wanted(part, what)?;
    let other = if part == Actor::Provider { &booking.client } else { &booking.provider };
    let mail = mail.with("other", directory.firstname(other));
    Some(mail.with("answer", format!("/did-it-happen/{}", booking.id)))
}

/// Mails to the client and to the provider.
type Pair = [Option<MailMessage>; 2];

impl<'a> BookingMails<'a> {
    /// Creates the data; `None` if the booking has no events.
    fn new(booking: &'a Booking, directory: &'a Directory) -> Option<Self> {
        Some(Self { booking, directory, last: booking.history().pop()? })
    }

    /// Returns the mails about the latest event.
    fn of_last_event(&self, reason: Option<&str>) -> Pair {
        let by = self.last.by;
        match self.last.kind {
            EventKind::Asked => [None, self.requested()],
            EventKind::Accepted => [self.if_wanted(Actor::Client, "accepted"), None],
            EventKind::Rejected => [self.if_wanted(Actor::Client, "rejected"), None],
            EventKind::TimeProposed => self.to_other("time_proposed", |mail| {
                let until = self.booking.proposal_until().map(date_in_words);
                mail.with_some("until", until).with_some("proposed", self.other_time())
            }),
            EventKind::AcceptedAtTime | EventKind::TimeAgreed => {
                self.to_other("moved", |mail| mail)
            }
            EventKind::TimeDeclined => self.to_other("proposal_declined", |mail| {
                mail.with_some("proposed", self.other_time())
            }),
            EventKind::Completed => [self.completed(), None],
            EventKind::Confirmed => [None, self.if_wanted(Actor::Provider, "confirmed")],
            EventKind::Released => [None, self.to(Actor::Provider, "released")],
            EventKind::Cancelled => self.called_off(),
            EventKind::Expired => self.to_both("expired"),
            EventKind::Abandoned => self.to_both("abandoned"),
            EventKind::ChargedBack => self.to_both("charged_back"),
            EventKind::Disputed => self.disputed(by),
            EventKind::Referred => self.to_both("referred"),
            EventKind::DecidedRelease | EventKind::DecidedRefund | EventKind::DecidedSplit => self
                .to_both("decided")
                .map(|mail| mail.map(|mail| mail.with_some("reason", reason))),
            // Withdrawals need no mail; the start and expenses are announced by a notification.
            EventKind::TimeWithdrawn
            | EventKind::TimeLapsed
            | EventKind::Started
            | EventKind::StartUndone
            | EventKind::ExpensesAsked
            | EventKind::ExpensesPaid
            | EventKind::ExpensesDeclined
            | EventKind::ExpensesLapsed => [None, None],
        }
    }

    fn to_both(&self, what: &str) -> Pair {
        [self.to(Actor::Client, what), self.to(Actor::Provider, what)]
    }

    /// Returns a mail to the party that did not act, subject to their preferences.
    fn to_other(&self, what: &str, with: impl Fn(MailMessage) -> MailMessage) -> Pair {
        let mail = |part| self.if_wanted(part, what).map(|mail| with(self.by(mail)));
        match self.last.by {
            Actor::Client => [None, mail(Actor::Provider)],
            _ => [mail(Actor::Client), None],
        }
    }

    /// Returns the proposed time of the event.
    fn other_time(&self) -> Option<String> {
        self.last.starts_at.map(date_in_words)
    }

    fn requested(&self) -> Option<MailMessage> {
        let until = self.booking.due_at().map_or_else(String::new, date_in_words);
        self.if_wanted(Actor::Provider, "requested").map(|mail| mail.with("until", until))
    }

    fn called_off(&self) -> Pair {
        let mut mails = self.to_other("called_off", |mail| mail);
        if self.last.by == Actor::Client && self.split().is_some_and(|split| split.to_client > 0) {
            mails[0] = self.to(Actor::Client, "refunded");
        }
        mails
    }

    /// Returns the division of the money, if it has left escrow.
    fn split(&self) -> Option<EscrowSplit> {
        self.last.settled
    }

    fn completed(&self) -> Option<MailMessage> {
        let release = self.booking.release_at.map_or_else(String::new, date_in_words);
        let price = self.booking.price_minor;
        let at_stake = (price > 0).then(|| amount(self.booking.price(), price));
        let mail = self.to(Actor::Client, "completed")?;
        Some(mail.with("release", release).with_some("amount", at_stake))
    }

    fn disputed(&self, by: Actor) -> Pair {
        let mine = |part| self.to(part, "dispute_received");
        let until = date_in_words(answer_by(self.booking.updated_at));
        let theirs = |part| {
            let mail = self.to(part, "disputed")?;
            Some(self.by(mail).with("until", until))
        };
        match by {
            Actor::Provider => [theirs(Actor::Client), mine(Actor::Provider)],
            _ => [mine(Actor::Client), theirs(Actor::Provider)],
        }
    }

    /// Adds the first name of the actor.
    fn by(&self, mail: MailMessage) -> MailMessage {
        mail.with("by", self.name(self.last.by))
    }

    fn user(&self, part: Actor) -> &UserId {
        match part {
            Actor::Provider => &self.booking.provider,
            _ => &self.booking.client,
        }
    }

    fn name(&self, part: Actor) -> &str {
        self.directory.firstname(self.user(part))
    }

    /// Like [`to`](Self::to), subject to the preferences of the recipient.
    fn if_wanted(&self, part: Actor, what: &str) -> Option<MailMessage> {
        let mail = self.to(part, what)?;
        Some(mail.if_wanted(self.user(part), MailTopic::OrderUpdates))
    }

    /// Returns a mail to one party with all parameters of the templates; `None` if they have left.
    fn to(&self, part: Actor, what: &str) -> Option<MailMessage> {
        let account = self.directory.account(self.user(part))?;
        let (screen, money, got) = match part {
            Actor::Provider => {
                ("inward-details", "earned", self.split().map(|split| split.to_provider))
            }
            _ => ("outward-details", "refund", self.split().map(|split| split.to_client)),
        };
        let got = got.filter(|minor| *minor > 0).map(|minor| amount(self.booking.price(), minor));
        let mail = MailMessage::new(&account.email, &format!("bookings/{what}"))
            .with("name", self.name(part))
            .with("client", self.name(Actor::Client))
            .with("provider", self.name(Actor::Provider))
            .with("title", self.booking.subject())
            .with("when", date_in_words(self.booking.starts_at))
            .with("day", self.day())
            .with("path", format!("/{screen}/{}", self.booking.id))
            .with_some(money, got)
            .with_some("words", self.last.words.clone());
        Some(mail)
    }

    /// Returns the time in question, short enough for a subject.
    fn day(&self) -> String {
        let about = match self.last.kind {
            EventKind::TimeProposed => self.last.starts_at,
            _ => None,
        };
        day_in_words(about.unwrap_or(self.booking.starts_at))
    }
}

/// Formats a time as `Sun 12 Jul, 10:00`, in British time.
fn day_in_words(at: Timestamp) -> String {
    zone::in_britain(at).strftime("%a %-d %b, %H:%M").to_string()
}

/// Formats an amount in the unit of `price`.
fn amount(price: Price, minor: i64) -> String {
    match price {
        Price::Cash(_) => Price::Cash(Money::from_minor(minor)),
        Price::Sparks(_) => Price::Sparks(Sparks::from_minor(minor)),
    }
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_is_unambiguous() {
        let check =
            |at: &str, expected: &str| assert_eq!(day_in_words(at.parse().unwrap()), expected);
        check("2026-03-02T18:05:00Z", "Mon 2 Mar, 18:05");
        check("2026-03-08T09:00:00Z", "Sun 8 Mar, 09:00");
        check("2026-03-09T09:00:00Z", "Mon 9 Mar, 09:00");
        check("2026-07-01T09:00:00Z", "Wed 1 Jul, 10:00");
    }
}
