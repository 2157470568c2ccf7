//! Schedule of ledger checks, their stored results, and notifications of differences.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{Clock, ports::Ledger};
use sparkyard_testkit::Member;

use crate::TestApp;
use crate::{
    funding::top_up,
    ledger_fixture::{LedgerFixture, cash},
    store::{self, KeptCheck},
};

const PATH: &str = "/api/admin/wallet/ledger-check";
const HOUR: Duration = Duration::from_hours(1);

async fn kept(fixture: &LedgerFixture) -> KeptCheck {
    store::last_check(&fixture.db).await.unwrap()
}

#[tokio::test]
async fn recent_check_continues_from_the_last_passed() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(100)).await;
    let first = fixture.ledger.check_recent().await.unwrap();
    assert_eq!(
        (first.transfers, kept(&fixture).await.kind.as_str()),
        (1, "full"),
        "there was none"
    );
    fixture.clock.advance(HOUR * 3);
    fixture.give("ana", cash(100)).await;
    // The earlier transfer is within the overlap, and is compared again.
    assert_eq!(fixture.ledger.check_recent().await.unwrap().transfers, 2);
    let now = fixture.clock.now();
    let recent = kept(&fixture).await;
    assert_eq!((recent.kind.as_str(), recent.passed_at), ("recent", Some(now)));
    assert_eq!((recent.since, recent.full_at), (Some(now - HOUR * 5), Some(now - HOUR * 3)));
    fixture.clock.advance(HOUR * 3);
    assert_eq!(fixture.ledger.check_recent().await.unwrap().transfers, 1);
    // A full check counts as well.
    fixture.ledger.check().await.unwrap();
    fixture.clock.advance(HOUR);
    fixture.ledger.check_recent().await.unwrap();
    assert_eq!(kept(&fixture).await.since, Some(now + HOUR));
}

#[tokio::test]
async fn clock_set_back_by_days_forces_a_full_check() {
    let fixture = LedgerFixture::open().await;
    fixture.ledger.check().await.unwrap();
    fixture.give("ana", cash(100)).await;
    for (back, kind) in [(HOUR, "recent"), (HOUR * 48, "full"), (HOUR, "recent")] {
        fixture.clock.set(fixture.clock.now() - back);
        fixture.give("ana", cash(100)).await;
        fixture.ledger.check_recent().await.unwrap();
        let check = kept(&fixture).await;
        assert_eq!((check.kind.as_str(), check.differences.len()), (kind, 0));
        assert_eq!(check.passed_at, Some(fixture.clock.now()));
    }
}

#[tokio::test]
async fn differences_stay_until_a_full_check_passes() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(100)).await;
    fixture.clock.advance(HOUR * 3);
    fixture.ledger.check().await.unwrap();
    let passed_at = fixture.clock.now();
    fixture.clock.advance(HOUR * 24);
    store::run(&fixture.db, store::ALL_BALANCES_UP).await.unwrap();
    // No recent transfer, so the recent check finds nothing wrong.
    assert_eq!(fixture.ledger.check_recent().await.unwrap().transfers, 0);
    let found_at = fixture.clock.now();
    assert!(!fixture.ledger.check().await.unwrap().differences.is_empty());
    fixture.clock.advance(HOUR * 24);
    assert!(!fixture.ledger.check_recent().await.unwrap().differences.is_empty());
    let check = kept(&fixture).await;
    assert_eq!((check.kind.as_str(), check.found_at), ("full", Some(found_at)));
    assert_eq!(check.passed_at, Some(passed_at + HOUR * 24));
    store::run(&fixture.db, store::ALL_BALANCES_DOWN).await.unwrap();
    assert_eq!(fixture.ledger.check_recent().await.unwrap().differences, [""; 0]);
    let check = kept(&fixture).await;
    assert_eq!((check.kind.as_str(), check.found_at), ("full", None));
}

#[tokio::test]
async fn cancelled_check_frees_the_permit() {
    let fixture = LedgerFixture::open().await;
    fixture.give("ana", cash(100)).await;
    tokio::select! {
        biased;
        _ = fixture.ledger.check() => panic!("it cannot be done at once"),
        () = std::future::ready(()) => {}
    }
    let (one, two, three) =
        tokio::join!(fixture.ledger.check(), fixture.ledger.check_recent(), fixture.ledger.check());
    for report in [one, two, three] {
        assert_eq!(report.unwrap().differences, [""; 0]);
    }
}

async fn ran(app: &TestApp) -> (String, String) {
    let check = store::last_check(&app.db).await.unwrap();
    (check.kind, check.ran_at.to_string())
}

#[tokio::test]
async fn checks_run_daily_and_full_ones_weekly() {
    let app = TestApp::start().await;
    let mut seen = Vec::new();
    for _ in 0..8 * 4 {
        app.run_jobs().await;
        let run = ran(&app).await;
        if seen.last() != Some(&run) {
            seen.push(run);
        }
        app.advance(HOUR * 6);
    }
    let expected = (2..=9).map(|day| {
        let kind = if [2, 9].contains(&day) { "full" } else { "recent" };
        (kind.to_owned(), format!("2026-03-{day:02}T10:00:00.000Z"))
    });
    assert_eq!(seen, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn check_dated_in_the_future_is_ignored() {
    let app = TestApp::start().await;
    app.advance(HOUR * 24 * 365);
    app.run_jobs().await;
    app.clock.set(app.clock.now() - HOUR * 24 * 365);
    app.run_jobs().await;
    assert_eq!(ran(&app).await, ("full".to_owned(), "2026-03-02T10:00:00.000Z".to_owned()));
}

/// Creates a community with two admins and a member whose balance is wrong.
async fn broken() -> (TestApp, Member, Member, Member) {
    let app = TestApp::start().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let ana = app.member("ana").await;
    top_up(&ana, 20.0).await;
    let mine = format!("user:{}:gbp", ana.id);
    store::add_to_balance(&app.db, &mine, 1).await;
    app.settle().await;
    (app, iris, ivo, ana)
}

fn difference(ana: &Member) -> String {
    format!("account user:{}:gbp shows a balance of 20.01, its transfers give 20.00", ana.id)
}

async fn notices(member: &Member) -> Vec<Value> {
    let notices = member.get("/api/notifications").await.ok();
    let admin = |notice: &&Value| notice["kind"] == "admin";
    notices.as_array().unwrap().iter().filter(admin).cloned().collect()
}

#[tokio::test]
async fn admin_sees_the_last_result_and_reruns_it() {
    let (app, iris, _, ana) = broken().await;
    assert_eq!(iris.get(PATH).await.ok(), json!({ "running": false }));
    app.advance(Duration::from_secs(1));
    let checked = iris.post(PATH, json!({})).await.ok();
    assert_eq!(checked, iris.get(PATH).await.ok());
    let last = &checked["last"];
    assert_eq!((&checked["running"], &last["kind"]), (&json!(false), &json!("full")));
    assert_eq!(last["found_at"], "2026-03-02T10:00:01.000Z");
    assert_eq!(last["differences"][0], json!(difference(&ana)));
    store::add_to_balance(&app.db, &format!("user:{}:gbp", ana.id), -1).await;
    let last = iris.post(PATH, json!({})).await.ok()["last"].clone();
    assert_eq!((&last["found_at"], &last["differences"]), (&json!(null), &json!([])));
    let audit = iris.get("/api/admin/audit").await.ok();
    assert_eq!(audit[0]["action"], "wallet.ledger_check");
    assert_eq!(audit[0]["actor_id"], json!(iris.id));
}

#[tokio::test]
async fn members_and_moderators_are_forbidden() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let role = format!("/api/admin/members/{}/role", ana.id);
    for role_name in ["member", "moderator"] {
        iris.put(&role, json!({ "role": role_name })).await.ok();
        ana.get(PATH).await.refused(403, "auth.forbidden");
        ana.post(PATH, json!({})).await.refused(403, "auth.forbidden");
    }
    assert_eq!(store::last_check(&app.db).await, None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn second_request_reports_a_running_check() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    store::fill(&app.db, app.clock.now(), 300, 10, 1).await;
    let asked = (0..8).map(|_| {
        let iris = iris.clone();
        tokio::spawn(async move { iris.post(PATH, json!({})).await })
    });
    let mut refused = 0;
    for response in asked.collect::<Vec<_>>() {
        let response = response.await.unwrap();
        if response.status == 200 {
            response.ok();
        } else {
            response.refused(409, "wallet.check_running");
            refused += 1;
        }
    }
    assert!((1..8).contains(&refused), "{refused} of 8");
}

#[tokio::test]
async fn only_admins_are_notified_of_differences() {
    let (app, iris, ivo, ana) = broken().await;
    let quiet = json!({
        "bookingMessages": false, "orderUpdates": false, "orderMessages": false,
        "promotions": false, "accountNotifications": false, "marketingNotifications": false,
    });
    iris.put("/api/settings/notifications", quiet).await.ok();
    let before = app.mails().len();
    app.run_jobs().await;
    for admin in [&iris, &ivo] {
        let received = notices(admin).await;
        assert_eq!(received.len(), 1, "{received:?}");
        assert_eq!(received[0]["title"], "Some money or sparks do not add up");
        assert_eq!(received[0]["link"], "/admin");
        let mail = app.mail_to(&admin.email);
        assert_eq!(mail.subject, "Some money or sparks do not add up");
        assert!(mail.text.contains(&difference(&ana)), "{}", mail.text);
        assert!(mail.text.contains("Mon 2 Mar 2026, 10:00"), "{}", mail.text);
    }
    assert_eq!(notices(&ana).await, [Value::Null; 0]);
    assert_eq!(app.mails().len(), before + 2);
    // The same differences are not reported again; new ones are.
    app.advance(HOUR * 24);
    app.run_jobs().await;
    assert_eq!(app.mails().len(), before + 2);
    store::add_to_balance(&app.db, &format!("user:{}:gbp", ana.id), 1).await;
    app.advance(HOUR * 24);
    app.run_jobs().await;
    assert_eq!(app.mails().len(), before + 4);
    assert_eq!(notices(&app.log_in(&iris).await).await.len(), 2);
}

#[tokio::test]
async fn passed_check_notifies_nobody() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let before = app.mails().len();
    app.run_jobs().await;
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    ledger.check_recent().await.unwrap();
    app.settle().await;
    assert_eq!((notices(&iris).await.len(), app.mails().len()), (0, before));
}
