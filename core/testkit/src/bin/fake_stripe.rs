//! The stand-in for Stripe as a program, for browser tests: prints the `[payments]` settings as
//! JSON, and reports events to the URL given as its only argument. Ends with its standard input.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]

use std::{io::Read, time::Duration};

use serde_json::json;
use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_testkit::stripe::{
    FakeStripe, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET, signature,
};

/// Time between two looks for new events.
const POLL: Duration = Duration::from_millis(100);

fn now() -> i64 {
    SystemClock.now().as_seconds()
}

#[tokio::main]
async fn main() {
    let webhook = std::env::args().nth(1).unwrap();
    let stripe = FakeStripe::start(now());
    let settings = json!({
        "PROVIDER": "stripe", "API_URL": stripe.url, "SECRET_KEY": SECRET_KEY,
        "PUBLISHABLE_KEY": PUBLISHABLE_KEY, "WEBHOOK_SECRET": WEBHOOK_SECRET,
    });
    println!("{settings}");
    let parent = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    tokio::select! {
        _ = parent => {}
        () = report(&stripe, &webhook) => {}
    }
}

/// Sends every event until it is accepted, as Stripe does.
async fn report(stripe: &FakeStripe, webhook: &str) {
    let http = reqwest::Client::new();
    let mut accepted = 0;
    loop {
        tokio::time::sleep(POLL).await;
        stripe.set_time(now());
        for event in stripe.events().split_off(accepted) {
            let body = event.to_string();
            let signed = signature(&body, now(), WEBHOOK_SECRET);
            let request = http.post(webhook).header("content-type", "application/json");
            let sent = request.header("stripe-signature", signed).body(body).send().await;
            if !sent.is_ok_and(|answer| answer.status().is_success()) {
                break;
            }
            accepted += 1;
        }
    }
}
