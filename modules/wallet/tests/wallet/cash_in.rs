use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::TestApp;

const PATH: &str = "/api/admin/wallet/cash-in";
const DAY: Duration = Duration::from_hours(24);

async fn record(by: &Member, user: &str, amount: impl Into<Value>, note: &str) -> Answer {
    let amount: Value = amount.into();
    by.post(PATH, json!({ "user_id": user, "amount": amount, "note": note })).await
}

async fn decide(by: &Member, id: &str, decision: &str) -> Answer {
    by.put_empty(&format!("{PATH}/{id}/{decision}")).await
}

async fn listed(by: &Member, status: &str) -> Vec<Value> {
    let list = by.get(&format!("{PATH}?status={status}")).await.ok();
    list.as_array().unwrap().clone()
}

/// Returns actors and actions about cash in the audit log, newest first.
async fn audited(by: &Member) -> Vec<(String, String)> {
    let log = by.get("/api/admin/audit?limit=100").await.ok();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    let entries = log.as_array().unwrap().iter();
    let entries = entries.map(|entry| (text(entry, "actor_id"), text(entry, "action")));
    entries.filter(|(_, action)| action.starts_with("wallet.cash_in")).collect()
}

/// Creates admins and waits a day.
async fn admins<const N: usize>(app: &TestApp, names: [&str; N]) -> [Member; N] {
    let mut admins = Vec::new();
    for name in names {
        admins.push(app.admin(name).await);
    }
    app.advance(DAY);
    for admin in &mut admins {
        *admin = app.log_in(admin).await;
    }
    admins.try_into().ok().unwrap()
}

async fn cash(member: &Member) -> Value {
    member.get("/api/wallet/balance").await.ok()["balance"].clone()
}

#[tokio::test]
async fn admin_records_cash_without_card_payments() {
    let app = TestApp::start_live().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    app.advance(Duration::from_secs(1));
    let recorded = record(&iris, &ana.id, 20.5, "Receipt 14").await.ok();
    assert_eq!(recorded["user_id"], json!(ana.id));
    assert_eq!((&recorded["amount"], &recorded["note"]), (&json!(20.5), &json!("Receipt 14")));
    assert_eq!(recorded["created_at"], "2026-03-02T10:00:01.000Z");
    assert_eq!(cash(&ana).await, 20.5);
    let entries = ana.get("/api/wallet/transactions").await.ok();
    assert_eq!(entries[0]["description"], "Cash paid in");
    let audit = iris.get("/api/admin/audit").await.ok();
    assert_eq!(audit[0]["action"], "wallet.cash_in");
    assert_eq!(audit[0]["subject"], json!(format!("user:{}", ana.id)));
    assert_eq!(audit[0]["actor_id"], json!(iris.id));
    assert_eq!(audit[0]["detail"], "20.50 GBP: Receipt 14");
}

#[tokio::test]
async fn only_admins_record_cash_and_only_for_members() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    record(&ana, &ana.id, 20, "For me").await.refused(403, "auth.forbidden");
    record(&iris, "nobody", 20, "Receipt").await.refused(404, "wallet.member_not_found");
    record(&iris, &ana.id, 0, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 10_000.01, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 5, " ").await.invalid("note");
    record(&iris, &ana.id, 5, &"x".repeat(201)).await.invalid("note");
    record(&iris, &ana.id, -5, "Receipt").await.invalid("amount");
    record(&iris, &ana.id, 0.001, "Receipt").await.invalid("amount");
    assert_eq!(cash(&ana).await, 0.0);
}

#[tokio::test]
async fn a_repeated_request_records_once() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let keyed = iris.with_header("Idempotency-Key", "one");
    let first = record(&keyed, &ana.id, 5, "Receipt").await.ok();
    app.advance(Duration::from_secs(5));
    assert_eq!(record(&keyed, &ana.id, 5, "Receipt").await.ok(), first);
    let other = record(&keyed, &ana.id, 5, "Another receipt").await;
    other.refused(409, "request.idempotency_conflict");
    assert_eq!(cash(&ana).await, 5.0);
}

#[tokio::test]
async fn cash_is_rejected_where_it_is_off() {
    for (mode, code) in [("tokens", "wallet.cash_off"), ("gift", "wallet.gift_mode")] {
        let app = TestApp::with(&format!("[site]\nmode = \"{mode}\""), false).await;
        let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
        record(&iris, &ana.id, 5, "Receipt").await.refused(409, code);
        decide(&iris, "x", "approve").await.refused(409, code);
    }
}

#[tokio::test]
async fn admins_cannot_record_cash_for_themselves() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for amount in [0.01, 5.0, 9000.0] {
        record(&iris, &iris.id, amount, "Mine").await.refused(403, "wallet.own_cash_in");
    }
    assert_eq!(cash(&iris).await, 0.0);
    assert!(audited(&iris).await.is_empty() && listed(&iris, "pending").await.is_empty());
}

#[tokio::test]
async fn large_amounts_need_a_second_admin() {
    let app = TestApp::start().await;
    let [iris, eve, ana] = admins(&app, ["iris", "eve", "ana"]).await;
    let asked = record(&iris, &ana.id, 250.01, "Receipt 9").await;
    let id = asked.ok()["id"].as_str().unwrap().to_owned();
    assert_eq!(asked.ok()["status"], "pending");
    assert_eq!(cash(&ana).await, 0.0);
    decide(&iris, &id, "approve").await.refused(403, "wallet.own_request");
    decide(&ana, &id, "approve").await.refused(403, "wallet.own_cash_in");
    decide(&app.member("bo").await, &id, "approve").await.refused(403, "auth.forbidden");
    decide(&eve, "nothing", "approve").await.refused(404, "wallet.cash_in_not_found");

    for (who, may_approve) in [(&iris, false), (&ana, false), (&eve, true)] {
        let waiting = listed(who, "pending").await;
        assert_eq!(waiting.len(), 1);
        assert_eq!(waiting[0]["may_approve"], may_approve, "{}", who.email);
        assert_eq!(waiting[0]["name"], "Ana Example");
        assert_eq!(waiting[0]["asked_by_name"], "Iris Example");
        assert_eq!(waiting[0]["lapses_at"], "2026-03-10T10:00:00.000Z");
    }
    app.advance(Duration::from_secs(1));
    let approved = decide(&eve, &id, "approve").await.ok();
    assert_eq!(
        (&approved["status"], &approved["decided_by_name"]),
        (&json!("approved"), &json!("Eve Example"))
    );
    assert_eq!(decide(&eve, &id, "approve").await.ok(), approved, "once more changes nothing");
    assert_eq!(cash(&ana).await, 250.01);
    decide(&eve, &id, "refuse").await.refused(409, "wallet.cash_in_decided");
    assert!(listed(&eve, "pending").await.is_empty());
    let expected = [(eve.id.clone(), "approved"), (iris.id.clone(), "asked")];
    let expected = expected.map(|(who, what)| (who, format!("wallet.cash_in_{what}")));
    assert_eq!(audited(&iris).await, expected);
    let entries = ana.get("/api/wallet/transactions").await.ok();
    assert_eq!(entries[0]["reference"], format!("cash_in:{id}"));
}

#[tokio::test]
async fn newly_appointed_admin_cannot_approve() {
    let app = TestApp::start().await;
    let [iris, eve] = admins(&app, ["iris", "eve"]).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let make = async |role: &str| {
        let path = format!("/api/admin/members/{}/role", bo.id);
        app.log_in(&iris).await.put(&path, json!({ "role": role })).await.ok();
    };
    let ask = async || {
        let asked = record(&app.log_in(&iris).await, &ana.id, 400, "Receipt").await.ok();
        asked["id"].as_str().unwrap().to_owned()
    };
    // The new admin is appointed before or after the request.
    let before = ask().await;
    make("admin").await;
    let after = ask().await;
    let bo = app.log_in(&bo).await;
    for id in [&before, &after] {
        decide(&bo, id, "approve").await.refused(403, "wallet.new_admin");
    }
    assert!(listed(&bo, "pending").await.iter().all(|cash| cash["may_approve"] == false));
    assert_eq!(cash(&ana).await, 0.0);

    // A day later it is still too late for these requests.
    app.advance(Duration::from_millis(24 * 60 * 60 * 1000 - 1));
    let almost = ask().await;
    app.advance(Duration::from_millis(1));
    let bo = app.log_in(&bo).await;
    for id in [&before, &after, &almost] {
        decide(&bo, id, "approve").await.refused(403, "wallet.new_admin");
    }
    let in_time = ask().await;
    decide(&bo, &in_time, "approve").await.ok();
    decide(&app.log_in(&eve).await, &before, "approve").await.ok();
    assert_eq!(cash(&app.log_in(&ana).await).await, 800.0);

    // Being appointed again restarts the day; a repeated appointment does not.
    let again = ask().await;
    make("admin").await;
    decide(&bo, &again, "approve").await.ok();
    for role in ["member", "admin"] {
        make(role).await;
    }
    let anew = ask().await;
    decide(&app.log_in(&bo).await, &anew, "approve").await.refused(403, "wallet.new_admin");
}

#[tokio::test]
async fn daily_limit_cannot_be_split() {
    let app = TestApp::start().await;
    let (iris, eve, ana) =
        (app.admin("iris").await, app.admin("eve").await, app.member("ana").await);
    let status = async |by: &Member, amount: f64| {
        record(by, &ana.id, amount, "Receipt").await.ok()["status"].as_str().unwrap().to_owned()
    };
    assert_eq!(status(&iris, 200.0).await, "recorded");
    assert_eq!(status(&iris, 50.01).await, "pending");
    assert_eq!(status(&iris, 50.0).await, "recorded", "up to the limit");
    assert_eq!(status(&iris, 0.01).await, "pending");
    let bo = app.member("bo").await;
    assert_eq!(record(&iris, &bo.id, 250, "x").await.ok()["status"], "recorded", "for each");
    assert_eq!(status(&eve, 250.0).await, "recorded", "by each");
    assert_eq!(cash(&ana).await, 500.0);
    app.advance(DAY);
    let iris = app.log_in(&iris).await;
    assert_eq!(status(&iris, 250.0).await, "recorded", "the next day");
}

#[tokio::test]
async fn total_limit_covers_all_members() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let mut statuses = Vec::new();
    for name in ["ana", "bo", "cy", "dee", "ed"] {
        let member = app.member(name).await;
        let response = record(&iris, &member.id, 230, "Receipt").await.ok();
        statuses.push(response["status"].as_str().unwrap().to_owned());
        if name == "ed" {
            assert_eq!(cash(&member).await, 0.0);
            assert_eq!(record(&eve, &member.id, 230, "x").await.ok()["status"], "recorded");
        }
    }
    assert_eq!(statuses, ["recorded", "recorded", "recorded", "recorded", "pending"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_records_respect_the_limit() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let records = (0..64).map(|_| {
        let (iris, user) = (iris.clone(), ana.id.clone());
        tokio::spawn(async move { record(&iris, &user, 10, "Receipt").await })
    });
    let mut recorded = 0;
    for response in records.collect::<Vec<_>>() {
        let response = response.await.unwrap();
        recorded += usize::from(response.ok()["status"] == "recorded");
    }
    assert_eq!((recorded, cash(&ana).await), (25, json!(250.0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_concurrent_decisions_counts() {
    let app = TestApp::start().await;
    let [iris, eve, zoe] = admins(&app, ["iris", "eve", "zoe"]).await;
    let ana = app.member("ana").await;
    let asked = record(&iris, &ana.id, 1000, "Receipt").await.ok();
    let id = asked["id"].as_str().unwrap().to_owned();
    let decisions = (0..16).map(|number| {
        let who = if number % 2 == 0 { eve.clone() } else { zoe.clone() };
        let (id, what) = (id.clone(), ["approve", "refuse"][number / 2 % 2]);
        tokio::spawn(async move { decide(&who, &id, what).await.status })
    });
    for decision in decisions.collect::<Vec<_>>() {
        assert!([200, 409].contains(&decision.await.unwrap()));
    }
    let outcome = (listed(&eve, "approved").await.len(), listed(&eve, "refused").await.len());
    let expected = if outcome.0 == 1 { 1000.0 } else { 0.0 };
    assert!(outcome == (1, 0) || outcome == (0, 1), "{outcome:?}");
    assert_eq!(cash(&ana).await, expected);
    assert_eq!(audited(&eve).await.len(), 2, "asked and decided once");
}

#[tokio::test]
async fn cash_can_be_refused_or_withdrawn() {
    let app = TestApp::start().await;
    let (iris, eve, ana) =
        (app.admin("iris").await, app.admin("eve").await, app.member("ana").await);
    for who in [&eve, &iris] {
        let asked = record(&iris, &ana.id, 400, "Receipt").await.ok();
        let id = asked["id"].as_str().unwrap();
        assert_eq!(decide(who, id, "refuse").await.ok()["status"], "refused");
        decide(&eve, id, "approve").await.refused(409, "wallet.cash_in_decided");
    }
    assert_eq!(cash(&ana).await, 0.0);
    assert_eq!(listed(&eve, "refused").await.len(), 2);
}

#[tokio::test]
async fn undecided_cash_lapses_after_a_week() {
    let app = TestApp::start().await;
    let [iris, eve] = admins(&app, ["iris", "eve"]).await;
    let ana = app.member("ana").await;
    let asked = record(&iris, &ana.id, 400, "Receipt").await.ok();
    let id = asked["id"].as_str().unwrap();
    app.advance(Duration::from_secs(7 * 24 * 60 * 60 - 1));
    app.run_jobs().await;
    let eve = app.log_in(&eve).await;
    assert_eq!(listed(&eve, "pending").await[0]["may_approve"], true);
    app.advance(Duration::from_secs(1));
    // Before the job has run.
    assert_eq!(listed(&eve, "pending").await[0]["status"], "lapsed");
    decide(&eve, id, "approve").await.refused(409, "wallet.cash_in_lapsed");
    app.run_jobs().await;
    assert!(listed(&eve, "pending").await.is_empty());
    assert_eq!(listed(&eve, "lapsed").await.len(), 1);
    decide(&eve, id, "approve").await.refused(409, "wallet.cash_in_lapsed");
    assert_eq!(cash(&app.log_in(&ana).await).await, 0.0);
    assert_eq!(audited(&eve).await[0], ("system".to_owned(), "wallet.cash_in_lapsed".to_owned()));
}

#[tokio::test]
async fn limit_for_one_admin_is_configurable() {
    for (alone, amount, status) in
        [("0", 0.01, "pending"), ("20.50", 20.5, "recorded"), ("20.50", 20.51, "pending")]
    {
        let app = TestApp::with(&format!("[wallet]\ncash_in_alone = {alone}"), true).await;
        let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
        let response = record(&iris, &ana.id, amount, "Receipt").await.ok();
        assert_eq!(response["status"], status, "{alone} {amount}");
    }
}

#[tokio::test]
async fn a_repeated_request_asks_once() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let keyed = iris.with_header("Idempotency-Key", "one");
    let first = record(&keyed, &ana.id, 400, "Receipt").await.ok();
    assert_eq!(record(&keyed, &ana.id, 400, "Receipt").await.ok(), first);
    assert_eq!(listed(&iris, "pending").await.len(), 1);
}
