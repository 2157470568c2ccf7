//! Tokens for inviting members.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    BookingId, Clock, Money, Sparks,
    events::bookings::{BookingChanged, RELEASED},
    ports::Ledger,
};
use sparkyard_testkit::Member;

use crate::TestApp;

/// Builds the event of a paid booking whose date has come.
fn released(app: &TestApp, booking: i64, client: &Member, provider: &Member) -> BookingChanged {
    BookingChanged {
        booking_id: BookingId(booking),
        client_id: client.id.as_str().into(),
        provider_id: provider.id.as_str().into(),
        subject: "Taps".to_owned(),
        need_id: None,
        by: None,
        starts_at: app.clock.now(),
        due_at: None,
        paid: true,
        cash: Money::from_minor(100),
        tokens: Sparks::ZERO,
        proposal: None,
        expenses: None,
        words: None,
        kind: None,
        mail_later: false,
    }
}

async fn code_of(member: &Member) -> Value {
    member.get("/api/users/invites").await.ok()["code"].clone()
}

/// Registers a member with an invitation code.
async fn invited(app: &TestApp, name: &str, code: &Value) -> Member {
    invited_at(app, name, &format!("{name}@example.org"), code).await
}

/// Registers a member with an invitation code and this address.
async fn invited_at(app: &TestApp, name: &str, email: &str, code: &Value) -> Member {
    let (anonymous, email) = (app.anonymous(), email.to_owned());
    anonymous.post("/api/auth/resend/code", json!({ "email": email })).await.ok();
    app.settle().await;
    let body = json!({ "email": email, "code": app.code_for(&email.to_lowercase()) });
    let proof = anonymous.post("/api/auth/verify/email", body).await.ok();
    let mut body = TestApp::registration(name, &proof["registrationToken"], None);
    body["email"] = json!(email);
    body["referralCode"] = code.clone();
    let account = anonymous.post("/api/auth/register", body).await.ok();
    app.settle().await;
    let id = account["id"].as_str().unwrap().to_owned();
    app.log_in(&Member { id, email, ..anonymous }).await
}

/// Publishes the completion of a booking, in `times` events.
async fn over(app: &TestApp, booking: i64, client: &Member, provider: &Member, times: usize) {
    for time in 0..times {
        tell(app, &format!("{booking}/{time}"), released(app, booking, client, provider)).await;
    }
    app.settle().await;
}

async fn tell(app: &TestApp, id: &str, released: BookingChanged) {
    let write = app.db.write("test.released");
    let write = write.publish(RELEASED, id.to_owned(), app.clock.now(), released);
    write.run::<()>().await.unwrap();
}

/// Returns tokens earned by inviting, and all tokens, in hundredths.
async fn earned(app: &TestApp, member: &Member) -> (i64, i64) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    let user = member.id.as_str().into();
    let tokens = ledger.balances(&user).await.unwrap().tokens.minor();
    (ledger.referral_rewards(&user).await.unwrap().minor(), tokens)
}

async fn adds_up(app: &TestApp) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    let report = ledger.check().await.unwrap();
    assert_eq!(report.differences, Vec::<String>::new());
}

#[tokio::test]
async fn first_booking_rewards_the_inviter_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let cy = invited(&app, "cy", &code_of(&ana).await).await;
    over(&app, 1, &ana, &bo, 1).await;
    assert_eq!(earned(&app, &ana).await, (0, 1000), "neither of these was invited");
    over(&app, 2, &cy, &ana, 1).await;
    assert_eq!(earned(&app, &ana).await, (0, 1000), "a booking with the inviter does not count");
    over(&app, 3, &cy, &bo, 3).await;
    over(&app, 4, &bo, &cy, 1).await;
    assert_eq!(earned(&app, &ana).await, (500, 1500), "once, however often the event is delivered");
    assert_eq!((earned(&app, &cy).await, earned(&app, &bo).await), ((0, 1000), (0, 1000)));
    assert_eq!(ana.get("/api/users/invites").await.ok()["tokens_earned"], 5.0);
    let entry = ana.get("/api/wallet/transactions").await.ok()[0].clone();
    assert_eq!((&entry["reason"], &entry["amount"]), (&json!("referral"), &json!(5.0)));
    assert_eq!(entry["description"], "Thank you for inviting a neighbour");
    adds_up(&app).await;
}

#[tokio::test]
async fn only_paid_and_due_bookings_earn_rewards() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let cy = invited(&app, "cy", &code_of(&ana).await).await;
    let usual = || released(&app, 1, &cy, &bo);
    let free = BookingChanged { paid: false, ..usual() };
    let tomorrow = app.clock.now() + Duration::from_hours(24);
    let early = BookingChanged { starts_at: tomorrow, ..usual() };
    let pence = BookingChanged { cash: Money::from_minor(99), ..usual() };
    let bits = BookingChanged { cash: Money::ZERO, tokens: Sparks::from_minor(499), ..usual() };
    for (id, released) in [("free", free), ("early", early), ("pence", pence), ("bits", bits)] {
        tell(&app, id, released).await;
        app.settle().await;
        assert_eq!(earned(&app, &ana).await, (0, 1000), "{id}");
    }
    let enough = BookingChanged { cash: Money::ZERO, tokens: Sparks::from_minor(500), ..usual() };
    tell(&app, "enough", enough).await;
    app.settle().await;
    assert_eq!(earned(&app, &ana).await, (500, 1500));
}

#[tokio::test]
async fn mailbox_variants_count_as_one_guest() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let code = code_of(&ana).await;
    let addresses = ["g.u.est@gmail.com", "guest+2@gmail.com", "Guest+3@googlemail.com"];
    for (booking, address) in (1..).zip(addresses) {
        let guest = invited_at(&app, "guest", address, &code).await;
        over(&app, booking, &guest, &bo, 1).await;
        assert_eq!(earned(&app, &ana).await.0, 500, "{address}");
    }
    adds_up(&app).await;
}

#[tokio::test]
async fn both_parties_can_earn_rewards_for_inviters() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let cy = invited(&app, "cy", &code_of(&ana).await).await;
    let di = invited(&app, "di", &code_of(&bo).await).await;
    over(&app, 1, &cy, &di, 1).await;
    assert_eq!((earned(&app, &ana).await.0, earned(&app, &bo).await.0), (500, 500));
    adds_up(&app).await;
}

#[tokio::test]
async fn ten_rewards_a_month_are_paid() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let code = code_of(&ana).await;
    let mut crowd = Vec::new();
    for number in 0..13 {
        crowd.push(invited(&app, &format!("c{number}"), &code).await);
    }
    for (booking, guest) in (1..).zip(&crowd[..11]) {
        over(&app, booking, guest, &bo, 1).await;
    }
    assert_eq!(earned(&app, &ana).await, (5000, 6000), "the eleventh brings nothing");
    app.advance(Duration::from_hours(24 * 31));
    over(&app, 12, &crowd[10], &bo, 1).await;
    assert_eq!(earned(&app, &ana).await.0, 5000, "nor later");
    over(&app, 13, &crowd[11], &bo, 1).await;
    assert_eq!(earned(&app, &ana).await.0, 5500, "a new month begins");
    adds_up(&app).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_events_respect_the_reward_limits() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let code = code_of(&ana).await;
    let mut crowd = Vec::new();
    for number in 0..12 {
        crowd.push(invited(&app, &format!("c{number}"), &code).await);
    }
    // All events are published, twice each, before any is delivered.
    for time in 0..2 {
        for (booking, guest) in (1..).zip(&crowd) {
            let id = format!("{booking}/{time}");
            tell(&app, &id, released(&app, booking, guest, &bo)).await;
        }
    }
    app.settle().await;
    assert_eq!(earned(&app, &ana).await.0, 5000);
    adds_up(&app).await;
}

#[tokio::test]
async fn reward_is_configurable() {
    for (setting, hundredths) in [("0", 0), ("2.5", 250)] {
        let app = TestApp::with(&format!("[wallet]\nreferral_reward = {setting}"), true).await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        let cy = invited(&app, "cy", &code_of(&ana).await).await;
        over(&app, 1, &cy, &bo, 1).await;
        assert_eq!(earned(&app, &ana).await.0, hundredths);
    }
}
