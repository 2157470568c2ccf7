//! Bookings, from the hold to the review.

use std::time::Duration;

use poem::http::Method;
use rand::RngExt;
use serde_json::json;
use sparkyard_kernel::{Clock, Timestamp};

use crate::{
    bookings::fixture::{PRICE, TOKENS},
    simulation::{
        Checked, Simulation,
        request::{By, Request},
        store::BookingRow,
        violated,
    },
};

const HOUR_MS: i64 = 3_600_000;

/// An action of a party, the status that its response shows, and whether it is the client's.
type Action = (&'static str, &'static str, bool);

const ACCEPT: Action = ("accept", "accepted", false);
const REJECT: Action = ("reject", "rejected", false);
const CANCEL: Action = ("cancel", "cancelled", true);
const CANNOT_COME: Action = ("cancel", "cancelled", false);
const START: Action = ("in-progress", "in_progress", true);
const UNDO: Action = ("undo", "accepted", true);
const HAVE_DONE: Action = ("complete", "completed", false);
const CONFIRM: Action = ("complete", "completed", true);
const DISPUTE: Action = ("dispute", "", true);
const OBJECT: Action = ("dispute", "", false);

/// All actions, often impossible.
const ANY: [Action; 10] =
    [ACCEPT, REJECT, CANCEL, CANNOT_COME, START, UNDO, HAVE_DONE, CONFIRM, DISPUTE, OBJECT];

/// Actions that are possible in a status, if its time has come.
fn possible(status: &str) -> &'static [Action] {
    match status {
        "pending" => &[ACCEPT, ACCEPT, ACCEPT, ACCEPT, REJECT, CANCEL],
        "accepted" => &[START, START, HAVE_DONE, HAVE_DONE, DISPUTE, OBJECT, CANCEL, CANNOT_COME],
        "in_progress" => &[CONFIRM, CONFIRM, HAVE_DONE, HAVE_DONE, UNDO, DISPUTE, OBJECT],
        "completed" => &[CONFIRM, CONFIRM, DISPUTE],
        _ => &ANY,
    }
}

impl Simulation {
    /// Holds the price of an hour, and requests it.
    pub(super) fn book(&mut self) -> Checked {
        let (client, provider) = self.two();
        let Some(skill) = self.people[provider].skill.clone() else { return Ok(()) };
        let sparks = self.chance.random_bool(0.5);
        let (method, amount, minor) =
            if sparks { ("spark_token", TOKENS, 618) } else { ("wallet", PRICE, 1235) };
        let body = json!({ "amount": amount, "currency": "gbp", "paymentMethod": method });
        let path = "/api/users/stripe/payment/intent";
        let hold = Request::new("hold", By::Person(client), Method::POST, path, &body);
        let hold = hold.once(self.key());
        let response = self.ask(&hold)?;
        let Some(intent) = response.body["data"]["payment_intent_id"].as_str() else {
            return Ok(());
        };
        self.acknowledged.transfers.insert(format!("hold:{intent}"), minor);
        // Whole hours, so that many ask for the same ones.
        let now = self.clock.now();
        let date = Timestamp::from_millis(now.as_millis() / HOUR_MS * HOUR_MS).unwrap();
        let date = date + Duration::from_hours(self.chance.random_range(2..9));
        let date = date.to_string();
        let whom = self.id(provider);
        let fields = [
            ("skills_id", skill.as_str()),
            ("booked_user_id", whom.as_str()),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Hebden Bridge"),
            ("booking_date", date.as_str()),
            ("hours", "1"),
            ("payment_method", method),
            ("payment_intent_id", intent),
        ];
        let book = Request::form("book", By::Person(client), "/api/bookings", &fields);
        let book = book.once(self.key());
        let response = self.ask(&book)?;
        if let Some(id) = response.body["data"]["id"].as_i64() {
            self.acknowledged.bookings.insert(id);
        }
        Ok(())
    }

    /// Lets a party, or a stranger, do something with a booking: often what cannot be done.
    pub(super) fn change_a_booking(&mut self) -> Checked {
        let rows: Vec<BookingRow> = self.bookings.values().cloned().collect();
        let ended = self.chance.random_bool(0.1);
        let open = |row: &&BookingRow| ended || !["rejected", "cancelled"].contains(&&*row.status);
        let open: Vec<&BookingRow> = rows.iter().filter(open).collect();
        if open.is_empty() {
            return self.book();
        }
        let row = open[self.chance.random_range(0..open.len())];
        self.wait_for_the_visit(row);
        if row.status == "disputed" && self.chance.random_bool(0.6) {
            return self.decide(row.id);
        }
        if row.status == "completed" && !row.reviewed && self.chance.random_bool(0.7) {
            return self.review(row);
        }
        let (action, leads_to, by_client) = self.choose_action(&row.status);
        let party = if by_client { &row.client } else { &row.provider };
        let place = match self.chance.random_range(0..20) {
            0 => Some(self.random_person(None)),
            _ => self.place_of(party),
        };
        let Some(place) = place else { return Ok(()) };
        let response = self.ask(&change(action, By::Person(place), row.id))?;
        if response.status == 200 && !leads_to.is_empty() {
            let shown = response.body["data"]["status"].as_str().unwrap_or_default();
            if leads_to != shown {
                return violated("answers_show_the_change", format!("{action}: {shown}"));
            }
        }
        Ok(())
    }

    /// Returns an action, four times in five a possible one.
    fn choose_action(&mut self, status: &str) -> Action {
        let among = if self.chance.random_bool(0.8) { possible(status) } else { &ANY };
        among[self.chance.random_range(0..among.len())]
    }

    /// Often moves the clock to the date of an accepted booking.
    fn wait_for_the_visit(&mut self, row: &BookingRow) {
        let ahead = row.starts_at - self.clock.now().as_millis();
        if row.status == "accepted" && ahead > 0 && self.chance.random_bool(0.5) {
            let ahead = Duration::from_millis(u64::try_from(ahead).unwrap_or_default());
            self.clock.advance(ahead + Duration::from_mins(61));
            self.note("the visit".to_owned());
        }
    }

    fn decide(&mut self, booking: i64) -> Checked {
        let body = match self.chance.random_range(0..3) {
            0 => json!({ "outcome": "refund", "reason": "We have heard both." }),
            1 => json!({ "outcome": "release", "reason": "We have heard both." }),
            _ => json!({ "outcome": "split", "provider_share": 37, "reason": "Both are right." }),
        };
        let path = format!("/api/admin/disputes/{booking}");
        let decide = Request::new("decide", By::Admin, Method::PUT, path, &body);
        self.ask(&decide).map(drop)
    }

    fn review(&mut self, row: &BookingRow) -> Checked {
        let Some(client) = self.place_of(&row.client) else { return Ok(()) };
        let comment = format!("Dry again, {}.", row.id);
        let body = json!({
            "skillId": row.skill, "revieweeId": row.provider, "rating": 4, "comment": comment,
            "bookingId": row.id,
        });
        let review =
            Request::new("review", By::Person(client), Method::POST, "/api/reviews", &body);
        let response = self.ask(&review)?;
        // A response that was lost came from the same review.
        if response.status == 200 || response.body["code"] == "bookings.already_reviewed" {
            self.acknowledged.reviews.insert(row.id, comment);
        }
        Ok(())
    }
}

fn change(action: &'static str, by: By, booking: i64) -> Request {
    if action == "dispute" {
        let booking = booking.to_string();
        let fields = [("bookingId", booking.as_str()), ("message", "Nobody came.")];
        return Request::form(action, by, "/api/dispute/open", &fields);
    }
    let path = format!("/api/bookings/{action}/{booking}");
    Request::new(action, by, Method::PUT, path, &json!({ "status": "completed" }))
}
