//! Password hashing: limited concurrency, fair shares of the queue, and an error when it is full.

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use crate::TestApp;

/// One hashing thread, a short queue, hashes that take a while, and a trusted proxy, so that tests
/// can use many addresses.
const NARROW: &str = "
    [server]
    trusted_proxies = ['127.0.0.1']
    [auth]
    hashing_threads = 1
    hashing_queue = 4
    password_memory_kib = 19456
";

fn from(app: &TestApp, address: &str) -> Member {
    app.anonymous().with_header("x-forwarded-for", address)
}

/// Attempts `size` concurrent sign-ins for different people.
async fn crowd(who: &Member, size: usize) -> Vec<Answer> {
    let attempts = (0..size).map(|number| {
        let email = format!("nobody{number}@example.org");
        who.post("/api/auth/login", json!({ "email": email, "password": "a guess" }))
    });
    join_all(attempts).await
}

fn busy(responses: &[Answer]) -> usize {
    responses.iter().filter(|response| response.status == 503).count()
}

#[tokio::test]
async fn sign_ins_beyond_the_queue_are_rejected() {
    const SHORT_QUEUE: &str =
        "[auth]\nhashing_threads = 1\nhashing_queue = 3\npassword_memory_kib = 19456";
    let app = TestApp::with(SHORT_QUEUE, true).await;
    let ana = app.member("ana").await;
    let visitor = app.anonymous();
    let attempts = (0..40).map(|_| {
        visitor.post("/api/auth/login", json!({ "email": ana.email, "password": PASSWORD }))
    });
    let responses = join_all(attempts).await;
    let (served, refused): (Vec<_>, Vec<_>) =
        responses.iter().partition(|response| response.status == 200);
    // One is hashed while three wait; others may follow as the queue empties.
    assert!(served.len() >= 4, "only {} of 40 were served", served.len());
    assert!(!refused.is_empty(), "the queue holds everybody");
    for response in refused {
        response.refused(503, "auth.busy");
        assert_eq!(response.header("retry-after"), Some("2"));
    }
    app.log_in(&ana).await;
}

#[tokio::test]
async fn one_address_cannot_fill_the_queue() {
    let app = TestApp::with(NARROW, true).await;
    let ana = app.member("ana").await;
    let flood = from(&app, "203.0.113.7");
    for address in ["203.0.113.8", "2001:db8::1"] {
        let honest = from(&app, address);
        let sign_in =
            honest.post("/api/auth/login", json!({ "email": ana.email, "password": PASSWORD }));
        let (flooded, entered) = join(crowd(&flood, 40), sign_in).await;
        entered.ok();
        assert!(busy(&flooded) > 0, "the queue holds everybody");
    }
}

#[tokio::test]
async fn known_device_gets_in_despite_many_addresses() {
    let app = TestApp::with(NARROW, true).await;
    let ana = app.member("ana").await;
    let credentials = json!({ "email": ana.email, "password": PASSWORD });
    let entered = app.anonymous().post("/api/auth/login", credentials.clone()).await;
    let cookie = entered.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let floods: Vec<_> = (0..12).map(|last| from(&app, &format!("198.51.100.{last}"))).collect();
    let crowds = join_all(floods.iter().map(|flood| crowd(flood, 2)));
    let laptop = app.anonymous().with_header("cookie", &cookie);
    let (flooded, entered) = join(crowds, laptop.post("/api/auth/login", credentials)).await;
    entered.ok();
    assert!(busy(&flooded.concat()) > 0, "the queue holds everybody");
    // A signed-in member changes their password meanwhile.
    let change = json!({ "password": PASSWORD, "newPassword": "a gate of green wood" });
    let crowds = join_all(floods.iter().map(|flood| crowd(flood, 2)));
    join(crowds, ana.put("/api/users/change/password", change)).await.1.ok();
}

#[tokio::test]
async fn invalid_tokens_are_rejected_before_hashing() {
    let app = TestApp::with("[auth]\nhashing_threads = 1\nhashing_queue = 0", true).await;
    let nobody = app.anonymous();
    let sign_up = TestApp::registration("eve", &json!("nonsense"), None);
    let set_up = json!({
        "secret": "nonsense", "email": "eve@example.org", "firstname": "Eve",
        "lastname": "Example", "password": PASSWORD,
    });
    let reset = json!({ "token": "nonsense", "newPassword": PASSWORD });
    let rows: [(&str, Value, u16, &str); 3] = [
        ("/api/auth/register", sign_up, 409, "auth.registration_expired"),
        ("/api/auth/setup", set_up, 409, "auth.admin_link_void"),
        ("/api/auth/reset/forgot/password", reset, 422, "auth.reset_invalid"),
    ];
    for (path, body, status, code) in rows {
        // Without a queue, all but one would get the busy error.
        let responses = join_all((0..40).map(|_| nobody.post(path, body.clone()))).await;
        for response in responses {
            response.refused(status, code);
        }
    }
}

#[tokio::test]
async fn invalid_registrations_are_rejected_before_hashing() {
    let app = TestApp::with("[auth]\nhashing_threads = 1\nhashing_queue = 0", true).await;
    let nobody = app.anonymous();
    let prove = async |email: &str| {
        nobody.post("/api/auth/resend/code", json!({ "email": email })).await.ok();
        app.settle().await;
        let body = json!({ "email": email, "code": app.code_for(email) });
        nobody.post("/api/auth/verify/email", body).await.ok()["registrationToken"].clone()
    };
    let (first, second) = (prove("eve@example.org").await, prove("eve@example.org").await);
    let mut nowhere = TestApp::registration("eve", &first, Some("Atlantis"));
    nowhere["lat"] = json!(0.0);
    let responses = join_all((0..40).map(|_| nobody.post("/api/auth/register", nowhere.clone())));
    for response in responses.await {
        response.invalid("lat");
    }
    nobody.post("/api/auth/register", TestApp::registration("eve", &first, None)).await.ok();
    let taken = TestApp::registration("eve", &second, None);
    let responses = join_all((0..40).map(|_| nobody.post("/api/auth/register", taken.clone())));
    for response in responses.await {
        response.refused(409, "auth.email_taken");
    }
}
