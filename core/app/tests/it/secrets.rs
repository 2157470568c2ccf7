//! Follows secrets through the real binary at the most verbose log level: none may appear in its
//! output, log or errors.

#[cfg(target_os = "linux")]
mod bytes;
mod journey;
#[cfg(target_os = "linux")]
mod store;

use std::fs::{self, File};

use reqwest::Client;
use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_testkit::stripe::FakeStripe;
use tempfile::TempDir;

use self::journey::Journey;
use crate::{
    binary::{Server, sparkyard},
    money::kills::with_cards,
};

/// Checks whether `text` contains `secret` as a word: four digits may also be part of a time or a
/// port.
fn holds(text: &str, secret: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || ".:-+_".contains(c);
    text.match_indices(secret).any(|(at, _)| {
        let long = secret.len() > 6;
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + secret.len()..].chars().next().is_some_and(part);
        long || !(before || after)
    })
}

/// API key for the geocoding provider.
const MAPS_KEY: &str = "AIza-5d1c77f0e2a94b";

#[tokio::test]
async fn secrets_are_not_printed_logged_or_returned() {
    let data_dir = TempDir::new().unwrap();
    let log = data_dir.path().join("log.txt");
    let mut command = sparkyard();
    command.env("RUST_LOG", "trace").stderr(File::create(&log).unwrap());
    // An unreachable provider, whose key might appear in the error.
    for (name, value) in [("PROVIDER", "google"), ("URL", "http://127.0.0.1:9"), ("KEY", MAPS_KEY)]
    {
        command.env(format!("SPARKYARD_PLACES__{name}"), value);
    }
    let stripe = FakeStripe::start(SystemClock.now().as_seconds());
    let command = with_cards(command, &stripe);
    let server = Server::launch(command, data_dir.path(), &[]).await;
    let outbox = data_dir.path().join("outbox");
    let (secrets, errors) = (Vec::new(), Vec::new());
    let mut journey =
        Journey { http: Client::new(), server: &server, outbox: &outbox, secrets, errors };
    let admin = journey.set_up().await;
    let (id, password) = journey.sign_up().await;
    journey.sessions(&password).await;
    let password = journey.forget().await;
    let ana = journey.second_factor(&password).await;
    journey.pay(&admin, &ana, &id).await;
    journey.type_card(&ana).await;
    journey.keep_card(&ana, &stripe).await;
    journey.misplace(&ana).await;
    journey.look_up(&ana, MAPS_KEY).await;
    let Journey { secrets, errors, .. } = journey;

    let logged = fs::read_to_string(&log).unwrap();
    assert!(logged.contains("answered"), "the log is not at its most talkative: {logged}");
    // The set-up link is printed once on the operator's terminal, as intended.
    let printed = server.printed.lock().unwrap().replacen(&secrets[0].1, "", 1);
    let outputs = [("log", logged), ("greeting", server.greeting.clone()), ("output", printed)];
    let outputs = outputs.into_iter().chain(errors.into_iter().map(|error| ("error", error)));
    for (place, text) in outputs {
        for (what, secret) in &secrets {
            let line = text.lines().find(|line| holds(line, secret));
            assert!(line.is_none(), "{place} tells the {what} {secret:?}: {line:?}");
        }
    }
}

#[test]
fn codes_are_distinguished_from_times_and_ports() {
    assert!(holds("code=2026 was sent", "2026"));
    assert!(holds("{\"code\":\"2026\"}", "2026"));
    assert!(!holds("2026-11-21T10:00:00Z at 127.0.0.1:2026", "2026"));
    assert!(holds("token=abcdefgh.x", "abcdefgh"));
}
