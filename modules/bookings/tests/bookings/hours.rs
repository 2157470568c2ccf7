use std::time::Duration;

use jiff::{ToSpan, civil::date};
use serde_json::{Value, json};

use crate::fixture::Street;

const OWN: &str = "/api/bookings/availability/own";

/// Wednesdays from 9 to 12; 4 March 2026 is a Wednesday.
fn mornings(blocked: &[&str]) -> Value {
    json!({ "weekly": [{ "day": "wednesday", "from": "09:00", "to": "12:00" }], "blocked": blocked })
}

fn free(street: &Street, rest: &str) -> String {
    format!("/api/bookings/availability/{}?{rest}", street.bo.id)
}

#[tokio::test]
async fn hours_are_sorted_and_stored() {
    let street = Street::open().await;
    assert_eq!(
        street.bo.get(OWN).await.ok(),
        json!({ "weekly": [], "blocked": [], "who_may_ask": "everyone" })
    );
    let sent = json!({
        "weekly": [
            { "day": "friday", "from": "13:00", "to": "24:00" },
            { "day": "friday", "from": "09:00", "to": "13:00" },
            { "day": "monday", "from": "00:00", "to": "00:30" },
        ],
        "blocked": ["2026-12-25", "2026-03-02", "2026-03-01", "2026-12-25"],
    });
    let kept = json!({
        "weekly": [
            { "day": "monday", "from": "00:00", "to": "00:30" },
            { "day": "friday", "from": "09:00", "to": "13:00" },
            { "day": "friday", "from": "13:00", "to": "24:00" },
        ],
        "blocked": ["2026-03-02", "2026-12-25"],
        "who_may_ask": "everyone",
    });
    assert_eq!(street.bo.put(OWN, sent).await.ok(), kept);
    assert_eq!(street.bo.get(OWN).await.ok(), kept);
    assert_eq!(
        street.ana.get(OWN).await.ok(),
        json!({ "weekly": [], "blocked": [], "who_may_ask": "everyone" })
    );
}

#[tokio::test]
async fn hours_and_blocked_days_are_set_independently() {
    let street = Street::open().await;
    let weekly = mornings(&[])["weekly"].clone();
    street.bo.put(OWN, json!({ "blocked": ["2026-12-24"] })).await.ok();
    let kept = street.bo.put(OWN, json!({ "weekly": weekly })).await.ok();
    assert_eq!(
        kept,
        json!({ "weekly": weekly, "blocked": ["2026-12-24"], "who_may_ask": "everyone" })
    );
    // Concurrent changes of different parts do not undo each other.
    let (one, other) = tokio::join!(
        street.bo.put(OWN, json!({ "weekly": [] })),
        street.bo.put(OWN, json!({ "blocked": ["2026-12-26"] })),
    );
    let _ = (one.ok(), other.ok());
    let kept = street.bo.get(OWN).await.ok();
    assert_eq!(kept, json!({ "weekly": [], "blocked": ["2026-12-26"], "who_may_ask": "everyone" }));
    assert_eq!(street.bo.put(OWN, json!({})).await.ok(), kept);
}

#[tokio::test]
async fn past_days_are_dropped() {
    let street = Street::open().await;
    let days = |count| (0..count).map(|day| date(2026, 3, 2).saturating_add(day.days()));
    let all: Vec<String> = days(366).map(|day| day.to_string()).collect();
    street.bo.put(OWN, json!({ "blocked": all })).await.ok();
    street.app.clock.advance(Duration::from_hours(48));
    let bo = street.app.log_in(&street.bo).await;
    let shown = bo.get(OWN).await.ok();
    assert_eq!(shown["blocked"].as_array().unwrap().len(), 364);
    let longer: Vec<String> = days(368).map(|day| day.to_string()).collect();
    let kept = bo.put(OWN, json!({ "blocked": longer })).await.ok();
    assert_eq!(kept["blocked"].as_array().unwrap().len(), 366);
}

#[tokio::test]
async fn hours_are_validated() {
    let street = Street::open().await;
    let on = |from: &str, to: &str| json!({ "day": "monday", "from": from, "to": to });
    for weekly in [
        json!([on("09:00", "09:00")]),
        json!([on("17:00", "09:00")]),
        json!([on("9", "17:00")]),
        json!([on("09:00", "24:30")]),
        json!([on("<script>", "17:00")]),
        json!([on("09:00", "12:00"), on("11:59", "13:00")]),
        json!(vec![on("09:00", "12:00"); 43]),
    ] {
        street.bo.put(OWN, json!({ "weekly": weekly, "blocked": [] })).await.invalid("weekly");
    }
    for blocked in [json!(["Christmas"]), json!(["2026-02-30"]), json!(vec!["2026-12-25"; 367])] {
        street.bo.put(OWN, json!({ "weekly": [], "blocked": blocked })).await.invalid("blocked");
    }
    let strange =
        json!({ "weekly": [{ "day": "someday", "from": "1", "to": "2" }], "blocked": [] });
    street.bo.put(OWN, strange).await.refused(400, "request.malformed");
}

#[tokio::test]
async fn only_free_time_within_hours_is_bookable() {
    let street = Street::open().await;
    street.bo.put(OWN, mornings(&["2026-03-11"])).await.ok();
    street.ask(&[("booking_date", "2026-03-04T10:00:00Z")]).await.ok();

    let found = street.stranger.get(&free(&street, "from=2026-03-03&days=9")).await.ok();
    assert_eq!(found["anytime"], false);
    let days = found["days"].as_array().unwrap();
    assert_eq!(days.len(), 9);
    let offered: Vec<&Value> =
        days.iter().flat_map(|day| day["slots"].as_array().unwrap()).collect();
    assert_eq!(offered, ["2026-03-04T09:00:00.000Z", "2026-03-04T11:00:00.000Z"]);

    let ask = async |date: &str, hours: &str| {
        street.ask_as(&street.stranger, &[("booking_date", date), ("hours", hours)]).await
    };
    ask("2026-03-04T08:30:00Z", "1").await.invalid("booking_date");
    ask("2026-03-04T11:00:00Z", "2").await.invalid("booking_date");
    ask("2026-03-11T10:00:00Z", "1").await.invalid("booking_date");
    ask("2026-03-04T10:00:00Z", "1").await.refused(409, "bookings.slot_taken");
    for slot in offered {
        ask(slot.as_str().unwrap(), "1").await.ok();
    }
}

#[tokio::test]
async fn changed_hours_keep_existing_bookings() {
    let street = Street::open().await;
    let booking = street.booked_at(15).await;
    street.bo.put(OWN, mornings(&[])).await.ok();
    street.put(&street.bo, "accept", booking).await.ok();
    street.ask(&[("booking_date", "2026-03-04T16:00:00Z")]).await.invalid("booking_date");
    street.bo.put(OWN, json!({ "weekly": [], "blocked": [] })).await.ok();
    street.ask(&[("booking_date", "2026-03-04T16:00:00Z")]).await.ok();
}

#[tokio::test]
async fn concurrent_change_of_hours_refuses_the_booking() {
    let street = Street::open().await;
    let closed =
        json!({ "weekly": [{ "day": "monday", "from": "01:00", "to": "02:00" }], "blocked": [] });
    for round in 0..8 {
        street.bo.put(OWN, json!({ "weekly": [], "blocked": [] })).await.ok();
        let date = format!("2026-04-{:02}T10:00:00Z", round + 1);
        let fields = [("booking_date", date.as_str())];
        let client = street.app.member(&format!("client{round}")).await;
        let (booked, _) =
            tokio::join!(street.ask_as(&client, &fields), street.bo.put(OWN, closed.clone()));
        match booked.status {
            200 => (),
            409 => drop(booked.refused(409, "bookings.hours_changed")),
            _ => drop(booked.invalid("booking_date")),
        }
        street.ask_as(&client, &fields).await.invalid("booking_date");
    }
}

#[tokio::test]
async fn free_time_needs_a_visible_member() {
    let street = Street::open().await;
    let found = street.ana.get(&free(&street, "hours=12")).await.ok();
    assert_eq!(found["anytime"], true);
    assert_eq!(found["days"].as_array().unwrap().len(), 14);
    assert_eq!(found["days"][0]["date"], "2026-03-02");
    for (rest, field) in [
        ("from=soon", "from"),
        ("days=0", "days"),
        ("days=32", "days"),
        ("hours=0", "hours"),
        ("hours=13", "hours"),
    ] {
        street.ana.get(&free(&street, rest)).await.invalid(field);
    }
    let last = street.ana.get(&free(&street, "from=9999-12-31&days=31")).await.ok();
    assert_eq!(last["days"].as_array().unwrap().len(), 1);
    let nobody = street.ana.get("/api/bookings/availability/nobody").await;
    nobody.refused(404, "bookings.person_not_found");
    street.bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    street.ana.get(&free(&street, "")).await.refused(404, "bookings.person_not_found");
    street.app.anonymous().get(&free(&street, "")).await.refused(401, "auth.unauthorised");
}
