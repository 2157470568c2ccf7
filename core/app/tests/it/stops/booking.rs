//! A booking as its client expects it: status, payments and notifications follow from the
//! acknowledged changes.

use std::time::{Duration, Instant};

use serde_json::Value;
use sparkyard_kernel::{Clock, SystemClock, Timestamp};

use super::{
    contents::{Contents, fingerprint},
    payment::Payment,
};

/// Price of every booking.
pub(crate) const PRICE_PENCE: i64 = 25;

/// A change of a booking by one of its parties.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Accept,
    Reject,
    Start,
    Complete,
    /// Cancelled by the client.
    Cancel,
    /// Cancelled by the provider.
    CallOff,
}

/// Possible life cycles of a booking, equally likely.
pub(crate) const LIVES: [&[Change]; 5] = [
    &[Change::Reject],
    CANCELLED,
    &[Change::Accept, Change::Cancel],
    &[Change::Accept, Change::CallOff],
    VISIT,
];

const CANCELLED: &[Change] = &[Change::Cancel];

/// The life cycle of a visit that takes place, for which its date must come.
pub(crate) const VISIT: &[Change] = &[Change::Accept, Change::Start, Change::Complete];

/// Time until a visit: longer than any stop and restart, so that it can be accepted in time; and
/// within an hour, so that it can be started at once.
pub(crate) const VISIT_IN: Duration = Duration::from_mins(3);
/// Time before the date after which an unaccepted visit is cancelled, since it would expire.
const TOO_LATE: Duration = Duration::from_mins(1);

impl Change {
    pub(crate) fn is_by_provider(self) -> bool {
        matches!(self, Self::Accept | Self::Reject | Self::CallOff)
    }

    /// Returns the action in the path.
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Start => "in-progress",
            Self::Complete => "complete",
            Self::Cancel | Self::CallOff => "cancel",
        }
    }

    fn status(self) -> &'static str {
        match self {
            Self::Accept => "accepted",
            Self::Reject => "rejected",
            Self::Start => "in_progress",
            Self::Complete => "completed",
            Self::Cancel | Self::CallOff => "cancelled",
        }
    }

    fn escrow(self) -> &'static str {
        match self {
            Self::Accept | Self::Start => "held",
            Self::Complete => "released",
            Self::Reject | Self::Cancel | Self::CallOff => "refunded",
        }
    }

    /// Returns the title of the notification for the other party.
    fn news(self, who: &str, title: &str) -> String {
        match self {
            Self::Accept => format!("{who} accepted your booking"),
            Self::Reject => format!("{who} cannot take your booking"),
            Self::Start => format!("{who} started {title}"),
            Self::Complete => format!("{who} confirmed that {title} is done"),
            Self::Cancel | Self::CallOff => format!("{who} cancelled {title}"),
        }
    }
}

pub(crate) struct Booking {
    pub(crate) id: i64,
    pub(crate) contents: Contents,
    date: Timestamp,
    text: String,
    life: &'static [Change],
    /// Number of acknowledged changes.
    lived: usize,
    /// Time of the last acknowledged change.
    pub(crate) touched: Instant,
}

impl Booking {
    pub(crate) fn new(
        id: i64,
        contents: Contents,
        date: Timestamp,
        life: &'static [Change],
    ) -> Self {
        let text = fingerprint(&contents.text());
        Self { id, contents, date, text, life, lived: 0, touched: Instant::now() }
    }

    pub(crate) fn title(contents: Contents) -> String {
        format!("visit {}", contents.number)
    }

    /// Returns the next change; `None` at the end.
    pub(crate) fn next(&self) -> Option<Change> {
        self.life.get(self.lived).copied()
    }

    /// Checks whether the booking waits for its date.
    pub(crate) fn waits(&self) -> bool {
        self.next() == Some(Change::Complete) && SystemClock.now() < self.date
    }

    /// Changes the life cycle to a cancellation if it is too late to accept.
    pub(crate) fn look_at_the_clock(&mut self) {
        if self.lived == 0 && self.life == VISIT && SystemClock.now() + TOO_LATE > self.date {
            self.life = CANCELLED;
        }
    }

    pub(crate) fn advance(&mut self) {
        self.lived += 1;
        self.touched = Instant::now();
    }

    fn changes(&self) -> impl Iterator<Item = Change> {
        self.life.iter().take(self.lived).copied()
    }

    /// Returns the attached file; `None` after a refund.
    pub(crate) fn file(&self) -> Option<Vec<u8>> {
        (self.escrow() != "refunded").then(|| self.contents.file())
    }

    /// Returns the state of the payment.
    fn escrow(&self) -> &'static str {
        self.changes().last().map_or("held", Change::escrow)
    }

    /// Returns the booking as the client should see it, as a line.
    pub(crate) fn line(&self) -> String {
        let statuses = ["pending"].into_iter().chain(self.changes().map(Change::status));
        line(
            self.id,
            &Self::title(self.contents),
            &self.date.to_string(),
            &self.text,
            &statuses.collect::<Vec<_>>(),
            self.escrow(),
        )
    }

    /// Returns the client's payments.
    pub(crate) fn paid_by_client(&self) -> Vec<Payment> {
        let mut payments = vec![self.payment("hold", -PRICE_PENCE)];
        if self.escrow() == "refunded" {
            payments.push(self.payment("refund", PRICE_PENCE));
        }
        payments
    }

    /// Returns the provider's earnings.
    pub(crate) fn paid_to_provider(&self) -> Option<Payment> {
        (self.escrow() == "released").then(|| self.payment("release", PRICE_PENCE))
    }

    fn payment(&self, reason: &str, pence: i64) -> Payment {
        Payment::new(reason, pence, &format!("booking:{}", self.id))
    }

    /// Returns the notifications for client and provider, as lines.
    pub(crate) fn notices(&self, client_name: &str, provider_name: &str) -> [Vec<String>; 2] {
        let (id, title) = (self.id, Self::title(self.contents));
        let mut client = Vec::new();
        let mut provider =
            vec![format!("/inward-details/{id}: {client_name} wants to book {title}")];
        for change in self.changes() {
            match change.is_by_provider() {
                true => client.push(format!(
                    "/outward-progress/{id}: {}",
                    change.news(provider_name, &title)
                )),
                false => provider
                    .push(format!("/inward-details/{id}: {}", change.news(client_name, &title))),
            }
        }
        [client, provider]
    }
}

/// Returns the line of a booking in a response.
pub(crate) fn line_in_response(row: &Value) -> String {
    let text = |field: &str| row[field].as_str().unwrap_or_default();
    let timeline = row["timeline"].as_array().unwrap().iter();
    let statuses: Vec<_> = timeline.map(|entry| entry["status"].as_str().unwrap()).collect();
    assert_eq!(statuses.last(), Some(&text("status")), "{row}");
    line(
        row["id"].as_i64().unwrap(),
        text("title"),
        text("booking_date"),
        &fingerprint(text("description")),
        &statuses,
        text("escrow"),
    )
}

fn line(id: i64, title: &str, date: &str, text: &str, statuses: &[&str], escrow: &str) -> String {
    let statuses = statuses.join(" > ");
    format!("booking {id}, {title}, {date}, text {text}, {statuses}, money {escrow}")
}
