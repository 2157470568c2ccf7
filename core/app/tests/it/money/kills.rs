//! Card payments while the real binary is killed, and while its disk is full: what was paid is
//! credited, once.

use std::{path::Path, process::Command, time::Duration};

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::json;
use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_testkit::stripe::{
    Card, FakeStripe, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET, signature,
};
use tempfile::TempDir;

#[cfg(target_os = "linux")]
use crate::disk::small::SmallDisk;
use crate::{
    binary::{Server, Signal, check_ledger, sparkyard},
    stops::{
        person::{Person, Unavailable},
        plan,
        request::Request,
        town,
    },
};

const PAYERS: usize = 8;
/// Kills unless another number is given.
const KILLS: u64 = 4;

/// Returns a command for the binary with cards.
pub(crate) fn with_cards(mut command: Command, stripe: &FakeStripe) -> Command {
    for (name, value) in [
        ("PROVIDER", "stripe"),
        ("SECRET_KEY", SECRET_KEY),
        ("PUBLISHABLE_KEY", PUBLISHABLE_KEY),
        ("WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("API_URL", &stripe.url),
    ] {
        command.env(format!("SPARKYARD_PAYMENTS__{name}"), value);
    }
    command.env("SPARKYARD_SITE__MODE", "cash+tokens");
    command
}

async fn start(data_dir: &Path, stripe: &FakeStripe) -> Server {
    Server::launch(with_cards(sparkyard(), stripe), data_dir, &[]).await
}

/// A member who tops up by card again and again.
struct Payer {
    person: Person,
    /// Number of the top-up, from which its key derives.
    number: u64,
}

impl Payer {
    /// Tops up until the server is gone. The last top-up is repeated with its key the next time.
    async fn pay(&mut self, url: &str, stripe: &FakeStripe) -> Unavailable {
        loop {
            match self.top_up(url, stripe).await {
                Ok(()) => self.number += 1,
                Err(gone) => return gone,
            }
        }
    }

    async fn top_up(&self, url: &str, stripe: &FakeStripe) -> Result<(), Unavailable> {
        let post = |path, body| Request::new(Method::POST, path).json(body);
        let fund = post("/api/wallet/fund", json!({ "amount": 1 })).once(self.number.to_string());
        let top_up = self.person.send(url, &fund).await?;
        // A repetition after the payment changes nothing at the provider.
        stripe.pay(top_up["data"]["clientSecret"].as_str().unwrap(), Card::Pays);
        self.person.send(url, &post("/api/wallet/confirm", json!({ "amount": 1 }))).await?;
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn card_payments_are_credited_once_whenever_the_server_is_killed() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let mut chance = StdRng::seed_from_u64(seed);
    let (data_dir, stripe) =
        (TempDir::new().unwrap(), FakeStripe::start(SystemClock.now().as_seconds()));
    let mut server = start(data_dir.path(), &stripe).await;
    let http = reqwest::Client::new();
    let mut payers = Vec::new();
    for index in 0..PAYERS {
        let person = Person::new(&http, &format!("Payer{index}"));
        let person = town::sign_up(person, &server.url, data_dir.path()).await;
        payers.push(Payer { person, number: 0 });
    }
    for _ in 0..plan::number("SPARKYARD_STOPS").unwrap_or(KILLS) {
        let moment = Duration::from_millis(chance.random_range(100..1500));
        let url = server.url.clone();
        let paying = join_all(payers.iter_mut().map(|payer| payer.pay(&url, &stripe)));
        let killing = async {
            tokio::time::sleep(moment).await;
            server.stop(Signal::Kill).await;
        };
        tokio::join!(paying, killing);
        server = start(data_dir.path(), &stripe).await;
    }
    let mut sync = sparkyard();
    sync.args(["payments", "sync", "--data-dir"]).arg(data_dir.path());
    let synced = tokio::task::spawn_blocking(move || sync.output().unwrap()).await.unwrap();
    assert!(synced.status.success(), "{}", String::from_utf8_lossy(&synced.stderr));
    let mut credited = 0.0;
    for Payer { person, .. } in &payers {
        let wallet = person.get(&server.url, "/api/wallet/balance".to_owned()).await;
        credited += wallet["balance"].as_f64().unwrap();
    }
    let received = stripe.payments().into_iter().filter(|payment| payment["status"] == "succeeded");
    let received = u32::try_from(received.count()).unwrap();
    assert!(received > 0, "nobody has paid");
    println!("{received} payments");
    assert!((credited - f64::from(received)).abs() < 0.001, "{received} paid, {credited} credited");
    server.stop(Signal::Terminate).await;
    check_ledger(data_dir.path());
}

/// Delivers the latest event, as Stripe does; returns the status.
pub(super) async fn deliver(server: &Server, stripe: &FakeStripe) -> u16 {
    let body = stripe.events().pop().unwrap().to_string();
    let signed = signature(&body, SystemClock.now().as_seconds(), WEBHOOK_SECRET);
    let request = reqwest::Client::new()
        .post(format!("{}/api/payments/stripe/webhook", server.url))
        .header("Stripe-Signature", signed)
        .header("Content-Type", "application/json");
    request.body(body).send().await.unwrap().status().as_u16()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn event_received_while_the_disk_was_full_is_handled_when_repeated() {
    let disk = SmallDisk::mount(192);
    let stripe = FakeStripe::start(SystemClock.now().as_seconds());
    let mut command = with_cards(sparkyard(), &stripe);
    command.env("SPARKYARD_DATABASE__RESERVE_MB", "16");
    let server = Server::launch(disk.enter(&command), &disk.inside(), &[]).await;
    let person = Person::new(&reqwest::Client::new(), "Payer");
    let person = town::sign_up(person, &server.url, &disk.outside()).await;
    let balance = async || {
        let wallet = person.get(&server.url, "/api/wallet/balance".to_owned()).await;
        wallet["balance"].as_f64().unwrap()
    };
    let fund = Request::new(Method::POST, "/api/wallet/fund").json(json!({ "amount": 7 }));
    let begun = person.ask(&server.url, fund).await;
    stripe.pay(begun["clientSecret"].as_str().unwrap(), Card::Pays);
    disk.fill();
    let mut status = deliver(&server, &stripe).await;
    assert_eq!(status, 507, "Stripe repeats what was answered with an error");
    assert!(balance().await < 0.001);
    disk.clear();
    for _ in 0..600 {
        status = deliver(&server, &stripe).await;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(status, 200);
    assert_eq!(deliver(&server, &stripe).await, 200);
    assert!((balance().await - 7.0).abs() < 0.001, "once");
}
