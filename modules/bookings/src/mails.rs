//! The mails about bookings. Those named here are sent whatever a member's settings say.

use jiff::tz::TimeZone;
use sparkyard_kernel::{
    Price, Timestamp, UserId,
    ports::{EscrowSplit, MailMessage},
    site::SiteConfig,
};

use crate::{
    change::Change,
    machine::{Action, Actor},
    model::Booking,
    service::Directory,
};

/// What a mail is put together from.
struct Letter<'a> {
    site: &'a SiteConfig,
    booking: &'a Booking,
    directory: &'a Directory,
    /// How the money went, if it went.
    split: Option<EscrowSplit>,
}

/// To the provider: somebody asks for their time.
pub(crate) fn about_request(
    site: &SiteConfig,
    booking: &Booking,
    directory: &Directory,
) -> Vec<MailMessage> {
    let letter = Letter { site, booking, directory, split: None };
    let text = format!(
        "{} would like to book you: \u{201c}{}\u{201d}, {}.\n\n\
         Please accept or decline within 7 days; after that the request lapses.",
        letter.client(),
        booking.title,
        when(booking.starts_at)
    );
    let subject = format!("{} would like to book you", letter.client());
    letter.to(Actor::Provider, &subject, &text).into_iter().collect()
}

/// To whom it concerns: the booking has changed.
pub(crate) fn about_change(
    site: &SiteConfig,
    booking: &Booking,
    change: &Change<'_>,
    split: Option<EscrowSplit>,
    directory: &Directory,
) -> Vec<MailMessage> {
    let letter = Letter { site, booking, directory, split };
    let (client, provider) = match change.action {
        Action::Request | Action::Start => (None, None),
        Action::Accept => (Some(letter.accepted()), None),
        Action::Reject => (Some(letter.rejected()), None),
        Action::Cancel => letter.cancelled(change.actor),
        Action::Complete if change.actor == Actor::Provider => (Some(letter.completed()), None),
        Action::Complete => (None, Some(letter.confirmed())),
        Action::Release => (None, Some(letter.released())),
        Action::Expire => letter.lapsed("There was no answer for 7 days, so the request lapsed."),
        Action::Abandon => letter.lapsed(
            "Nobody marked it as completed for 14 days after its date, so the booking has ended.",
        ),
        Action::Dispute => letter.disputed(change.actor),
        Action::Decide(_) => letter.decided(),
    };
    let to = |part, written: Option<(String, String)>| {
        written.and_then(|(subject, text)| letter.to(part, &subject, &text))
    };
    to(Actor::Client, client).into_iter().chain(to(Actor::Provider, provider)).collect()
}

/// Subject and text.
type Written = (String, String);

impl Letter<'_> {
    fn client(&self) -> &str {
        self.directory.firstname(&self.booking.client)
    }

    fn provider(&self) -> &str {
        self.directory.firstname(&self.booking.provider)
    }

    fn title(&self) -> String {
        format!("\u{201c}{}\u{201d}", self.booking.title)
    }

    fn accepted(&self) -> Written {
        let text = format!(
            "Good news: {} accepted {}, {}.\n\nYou can now see each other's contact details.",
            self.provider(),
            self.title(),
            when(self.booking.starts_at)
        );
        (format!("{} accepted your booking", self.provider()), text)
    }

    fn rejected(&self) -> Written {
        let text = format!(
            "{} cannot take on {} this time.{}",
            self.provider(),
            self.title(),
            self.refund()
        );
        (format!("{} cannot make it", self.provider()), text)
    }

    fn cancelled(&self, by: Actor) -> (Option<Written>, Option<Written>) {
        let told = |name: &str, money: String| {
            let date = when(self.booking.starts_at);
            let text = format!("{name} called off {}, {date}.{money}", self.title());
            (format!("{name} called off a booking"), text)
        };
        if by == Actor::Provider {
            return (Some(told(self.provider(), self.refund())), None);
        }
        let refund = self.split.filter(|split| split.to_client > 0).map(|_| {
            let text = format!("You called off {}.{}", self.title(), self.refund());
            ("Your refund".to_owned(), text)
        });
        (refund, Some(told(self.client(), self.earned())))
    }

    fn completed(&self) -> Written {
        let release = self.booking.release_at.map_or_else(String::new, when);
        let consequence = match self.booking.price_minor {
            0 => format!("Without a word from you it counts as done on {release}."),
            _ => format!(
                "Without a word from you, {} goes to {} on {release}.",
                amount(self.booking.price(), self.booking.price_minor),
                self.provider()
            ),
        };
        let text = format!(
            "{} says that {} is done. If all is well, please confirm it.\n\n\
             {consequence} If something is wrong, open a dispute before then.",
            self.provider(),
            self.title()
        );
        (format!("{} completed your booking", self.provider()), text)
    }

    fn confirmed(&self) -> Written {
        let text =
            format!("{} confirmed that {} is done.{}", self.client(), self.title(), self.earned());
        (format!("{} confirmed a booking", self.client()), text)
    }

    fn released(&self) -> Written {
        let text = format!("{} is now closed.{}", self.title(), self.earned());
        ("A booking is closed".to_owned(), text)
    }

    fn lapsed(&self, why: &str) -> (Option<Written>, Option<Written>) {
        let subject = || "A booking has lapsed".to_owned();
        let to_client = format!("{}: {why}{}", self.title(), self.refund());
        (Some((subject(), to_client)), Some((subject(), format!("{}: {why}", self.title()))))
    }

    fn disputed(&self, by: Actor) -> (Option<Written>, Option<Written>) {
        let promise = "An admin will look at it; until then nothing moves.";
        let mine = (
            "We have your dispute".to_owned(),
            format!("Your dispute about {} has arrived. {promise}", self.title()),
        );
        let theirs = |name: &str| {
            let text = format!("{name} opened a dispute about {}. {promise}", self.title());
            (format!("{name} opened a dispute"), text)
        };
        match by {
            Actor::Provider => (Some(theirs(self.provider())), Some(mine)),
            _ => (Some(mine), Some(theirs(self.client()))),
        }
    }

    fn decided(&self) -> (Option<Written>, Option<Written>) {
        let written = |money: String| {
            let text = format!("The dispute about {} has been decided.{money}", self.title());
            ("Your dispute has been decided".to_owned(), text)
        };
        (Some(written(self.refund())), Some(written(self.earned())))
    }

    /// A sentence about what the client gets back, if anything.
    fn refund(&self) -> String {
        self.sentence("Back with you", self.split.map(|split| split.to_client))
    }

    /// A sentence about what the provider gets, if anything.
    fn earned(&self) -> String {
        self.sentence("In your wallet", self.split.map(|split| split.to_provider))
    }

    fn sentence(&self, what: &str, minor: Option<i64>) -> String {
        minor.filter(|minor| *minor > 0).map_or_else(String::new, |minor| {
            format!(" {what}: {}.", amount(self.booking.price(), minor))
        })
    }

    /// The mail to one party; `None` when they have left.
    fn to(&self, part: Actor, subject: &str, text: &str) -> Option<MailMessage> {
        let (user, screen): (&UserId, _) = match part {
            Actor::Provider => (&self.booking.provider, "inward-details"),
            _ => (&self.booking.client, "outward-details"),
        };
        let account = self.directory.account(user)?;
        let (url, id, site) = (&self.site.public_url, self.booking.id, &self.site.name);
        let name = self.directory.firstname(user);
        Some(MailMessage {
            to: account.email.clone(),
            // Names are people's own words; a subject is one line.
            subject: subject.split_whitespace().collect::<Vec<_>>().join(" "),
            text: format!("Hello {name},\n\n{text}\n\n{url}/{screen}/{id}\n\n{site}\n"),
        })
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

/// `Tuesday 3 March 2026 at 10:30`, by the clocks of the United Kingdom.
fn when(at: Timestamp) -> String {
    let zone = TimeZone::get("Europe/London").unwrap_or(TimeZone::UTC);
    at.to_jiff().to_zoned(zone).strftime("%A %-d %B %Y at %H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_told_by_the_local_clock() {
        let check = |at: &str, told: &str| assert_eq!(when(at.parse().unwrap()), told);
        check("2026-03-03T10:30:00Z", "Tuesday 3 March 2026 at 10:30");
        check("2026-07-01T10:30:00Z", "Wednesday 1 July 2026 at 11:30");
    }
}
