//! A stand-in for Stripe, over HTTP: payments, their refunds and disputes, saved cards, connected
//! accounts and transfers with the states and errors that Stripe documents, idempotency keys, and
//! signed events. It can be told to fail as networks and servers do.

mod authorisation;
mod balance;
mod billing;
mod connect;
mod dispute;
mod intent;
mod server;

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use poem::{Server, listener::TcpAcceptor};
use serde_json::{Value, json};
use sha2::Sha256;

use self::{billing::Billing, connect::Connect, intent::Intent};

/// Secret key of the account.
pub const SECRET_KEY: &str = "sk_test_51SparkyardSecret";
/// Publishable key of the account.
pub const PUBLISHABLE_KEY: &str = "pk_test_51SparkyardPublic";
/// Secret with which events are signed.
pub const WEBHOOK_SECRET: &str = "whsec_9f0c7a4e1b2d4c6e8a0f";

/// Test card numbers, as Stripe lists them: <https://docs.stripe.com/testing>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Card {
    /// Pays at once.
    Pays,
    /// Is declined without a reason.
    Declined,
    /// Is declined for lack of money.
    Empty,
    /// Asks its holder for a confirmation (3-D Secure).
    AsksHolder,
    /// Pays at once; its holder then disputes the payment.
    Disputed,
    /// Is still being processed by its bank:
    /// <https://docs.stripe.com/payments/paymentintents/lifecycle>. A delayed method of payment; it
    /// has no card number.
    Slow,
}

/// Card numbers, and the cards that they stand for.
const NUMBERS: [(&str, Card); 5] = [
    ("4242424242424242", Card::Pays),
    ("4000000000000002", Card::Declined),
    ("4000000000009995", Card::Empty),
    ("4000002760003184", Card::AsksHolder),
    ("4000000000000259", Card::Disputed),
];

impl Card {
    /// Returns the card with this number.
    pub fn numbered(number: &str) -> Option<Self> {
        NUMBERS.iter().find(|(known, _)| *known == number).map(|(_, card)| *card)
    }

    /// Returns the card whose number ends with these digits.
    fn ending(last4: &str) -> Option<Self> {
        let ends = |(number, _): &&(&str, Self)| !last4.is_empty() && number.ends_with(last4);
        NUMBERS.iter().find(ends).map(|(_, card)| *card)
    }

    /// Returns the last four digits of the card's number.
    fn last4(self) -> &'static str {
        let known = NUMBERS.iter().find(|(_, card)| *card == self);
        known.and_then(|(number, _)| number.get(12..)).unwrap_or_default()
    }
}

/// A failure of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Answers 500 without doing anything.
    Error,
    /// Does what it was asked, then returns 500.
    ErrorAfterwards,
    /// Does what it was asked, but the response is lost.
    LostAnswer,
    /// Answers 200 with something that is not JSON, after doing what it was asked.
    Garbage,
    /// Answers late.
    Late(Duration),
}

/// A running stand-in.
#[derive(Clone)]
pub struct FakeStripe {
    /// Base URL of its API.
    pub url: String,
    account: Account,
}

/// State shared by all requests.
#[derive(Clone, Default)]
pub(crate) struct Account(Arc<Mutex<State>>);

#[derive(Default)]
pub(crate) struct State {
    intents: HashMap<String, Intent>,
    billing: Billing,
    connect: Connect,
    /// As shown, oldest first.
    disputes: Vec<Value>,
    /// Lines of the account, oldest first.
    balance: Vec<Value>,
    /// Oldest first.
    events: Vec<Value>,
    /// Parameters and response of the first request with each key.
    responses: HashMap<String, (HashMap<String, String>, u16, Value)>,
    faults: VecDeque<Fault>,
    /// Whether the secret key is refused.
    denied: bool,
    /// Requests received, failed ones included.
    requests: usize,
    /// Seconds since 1970.
    now: i64,
    /// Number of objects created, from which ids derive.
    created: usize,
}

impl Account {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns a new id, such as `pi_…`.
    fn id(&mut self, prefix: &str) -> String {
        self.created += 1;
        format!("{prefix}_3Fake{:06}", self.created)
    }

    /// Records an event about an object.
    fn event(&mut self, kind: &str, object: &Value) {
        let id = self.id("evt");
        self.events.push(json!({
            "id": id, "object": "event", "api_version": "2026-09-30.endive", "created": self.now,
            "data": { "object": object }, "livemode": false, "pending_webhooks": 1,
            "request": { "id": null, "idempotency_key": null }, "type": kind,
        }));
    }
}

impl FakeStripe {
    /// Starts it on a free port. `now` is its clock, in seconds since 1970.
    pub fn start(now: i64) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let account = Account::default();
        account.state().now = now;
        let acceptor = TcpAcceptor::from_std(listener).expect("a listener");
        tokio::spawn(Server::new_with_acceptor(acceptor).run(server::routes(account.clone())));
        Self { url, account }
    }

    /// Returns the `[payments]` section that points to it.
    pub fn settings(&self) -> String {
        format!(
            "[payments]\nprovider = \"stripe\"\nsecret_key = \"{SECRET_KEY}\"\n\
             publishable_key = \"{PUBLISHABLE_KEY}\"\nwebhook_secret = \"{WEBHOOK_SECRET}\"\n\
             api_url = \"{}\"\ntimeout_ms = 1000\n",
            self.url
        )
    }

    /// Moves its clock.
    pub fn set_time(&self, now: i64) {
        self.account.state().now = now;
    }

    /// Makes the next requests fail, one after the other.
    pub fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.account.state().faults.extend(faults);
    }

    /// Refuses the secret key, or accepts it again.
    pub fn deny(&self, denied: bool) {
        self.account.state().denied = denied;
    }

    /// Lets requests succeed again.
    pub fn recover(&self) {
        self.account.state().faults.clear();
    }

    /// Pays with a card in the browser; returns the new status of the payment.
    pub fn pay(&self, client_secret: &str, card: Card) -> String {
        let mut state = self.account.state();
        let (status, response) = state.confirm(client_secret, card);
        match status {
            200 => response["status"].as_str().unwrap_or_default().to_owned(),
            _ => response["error"]["code"].as_str().unwrap_or_default().to_owned(),
        }
    }

    /// Confirms a payment with the saved card that was chosen for it; returns its new status, or
    /// the code of the error.
    pub fn pay_with_saved(&self, client_secret: &str) -> String {
        let (status, response) = self.account.state().confirm_saved(client_secret);
        let text = if status == 200 { &response["status"] } else { &response["error"]["code"] };
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Answers the question of the card's bank; returns the new status of the payment.
    pub fn authenticate(&self, client_secret: &str, passes: bool) -> String {
        let (_, response) = self.account.state().authenticate(client_secret, passes);
        response["status"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns all events, oldest first.
    pub fn events(&self) -> Vec<Value> {
        self.account.state().events.clone()
    }

    /// Returns the latest event for which `is_meant` returns true.
    pub fn latest_event(&self, is_meant: impl Fn(&Value) -> bool) -> Option<Value> {
        let state = self.account.state();
        state.events.iter().rfind(|event| is_meant(event)).cloned()
    }

    /// Returns the payments.
    pub fn payments(&self) -> Vec<Value> {
        self.account.state().intents.values().map(Intent::to_json).collect()
    }

    /// Returns the ids of the payments whose money was received, in order.
    pub fn received(&self) -> Vec<String> {
        let state = self.account.state();
        let received = state.intents.values().filter(|intent| intent.status == "succeeded");
        let mut ids: Vec<String> = received.map(|intent| intent.id.clone()).collect();
        ids.sort_unstable();
        ids
    }

    /// Ends the authorisation of a payment, as its bank does.
    pub fn lapse(&self, payment: &str) {
        self.account.state().lapse(payment);
    }

    /// Returns the amounts refunded for a payment; those of refunds that failed are not among them.
    pub fn refunds(&self, payment: &str) -> Vec<i64> {
        let state = self.account.state();
        state.intents.get(payment).map(|intent| intent.standing().collect()).unwrap_or_default()
    }

    /// Adds a line to the account that has no payment here: a refund, adjustment, transfer, payout
    /// …
    pub fn add_balance_line(&self, kind: &str, pence: i64) {
        let mut state = self.account.state();
        state.balance_line(kind, pence, 0, &Value::Null);
    }

    /// Loses the newest line of the account.
    pub fn lose_balance_line(&self) {
        self.account.state().balance.pop();
    }

    /// Returns the number of requests received.
    pub fn requests(&self) -> usize {
        self.account.state().requests
    }

    /// Changes the payment of another program on the same account: one without our metadata.
    pub fn forget_metadata(&self, payment: &str) {
        if let Some(intent) = self.account.state().intents.get_mut(payment) {
            intent.metadata.clear();
        }
    }

    /// Changes what was received by a payment.
    pub fn set_received(&self, payment: &str, pence: i64) {
        if let Some(intent) = self.account.state().intents.get_mut(payment) {
            intent.received = pence;
        }
    }
}

/// Returns the `Stripe-Signature` header of an event at a time in seconds since 1970:
/// <https://docs.stripe.com/webhooks/signature>.
pub fn signature(body: &str, at: i64, secret: &str) -> String {
    let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.as_bytes());
    let mut mac = mac.expect("any length is a key");
    mac.update(format!("{at}.{body}").as_bytes());
    format!("t={at},v1={}", HEXLOWER.encode(&mac.finalize().into_bytes()))
}
