//! Members who delete their account: what stands in the way, what goes, and what stays.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::ports::{Departures, Ledger};
use sparkyard_testkit::{Answer, Member, PASSWORD, count, picture, rows_with, table_names};

use crate::{
    TestApp,
    money::store::balance,
    operations::fixture::{World, booking_fields, borrowed, world},
};

mod tables;

const LEAVING: &str = "/api/settings/leaving";
const DAY: Duration = Duration::from_hours(24);

fn proof(give_up: bool) -> Value {
    json!({ "currentPassword": PASSWORD, "giveUp": give_up })
}

/// Returns the codes of what a member must settle.
async fn obstacles(member: &Member) -> Vec<String> {
    let state = member.get(LEAVING).await.ok();
    let all = state["obstacles"].as_array().unwrap();
    all.iter().map(|obstacle| obstacle["code"].as_str().unwrap().to_owned()).collect()
}

/// Returns the tables that hold the id or the address of a member, with one row of each.
async fn traces(app: &TestApp, member: &Member) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for table in table_names(&app.db).await {
        let mut rows = rows_with(&app.db, &table, &[&member.id, &member.email]).await;
        if let Some(row) = rows.pop() {
            found.push((table, row));
        }
    }
    found
}

/// Asserts that only tables with a reason know the member, and none of them the address.
async fn assert_erased(app: &TestApp, member: &Member) {
    for (table, row) in traces(app, member).await {
        let kept = tables::KEPT.iter().any(|(known, _)| *known == table);
        assert!(kept, "{table} still has {row}");
        let mail = ["demo_mail", "outbox"].contains(&table.as_str());
        assert!(mail || !row.contains(&member.email), "{table} has the address: {row}");
    }
}

/// Completes the world's booking.
async fn completed(world: &World) {
    let World { vera, paul, .. } = world;
    let id = world.booking.as_i64().unwrap();
    paul.put_empty(&format!("/api/bookings/accept/{id}")).await.ok();
    vera.put_empty(&format!("/api/demo/bookings/{id}/skip")).await.ok();
    vera.put_empty(&format!("/api/bookings/in-progress/{id}")).await.ok();
    vera.put_empty(&format!("/api/bookings/complete/{id}")).await.ok();
}

/// Reviews Paul for the world's booking, as Vera.
async fn review(world: &World) -> Answer {
    let body = json!({
        "skillId": world.skill, "revieweeId": world.paul.id, "rating": 5, "comment": "Dry again.",
        "bookingId": world.booking,
    });
    world.vera.post("/api/reviews", body).await
}

/// Lets everything of the world run out, and signs its members in again.
async fn run_out(world: &mut World) {
    let World { app, vera, paul, sid, .. } = world;
    for _ in 0..30 {
        app.advance(DAY);
        app.run_jobs().await;
    }
    for member in [vera, paul, sid] {
        *member = app.log_in(member).await;
    }
}

/// Brings the world's booking to its end, with a review, and lets everything else run out.
async fn settled(world: &mut World) {
    completed(world).await;
    review(world).await.ok();
    run_out(world).await;
}

#[tokio::test]
async fn former_member_is_not_reviewed() {
    let mut world = Box::pin(world()).await;
    completed(&world).await;
    run_out(&mut world).await;
    world.paul.post(LEAVING, proof(true)).await.ok();
    world.app.settle().await;
    review(&world).await.refused(409, "core.member_left");
    assert_erased(&world.app, &world.paul).await;
}

#[tokio::test]
async fn member_who_has_not_agreed_can_settle_open_items_and_leave() {
    let World { app, paul, sid, booking, .. } = Box::pin(world()).await;
    let terms = app.host.cx.data_dir.join("content/legal");
    std::fs::create_dir_all(&terms).unwrap();
    std::fs::write(terms.join("terms.md"), "# House rules\n\nBe kind.").unwrap();
    let next = app.host_with("");
    let there = |member: &Member| {
        let mut member = member.clone();
        member.client.endpoint = next.endpoint.clone();
        member
    };
    let iris = app.admin("ina").await;
    let ask = json!({ "changes": "Be kind.", "days": 1 });
    there(&iris).put("/api/admin/agreements/2/ask", ask).await.ok();
    app.advance(DAY);
    let (paul, sid) = (there(&app.log_in(&paul).await), there(&app.log_in(&sid).await));
    let change = paul.put("/api/users/visibility", json!({ "visible": true })).await;
    change.refused(403, "auth.agreement_due");
    paul.put_empty(&format!("/api/bookings/reject/{booking}")).await.ok();
    // Refused for what they say, no longer for who sends them.
    let decline = paul.put("/api/bookings/1/expenses/decline", json!({})).await;
    let confirm = paul.put("/api/bookings/1/expenses/confirm", json!({})).await;
    let account = paul.post("/api/settings/payment/withdrawalmethod", json!({})).await;
    for response in [decline, confirm, account] {
        assert_eq!(response.body["code"], "request.malformed");
    }
    sid.post(LEAVING, proof(true)).await.ok();
}

#[tokio::test]
async fn erasure_keeps_only_what_others_and_the_law_need() {
    let mut world = Box::pin(world()).await;
    let photo = [("photo", "me.png", &picture()[..])];
    world.vera.put_form("/api/users/profile/upload", &[], &photo).await.ok();
    let report =
        json!({ "subject": "person", "id": world.vera.id, "reason": "other", "words": "x" });
    world.sid.post("/api/reports", report).await.ok();
    world.sid.post_empty(&format!("/api/follows/follow/{}", world.vera.id)).await.ok();
    let before = obstacles(&world.vera).await;
    for code in ["bookings.still_open", "wallet.payment_open", "wallet.cash_left"] {
        assert!(before.iter().any(|known| known == code), "{code} in {before:?}");
    }
    world.vera.post(LEAVING, proof(true)).await.refused(409, &before[0]);

    settled(&mut world).await;
    let World { app, vera, paul, sid, .. } = world;
    assert_eq!(obstacles(&vera).await, ["wallet.cash_left"]);
    vera.post(LEAVING, proof(false)).await.refused(409, "wallet.cash_left");
    let wrong = json!({ "currentPassword": "wrong", "giveUp": true });
    assert_eq!(vera.post(LEAVING, wrong).await.status, 422);
    vera.get("/api/auth/sessions").await.ok();

    vera.post(LEAVING, proof(true)).await.ok();
    vera.get("/api/auth/sessions").await.refused(401, "auth.unauthorised");
    app.settle().await;
    assert!(app.mail_to(&vera.email).subject.contains("deleted"));
    app.advance(3 * DAY);
    app.run_jobs().await;
    assert_erased(&app, &vera).await;

    let (paul, sid) = (app.log_in(&paul).await, app.log_in(&sid).await);
    let talk = paul.get(&format!("/api/message/{}/{}", paul.id, vera.id)).await.ok();
    assert!(talk.to_string().contains("under the pot"), "{talk}");
    let bookings = paul.get("/api/bookings/get/user/inward").await.ok();
    assert_eq!(bookings[0]["client"]["left"], true, "{bookings}");
    assert!(!bookings.to_string().contains("14 Secret Street"), "{bookings}");
    let reviews = paul.get(&format!("/api/reviews/user/{}", paul.id)).await.ok();
    assert!(reviews.to_string().contains("Dry again."), "{reviews}");
    for path in ["/api/wallet/balance", "/api/message/chat/history/users", "/api/notifications"] {
        paul.get(path).await.ok();
    }
    let profile = format!("/api/users/basic/profile/{}", vera.id);
    assert_eq!(sid.get(&profile).await.status, 404);
    let check = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(check.check().await.unwrap().differences, Vec::<String>::new());
}

#[tokio::test]
async fn former_member_who_earned_pounds_stays_in_the_seller_file() {
    let mut world = Box::pin(world()).await;
    let place = json!({
        "bio": "Plumber.", "location": "Leeds", "street": "9 Tap Row", "zip_code": "LS2 7AA",
        "lat": 53.8, "lon": -1.55,
    });
    world.paul.put("/api/users/profile/update/bio", place).await.ok();
    settled(&mut world).await;
    let World { app, vera, paul, .. } = world;
    paul.post(LEAVING, proof(true)).await.ok();
    app.settle().await;
    assert_erased(&app, &paul).await;
    let seen = vera.get(&format!("/api/reviews/user/{}", paul.id)).await;
    assert!(seen.status < 500, "{}", seen.body);
    let iris = app.admin("iris").await;
    let file = iris.get("/api/admin/wallet/sellers.csv?year=2026").await;
    let text = String::from_utf8_lossy(&file.bytes).into_owned();
    assert!(text.contains("9 Tap Row") && text.contains("Paul Example"), "{text}");
}

#[tokio::test]
async fn booking_concurrent_with_a_deletion_succeeds_or_fails_as_a_whole() {
    for round in 0..4 {
        let app = TestApp::with("[site]\nmode = \"gift\"", true).await;
        let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
        let fields = [
            ("skill_type", "plumbing"),
            ("experience_level", "expert"),
            ("hourly_rate", "0"),
            ("description", "Taps."),
        ];
        let skill = bo.post_form("/api/skills", &fields, &[]).await.ok();
        let mut form = booking_fields(skill["id"].as_str().unwrap(), &bo.id, "");
        form.retain(|(name, _)| *name != "payment_intent_id");
        let fields = borrowed(&form);
        let leaver = if round % 2 == 0 { &bo } else { &ana };
        let booked = ana.post_form("/api/bookings", &fields, &[]);
        let (booked, left) = tokio::join!(booked, leaver.post(LEAVING, proof(false)));
        if left.status == 200 {
            assert!([401, 404, 409].contains(&booked.status), "{}", booked.body);
        } else {
            left.refused(409, "bookings.still_open");
            booked.ok();
        }
    }
}

#[tokio::test]
async fn two_requests_at_once_delete_one_account() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (one, other) =
        tokio::join!(ana.post(LEAVING, proof(false)), ana.post(LEAVING, proof(false)));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert!(statuses[0] == 200 && [401, 404, 409].contains(&statuses[1]), "{statuses:?}");
    app.settle().await;
    assert_erased(&app, &ana).await;
}

#[tokio::test]
async fn money_is_not_lost_while_the_wallet_is_off() {
    let app = TestApp::start().await;
    let (iris, mut ana) = (app.admin("iris").await, app.member("ana").await);
    let cash = json!({ "user_id": ana.id, "amount": 5, "note": "At the fair." });
    iris.post("/api/admin/wallet/cash-in", cash).await.ok();
    ana.client.endpoint = app.host_with("[modules]\ndisabled = [\"wallet\"]").endpoint.clone();
    ana.get("/api/wallet/balance").await.refused(404, "module.disabled");
    assert_eq!(obstacles(&ana).await, ["wallet.cash_left"]);
    ana.post(LEAVING, proof(false)).await.refused(409, "wallet.cash_left");
    ana.post(LEAVING, proof(true)).await.ok();
}

#[tokio::test]
async fn sparks_returned_after_a_deletion_go_to_the_community() {
    let app = TestApp::start().await;
    let (iris, ana, bo) =
        (app.admin("iris").await, app.member("ana").await, app.member("bo").await);
    app.settle().await;
    let gift = json!({ "to": bo.id, "amount": 4, "message": "Thank you" });
    let gift = ana.post("/api/spark-gifts", gift).await.ok();
    ana.post(LEAVING, proof(false)).await.ok();
    app.settle().await;
    let before = balance(&app, "community:spark").await;
    let path = format!("/api/admin/spark-gifts/{}/reverse", gift["id"].as_str().unwrap());
    iris.put(&path, json!({ "reason": "It was meant for another Bo." })).await.ok();
    app.settle().await;
    assert_eq!(balance(&app, &format!("user:{}:spark", ana.id)).await, 0);
    assert_eq!(balance(&app, "community:spark").await, before + 400);
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(ledger.check().await.unwrap().differences, [""; 0]);
    assert_erased(&app, &ana).await;
}

#[tokio::test]
async fn last_admin_cannot_leave() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    assert_eq!(obstacles(&iris).await, ["auth.last_admin"]);
    iris.post(LEAVING, proof(false)).await.refused(409, "auth.last_admin");
    app.admin("olu").await;
    iris.post(LEAVING, proof(false)).await.ok();
}

#[tokio::test]
async fn staff_delete_the_account_of_a_member_who_asks_for_it() {
    let app = TestApp::start().await;
    let (iris, olu, ana) =
        (app.admin("iris").await, app.admin("olu").await, app.member("ana").await);
    let path = |who: &Member| format!("/api/admin/members/{}/leaving", who.id);
    let reason = json!({ "reason": "She rang and asked for it." });
    ana.post(&path(&olu), reason.clone()).await.refused(403, "auth.forbidden");
    iris.post(&path(&iris), reason.clone()).await.refused(403, "moderation.own_account");
    iris.post(&path(&olu), reason.clone()).await.refused(409, "auth.admin_account");
    iris.post(&path(&ana), json!({ "reason": "" })).await.invalid("reason");
    iris.post(&path(&ana), reason.clone()).await.ok();
    iris.post(&path(&ana), reason).await.refused(404, "auth.account_not_found");
    app.settle().await;
    assert!(app.mail_to(&ana.email).text.contains("She rang and asked for it."));
    let log = iris.get(&format!("/api/admin/audit?subject=user:{}", ana.id)).await.ok();
    assert_eq!(log[0]["action"], "auth.removed", "{log}");
    assert_eq!(log[0]["detail"], "from member to deleted: She rang and asked for it.");
    assert_erased(&app, &ana).await;
}

#[tokio::test]
async fn address_is_free_again_and_welcomed_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let sparks = ana.get("/api/wallet/balance").await.ok()["spark_tokens"].clone();
    ana.post(LEAVING, proof(false)).await.ok();
    app.settle().await;
    let again = app.member("ana").await;
    assert_ne!(again.id, ana.id);
    let balance = again.get("/api/wallet/balance").await.ok();
    assert_ne!(sparks, balance["spark_tokens"], "{balance}");
}

#[tokio::test]
async fn interrupted_erasure_continues() {
    let World { app, vera, .. } = Box::pin(world()).await;
    // The account goes; the server is stopped before, or in, the erasure.
    let sid = app.member("una").await;
    sid.post_empty(&format!("/api/follows/follow/{}", vera.id)).await.ok();
    sid.post(LEAVING, proof(false)).await.ok();
    let next = app.host_with("");
    next.settle().await.unwrap();
    app.settle().await;
    assert_erased(&app, &sid).await;
}

#[tokio::test]
async fn messages_are_deleted_when_both_members_have_left() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for words in ["Hello, can you mend a chair?", "Are you there?"] {
        let body = json!({
            "senderId": ana.id, "receiverId": bo.id, "content": words, "mark_as_read": false,
        });
        ana.post("/api/message", body).await.ok();
    }
    ana.post(LEAVING, proof(false)).await.ok();
    app.settle().await;
    assert_eq!(count(&app.db, "chat_message").await, 2);
    let head = bo.get(&format!("/api/message/with/{}", ana.id)).await.ok();
    assert_eq!(head["cannot_write_reason"], "deleted", "{head}");
    bo.post(LEAVING, proof(false)).await.ok();
    app.settle().await;
    assert_eq!(count(&app.db, "chat_message").await, 0);
}

#[tokio::test]
async fn erasures_read_ranges_of_indexes() {
    let app = TestApp::start().await;
    let rules = app.host.ports.require::<dyn Departures>("test").unwrap();
    for rule in rules.erasures() {
        for plan in rule.plans(&app.db, &"ana".into()).await.unwrap() {
            let plan = format!("{plan:?}");
            let whole = ["TableScan", "Bitmap"].iter().any(|scan| plan.contains(scan));
            assert!(!whole, "{}: {plan}", rule.what);
        }
    }
}

#[tokio::test]
async fn event_place_of_a_former_member_goes_to_the_waiting_list() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let body = json!({
        "title": "Seed swap", "text": "Bring seeds.", "place": "The library",
        "starts_at": "2026-03-07T10:00:00Z", "ends_at": "2026-03-07T12:00:00Z", "places": 1,
        "hosts": [{ "user_id": ana.id, "role": "host" }],
    });
    let event = iris.post("/api/admin/events", body).await.ok();
    let path = format!("/api/community/events/{}", event["id"].as_str().unwrap());
    let join = format!("{path}/join");
    ana.post_empty(&join).await.ok();
    assert_eq!(bo.post_empty(&join).await.ok()["own"], "waiting");
    ana.post(LEAVING, proof(false)).await.ok();
    app.settle().await;
    app.run_jobs().await;
    let seen = bo.get(&path).await.ok();
    assert_eq!((&seen["own"], &seen["joined"]), (&json!("joined"), &json!(1)));
    assert_eq!(seen["hosts"], json!([]));
    let notices = bo.get("/api/notifications").await.ok();
    assert!(notices.to_string().contains("Seed swap"), "{notices}");
    assert_erased(&app, &ana).await;
}
