//! Compares everything acknowledged with the server's data after a stop.

use futures_util::future::join_all;
use rand::{RngExt, rngs::StdRng};
use serde_json::Value;

use super::{
    acknowledged::Mark,
    booking::{self, Booking},
    client::Client,
    compare::{Expected, List, compare},
    notices,
    payment::{Payment, pounds},
    town::Town,
};

const BOOKINGS: List = List {
    path: "/api/bookings/get/user/outward",
    line: |row| Some(booking::line_in_response(row)),
};
const PAYMENTS: List = List { path: "/api/wallet/transactions", line: Payment::line_in_response };
const AUDIT: List = List { path: "/api/admin/audit", line: cash_in };

/// Number of earlier bookings per client that are compared again.
const SAMPLE: usize = 3;

/// A comparison.
pub(crate) struct Check<'a> {
    pub(crate) url: &'a str,
    pub(crate) town: &'a Town,
    /// Compares everything from the beginning, not only since the last comparison.
    pub(crate) whole: bool,
}

/// Compares everything acknowledged to the first `count` clients in detail, and its effects on
/// others.
pub(crate) async fn check(
    url: &str,
    town: &mut Town,
    count: usize,
    whole: bool,
    chance: &mut StdRng,
) {
    let due = notices::due(&town.clients, whole);
    let check = Check { url, town, whole };
    // The provider of the last client is outside the first `count`.
    let people = (count + 1).min(check.town.clients.len());
    let samples: Vec<_> = (0..people).map(|index| check.sample(index, chance)).collect();
    let each = samples.into_iter().enumerate();
    join_all(each.map(|(index, sample)| check.person(index, sample, &due))).await;
    check.audit().await;
    for (client, due) in town.clients.iter_mut().zip(due) {
        client.acknowledged.compared = client.acknowledged.end();
        client.acknowledged.notified = due.end;
    }
}

impl Check<'_> {
    async fn person(&self, index: usize, sample: Vec<&Booking>, due: &[notices::Due]) {
        self.profile(index).await;
        self.bookings(index, sample).await;
        self.payments(index).await;
        self.notices(index, due).await;
    }

    pub(crate) fn client(&self, index: usize) -> &Client {
        &self.town.clients[index]
    }

    /// Returns the index of the client who books a provider.
    pub(crate) fn booked_by(&self, provider: usize) -> usize {
        let people = self.town.clients.len();
        (provider + people - 1) % people
    }

    /// Returns the index of the provider whom a client books.
    pub(crate) fn provider_of(&self, client: usize) -> usize {
        (client + 1) % self.town.clients.len()
    }

    fn since(&self, client: &Client) -> Mark {
        if self.whole { Mark::default() } else { client.acknowledged.compared }
    }

    async fn profile(&self, index: usize) {
        let (client, url) = (self.client(index), self.url);
        let (me, acknowledged) = (&client.me, &client.acknowledged);
        let profile = me.get(url, format!("/api/users/profile/{}", me.id)).await;
        if let Some(bio) = &acknowledged.bio {
            assert_eq!(profile["bio"], *bio, "{}'s text is not what was acknowledged", me.name);
        }
        let payments = self.all_payments(index, Mark::default(), Mark::default());
        let pence: i64 = payments.map(|payment| payment.pence).sum();
        let found = profile["cash_balance"].as_f64().map(|amount| format!("{amount:.2}"));
        assert_eq!(found, Some(pounds(pence)), "{}'s balance is another", me.name);
        let provider = &self.client(self.provider_of(index)).me;
        let public = me.get(url, format!("/api/users/basic/profile/{}", provider.id)).await;
        assert_eq!(public["is_following"], acknowledged.follows, "whether {} follows", me.name);
    }

    /// Returns some bookings that were compared before.
    fn sample(&self, index: usize, chance: &mut StdRng) -> Vec<&Booking> {
        let client = self.client(index);
        let earlier = &client.acknowledged.bookings[..self.since(client).bookings];
        let picks = (0..SAMPLE.min(earlier.len())).map(|_| chance.random_range(0..earlier.len()));
        picks.map(|pick| &earlier[pick]).collect()
    }

    async fn bookings(&self, index: usize, sample: Vec<&Booking>) {
        let client = self.client(index);
        let (me, bookings) = (&client.me, &client.acknowledged.bookings);
        let fresh = &bookings[self.since(client).bookings..];
        let expected = Expected {
            wanted: fresh.iter().map(Booking::line).collect(),
            known: bookings.iter().map(Booking::line).collect(),
        };
        compare(me, self.url, &BOOKINGS, &expected).await.must_be_none(&me.name, &BOOKINGS);
        for booking in &sample {
            let found = me.get(self.url, format!("/api/bookings/{}", booking.id)).await;
            assert_eq!(booking::line_in_response(&found), booking.line(), "of an earlier round");
        }
        for booking in fresh.iter().chain(sample) {
            let found = me.file(self.url, format!("/api/bookings/{}/file", booking.id)).await;
            let same = found == booking.file();
            assert!(same, "the file of {} is lost, left or another", booking.line());
        }
    }

    /// Returns a person's payments as a client and as a provider, each since a mark.
    fn all_payments(&self, index: usize, own: Mark, earned: Mark) -> impl Iterator<Item = Payment> {
        let earnings = self.client(self.booked_by(index)).acknowledged.earnings(earned);
        self.client(index).acknowledged.payments(own).chain(earnings)
    }

    async fn payments(&self, index: usize) {
        let (client, booked_by) = (self.client(index), self.client(self.booked_by(index)));
        let fresh = self.all_payments(index, self.since(client), self.since(booked_by));
        let all = self.all_payments(index, Mark::default(), Mark::default());
        let expected = Expected {
            wanted: fresh.map(|payment| payment.line).collect(),
            known: all.map(|payment| payment.line).collect(),
        };
        let me = &client.me;
        compare(me, self.url, &PAYMENTS, &expected).await.must_be_none(&me.name, &PAYMENTS);
    }

    async fn audit(&self) {
        let lines = |since: &dyn Fn(&Client) -> Mark| {
            let clients = self.town.clients.iter();
            let lines = clients.flat_map(|client| {
                let cash_ins = client.acknowledged.cash_ins[since(client).cash_ins..].iter();
                cash_ins.map(|cash_in| {
                    let (amount, note) = (pounds(cash_in.pence), &cash_in.note);
                    format!("user:{}, {amount} GBP: {note}", client.me.id)
                })
            });
            lines.collect()
        };
        let expected = Expected {
            wanted: lines(&|client| self.since(client)),
            known: lines(&|_| Mark::default()),
        };
        let admin = &self.town.admin;
        compare(admin, self.url, &AUDIT, &expected).await.must_be_none(&admin.name, &AUDIT);
    }
}

/// Returns the line of a cash record in the audit log.
fn cash_in(row: &Value) -> Option<String> {
    let line = format!("{}, {}", row["subject"].as_str()?, row["detail"].as_str()?);
    (row["action"] == "wallet.cash_in").then_some(line)
}
