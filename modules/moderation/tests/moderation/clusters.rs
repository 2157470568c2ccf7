//! Clusters of accounts that deal only with each other, from one place.

use serde_json::{Value, json};
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Member, PASSWORD};

use crate::TestApp;

const CLUSTERS: &str = "/api/admin/clusters";
const HOME: &str = "203.0.113.7";
const CAFE: &str = "2001:db8:1:2::9";

/// Starts a site behind a proxy, so that members have different addresses.
async fn community() -> (TestApp, Member) {
    let app = TestApp::with("[server]\ntrusted_proxies = ['127.0.0.1']", true).await;
    let iris = app.admin("iris").await;
    (app, iris)
}

/// Creates members by name, each signed in from an address with a browser.
async fn neighbours<const N: usize>(app: &TestApp, rows: [(&str, &str, &str); N]) -> [Member; N] {
    let mut members = Vec::new();
    for (name, address, browser) in rows {
        let member = app.member(name).await;
        let visitor = app.anonymous().with_header("x-forwarded-for", address);
        let visitor = visitor.with_header("user-agent", browser);
        let body = json!({ "email": member.email, "password": PASSWORD });
        visitor.post("/api/auth/login", body).await.ok();
        members.push(member);
    }
    members.try_into().ok().unwrap()
}

/// Requests a booking at an hourly rate in pounds, paid in tokens; returns its id.
async fn ask(app: &TestApp, client: &Member, provider: &Member, rate: f64) -> i64 {
    let rate_text = rate.to_string();
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", rate_text.as_str()),
        ("description", "Taps."),
    ];
    let known = provider.get("/api/skills/user/all").await.ok();
    let skill = match known.as_array().unwrap().first() {
        Some(skill) => skill["id"].clone(),
        None => provider.post_form("/api/skills", &fields, &[]).await.ok()["id"].clone(),
    };
    let body = json!({ "amount": rate / 2.0, "currency": "gbp", "paymentMethod": "spark_token" });
    let intent = match rate > 0.0 {
        true => client.post("/api/users/stripe/payment/intent", body).await.ok(),
        false => json!({ "payment_intent_id": "" }),
    };
    let date = (app.clock.now() + std::time::Duration::from_hours(24)).to_string();
    let fields = [
        ("skills_id", skill.as_str().unwrap()),
        ("booked_user_id", &provider.id),
        ("description", "It drips."),
        ("booking_location", "3 Weaver's Row, Leeds"),
        ("booking_date", &date),
        ("payment_method", "spark_token"),
        ("payment_intent_id", intent["payment_intent_id"].as_str().unwrap()),
    ];
    client.post_form("/api/bookings", &fields, &[]).await.ok()["id"].as_i64().unwrap()
}

/// Makes a booking and completes it.
async fn deal(app: &TestApp, client: &Member, provider: &Member, rate: f64) {
    let booking = ask(app, client, provider, rate).await;
    provider.put_empty(&format!("/api/bookings/accept/{booking}")).await.ok();
    client.put_empty(&format!("/api/demo/bookings/{booking}/skip")).await.ok();
    for step in ["in-progress", "complete"] {
        client.put_empty(&format!("/api/bookings/{step}/{booking}")).await.ok();
    }
}

/// Members of a cluster, with the match of their sign-ins.
fn members(cluster: &Value) -> Vec<(&str, &str)> {
    let members = cluster["members"].as_array().unwrap().iter();
    let mut members: Vec<_> = members
        .map(|row| (row["member"]["email"].as_str().unwrap(), row["shares"].as_str().unwrap()))
        .collect();
    members.sort_unstable();
    members
}

#[tokio::test]
async fn closed_group_from_one_place_is_reported() {
    let (app, iris) = community().await;
    let [ana, bo, cy, di, ed, ivy] = neighbours(
        &app,
        [
            ("ana", HOME, "Firefox"),
            ("bo", HOME, "Firefox"),
            ("cy", CAFE, "Firefox"),
            ("di", "2001:db8:1:2:3:4:5:6", "Safari"),
            ("ed", "198.51.100.1", "Safari"),
            ("ivy", "198.51.100.2", "Safari"),
        ],
    )
    .await;
    assert_eq!(iris.get(CLUSTERS).await.ok(), json!([]));

    deal(&app, &ana, &bo, 10.0).await;
    deal(&app, &bo, &ana, 0.0).await;
    deal(&app, &cy, &di, 0.0).await;
    deal(&app, &ed, &di, 0.0).await;
    // A cancelled booking does not count as dealing: otherwise, asking a stranger and cancelling
    // would hide a cluster.
    let called_off = ask(&app, &ana, &ivy, 0.0).await;
    ana.put_empty(&format!("/api/bookings/cancel/{called_off}")).await.ok();

    let response = iris.get(CLUSTERS).await;
    let found = response.ok();
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    let three = [
        ("cy@example.org", "network"),
        ("di@example.org", "network"),
        ("ed@example.org", "nothing"),
    ];
    assert_eq!((members(&found[0]), &found[0]["bookings"]), (three.to_vec(), &json!(2)));
    let two = [("ana@example.org", "device"), ("bo@example.org", "device")];
    assert_eq!((members(&found[1]), &found[1]["bookings"]), (two.to_vec(), &json!(2)));
    assert_eq!((&found[1]["cash"], &found[1]["tokens"]), (&json!(0.0), &json!(5.0)));
    for address in [HOME, "2001:db8", "198.51.100", "Firefox"] {
        assert!(
            !String::from_utf8_lossy(&response.bytes).contains(address),
            "{address} is revealed"
        );
    }

    let first = iris.get(&format!("{CLUSTERS}?limit=1")).await;
    let next = format!("{CLUSTERS}?limit=1&cursor={}", first.next_cursor().unwrap());
    assert_eq!([&first.ok()[0], &iris.get(&next).await.ok()[0]], [&found[0], &found[1]]);
}

#[tokio::test]
async fn open_or_unrelated_groups_are_not_reported() {
    let (app, iris) = community().await;
    let [ana, bo] =
        neighbours(&app, [("ana", HOME, "Firefox"), ("bo", "198.51.100.1", "Firefox")]).await;
    deal(&app, &ana, &bo, 0.0).await;
    assert_eq!(iris.get(CLUSTERS).await.ok(), json!([]), "two who share nothing");

    let crowd = neighbours(
        &app,
        ["c0", "c1", "c2", "c3", "c4", "c5", "c6"].map(|name| (name, CAFE, "Firefox")),
    )
    .await;
    for pair in crowd.windows(2) {
        deal(&app, &pair[0], &pair[1], 0.0).await;
    }
    assert_eq!(iris.get(CLUSTERS).await.ok(), json!([]), "seven are a neighbourhood");
}

#[tokio::test]
async fn clusters_are_for_admins() {
    let (app, iris) = community().await;
    let mo = super::moderator(&app, &iris, "mo").await;
    mo.get(CLUSTERS).await.refused(403, "auth.forbidden");
    app.member("ana").await.get(CLUSTERS).await.refused(403, "auth.forbidden");
    iris.get(&format!("{CLUSTERS}?cursor=eA")).await.invalid("cursor");

    let app = TestApp::with("[modules]\ndisabled = [\"bookings\"]", false).await;
    assert_eq!(app.admin("iris").await.get(CLUSTERS).await.ok(), json!([]));
}
