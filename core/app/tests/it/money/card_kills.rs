//! Bookings paid by card, and withdrawals by transfer, while the real binary is killed at random
//! moments: nothing is charged, refunded or paid out twice, nothing is lost, and the ledger is what
//! the provider's account says.
//!
//! `SPARKYARD_STOPS` is the number of kills, `SPARKYARD_SEED` chooses the moments.

mod deal;

use std::{io::Cursor, path::Path, process::Command, sync::Arc, time::Duration};

use futures_util::future::join_all;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_testkit::stripe::FakeStripe;
use tempfile::TempDir;

use self::deal::{COURSES, Trader, pence};
use super::{
    kills::{deliver, with_cards},
    store,
};
use crate::{
    binary::{Server, Signal, check_ledger, sparkyard},
    stops::{person::Person, plan, request::Request, town},
};

const TRADERS: u8 = 3;
/// Kills unless another number is given.
const KILLS: u64 = 3;
/// Time limit for withdrawals whose outcome was unknown.
const PATIENCE: u32 = 300;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn card_bookings_and_transfers_are_made_once_whenever_the_server_is_killed() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let mut chance = StdRng::seed_from_u64(seed);
    let mut trial = Trial::begin(&mut chance).await;
    for _ in 0..plan::number("SPARKYARD_STOPS").unwrap_or(KILLS) {
        trial.round(Duration::from_millis(chance.random_range(100..1500))).await;
    }
    trial.end().await;
}

struct Trial {
    data_dir: TempDir,
    stripe: FakeStripe,
    server: Server,
    traders: Vec<Trader>,
}

async fn start(data_dir: &Path, stripe: &FakeStripe) -> Server {
    let mut command = with_cards(sparkyard(), stripe);
    command.env("SPARKYARD_PAYOUTS__WITHDRAW_A_DAY", "1000000");
    Server::launch(command, data_dir, &[]).await
}

/// Runs a command that must succeed, beside the server; returns its output.
async fn run(mut command: Command, args: &[&str], data_dir: &Path) -> String {
    command.args(args).arg("--data-dir").arg(data_dir);
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

impl Trial {
    async fn begin(chance: &mut StdRng) -> Self {
        let (data_dir, stripe) =
            (TempDir::new().unwrap(), FakeStripe::start(SystemClock.now().as_seconds()));
        stripe.set_balance(100_000_000);
        let mut server = start(data_dir.path(), &stripe).await;
        let http = reqwest::Client::new();
        let admin = Arc::new(town::set_up_admin(Person::new(&http, "Iris"), &server).await);
        let mut people = Vec::new();
        for index in 0..TRADERS {
            let person = Person::new(&http, &format!("Trader{index}"));
            let person = town::sign_up(person, &server.url, data_dir.path()).await;
            let skill = settle_in(&person, &admin, &server, &stripe, index).await;
            people.push((Arc::new(person), skill));
        }
        // The accounts at the provider have been ready for two days.
        server.stop(Signal::Terminate).await;
        store::age_accounts(data_dir.path()).await;
        server = start(data_dir.path(), &stripe).await;
        let trader = |(index, (me, _)): (usize, &(Arc<Person>, String))| {
            let (provider, skill) = people[(index + 1) % people.len()].clone();
            let chance = StdRng::seed_from_u64(chance.random());
            let (me, admin) = (me.clone(), admin.clone());
            Trader { me, provider, admin, skill, chance, deals: Vec::new(), withdrawals: 0 }
        };
        let traders = people.iter().enumerate().map(trader).collect();
        Self { data_dir, stripe, server, traders }
    }

    /// Lets everybody deal until the server is killed, starts it again, and checks what must hold
    /// at any time.
    async fn round(&mut self, moment: Duration) {
        let (url, stripe, server) = (self.server.url.clone(), &self.stripe, &mut self.server);
        let working = join_all(self.traders.iter_mut().map(|trader| trader.work(&url, stripe)));
        let killing = async {
            tokio::time::sleep(moment).await;
            server.stop(Signal::Kill).await;
        };
        tokio::join!(working, killing);
        self.server = start(self.data_dir.path(), &self.stripe).await;
        let dir = self.data_dir.path();
        run(with_cards(sparkyard(), &self.stripe), &["payments", "sync"], dir).await;
        run(sparkyard(), &["ledger", "check"], dir).await;
        self.assert_nothing_is_made_twice();
    }

    /// Checks that there is one payment for each deal, of which no more than the price is received
    /// and refunded, and at most one transfer for each withdrawal, of which one may be unanswered.
    fn assert_nothing_is_made_twice(&self) {
        let deals: usize = self.traders.iter().map(|trader| trader.deals.len()).sum();
        let payments = self.stripe.payments();
        assert!(payments.len() <= deals, "{} payments, {deals} deals", payments.len());
        for payment in payments {
            let refunded: i64 = self.stripe.refunds(payment["id"].as_str().unwrap()).iter().sum();
            let received = payment["amount_received"].as_i64().unwrap();
            assert!(refunded <= received && received <= 1235, "{refunded} of {payment}");
        }
        let asked: u32 = self.traders.iter().map(|trader| trader.withdrawals + 1).sum();
        let transfers = self.stripe.transfers().len();
        assert!(transfers <= asked as usize, "{transfers} transfers, {asked} withdrawals");
    }

    /// Lets everything end, and compares each payment and transfer with what was agreed.
    async fn end(mut self) {
        let (url, stripe) = (self.server.url.clone(), &self.stripe);
        let courses = COURSES.chunks(COURSES.len().div_ceil(TRADERS.into()));
        let finishing = self.traders.iter_mut().zip(courses);
        join_all(finishing.map(|(trader, courses)| trader.finish(&url, stripe, courses))).await;
        // The next attempt at transfers whose outcome is unknown is made minutes later.
        self.server.stop(Signal::Terminate).await;
        store::age_withdrawals(self.data_dir.path()).await;
        self.server = start(self.data_dir.path(), &self.stripe).await;
        let dir = self.data_dir.path();
        run(with_cards(sparkyard(), &self.stripe), &["payments", "sync"], dir).await;
        let url = self.server.url.clone();
        let mut kept = 0;
        for trader in &self.traders {
            self.withdrawals_are_paid(trader, &url).await;
            kept += self.payments_are_divided(trader, &url).await;
        }
        let mut in_wallets = 0;
        for trader in &self.traders {
            let wallet = trader.me.get(&url, "/api/wallet/balance".to_owned()).await;
            in_wallets += pence(&wallet["balance"]);
        }
        let withdrawn: i64 = self.traders.iter().map(Trader::withdrawn).sum();
        println!("{kept} pence kept, {withdrawn} withdrawn, {in_wallets} in wallets");
        assert_eq!(kept, in_wallets + withdrawn);
        // Line by line.
        let reconcile = ["payments", "reconcile"];
        println!("{}", run(with_cards(sparkyard(), &self.stripe), &reconcile, dir).await);
        self.server.stop(Signal::Terminate).await;
        check_ledger(dir);
    }

    /// Checks that the provider of `trader` got one transfer for each of their withdrawals.
    async fn withdrawals_are_paid(&self, trader: &Trader, url: &str) {
        let mut attempts = 0;
        let rows = loop {
            let path = "/api/withdrawals?limit=100".to_owned();
            let rows = trader.provider.get(url, path).await;
            let rows = rows.as_array().unwrap().clone();
            if rows.iter().all(|row| row["status"] == "paid") {
                break rows;
            }
            attempts += 1;
            assert!(attempts < PATIENCE, "{rows:#?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        // Of more than a page, the provider's account has them all.
        assert_eq!(rows.len(), (trader.withdrawals as usize).min(100));
        if rows.is_empty() {
            return;
        }
        let account = rows.first().map(|row| row["account_number"].clone());
        let ending = account.and_then(|shown| Some(shown.as_str()?.trim_matches('*').to_owned()));
        let ending = ending.unwrap_or_default();
        let mine = self.stripe.transfers().into_iter();
        let mine =
            mine.filter(|transfer| transfer["destination"].as_str().unwrap().ends_with(&ending));
        assert_eq!(mine.count(), trader.withdrawals as usize, "transfers to {ending}");
    }

    /// Checks that each payment of `trader` is divided as agreed; returns the sum kept.
    async fn payments_are_divided(&self, trader: &Trader, url: &str) -> i64 {
        let (payments, mut sum) = (self.stripe.payments(), 0);
        for deal in &trader.deals {
            let ((id, _), number) = (deal.payment.as_ref().unwrap(), deal.booking.unwrap());
            let mut attempts = 0;
            let booking = loop {
                // An expired request is closed by a job.
                let booking = trader.me.get(url, format!("/api/bookings/{number}")).await;
                if booking["settlement"].is_object() {
                    break booking;
                }
                attempts += 1;
                assert!(attempts < PATIENCE, "{booking:#}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            };
            let paid = pence(&booking["settlement"]["to_provider"]);
            assert!(deal.pays(paid), "{paid} pence are paid: {booking:#}");
            let payment = payments.iter().find(|payment| payment["id"] == id.as_str()).unwrap();
            assert!(is_final(payment), "{payment:#}");
            let refunded: i64 = self.stripe.refunds(id).iter().sum();
            assert_eq!(
                payment["amount_received"].as_i64().unwrap() - refunded,
                paid,
                "{payment:#}"
            );
            sum += paid;
        }
        sum
    }
}

/// Checks whether nothing stays authorised.
fn is_final(payment: &Value) -> bool {
    payment["status"] == "succeeded" || payment["status"] == "canceled"
}

/// Verifies a member, connects their account at the provider, and offers their skill; returns its
/// id.
async fn settle_in(
    person: &Person,
    admin: &Person,
    server: &Server,
    stripe: &FakeStripe,
    index: u8,
) -> String {
    let url = &server.url;
    for (path, shade) in [("identity", index), ("utility", 100 + index)] {
        let fields = [("type", "international-passport")];
        let upload = Request::new(Method::POST, format!("/api/settings/kyc/upload/{path}"));
        let upload = match path {
            "identity" => upload.form(fields, Some(picture(shade))),
            _ => upload.form([], Some(picture(shade))),
        };
        let sent = person.ask(url, upload).await;
        let path = format!("/api/admin/kyc/{}/approve", sent["id"].as_str().unwrap());
        admin.ask(url, Request::new(Method::PUT, path).json(json!({}))).await;
    }
    let path = "/api/users/stripe/create/connected/account";
    let created = person.ask(url, Request::new(Method::POST, path)).await;
    stripe.onboard(created["stripe_account_id"].as_str().unwrap());
    assert_eq!(deliver(server, stripe).await, 200);
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "12.35"),
        ("description", "Dripping taps and slow drains."),
        ("cancellation_policy", "strict"),
    ];
    let skill = Request::new(Method::POST, "/api/skills").form(fields, None);
    person.ask(url, skill).await["id"].as_str().unwrap().to_owned()
}

/// Returns a picture of a shade, as documents must differ.
fn picture(shade: u8) -> Vec<u8> {
    let image = RgbImage::from_pixel(24, 16, Rgb([shade, 99, 200]));
    let mut content = Cursor::new(Vec::new());
    DynamicImage::from(image).write_to(&mut content, ImageFormat::Png).unwrap();
    content.into_inner()
}
