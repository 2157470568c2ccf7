//! A client that sends one request after another, repeating each until it is answered.

use std::{sync::Arc, time::Duration};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use sparkyard_kernel::{Clock, SystemClock, Timestamp};

use super::{
    acknowledged::{Acknowledged, CashIn},
    booking::{Booking, Change, LIVES, PRICE_PENCE, VISIT, VISIT_IN},
    contents::Contents,
    load_phase::LoadPhase,
    payment::pounds,
    person::{Person, Unavailable},
    request::Request,
};

/// Money of every client at the beginning.
const STAKE_PENCE: i64 = 500_000;
/// Range of dates of bookings that do not take place, in hours ahead: from two days to over sixteen
/// months.
const SOONEST: u64 = 48;
const HOURS: u64 = 12_000;

pub(crate) struct Client {
    pub(crate) me: Arc<Person>,
    pub(crate) acknowledged: Acknowledged,
    index: usize,
    provider: Arc<Person>,
    /// Skill of the provider.
    skill: String,
    admin: Arc<Person>,
    /// Time at which the town was created.
    founded: Timestamp,
    chance: StdRng,
    tasks: u64,
    /// Request without a response so far.
    under_way: Option<Task>,
}

/// People with whom a client deals.
pub(crate) struct Neighbours {
    pub(crate) provider: Arc<Person>,
    pub(crate) skill: String,
    pub(crate) admin: Arc<Person>,
}

/// A task, with a number unique to the client.
#[derive(Clone)]
struct Task {
    number: u64,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    /// Creates a payment intent for a booking.
    Pay,
    Book {
        intent: String,
        life: &'static [Change],
        date: Timestamp,
    },
    /// Changes the booking with this index.
    Change(usize, Change),
    CashIn {
        pence: i64,
    },
    Describe,
    Follow(bool),
}

impl Client {
    pub(crate) fn new(
        index: usize,
        me: Arc<Person>,
        neighbours: Neighbours,
        founded: Timestamp,
        seed: u64,
    ) -> Self {
        let Neighbours { provider, skill, admin } = neighbours;
        let chance = StdRng::seed_from_u64(seed.wrapping_add(index as u64));
        let acknowledged = Acknowledged::default();
        let (tasks, under_way) = (0, None);
        Self { me, acknowledged, index, provider, skill, admin, founded, chance, tasks, under_way }
    }

    /// Works on tasks until the phase ends or the server stops.
    pub(crate) async fn work(&mut self, url: &str, phase: &LoadPhase) {
        while !phase.is_over() {
            if self.step(url).await.is_err() {
                assert!(phase.is_interrupted(), "{}: the server left by itself", self.me.name);
                return;
            }
        }
    }

    /// Performs one task, which must succeed.
    pub(crate) async fn once(&mut self, url: &str) {
        assert!(self.step(url).await.is_ok(), "{}: no answer", self.me.name);
    }

    /// Continues until the pending visit, if any, has taken place.
    pub(crate) async fn see_visit_through(&mut self, url: &str) {
        while let Some(visit) = self.acknowledged.visit {
            match self.acknowledged.bookings[visit].waits() {
                true => tokio::time::sleep(Duration::from_secs(1)).await,
                false => self.once(url).await,
            }
        }
    }

    /// Repeats a request that was unanswered when the server stopped.
    pub(crate) async fn resume(&mut self, url: &str) {
        if self.under_way.is_some() {
            assert!(self.step(url).await.is_ok(), "{}: no answer", self.me.name);
        }
    }

    async fn step(&mut self, url: &str) -> Result<(), Unavailable> {
        let task = match self.under_way.take() {
            Some(task) => task,
            None => self.choose(),
        };
        self.under_way = Some(task.clone());
        let (who, request) = self.request(&task);
        let mut response = who.send(url, &request).await?;
        self.under_way = None;
        self.note(&task, &response["data"].take());
        Ok(())
    }

    fn choose(&mut self) -> Task {
        self.tasks += 1;
        Task { number: self.tasks, kind: self.choose_kind() }
    }

    fn choose_kind(&mut self) -> Kind {
        let acknowledged = &self.acknowledged;
        if acknowledged.cash_ins.is_empty() {
            return Kind::CashIn { pence: STAKE_PENCE };
        }
        match self.chance.random_range(0..20) {
            0 | 1 => return Kind::CashIn { pence: self.chance.random_range(1..100) },
            2 | 3 => return Kind::Describe,
            4 => return Kind::Follow(!acknowledged.follows),
            _ => {}
        }
        if let Some(intent) = self.acknowledged.held.clone() {
            return self.choose_booking(intent);
        }
        let Some(index) = self.acknowledged.unfinished() else { return Kind::Pay };
        let booking = &mut self.acknowledged.bookings[index];
        booking.look_at_the_clock();
        booking.next().map_or(Kind::Pay, |change| Kind::Change(index, change))
    }

    fn choose_booking(&mut self, intent: String) -> Kind {
        // Visits are the last entry.
        let lives = LIVES.len() - usize::from(self.acknowledged.visit.is_some());
        let life = LIVES[self.chance.random_range(0..lives)];
        let date = match life {
            VISIT => SystemClock.now() + VISIT_IN,
            _ => self.date(self.tasks),
        };
        Kind::Book { intent, life, date }
    }

    /// Returns sender and request of a task.
    fn request(&self, task: &Task) -> (&Person, Request) {
        let contents = self.contents(task);
        let key = format!("{}-{}", self.index, task.number);
        match &task.kind {
            Kind::Pay => {
                let body = json!({
                    "amount": number(PRICE_PENCE), "currency": "gbp", "paymentMethod": "wallet",
                });
                let request = Request::new(Method::POST, "/api/users/stripe/payment/intent");
                (&self.me, request.json(body).once(key))
            }
            Kind::Book { intent, date, .. } => {
                (&self.me, self.booking(contents, intent, *date).once(key))
            }
            Kind::Change(index, change) => {
                let booking = &self.acknowledged.bookings[*index];
                let path = format!("/api/bookings/{}/{}", change.verb(), booking.id);
                let who = if change.is_by_provider() { &self.provider } else { &self.me };
                (who, Request::new(Method::PUT, path))
            }
            Kind::CashIn { pence } => {
                let body = json!({
                    "user_id": self.me.id, "amount": number(*pence), "note": note(contents),
                });
                let request = Request::new(Method::POST, "/api/admin/wallet/cash-in");
                (&self.admin, request.json(body).once(key))
            }
            Kind::Describe => {
                let body = json!({
                    "bio": contents.text(), "location": "Leeds", "street": "", "zip_code": "",
                });
                let request = Request::new(Method::PUT, "/api/users/profile/update/bio");
                (&self.me, request.json(body))
            }
            Kind::Follow(follow) => {
                let (method, verb) = match follow {
                    true => (Method::POST, "follow"),
                    false => (Method::DELETE, "unfollow"),
                };
                let path = format!("/api/follows/{verb}/{}", self.provider.id);
                (&self.me, Request::new(method, path))
            }
        }
    }

    fn booking(&self, contents: Contents, intent: &str, date: Timestamp) -> Request {
        let fields = [
            ("skills_id", self.skill.as_str()),
            ("booked_user_id", &self.provider.id),
            ("title", &Booking::title(contents)),
            ("description", &contents.text()),
            ("booking_location", "3 Weaver's Row, Leeds"),
            ("booking_date", &date.to_string()),
            ("payment_method", "wallet"),
            ("payment_intent_id", intent),
        ];
        Request::new(Method::POST, "/api/bookings").form(fields, Some(contents.file()))
    }

    /// Returns a date unique to the task; it repeats only after earlier bookings have ended.
    fn date(&self, task: u64) -> Timestamp {
        self.founded + Duration::from_hours(SOONEST + task % HOURS)
    }

    fn contents(&self, task: &Task) -> Contents {
        Contents { author: self.index, number: task.number }
    }

    /// Records what was acknowledged.
    fn note(&mut self, task: &Task, response: &Value) {
        let contents = self.contents(task);
        let text = |field: &str| response[field].as_str().expect("an id").to_owned();
        let acknowledged = &mut self.acknowledged;
        acknowledged.count += 1;
        match task.kind.clone() {
            Kind::Pay => acknowledged.held = Some(text("payment_intent_id")),
            Kind::Book { life, date, .. } => {
                let id = response["id"].as_i64().expect("a number");
                acknowledged.held = None;
                if life == VISIT {
                    acknowledged.visit = Some(acknowledged.bookings.len());
                }
                acknowledged.bookings.push(Booking::new(id, contents, date, life));
            }
            Kind::Change(index, _) => {
                acknowledged.bookings[index].advance();
                if acknowledged.visit == Some(index)
                    && acknowledged.bookings[index].next().is_none()
                {
                    acknowledged.visit = None;
                }
            }
            Kind::CashIn { pence } => {
                let (id, note) = (text("id"), note(contents));
                acknowledged.cash_ins.push(CashIn { id, pence, note });
            }
            Kind::Describe => acknowledged.bio = Some(contents.text()),
            Kind::Follow(follow) => acknowledged.follows = follow,
        }
    }
}

/// Returns the note in the audit log that identifies the task.
fn note(contents: Contents) -> String {
    format!("receipt {} of {}", contents.number, contents.author)
}

/// Converts pence to the number in requests.
fn number(pence: i64) -> f64 {
    pounds(pence).parse().expect("pounds are a number")
}
