//! Events: joining, the waiting list, and notifications of participants.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{DAY, TestApp, block, members, notices, texts, titles};

pub(crate) const EVENTS: &str = "/api/community/events";
pub(crate) const ADMIN: &str = "/api/admin/events";

pub(crate) fn form(changes: &[(&str, Value)]) -> Value {
    let mut body = json!({
        "title": "Seed swap", "text": "Bring seeds.", "place": "The library",
        "starts_at": "2026-03-07T10:00:00Z", "ends_at": "2026-03-07T12:00:00Z", "places": 2,
        "hosts": [],
    });
    for (field, value) in changes {
        body[*field] = value.clone();
    }
    body
}

pub(crate) async fn create(admin: &Member, changes: &[(&str, Value)]) -> Value {
    admin.post(ADMIN, form(changes)).await.ok()
}

pub(crate) fn at(base: &str, event: &Value, step: &str) -> String {
    format!("{base}/{}{step}", event["id"].as_str().unwrap())
}

async fn join(member: &Member, event: &Value) -> Answer {
    member.post_empty(&at(EVENTS, event, "/join")).await
}

async fn leave(member: &Member, event: &Value) -> Answer {
    member.post_empty(&at(EVENTS, event, "/leave")).await
}

async fn read(member: &Member, event: &Value) -> Value {
    member.get(&at(EVENTS, event, "")).await.ok()
}

#[tokio::test]
async fn waiting_members_get_free_places_in_order() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo, cy, dee] = members(&app, ["ana", "bo", "cy", "dee"]).await;
    let event = create(&iris, &[("places", json!(1))]).await;
    let joined = join(&ana, &event).await.ok();
    assert_eq!((&joined["own"], &joined["places_left"]), (&json!("joined"), &json!(0)));
    assert_eq!(join(&ana, &event).await.ok()["joined"], 1, "joining twice takes one place");
    for (member, position) in [(&bo, 1), (&cy, 2), (&dee, 3)] {
        let waits = join(member, &event).await.ok();
        assert_eq!((&waits["own"], &waits["position"]), (&json!("waiting"), &json!(position)));
    }
    leave(&bo, &event).await.ok();
    assert_eq!(read(&cy, &event).await["position"], 1);
    let left = leave(&ana, &event).await.ok();
    assert_eq!(
        (&left["own"], &left["joined"], &left["waiting"]),
        (&json!("left"), &json!(1), &json!(1))
    );
    leave(&ana, &event).await.ok();
    app.settle().await;
    assert_eq!(notices(&cy).await, ["You have a place at \u{201c}Seed swap\u{201d}"]);
    assert_eq!(notices(&dee).await, [""; 0]);
    // Whoever joins again waits behind the others.
    assert_eq!(join(&ana, &event).await.ok()["position"], 2);
    // More places go to all who wait; nobody is notified twice.
    iris.put(&at(ADMIN, &event, ""), form(&[("places", Value::Null)])).await.ok();
    app.settle().await;
    let seen = read(&dee, &event).await;
    assert_eq!(
        (&seen["own"], &seen["joined"], &seen["waiting"]),
        (&json!("joined"), &json!(3), &json!(0))
    );
    assert!(seen["places_left"].is_null());
    for member in [&ana, &cy, &dee] {
        assert_eq!(notices(member).await.len(), 1);
    }
    let fewer = iris.put(&at(ADMIN, &event, ""), form(&[("places", json!(2))])).await;
    fewer.refused(409, "community.event_too_small");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn places_are_given_once_to_twenty_who_join_at_once() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mut crowd = Vec::new();
    for n in 0..20 {
        crowd.push(app.member(&format!("guest{n}")).await);
    }
    let event = create(&iris, &[("places", json!(5))]).await;
    let path = at(EVENTS, &event, "/join");
    let requests = crowd.iter().cloned().map(|member| {
        let path = path.clone();
        tokio::spawn(async move { member.post_empty(&path).await.ok() })
    });
    for request in requests.collect::<Vec<_>>() {
        request.await.unwrap();
    }
    let seen = read(&iris, &event).await;
    assert_eq!(
        (&seen["joined"], &seen["waiting"], &seen["places_left"]),
        (&json!(5), &json!(15), &json!(0))
    );
    let mut positions = Vec::new();
    for member in &crowd {
        positions.extend(read(member, &event).await["position"].as_u64());
    }
    positions.sort_unstable();
    assert_eq!(positions, (1..=15).collect::<Vec<_>>());
    let guests = iris.get(&at(EVENTS, &event, "/guests?limit=100")).await.ok();
    let states = texts(&guests, "state");
    assert!(states[..5].iter().all(|state| state == "joined"), "{states:?}");
    assert!(states[5..].iter().all(|state| state == "waiting"), "{states:?}");
    // All leave at once, and nobody is left over.
    let path = at(EVENTS, &event, "/leave");
    let requests = crowd.iter().cloned().map(|member| {
        let path = path.clone();
        tokio::spawn(async move { member.post_empty(&path).await.ok() })
    });
    for request in requests.collect::<Vec<_>>() {
        request.await.unwrap();
    }
    let seen = read(&iris, &event).await;
    assert_eq!((&seen["joined"], &seen["waiting"]), (&json!(0), &json!(0)));
}

#[tokio::test]
async fn participants_are_notified_of_changes_and_cancellation() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo, cy, host] = members(&app, ["ana", "bo", "cy", "host"]).await;
    let hosts = json!([{ "user_id": host.id, "role": "host" }]);
    let words = |changes: &[(&str, Value)]| {
        form(&[&[("hosts", hosts.clone()), ("places", json!(1))][..], changes].concat())
    };
    let event = iris.post(ADMIN, words(&[])).await.ok();
    join(&ana, &event).await.ok();
    join(&bo, &event).await.ok();
    join(&cy, &event).await.ok();
    leave(&cy, &event).await.ok();
    let path = at(ADMIN, &event, "");
    iris.put(&path, words(&[("title", json!("Big seed swap"))])).await.ok();
    app.settle().await;
    assert_eq!(notices(&ana).await, [""; 0], "a new title is not notified");
    iris.put(&path, words(&[("place", json!("The park"))])).await.ok();
    app.settle().await;
    for member in [&ana, &bo, &host] {
        assert_eq!(notices(member).await, ["\u{201c}Seed swap\u{201d} has changed"]);
    }
    assert_eq!(notices(&cy).await, [""; 0]);
    let notice = &ana.get("/api/notifications").await.ok()[0];
    assert_eq!(notice["description"], "It is now on Sat 7 Mar, 10:00, at The park.");
    assert_eq!(notice["link"], json!(at("/community/events", &event, "")));

    // Notifications of one moment have no order.
    app.advance(Duration::from_mins(1));
    iris.put_empty(&at(ADMIN, &event, "/cancel")).await.ok();
    let again = iris.put_empty(&at(ADMIN, &event, "/cancel")).await.ok();
    assert_eq!(again["state"], "cancelled");
    app.settle().await;
    for member in [&ana, &bo, &host] {
        assert_eq!(notices(member).await[0], "\u{201c}Seed swap\u{201d} is cancelled");
        assert_eq!(notices(member).await.len(), 2);
    }
    assert_eq!(titles(&ana, EVENTS).await, [""; 0]);
    assert_eq!(read(&ana, &event).await["state"], "cancelled");
    for response in [join(&cy, &event).await, leave(&ana, &event).await] {
        response.refused(409, "community.event_cancelled");
    }
    iris.put(&path, words(&[])).await.refused(409, "community.event_cancelled");
}

#[tokio::test]
async fn guests_are_reminded_once_the_day_before() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo] = members(&app, ["ana", "bo"]).await;
    let event = create(&iris, &[("places", json!(1))]).await;
    join(&ana, &event).await.ok();
    join(&bo, &event).await.ok();
    app.run_jobs().await;
    assert_eq!(notices(&ana).await, [""; 0]);
    app.advance(DAY * 4);
    app.run_jobs().await;
    app.run_jobs().await;
    app.settle().await;
    let (ana, bo) = (app.log_in(&ana).await, app.log_in(&bo).await);
    assert_eq!(notices(&ana).await, ["\u{201c}Seed swap\u{201d} is on Sat 7 Mar, 10:00"]);
    assert_eq!(notices(&bo).await, [""; 0], "who waits is not reminded");
}

#[tokio::test]
async fn past_events_accept_no_guests_and_are_deleted_after_a_year() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana] = members(&app, ["ana"]).await;
    let event = create(&iris, &[]).await;
    join(&ana, &event).await.ok();
    assert_eq!(titles(&ana, EVENTS).await, ["Seed swap"]);
    app.advance(DAY * 6);
    let (ana, iris) = (app.log_in(&ana).await, app.log_in(&iris).await);
    // On time, before the job comes by.
    assert_eq!(titles(&ana, EVENTS).await, [""; 0]);
    assert_eq!(read(&ana, &event).await["state"], "over");
    for response in [join(&ana, &event).await, leave(&ana, &event).await] {
        response.refused(409, "community.event_over");
    }
    let late = form(&[
        ("starts_at", json!("2026-03-09T10:00:00Z")),
        ("ends_at", json!("2026-03-09T11:00:00Z")),
    ]);
    iris.put(&at(ADMIN, &event, ""), late).await.refused(409, "community.event_over");
    iris.put_empty(&at(ADMIN, &event, "/cancel")).await.refused(409, "community.event_over");
    app.run_jobs().await;
    assert_eq!(titles(&iris, ADMIN).await, ["Seed swap"]);
    app.advance(DAY * 366);
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    assert_eq!(titles(&iris, ADMIN).await, [""; 0]);
    iris.get(&at(EVENTS, &event, "")).await.refused(404, "community.event_not_found");
    for table in ["event", "event_guest"] {
        assert_eq!(sparkyard_testkit::count(&app.host.cx.db, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn events_are_for_admins_to_write_and_for_members_to_read() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana] = members(&app, ["ana"]).await;
    ana.post(ADMIN, form(&[])).await.refused(403, "auth.forbidden");
    assert_eq!(ana.get(ADMIN).await.status, 403);
    assert_eq!(app.anonymous().get(EVENTS).await.status, 401);
    let nobody = json!([{ "user_id": "nobody", "role": "host" }]);
    for (field, value) in [
        ("title", json!("\u{200b}")),
        ("text", json!("x".repeat(2_001))),
        ("place", json!(" ")),
        ("starts_at", json!("2026-03-02T10:00:00Z")),
        ("ends_at", json!("2026-03-07T10:00:00Z")),
        ("places", json!(501)),
        ("places", json!(0)),
        ("hosts", nobody),
    ] {
        iris.post(ADMIN, form(&[(field, value)])).await.invalid(field);
    }
    let script = "<script>alert(1)</script> Привет 水道";
    let odd = [("title", json!(script)), ("text", json!(script)), ("place", json!(script))];
    let event = create(&iris, &odd).await;
    assert_eq!((&event["title"], &event["text"]), (&json!(script), &json!(script)));
    let unknown = json!({ "id": "nothing" });
    let code = "community.event_not_found";
    for step in ["/join", "/leave"] {
        ana.post_empty(&at(EVENTS, &unknown, step)).await.refused(404, code);
    }
    ana.get(&at(EVENTS, &unknown, "/calendar")).await.refused(404, code);
    iris.put(&at(ADMIN, &unknown, ""), form(&[])).await.refused(404, code);
    let log = iris.get("/api/admin/audit").await.ok();
    let logged =
        log.as_array().unwrap().iter().any(|row| row["action"] == "community.event_created");
    assert!(logged, "{log}");
    let changed = [&odd[..], &[("places", json!(3)), ("text", json!("Bring a lamp."))]].concat();
    iris.put(&at(ADMIN, &event, ""), form(&changed)).await.ok();
    let log = iris.get("/api/admin/audit?action=community.event_edited").await.ok();
    let detail = log[0]["detail"].as_str().unwrap();
    assert!(detail.starts_with(&format!("text from ‘{script}’ to ‘Bring a lamp.’, places from ‘")));
    assert!(detail.ends_with("’ to ‘3’") && !detail.contains("title"), "{detail}");
    iris.put(&at(ADMIN, &event, ""), form(&changed)).await.ok();
    let log = iris.get("/api/admin/audit?action=community.event_edited").await.ok();
    assert_eq!(log.as_array().unwrap().len(), 1, "no change is recorded");
}

#[tokio::test]
async fn events_are_listed_by_start_and_in_pages() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana] = members(&app, ["ana"]).await;
    for day in ["09", "07", "08"] {
        let time = |hour| json!(format!("2026-03-{day}T{hour}:00:00Z"));
        let title = json!(format!("Day {day}"));
        let times = [("starts_at", time("10")), ("ends_at", time("12"))];
        create(&iris, &[&[("title", title)][..], &times[..]].concat()).await;
    }
    let first = ana.get(&format!("{EVENTS}?limit=2")).await;
    assert_eq!(texts(&first.ok(), "title"), ["Day 07", "Day 08"]);
    let cursor = first.next_cursor().unwrap();
    assert_eq!(titles(&ana, &format!("{EVENTS}?limit=2&cursor={cursor}")).await, ["Day 09"]);
    assert_eq!(titles(&iris, ADMIN).await, ["Day 09", "Day 08", "Day 07"]);
}

#[tokio::test]
async fn calendar_file_follows_the_event() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana] = members(&app, ["ana"]).await;
    let event = create(&iris, &[]).await;
    let path = at(EVENTS, &event, "/calendar");
    let file = ana.get(&path).await;
    assert_eq!(file.header("content-type"), Some("text/calendar; charset=utf-8"));
    let text = String::from_utf8(file.bytes).unwrap();
    for line in
        ["SUMMARY:Seed swap", "DTSTART:20260307T100000Z", "LOCATION:The library", "SEQUENCE:0"]
    {
        assert!(text.contains(line), "{text}");
    }
    iris.put_empty(&at(ADMIN, &event, "/cancel")).await.ok();
    let text = String::from_utf8(ana.get(&path).await.bytes).unwrap();
    assert!(text.contains("STATUS:CANCELLED") && text.contains("SEQUENCE:1"), "{text}");
}

#[tokio::test]
async fn guest_list_is_for_hosts_and_staff() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let [ana, bo, host] = members(&app, ["ana", "bo", "host"]).await;
    let hosts = json!([{ "user_id": host.id, "role": "helper" }]);
    let event = create(&iris, &[("hosts", hosts)]).await;
    join(&ana, &event).await.ok();
    join(&bo, &event).await.ok();
    let guests = at(EVENTS, &event, "/guests");
    ana.get(&guests).await.refused(403, "community.not_host");
    let mark = |member: &Member| at(EVENTS, &event, &format!("/guests/{}/attendance", member.id));
    let came = || json!({ "attended": true });
    ana.put(&mark(&ana), came()).await.refused(403, "community.not_host");
    host.put(&mark(&ana), came()).await.refused(409, "community.event_not_begun");
    assert_eq!(host.get(&guests).await.ok().as_array().unwrap().len(), 2);
    let seen = read(&ana, &event).await;
    assert_eq!((&seen["joined"], &seen["is_run_by_you"]), (&json!(2), &json!(false)));
    assert_eq!(seen["hosts"][0]["role"], "helper");

    block(&host, &ana).await;
    assert_eq!(host.get(&guests).await.ok().as_array().unwrap().len(), 1);
    assert_eq!(read(&ana, &event).await["hosts"], json!([]));
    assert_eq!(iris.get(&guests).await.ok().as_array().unwrap().len(), 2);
    let suspend = format!("/api/admin/members/{}/suspend", bo.id);
    iris.put(&suspend, json!({ "reason": "Asks for money first." })).await.ok();
    app.settle().await;
    assert_eq!(iris.get(&guests).await.ok().as_array().unwrap().len(), 1);
    assert_eq!(read(&ana, &event).await["joined"], 1, "the place of a suspended member is free");

    app.advance(DAY * 5);
    let (iris, host) = (app.log_in(&iris).await, app.log_in(&host).await);
    assert_eq!(iris.put(&mark(&ana), came()).await.ok()["attended"], true);
    assert_eq!(iris.get(&guests).await.ok()[0]["attended"], true);
    host.put(&mark(&host), came()).await.refused(404, "community.guest_not_found");
    let own = iris.put(&mark(&ana), json!({ "attended": false })).await.ok();
    assert_eq!(own["attended"], false);
}

#[tokio::test]
async fn repeated_creation_makes_one_event_and_twenty_a_day_are_allowed() {
    let app = TestApp::with("[limits]\nenabled = true", true).await;
    let iris = app.admin("iris").await;
    let keyed = iris.with_header("Idempotency-Key", "e1");
    let first = keyed.post(ADMIN, form(&[])).await.ok();
    assert_eq!(keyed.post(ADMIN, form(&[])).await.ok()["id"], first["id"]);
    for _ in 0..19 {
        app.advance(Duration::from_secs(5));
        create(&iris, &[]).await;
    }
    iris.post(ADMIN, form(&[])).await.refused(429, "community.events_of_a_day");
}
