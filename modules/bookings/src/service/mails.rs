//! The mails about bookings. Requests, completions, disputes and whatever moves money back are
//! sent whatever a member's settings say.

mod proposals;

use sparkyard_kernel::{
    Price, UserId,
    ports::{EscrowSplit, MailMessage, MailTopic},
};

pub(crate) use proposals::about_proposal;

use super::change::Change;
use crate::model::{
    Booking, Review, date_in_words,
    machine::{Action, Actor},
    people::Directory,
};

/// What a mail is put together from.
struct BookingMails<'a> {
    booking: &'a Booking,
    directory: &'a Directory,
    /// How the money went, if it went.
    split: Option<EscrowSplit>,
}

/// To the provider: somebody asks for their time.
pub(crate) fn about_request(booking: &Booking, directory: &Directory) -> Vec<MailMessage> {
    let mails = BookingMails { booking, directory, split: None };
    let until = booking.due_at().map_or_else(String::new, date_in_words);
    let mail = mails.to(Actor::Provider, "requested");
    mail.map(|mail| mail.with("until", until)).into_iter().collect()
}

/// To whom it concerns: the booking has changed; with how its money went, if it went, and why an
/// admin decided so.
pub(crate) fn about_change(
    booking: &Booking,
    change: &Change<'_>,
    (split, reason): (Option<EscrowSplit>, Option<&str>),
    directory: &Directory,
) -> Vec<MailMessage> {
    let mails = BookingMails { booking, directory, split };
    let told = match change.action {
        Action::Request | Action::Start | Action::Undo => [None, None],
        Action::Accept => [mails.if_wanted(Actor::Client, "accepted"), None],
        Action::Reject => [mails.to(Actor::Client, "rejected"), None],
        Action::Cancel => mails.called_off(change.actor),
        Action::Complete if change.actor == Actor::Provider => [mails.completed(), None],
        Action::Complete => [None, mails.if_wanted(Actor::Provider, "confirmed")],
        Action::Release => [None, mails.to(Actor::Provider, "released")],
        Action::Expire => mails.to_both("expired"),
        Action::Abandon => mails.to_both("abandoned"),
        Action::Dispute => mails.disputed(change.actor),
        Action::DecideRelease | Action::DecideRefund | Action::DecideSplit => {
            mails.to_both("decided").map(|mail| mail.map(|mail| mail.with_some("reason", reason)))
        }
    };
    told.into_iter().flatten().collect()
}

/// To both parties: staff wrote something in their dispute.
pub(crate) fn about_words_of_staff(booking: &Booking, directory: &Directory) -> Vec<MailMessage> {
    let mails = BookingMails { booking, directory, split: None };
    mails.to_both("dispute_staff").into_iter().flatten().collect()
}

/// To whoever wrote a review that staff took away; `None` when they have left.
pub(crate) fn about_removed_review(
    review: &Review,
    reason: &str,
    directory: &Directory,
) -> Option<MailMessage> {
    let account = directory.account(&review.reviewer)?;
    let mail = MailMessage::new(&account.email, "bookings/review_removed")
        .with("name", directory.firstname(&review.reviewer))
        .with("title", &review.skill_type)
        .with("reason", reason)
        .with("path", format!("/outward-details/{}", review.booking));
    Some(mail)
}

/// To one party, unless they want no such mails: what is said around the date of a booking.
pub(crate) fn about_visit(
    booking: &Booking,
    part: Actor,
    what: &str,
    directory: &Directory,
) -> Option<MailMessage> {
    let mail = BookingMails { booking, directory, split: None }.if_wanted(part, what)?;
    let other = if part == Actor::Provider { &booking.client } else { &booking.provider };
    let mail = mail.with("other", directory.firstname(other));
    Some(mail.with("answer", format!("/did-it-happen/{}", booking.id)))
}

/// To the client and to the provider.
type Pair = [Option<MailMessage>; 2];

impl BookingMails<'_> {
    fn to_both(&self, what: &str) -> Pair {
        [self.to(Actor::Client, what), self.to(Actor::Provider, what)]
    }

    fn called_off(&self, by: Actor) -> Pair {
        let refunded = self.split.is_some_and(|split| split.to_client > 0);
        let told = |mail: Option<MailMessage>| mail.map(|mail| mail.with("by", self.name(by)));
        if by == Actor::Provider {
            let mail = match refunded {
                true => self.to(Actor::Client, "called_off"),
                false => self.if_wanted(Actor::Client, "called_off"),
            };
            return [told(mail), None];
        }
        [
            refunded.then(|| self.to(Actor::Client, "refunded")).flatten(),
            told(self.if_wanted(Actor::Provider, "called_off")),
        ]
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
        let theirs = |part| self.to(part, "disputed").map(|mail| mail.with("by", self.name(by)));
        match by {
            Actor::Provider => [theirs(Actor::Client), mine(Actor::Provider)],
            Actor::System => self.to_both("referred"),
            _ => [mine(Actor::Client), theirs(Actor::Provider)],
        }
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

    /// The same to one who may have switched off such mails.
    fn if_wanted(&self, part: Actor, what: &str) -> Option<MailMessage> {
        let mail = self.to(part, what)?;
        Some(mail.if_wanted(self.user(part), MailTopic::OrderUpdates))
    }

    /// The mail to one party, with what any of these may say; `None` when they have left.
    fn to(&self, part: Actor, what: &str) -> Option<MailMessage> {
        let account = self.directory.account(self.user(part))?;
        let (screen, money, got) = match part {
            Actor::Provider => {
                ("inward-details", "earned", self.split.map(|split| split.to_provider))
            }
            _ => ("outward-details", "refund", self.split.map(|split| split.to_client)),
        };
        let got = got.filter(|minor| *minor > 0).map(|minor| amount(self.booking.price(), minor));
        let mail = MailMessage::new(&account.email, &format!("bookings/{what}"))
            .with("name", self.name(part))
            .with("client", self.name(Actor::Client))
            .with("provider", self.name(Actor::Provider))
            .with("title", &self.booking.title)
            .with("when", date_in_words(self.booking.starts_at))
            .with("path", format!("/{screen}/{}", self.booking.id))
            .with_some(money, got)
            .with_some("words", self.booking.timeline.last().and_then(|last| last.words.clone()));
        Some(mail)
    }
}

/// `£20.00` or `10.00 sparks`.
fn amount(price: Price, minor: i64) -> String {
    let number = format!("{}.{:02}", minor / 100, minor % 100);
    match price {
        Price::Cash(_) => format!("\u{a3}{number}"),
        Price::Sparks(_) => format!("{number} sparks"),
    }
}
