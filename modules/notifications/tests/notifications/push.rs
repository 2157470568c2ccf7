//! Web Push messages to members' devices.

mod service;
mod stalling;

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::events::explore::FOLLOWED;
use sparkyard_testkit::{Member, count};

use crate::{TestApp, follow, publish, request};
use service::{Browser, PushMessage, PushServer, signed};

const PATH: &str = "/api/notifications/push";
/// Time after which unseen items are sent.
const SOON: Duration = Duration::from_secs(6);

async fn start() -> (TestApp, PushServer) {
    let server = PushServer::start();
    let settings = format!(
        "[notifications.push]\ncontact = 'host@example.org'\nservices = ['{}']",
        server.origin
    );
    (TestApp::with(&settings, true).await, server)
}

/// Creates a member with every preference switched on.
async fn curious(app: &TestApp, name: &str) -> Member {
    let member = app.member(name).await;
    choose(&member, &[]).await;
    member
}

/// Switches on all preferences except those named.
async fn choose(member: &Member, off: &[&str]) {
    let all = [
        "bookingMessages",
        "orderUpdates",
        "orderMessages",
        "promotions",
        "accountNotifications",
        "marketingNotifications",
    ];
    let choices = all.into_iter().map(|one| (one.to_owned(), (!off.contains(&one)).into()));
    let choices = Value::Object(choices.collect());
    member.put("/api/settings/notifications", choices).await.ok();
}

async fn write(from: &Member, to: &Member, content: &str) -> Value {
    let body = json!({ "senderId": from.id, "receiverId": to.id, "content": content });
    from.post("/api/message", body).await.ok()
}

/// Returns the messages delivered once they are due.
async fn received(app: &TestApp, server: &PushServer) -> Vec<PushMessage> {
    app.settle().await;
    app.advance(SOON);
    app.run_jobs().await;
    server.take()
}

#[tokio::test]
async fn push_is_off_without_a_contact() {
    let app = TestApp::start().await;
    let (dev, server) = (app.member("dev").await, PushServer::start());
    assert_eq!(dev.get(&format!("{PATH}/key")).await.ok(), json!({}));
    let subscription = Browser::new(&server, 1).subscription();
    let answer = dev.post(PATH, subscription.clone()).await;
    answer.refused(503, "notifications.not_configured");
    let visitor = app.anonymous();
    visitor.get(&format!("{PATH}/key")).await.refused(401, "auth.unauthorised");
    visitor.post(PATH, subscription.clone()).await.refused(401, "auth.unauthorised");
    visitor.delete_with(PATH, subscription).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn public_key_is_stable() {
    let (app, server) = start().await;
    let dev = app.member("dev").await;
    let key = dev.get(&format!("{PATH}/key")).await.ok()["key"].clone();
    assert_eq!(key.as_str().unwrap().len(), 87);
    let settings = "[notifications.push]\ncontact = 'another@example.org'";
    let mut again = dev.clone();
    again.client.endpoint = app.host_with(settings).endpoint;
    assert_eq!(again.get(&format!("{PATH}/key")).await.ok()["key"], key);
    drop(server);
}

#[tokio::test]
async fn invalid_subscriptions_are_rejected() {
    let (app, server) = start().await;
    let dev = app.member("dev").await;
    let fine = Browser::new(&server, 1).subscription();
    let with = |field: &str, value: &str| {
        let mut changed = fine.clone();
        changed[field] = value.into();
        changed
    };
    for endpoint in [
        "http://127.0.0.1:1/x",
        "https://127.0.0.1/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/x",
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://me@push.example.org/x",
        "file:///etc/passwd",
        "x",
        "",
    ] {
        let answer = dev.post(PATH, with("endpoint", endpoint)).await;
        assert_eq!(answer.status, 422, "{endpoint}");
    }
    for (field, value) in [("p256dh", "AAAA"), ("p256dh", "!"), ("auth", "AAAA"), ("auth", "!")] {
        assert_eq!(dev.post(PATH, with(field, value)).await.status, 422, "{field} {value}");
    }
    assert_eq!(count(&app.db, "push_device").await, 0);
    dev.post(PATH, with("endpoint", "https://push.example.org/x")).await.ok();
    dev.post(PATH, fine.clone()).await.ok();
    dev.post(PATH, fine).await.ok();
    assert_eq!(count(&app.db, "push_device").await, 2);
}

#[tokio::test]
async fn message_reaches_each_device_once_and_encrypted() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    let key = dev.get(&format!("{PATH}/key")).await.ok()["key"].as_str().unwrap().to_owned();
    let (phone, laptop) = (Browser::new(&server, 1), Browser::new(&server, 2));
    phone.belongs_to(&dev).await;
    laptop.belongs_to(&dev).await;
    write(&maya, &dev, "Could you help me with my bike?").await;
    app.settle().await;
    app.run_jobs().await;
    assert!(server.take().is_empty(), "there is time to read it");
    let mut all = received(&app, &server).await;
    all.sort_by(|one, other| one.path.cmp(&other.path));
    let [first, second] = &all[..] else { panic!("{all:?}") };
    let payload = phone.read(first);
    let tag = payload["tag"].as_str().unwrap();
    let expected = json!({
        "title": "Maya", "body": "Could you help me with my bike?",
        "link": format!("/chat/{}", maya.id), "tag": tag,
    });
    assert_eq!((&payload, &laptop.read(second)), (&expected, &expected));
    let header = |name: &str| first.headers[name].as_str();
    assert_eq!((header("topic"), tag.len()), (tag, 32));
    assert_eq!((header("content-encoding"), header("urgency")), ("aes128gcm", "high"));
    assert!((1..=86_400).contains(&header("ttl").parse::<u32>().unwrap()));
    let claims = signed(first, &key);
    let in_12_hours = app.host.cx.now().as_seconds() + 12 * 3600;
    let expected = json!({
        "aud": server.origin, "sub": "mailto:host@example.org", "exp": in_12_hours,
    });
    assert_eq!(claims, expected);
    assert!(received(&app, &server).await.is_empty());
}

#[tokio::test]
async fn items_read_in_time_are_not_pushed() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    Browser::new(&server, 1).belongs_to(&dev).await;
    let message = write(&maya, &dev, "Could you help me with my bike?").await;
    app.settle().await;
    let path = format!("/api/message/markasread/{}", message["id"].as_str().unwrap());
    dev.put(&path, json!({})).await.ok();
    request(&app, "e1", &maya, &dev).await;
    dev.put("/api/notifications/read", json!({})).await.ok();
    assert!(received(&app, &server).await.is_empty());
    assert_eq!(count(&app.db, "push_message").await, 2);
}

#[tokio::test]
async fn repeated_event_is_pushed_once() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    let phone = Browser::new(&server, 1);
    phone.belongs_to(&dev).await;
    Browser::new(&server, 2).belongs_to(&maya).await;
    request(&app, "e1", &maya, &dev).await;
    let all = received(&app, &server).await;
    let [one] = &all[..] else { panic!("{all:?}") };
    let payload = phone.read(one);
    assert_eq!(payload["title"], "Maya wants to book Plumbing");
    assert_eq!(payload["link"], "/inward-details/7");
    request(&app, "e1", &maya, &dev).await;
    assert!(received(&app, &server).await.is_empty());
}

#[tokio::test]
async fn device_is_removed_with_its_session() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    let elsewhere = app.log_in(&dev).await;
    let (phone, laptop) = (Browser::new(&server, 1), Browser::new(&server, 2));
    phone.belongs_to(&dev).await;
    laptop.belongs_to(&elsewhere).await;
    dev.post("/api/auth/logout", json!({})).await.ok();
    write(&maya, &dev, "Could you help me with my bike?").await;
    let paths = |all: Vec<PushMessage>| all.into_iter().map(|one| one.path).collect::<Vec<_>>();
    assert_eq!(paths(received(&app, &server).await), ["/to/2"]);
    assert_eq!(count(&app.db, "push_device").await, 1, "it is forgotten");
    // Removed by hand, which only the owner can do.
    let body = json!({ "endpoint": laptop.endpoint });
    maya.delete_with(PATH, body.clone()).await.ok();
    assert_eq!(count(&app.db, "push_device").await, 1);
    for _ in 0..2 {
        elsewhere.delete_with(PATH, body.clone()).await.ok();
    }
    assert_eq!(count(&app.db, "push_device").await, 0);
    write(&maya, &dev, "Are you there?").await;
    assert!(received(&app, &server).await.is_empty());
}

#[tokio::test]
async fn shared_browser_gets_nothing_of_its_former_user() {
    let (app, server) = start().await;
    let (maya, dev, ana) =
        (app.member("maya").await, curious(&app, "dev").await, app.member("ana").await);
    let shared = Browser::new(&server, 1);
    shared.belongs_to(&dev).await;
    write(&maya, &dev, "Could you help me with my bike?").await;
    app.settle().await;
    shared.belongs_to(&ana).await;
    assert!(received(&app, &server).await.is_empty());
    assert_eq!(count(&app.db, "push_device").await, 1);
}

#[tokio::test]
async fn ten_most_recent_devices_are_kept() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    for number in 1..=11 {
        app.advance(Duration::from_secs(1));
        Browser::new(&server, number).belongs_to(&dev).await;
    }
    assert_eq!(count(&app.db, "push_device").await, 10);
    write(&maya, &dev, "Could you help me with my bike?").await;
    let all = received(&app, &server).await;
    assert_eq!(all.len(), 10);
    assert!(!all.iter().any(|one| one.path == "/to/1"));
}

#[tokio::test]
async fn gone_device_is_removed() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    for status in [404, 410] {
        Browser::new(&server, 1).belongs_to(&dev).await;
        server.respond_with(status);
        write(&maya, &dev, "Could you help me with my bike?").await;
        assert_eq!(received(&app, &server).await.len(), 1);
        assert_eq!(count(&app.db, "push_device").await, 0, "{status}");
    }
}

#[tokio::test]
async fn busy_service_is_retried_until_expiry() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    Browser::new(&server, 1).belongs_to(&dev).await;
    server.respond_with(503);
    write(&maya, &dev, "Could you help me with my bike?").await;
    assert_eq!(received(&app, &server).await.len(), 1);
    // The service asked for ten minutes of rest.
    app.advance(Duration::from_mins(9));
    assert_eq!(received(&app, &server).await.len(), 0);
    app.advance(Duration::from_mins(1));
    server.respond_with(201);
    assert_eq!(received(&app, &server).await.len(), 1);
    assert_eq!(received(&app, &server).await.len(), 0);
    // Neither a rejection nor a redirect is retried.
    for status in [400, 307] {
        server.respond_with(status);
        let maya = app.log_in(&maya).await;
        write(&maya, &dev, "And my other bike?").await;
        assert_eq!(received(&app, &server).await.len(), 1);
        app.advance(Duration::from_hours(1));
        assert_eq!(received(&app, &server).await.len(), 0);
    }
    server.respond_with(503);
    let maya = app.log_in(&maya).await;
    write(&maya, &dev, "And my car?").await;
    assert_eq!(received(&app, &server).await.len(), 1);
    app.advance(Duration::from_hours(25));
    assert_eq!(received(&app, &server).await.len(), 0);
    app.advance(Duration::from_hours(25));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "push_message").await, 0, "all is forgotten");
}

#[tokio::test]
async fn preferences_suppress_all_but_urgent_messages() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    let phone = Browser::new(&server, 1);
    phone.belongs_to(&dev).await;
    let titles = async || {
        let all = received(&app, &server).await;
        let mut titles: Vec<_> = all.iter().map(|one| phone.read(one)["title"].clone()).collect();
        titles.sort_by_key(|title| title.as_str().map(str::to_owned));
        titles
    };
    let all = async |n: &str| {
        write(&maya, &dev, "Could you help me with my bike?").await;
        follow(&app, FOLLOWED, &format!("f{n}"), &maya, &dev).await;
        request(&app, &format!("r{n}"), &maya, &dev).await;
    };
    let asks = "Maya wants to book Plumbing";
    all("1").await;
    assert_eq!(titles().await, ["Maya", "Maya follows you", asks]);
    choose(&dev, &["orderUpdates", "accountNotifications"]).await;
    all("2").await;
    assert_eq!(titles().await, ["Maya", asks]);
    choose(&dev, &["orderMessages"]).await;
    all("3").await;
    assert_eq!(titles().await, [asks]);
}

#[tokio::test]
async fn news_of_followees_has_its_own_preference() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    Browser::new(&server, 1).belongs_to(&dev).await;
    follow(&app, FOLLOWED, "f1", &dev, &maya).await;
    choose(&dev, &["promotions"]).await;
    publish(&app, "p1", &maya).await;
    assert_eq!(received(&app, &server).await.len(), 0);
    choose(&dev, &["accountNotifications"]).await;
    publish(&app, "p2", &maya).await;
    assert_eq!(received(&app, &server).await.len(), 1);
}

#[tokio::test]
async fn messages_wait_for_the_end_of_quiet_hours() {
    let (app, server) = start().await;
    let (maya, dev) = (app.member("maya").await, curious(&app, "dev").await);
    Browser::new(&server, 1).belongs_to(&dev).await;
    // From ten, which it is now, until half past ten.
    let quiet = json!({ "digest": "off", "quietHours": { "from": 600, "until": 630 } });
    dev.put("/api/settings/preferences", quiet).await.ok();
    write(&maya, &dev, "Could you help me with my bike?").await;
    write(&maya, &dev, "Or with my car?").await;
    assert!(received(&app, &server).await.is_empty());
    app.advance(Duration::from_mins(29));
    assert!(received(&app, &server).await.is_empty());
    app.advance(Duration::from_mins(1));
    assert_eq!(received(&app, &server).await.len(), 2);
}
