//! Event streams.

mod listener;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use futures_util::future::join_all;
use serde_json::json;
use sparkyard_kernel::{
    UserId,
    ports::{Live, LiveMessage, LiveNews, LiveTyping},
};
use sparkyard_testkit::Member;

use crate::{TestApp, request};
use listener::{Event, Listener, ask};

/// Maximum number of events stored per member.
const KEPT: i64 = 500;
/// Number of events at which older ones are first deleted.
const LAST: i64 = KEPT + 100;

fn id(member: &Member) -> UserId {
    member.id.as_str().into()
}

fn live(app: &TestApp) -> Arc<dyn Live> {
    app.host.ports.require("test").unwrap()
}

/// News that differs only in its number.
fn news(number: i64) -> LiveNews {
    let (sender_id, receiver_id) = ("a".into(), "b".into());
    LiveNews::Message(LiveMessage { id: "m".into(), sender_id, receiver_id, seq: number })
}

async fn tell(app: &TestApp, to: &Member, numbers: impl IntoIterator<Item = i64>) {
    for number in numbers {
        let event = live(app).publish(&id(to), &news(number));
        app.db.write("test.tell").call(event).run::<()>().await.unwrap();
    }
}

fn hello(id: i64) -> Event {
    Event { id: Some(id), name: "hello".to_owned(), data: json!({}), is_beat: false }
}

fn reset(id: i64) -> Event {
    Event { name: "reset".to_owned(), ..hello(id) }
}

/// Returns the events for a client that holds no stream.
async fn once(member: &Member, after: &str) -> Vec<Event> {
    Listener::open(member, &format!("?once=true&after={after}")).await.all().await
}

#[tokio::test]
async fn stream_carries_only_the_members_own_events() {
    let app = TestApp::start().await;
    let (maya, dev, ana) =
        (app.member("maya").await, app.member("dev").await, app.member("ana").await);
    let mut page = Listener::open(&dev, "").await;
    assert_eq!(page.next().await, Some(hello(0)));
    request(&app, "e1", &maya, &dev).await;
    let notice = page.news().await;
    let listed = dev.get("/api/notifications").await.ok();
    let data = json!({
        "kind": "notice", "id": listed[0]["id"], "title": "Maya wants to book Plumbing",
        "link": "/inward-details/7",
    });
    assert_eq!(notice, Event { id: Some(1), data, ..Event::default() });
    let booking = json!({ "kind": "booking", "id": 7, "status": "pending" });
    assert_eq!(page.news().await, Event { id: Some(2), data: booking.clone(), ..Event::default() });
    // The client gets no notice of their own action, but their other pages may show the booking.
    let events = once(&maya, "0").await;
    assert_eq!(events, [hello(0), Event { id: Some(1), data: booking, ..Event::default() }]);
    assert_eq!(once(&ana, "0").await, [hello(0)]);
    // A repeated event yields no second notice.
    request(&app, "e1", &maya, &dev).await;
    let again = page.news().await;
    assert_eq!((again.id, &again.data["kind"]), (Some(3), &json!("booking")));
    assert!(page.is_quiet().await);
}

#[tokio::test]
async fn stream_is_neither_cached_nor_buffered() {
    let app = TestApp::start().await;
    let dev = app.member("dev").await.with_header("accept-encoding", "gzip, br");
    let response = ask(&dev, "").await;
    assert_eq!(response.content_type(), Some("text/event-stream"));
    for (name, value) in [("cache-control", "no-store"), ("x-accel-buffering", "no")] {
        assert_eq!(response.header(name), Some(value));
    }
    assert_eq!(response.header("content-encoding"), None);
    let visitor = app.anonymous().get("/api/live").await;
    visitor.refused(401, "auth.unauthorised");
    dev.get("/api/live?once=perhaps").await.refused(400, "request.malformed");
}

/// Many tasks write at once while the reader reconnects again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconnecting_reader_gets_each_event_once_in_order() {
    const WRITERS: i64 = 64;
    const EACH: i64 = 4;
    let app = Arc::new(TestApp::start().await);
    let dev = app.member("dev").await;
    let writers = (0..WRITERS).map(|writer| {
        let (app, dev) = (app.clone(), dev.clone());
        tokio::spawn(async move {
            for number in 0..EACH {
                tell(&app, &dev, [writer * EACH + number]).await;
            }
        })
    });
    let writing: Vec<_> = writers.collect();
    let (mut events, mut last) = (Vec::new(), 0);
    for visit in 0..=20 {
        let mut page = Listener::open(&dev, &format!("?after={last}")).await;
        assert_eq!(page.next().await, Some(hello(last)), "visit {visit}");
        let enough = if visit < 20 { 10 * (visit + 1) } else { WRITERS * EACH };
        while i64::try_from(events.len()).unwrap() < enough {
            let event = page.news().await;
            assert_eq!(event.id, Some(last + 1));
            last += 1;
            events.push(event.data["seq"].as_i64().unwrap());
        }
    }
    join_all(writing).await.into_iter().for_each(|wrote| wrote.unwrap());
    let all: BTreeSet<i64> = events.iter().copied().collect();
    assert_eq!((events.len(), all), (256, (0..256).collect()));
}

#[tokio::test]
async fn last_event_id_header_takes_precedence() {
    let app = TestApp::start().await;
    let dev = app.member("dev").await;
    tell(&app, &dev, 1..=3).await;
    let back = dev.with_header("last-event-id", "2");
    let events = once(&back, "0").await;
    assert_eq!((events.len(), events[0].clone(), events[1].id), (2, hello(2), Some(3)));
}

#[tokio::test]
async fn recent_events_are_sent_to_a_new_page() {
    let app = TestApp::start().await;
    let dev = app.member("dev").await;
    let recent = async |seconds| {
        Listener::open(&dev, &format!("?once=true&recent={seconds}")).await.all().await
    };
    tell(&app, &dev, 1..=2).await;
    app.advance(Duration::from_secs(10));
    tell(&app, &dev, [3]).await;
    app.advance(Duration::from_secs(5));
    assert_eq!(recent("0").await, [hello(3)]);
    assert_eq!(recent("4").await, [hello(3)]);
    let events = recent("5").await;
    assert_eq!((events.len(), events[0].clone(), events[1].id), (2, hello(2), Some(3)));
    assert_eq!(recent("600").await.len(), 4);
    let mut page = Listener::open(&dev, "?recent=5").await;
    assert_eq!((page.next().await, page.news().await.id), (Some(hello(2)), Some(3)));
    // An id takes precedence over `recent`.
    assert_eq!(once(&dev, "3&recent=600").await, [hello(3)]);
    for wrong in ["601", "-1", "x"] {
        assert!([400, 422].contains(&dev.get(&format!("/api/live?recent={wrong}")).await.status));
    }
}

#[tokio::test]
async fn reader_away_for_too_long_is_reset() {
    let app = TestApp::start().await;
    let dev = app.member("dev").await;
    tell(&app, &dev, 1..LAST).await;
    assert_eq!(crate::store::count_live(&app).await, LAST - 1, "deleted a hundred at a time");
    tell(&app, &dev, [LAST]).await;
    assert_eq!(crate::store::count_live(&app).await, KEPT);
    let events = once(&dev, "100").await;
    assert_eq!((events.len(), events[0].clone(), events[500].id), (501, hello(100), Some(LAST)));
    // Too many events since, an id of another database, or made up.
    for after in ["0", "99", "601", "-1", "9223372036854775807", "99999999999999999999", "x"] {
        assert_eq!(once(&dev, after).await, [reset(LAST)], "{after}");
    }
    assert_eq!(once(&dev, "").await, [hello(LAST)]);
    // Too long ago.
    app.advance(Duration::from_hours(25));
    app.run_jobs().await;
    let dev = app.log_in(&dev).await;
    assert_eq!(once(&dev, "600").await, [hello(LAST)]);
    assert_eq!(once(&dev, "599").await, [reset(LAST)]);
    let mut page = Listener::open(&dev, "?after=599").await;
    assert_eq!(page.next().await, Some(reset(LAST)));
    tell(&app, &dev, [LAST + 1]).await;
    assert_eq!(page.news().await.id, Some(LAST + 1));
}

#[tokio::test]
async fn too_slow_reader_is_reset_and_continues() {
    let app = TestApp::start().await;
    let dev = app.member("dev").await;
    let mut page = Listener::open(&dev, "").await;
    assert_eq!(page.next().await, Some(hello(0)));
    tell(&app, &dev, 1..=LAST).await;
    assert_eq!(page.next().await, Some(reset(LAST)));
    tell(&app, &dev, [LAST + 1]).await;
    assert_eq!(page.news().await.id, Some(LAST + 1));
}

#[tokio::test]
async fn hint_reaches_open_streams_only() {
    let app = TestApp::start().await;
    let (dev, ana) = (app.member("dev").await, app.member("ana").await);
    let typing = LiveNews::Typing(LiveTyping { user_id: id(&ana) });
    live(&app).send_ephemeral(&id(&dev), &typing);
    let (mut page, mut other) = (Listener::open(&dev, "").await, Listener::open(&ana, "").await);
    assert_eq!((page.next().await, other.next().await), (Some(hello(0)), Some(hello(0))));
    live(&app).send_ephemeral(&id(&dev), &typing);
    let data = json!({ "kind": "typing", "user_id": ana.id });
    assert_eq!(page.news().await, Event { data, ..Event::default() });
    assert!(page.is_quiet().await && other.is_quiet().await);
    assert_eq!(once(&dev, "0").await, [hello(0)]);
}

#[tokio::test]
async fn typing_is_hidden_before_the_first_answer() {
    let app = TestApp::start().await;
    let (dev, ana) = (app.member("dev").await, app.member("ana").await);
    let say = async |from: &Member, to: &Member| {
        let body = json!({
            "senderId": from.id, "receiverId": to.id, "content": "Is the ladder still here?",
            "mark_as_read": false,
        });
        from.post("/api/message", body).await.ok();
    };
    let typing = async || dev.post_empty(&format!("/api/message/typing/{}", ana.id)).await.ok();
    say(&ana, &dev).await;
    let after = once(&ana, "0").await.last().unwrap().id.unwrap();
    let mut page = Listener::open(&ana, &format!("?after={after}")).await;
    page.next().await.unwrap();
    typing().await;
    assert!(page.is_quiet().await);
    say(&dev, &ana).await;
    assert_eq!(page.news().await.data["kind"], "message");
    typing().await;
    assert_eq!(page.news().await.data["kind"], "typing");
    dev.put("/api/settings/privacy", json!({ "readReceipts": false })).await.ok();
    typing().await;
    assert!(page.is_quiet().await);
}

#[tokio::test]
async fn quiet_stream_sends_heartbeats() {
    let app = TestApp::with("[notifications]\nheartbeat_seconds = 1", true).await;
    let dev = app.member("dev").await;
    let mut page = Listener::open(&dev, "").await;
    assert_eq!(page.next().await, Some(hello(0)));
    assert!(page.next().await.unwrap().is_beat);
}

/// Checks that a stream ends without sending what comes after the session's end.
async fn stream_ends_without_events(app: &TestApp, dev: &Member, mut page: Listener) {
    tell(app, dev, [1]).await;
    assert_eq!(page.next().await, None);
}

#[tokio::test]
async fn stream_ends_with_its_session() {
    let app = TestApp::with("[notifications]\nheartbeat_seconds = 1", true).await;
    let open = async |dev: &Member| {
        let mut page = Listener::open(dev, "").await;
        assert_eq!(page.next().await.unwrap().name, "hello");
        page
    };
    let dev = app.member("dev").await;
    // Signed out.
    let (page, quiet) = (open(&dev).await, open(&dev).await);
    dev.post("/api/auth/logout", json!({})).await.ok();
    stream_ends_without_events(&app, &dev, page).await;
    assert!(quiet.all().await.iter().all(|event| event.is_beat));
    // Signed out from another device.
    let (lost, kept) = (app.log_in(&dev).await, app.log_in(&dev).await);
    let page = open(&lost).await;
    kept.delete_with("/api/auth/sessions", json!({})).await.ok();
    stream_ends_without_events(&app, &dev, page).await;
    // Suspended by staff.
    let (ana, page) = (app.admin("ana").await, open(&kept).await);
    app.accounts().suspend(&id(&ana), &id(&dev), "rude").await.unwrap();
    stream_ends_without_events(&app, &dev, page).await;
}

#[tokio::test]
async fn stream_ends_with_its_token_and_resumes() {
    let app = TestApp::with("[notifications]\nheartbeat_seconds = 1", true).await;
    let dev = app.member("dev").await;
    let mut page = Listener::open(&dev, "").await;
    assert_eq!(page.next().await, Some(hello(0)));
    app.advance(Duration::from_mins(16));
    stream_ends_without_events(&app, &dev, page).await;
    let dev = app.log_in(&dev).await;
    let events = once(&dev, "0").await;
    assert_eq!((events.len(), events[1].id), (2, Some(1)));
}

#[tokio::test]
async fn newest_eight_of_a_thousand_streams_stay() {
    // The evicted streams are not read until the end, so their connections stay open.
    let app = TestApp::with("[server]\nmax_connections = 2000", true).await;
    let (dev, ana) = (app.member("dev").await, app.member("ana").await);
    let mut other = Listener::open(&ana, "").await;
    let mut pages = Vec::new();
    for _ in 0..1000 {
        pages.push(Listener::open(&dev, "").await);
    }
    let stay = pages.split_off(992);
    tell(&app, &dev, [1]).await;
    for page in pages {
        let names: Vec<_> = page.all().await.into_iter().map(|event| event.name).collect();
        assert_eq!(names.last().unwrap(), "crowded", "{names:?}");
    }
    for mut page in stay {
        assert_eq!((page.next().await, page.news().await.id), (Some(hello(0)), Some(1)));
    }
    // Other members are not affected.
    tell(&app, &ana, [1]).await;
    assert_eq!((other.next().await, other.news().await.id), (Some(hello(0)), Some(1)));
}
