//! Power cuts: the binary is killed at random moments under load, and nothing it acknowledged is
//! ever lost.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::binary::{Server, check_ledger};

const ROUNDS: usize = 20;
const CLIENTS: usize = 32;
const PASSWORD: &str = "correct horse battery";
/// Pounds that every client starts with, and what each of their payments holds.
const STAKE: f64 = 400.0;
const HELD: f64 = 0.01;

/// Somebody who hammers the server and remembers what it promised.
struct Hammer {
    http: Client,
    id: String,
    token: String,
    victim: String,
    /// Payments asked for, acknowledged or not; the number is the Idempotency-Key.
    payments: u64,
    /// The last profile text that was acknowledged, as a number.
    noted: u64,
    /// Profile texts sent.
    written: u64,
    /// Writes acknowledged to everybody in this round.
    promises: Arc<AtomicU64>,
    /// The last acknowledged answer on whether they follow the victim.
    follows: Option<bool>,
}

impl Hammer {
    async fn call(
        &self,
        url: &str,
        method: Method,
        path: &str,
        key: u64,
        body: Value,
    ) -> Option<Value> {
        let request = self.http.request(method, format!("{url}{path}")).bearer_auth(&self.token);
        let request = request.header("idempotency-key", key.to_string()).json(&body);
        let answer = request.send().await.ok()?;
        let (status, body) = (answer.status(), answer.json::<Value>().await.ok()?);
        assert!(status.is_success(), "{path}: {body}");
        Some(body["data"].clone())
    }

    /// One more of each kind of write, until the server is gone.
    async fn hammer(&mut self, url: &str, stop: &AtomicBool) {
        while !stop.load(Ordering::SeqCst) && self.round(url).await.is_some() {}
    }

    async fn round(&mut self, url: &str) -> Option<()> {
        self.payments += 1;
        self.pay(url, self.payments).await?;
        self.promises.fetch_add(1, Ordering::SeqCst);
        self.written += 1;
        let bio = json!({
            "bio": self.written.to_string(), "location": "Leeds", "street": "", "zip_code": "",
        });
        self.call(url, Method::PUT, "/api/users/profile/update/bio", 0, bio).await?;
        self.noted = self.written;
        self.promises.fetch_add(1, Ordering::SeqCst);
        let follow = self.follows != Some(true);
        let (method, verb) =
            if follow { (Method::POST, "follow") } else { (Method::DELETE, "unfollow") };
        self.follows = None;
        let path = format!("/api/follows/{verb}/{}", self.victim);
        self.call(url, method, &path, 0, json!({})).await?;
        self.follows = Some(follow);
        self.promises.fetch_add(1, Ordering::SeqCst);
        Some(())
    }

    async fn pay(&self, url: &str, key: u64) -> Option<Value> {
        let body = json!({ "amount": HELD, "currency": "gbp", "paymentMethod": "wallet" });
        self.call(url, Method::POST, "/api/users/stripe/payment/intent", key, body).await
    }

    /// What was promised is there; what was in flight can be asked for again, and happens once.
    async fn verify(&mut self, url: &str) {
        if self.payments > 0 {
            self.pay(url, self.payments).await.expect("the payment in flight can be repeated");
        }
        let profile_path = format!("/api/users/profile/{}", self.id);
        let profile = self.call(url, Method::GET, &profile_path, 0, json!({})).await.unwrap();
        let found: u64 = profile["bio"].as_str().unwrap().parse().unwrap_or(0);
        assert!(
            (self.noted..=self.written).contains(&found),
            "bio {found}, promised {}",
            self.noted
        );
        #[allow(clippy::cast_precision_loss)]
        let expected = STAKE - HELD * self.payments as f64;
        let cash = profile["cash_balance"].as_f64().unwrap();
        assert!((cash - expected).abs() < 0.001, "{cash} left, expected {expected}");
        let public_path = format!("/api/users/basic/profile/{}", self.victim);
        let public = self.call(url, Method::GET, &public_path, 0, json!({})).await.unwrap();
        let following = public["is_following"].as_bool().unwrap();
        assert!(self.follows.is_none_or(|promised| promised == following));
        self.follows = Some(following);
    }
}

async fn post(http: &Client, url: &str, token: &str, path: &str, body: Value) -> Value {
    let answer = http.post(format!("{url}{path}")).bearer_auth(token).json(&body).send().await;
    let body = answer.unwrap().json::<Value>().await.unwrap();
    assert_eq!(body["status"], "success", "{path}: {body}");
    body["data"].clone()
}

/// The code in the newest mail to `email`, once it has been written.
async fn mailed_code(outbox: &Path, email: &str) -> String {
    loop {
        for entry in std::fs::read_dir(outbox).into_iter().flatten().flatten() {
            let text = std::fs::read_to_string(entry.path()).unwrap_or_default();
            let code = text.contains(email).then(|| text.split(" code for Sparkyard is ").nth(1));
            if let Some(code) = code.flatten().and_then(|rest| rest.get(..4)) {
                return code.to_owned();
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn sign_up(http: &Client, url: &str, outbox: &Path, index: usize) -> (String, String) {
    let email = format!("hammer{index}@example.org");
    post(http, url, "", "/api/auth/resend/code", json!({ "email": email })).await;
    let code = mailed_code(outbox, &email).await;
    let proof =
        post(http, url, "", "/api/auth/verify/email", json!({ "email": email, "code": code }))
            .await;
    let new = json!({
        "registrationToken": proof["registrationToken"], "email": email, "phone": "07700 900123",
        "firstname": "Hammer", "lastname": "Example", "gender": "other", "password": PASSWORD,
        "adult": true, "terms": true,
    });
    let id =
        post(http, url, "", "/api/auth/register", new).await["id"].as_str().unwrap().to_owned();
    let login = json!({ "email": email, "password": PASSWORD });
    let tokens = post(http, url, "", "/api/auth/login", login).await;
    (id, tokens["accessToken"].as_str().unwrap().to_owned())
}

/// Makes the admin from the link in the greeting, the clients, and gives each their stake.
async fn people_the_town(
    server: &Server,
    data_dir: &Path,
    promises: &Arc<AtomicU64>,
) -> Vec<Hammer> {
    let http = Client::new();
    let url = &server.url;
    let link = server.greeting.split("/setup#").nth(1).expect("a set-up link");
    let admin = json!({
        "secret": link.split_whitespace().next(), "email": "iris@example.org",
        "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
    });
    let victim = post(&http, url, "", "/api/auth/setup", admin).await["id"].clone();
    let login = json!({ "email": "iris@example.org", "password": PASSWORD });
    let tokens = post(&http, url, "", "/api/auth/login", login).await;
    let admin = tokens["accessToken"].as_str().unwrap();
    let mut hammers = Vec::new();
    for index in 0..CLIENTS {
        let (id, token) = sign_up(&http, url, &data_dir.join("outbox"), index).await;
        let stake = json!({ "user_id": id, "amount": STAKE, "note": "stake" });
        post(&http, url, admin, "/api/admin/wallet/cash-in", stake).await;
        let victim = victim.as_str().unwrap().to_owned();
        hammers.push(Hammer {
            http: http.clone(),
            id,
            token,
            victim,
            promises: promises.clone(),
            payments: 0,
            noted: 0,
            written: 0,
            follows: None,
        });
    }
    hammers
}

/// Waits for a random moment at which writes have been acknowledged and more are in flight, and
/// tells how many were.
#[expect(clippy::disallowed_methods, reason = "the moment of a power cut is not ours to choose")]
async fn in_the_midst(promises: &AtomicU64) -> u64 {
    promises.store(0, Ordering::SeqCst);
    let enough = rand::random_range(20..150);
    let deadline = Instant::now() + Duration::from_mins(1);
    while promises.load(Ordering::SeqCst) < enough {
        assert!(Instant::now() < deadline, "hardly anything was acknowledged");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    tokio::time::sleep(Duration::from_millis(rand::random_range(0..20))).await;
    promises.load(Ordering::SeqCst)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_at_random_moments_it_keeps_every_promise() {
    let data_dir = TempDir::new().unwrap();
    let mut server = Server::start(data_dir.path(), &[]).await;
    let promises = Arc::new(AtomicU64::new(0));
    let mut hammers = people_the_town(&server, data_dir.path(), &promises).await;
    let mut kept = 0;
    for round in 0..ROUNDS {
        let stop = Arc::new(AtomicBool::new(false));
        let running = hammers.into_iter().map(|mut hammer| {
            let (url, stop) = (server.url.clone(), stop.clone());
            tokio::spawn(async move {
                hammer.hammer(&url, &stop).await;
                hammer
            })
        });
        let running: Vec<_> = running.collect();
        kept += in_the_midst(&promises).await;
        server.kill();
        stop.store(true, Ordering::SeqCst);
        hammers = Vec::new();
        for hammer in running {
            hammers.push(hammer.await.unwrap());
        }
        let report = check_ledger(data_dir.path());
        server = Server::start(data_dir.path(), &[]).await;
        for hammer in &mut hammers {
            hammer.verify(&server.url).await;
        }
        println!("round {round}: {kept} promises kept so far, {report}");
    }
}
