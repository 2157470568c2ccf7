//! A booking paid by card, from its payment to the withdrawal of what its provider earned. Every
//! request can be repeated.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use sparkyard_kernel::{Clock, SystemClock, Timestamp};
use sparkyard_testkit::stripe::{Card, FakeStripe};

use crate::stops::{
    person::{PASSWORD, Person, Unavailable},
    request::Request,
};

/// Pounds that a provider withdraws after a booking from which they earned.
const WITHDRAWN: u32 = 2;
/// Time from the request of a visit that takes place until its date.
const VISIT_IN: Duration = Duration::from_secs(4);
/// Time until the other bookings begin. Under the strict policy, cancelling then costs half.
const OTHERS_IN: Duration = Duration::from_hours(30);

/// A step after the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Accept,
    Reject,
    /// Cancelled by the client.
    Cancel,
    /// Cancelled by the provider.
    CallOff,
    Start,
    Complete,
    Dispute,
    /// An admin gives the provider 37 percent.
    Split,
    Withdraw,
}

/// Courses of a booking: the authorisation is given up, the payment is captured and refunded, or
/// divided by the policy, and for visits paid out, or divided by an admin.
pub(super) const COURSES: [&[Step]; 6] = [
    GIVEN_UP,
    &[Step::Reject],
    &[Step::Accept, Step::CallOff],
    &[Step::Accept, Step::Cancel, Step::Withdraw],
    &[Step::Accept, Step::Start, Step::Complete, Step::Withdraw],
    &[Step::Accept, Step::Dispute, Step::Split, Step::Withdraw],
];

const GIVEN_UP: &[Step] = &[Step::Cancel];

/// A deal between a client and a provider.
pub(super) struct Deal {
    /// Unique among the deals of its client; idempotency keys derive from it.
    number: u64,
    course: &'static [Step],
    date: Timestamp,
    /// Requests of a booking that were refused.
    refused: u64,
    /// Payment at the provider (`pi_…`), and id of the intent, once known.
    pub(super) payment: Option<(String, String)>,
    pub(super) booking: Option<i64>,
    /// Number of steps that were answered.
    done: usize,
    /// Whether the request was not accepted in time.
    pub(super) expired: bool,
}

/// A member who books the next one's hour again and again.
pub(super) struct Trader {
    pub(super) me: Arc<Person>,
    pub(super) provider: Arc<Person>,
    pub(super) admin: Arc<Person>,
    /// Skill of the provider.
    pub(super) skill: String,
    pub(super) chance: StdRng,
    /// The deals, oldest first; the last may be under way.
    pub(super) deals: Vec<Deal>,
    /// Withdrawals of the provider that were acknowledged.
    pub(super) withdrawals: u32,
}

impl Deal {
    fn new(number: usize, course: &'static [Step]) -> Self {
        let mut deal = Self {
            number: number as u64,
            course,
            date: Timestamp::EPOCH,
            refused: 0,
            payment: None,
            booking: None,
            done: 0,
            expired: false,
        };
        deal.choose_date();
        deal
    }

    fn choose_date(&mut self) {
        let is_visit = self.course.contains(&Step::Complete) || self.course.contains(&Step::Split);
        self.date = SystemClock.now() + if is_visit { VISIT_IN } else { OTHERS_IN };
    }

    fn next(&self) -> Option<Step> {
        self.course.get(self.done).copied().filter(|_| !self.expired)
    }

    fn is_over(&self) -> bool {
        self.booking.is_some() && self.next().is_none()
    }

    /// Checks whether pence were paid to the provider as this course says.
    pub(super) fn pays(&self, pence: i64) -> bool {
        let course = self.course;
        match () {
            () if self.expired => pence == 0,
            () if course.contains(&Step::Split) => (456..=457).contains(&pence),
            () if course.contains(&Step::Complete) => pence == 1235,
            () if course.contains(&Step::Withdraw) => (617..=618).contains(&pence),
            () => pence == 0,
        }
    }
}

impl Trader {
    /// Deals until the server is gone. What was not answered is repeated the next time.
    pub(super) async fn work(&mut self, url: &str, stripe: &FakeStripe) -> Unavailable {
        loop {
            if let Err(gone) = self.go_on(url, stripe).await {
                return gone;
            }
        }
    }

    /// Ends the deal under way, and makes one of each of these courses.
    pub(super) async fn finish(
        &mut self,
        url: &str,
        stripe: &FakeStripe,
        courses: &[&'static [Step]],
    ) {
        for course in courses {
            self.end(url, stripe).await;
            self.deals.push(Deal::new(self.deals.len(), course));
        }
        self.end(url, stripe).await;
    }

    async fn end(&mut self, url: &str, stripe: &FakeStripe) {
        while self.deals.last().is_some_and(|deal| !deal.is_over()) {
            let gone = self.go_on(url, stripe).await.is_err();
            assert!(!gone, "{}: no answer", self.me.name);
        }
    }

    /// Takes the next step.
    async fn go_on(&mut self, url: &str, stripe: &FakeStripe) -> Result<(), Unavailable> {
        if self.deals.last().is_none_or(Deal::is_over) {
            let course = COURSES[self.chance.random_range(0..COURSES.len())];
            self.deals.push(Deal::new(self.deals.len(), course));
        }
        let Some(mut deal) = self.deals.pop() else { return Ok(()) };
        let went = match (&deal.payment, deal.booking) {
            (None, _) => self.pay(url, stripe, &mut deal).await,
            (Some(_), None) => self.book(url, &mut deal).await,
            (Some(_), Some(booking)) => self.take_step(url, &mut deal, booking).await,
        };
        self.deals.push(deal);
        went
    }

    fn key(&self, deal: &Deal, what: &str) -> String {
        format!("{}-{}-{what}", self.me.name, deal.number)
    }

    async fn pay(
        &self,
        url: &str,
        stripe: &FakeStripe,
        deal: &mut Deal,
    ) -> Result<(), Unavailable> {
        let body = json!({ "amount": 12.35, "currency": "gbp", "paymentMethod": "card" });
        let request = Request::new(Method::POST, "/api/users/stripe/payment/intent").json(body);
        let begun = self.me.send(url, &request.once(self.key(deal, "pay"))).await?;
        let text = |name: &str| begun["data"][name].as_str().unwrap().to_owned();
        let secret = text("clientSecret");
        assert_eq!(stripe.pay(&secret, Card::Pays), "requires_capture", "{begun}");
        let payment = secret.split_once("_secret_").unwrap().0.to_owned();
        deal.payment = Some((payment, text("payment_intent_id")));
        Ok(())
    }

    async fn book(&self, url: &str, deal: &mut Deal) -> Result<(), Unavailable> {
        let intent = deal.payment.as_ref().map_or("", |(_, intent)| intent);
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", &self.provider.id),
            ("title", ""),
            ("description", "The kitchen tap drips."),
            ("booking_location", "3 Weaver's Row, Leeds"),
            ("booking_date", &deal.date.to_string()),
            ("hours", "1"),
            ("payment_method", "card"),
            ("payment_intent_id", intent),
        ];
        let request = Request::new(Method::POST, "/api/bookings").form(fields, None);
        let key = self.key(deal, &format!("book-{}", deal.refused));
        let (status, booked) = self.me.attempt(url, &request.once(key)).await?;
        if status.is_success() {
            deal.booking = booked["data"]["id"].as_i64();
            return Ok(());
        }
        // The date of a visit has passed, or a request that expired still has its time. The first
        // of several requests may have been made nevertheless.
        assert!([409, 422].contains(&status.as_u16()), "{status} {booked}");
        if booked["code"] == "wallet.intent_used" {
            let path = "/api/bookings/get/user/outward?limit=1";
            let newest = self.me.send(url, &Request::new(Method::GET, path)).await?;
            deal.booking = newest["data"][0]["id"].as_i64();
            let known = self.deals.iter().any(|earlier| earlier.booking == deal.booking);
            assert!(!known, "{newest}");
            return Ok(());
        }
        deal.refused += 1;
        assert!(deal.refused < 30, "{booked}");
        if deal.refused > 3 {
            deal.course = GIVEN_UP;
        }
        deal.choose_date();
        Ok(())
    }

    async fn take_step(&mut self, url: &str, deal: &mut Deal, id: i64) -> Result<(), Unavailable> {
        let Some(step) = deal.next() else { return Ok(()) };
        let waits = matches!(step, Step::Complete | Step::Dispute);
        if waits && SystemClock.now() < deal.date {
            tokio::time::sleep(Duration::from_millis(50)).await;
            return Ok(());
        }
        let (who, request) = self.request(deal, step, id);
        let (status, response) = who.attempt(url, &request).await?;
        match (step, status.as_u16()) {
            // The dispute may have been opened or decided before the server was killed.
            (_, 200) | (Step::Dispute | Step::Split, 409) => {}
            // The date of the visit has passed.
            (Step::Accept, 409) => deal.expired = true,
            _ => panic!("{step:?} of {id}: {status} {response}"),
        }
        deal.done += 1;
        self.withdrawals += u32::from(step == Step::Withdraw);
        Ok(())
    }

    fn request(&self, deal: &Deal, step: Step, id: i64) -> (&Person, Request) {
        let change = |verb: &str| Request::new(Method::PUT, format!("/api/bookings/{verb}/{id}"));
        match step {
            Step::Accept => (&self.provider, change("accept")),
            Step::Reject => (&self.provider, change("reject")),
            Step::Cancel => (&self.me, change("cancel")),
            Step::CallOff => (&self.provider, change("cancel")),
            Step::Start => (&self.me, change("in-progress")),
            Step::Complete => (&self.me, change("complete")),
            Step::Dispute => {
                let fields = [("bookingId", &*id.to_string()), ("message", "Nobody came.")];
                (&self.me, Request::new(Method::POST, "/api/dispute/open").form(fields, None))
            }
            Step::Split => {
                let reason = "We have heard both.";
                let body = json!({ "outcome": "split", "provider_share": 37, "reason": reason });
                let path = format!("/api/admin/disputes/{id}");
                (&self.admin, Request::new(Method::PUT, path).json(body))
            }
            Step::Withdraw => {
                let body = json!({ "amount": WITHDRAWN, "currentPassword": PASSWORD });
                let request = Request::new(Method::POST, "/api/withdrawals").json(body);
                (&self.provider, request.once(self.key(deal, "withdraw")))
            }
        }
    }

    /// Returns the pence withdrawn by the provider.
    pub(super) fn withdrawn(&self) -> i64 {
        i64::from(self.withdrawals * WITHDRAWN) * 100
    }
}

/// Returns the pence in a response.
pub(super) fn pence(pounds: &Value) -> i64 {
    format!("{:.0}", pounds.as_f64().unwrap() * 100.0).parse().unwrap()
}
