use serde_json::{Value, json};

use crate::fixture::{DATE, HOUR, PLACE, Street, id, offer};

#[tokio::test]
async fn request_is_stored_and_notifies_the_provider() {
    let street = Street::open().await;
    let booking = street.ask(&[("hours", "2")]).await.ok();
    for (field, expected) in [
        ("title", json!("Booking for Plumbing")),
        ("description", json!("The kitchen tap drips.")),
        ("booking_date", json!("2026-03-04T10:00:00.000Z")),
        ("booking_location", json!(PLACE)),
        ("booking_lat", json!(53.7504)),
        ("hours", json!(2)),
        ("status", json!("pending")),
        ("payment_method", json!("none")),
        ("price", json!(0.0)),
        ("escrow", json!("none")),
        ("skills_id", json!(street.skill)),
        ("booking_user_id", json!(street.ana.id)),
        ("booked_user_id", json!(street.bo.id)),
        ("actions", json!(["cancel", "propose"])),
        ("reviewed", json!(false)),
        ("file_url", Value::Null),
        ("cancel_refund", Value::Null),
    ] {
        assert_eq!(booking[field], expected, "{field}");
    }
    assert_eq!(booking["timeline"][0]["by"], "client");
    assert_eq!(street.mails_to(&street.bo).await, ["Ana asks for you"]);
    assert!(street.mails_to(&street.ana).await.is_empty());
}

#[tokio::test]
async fn requests_are_validated() {
    let street = Street::open().await;
    let long = "x".repeat(2001);
    for (field, value, named) in [
        ("description", " ", "description"),
        ("description", &long, "description"),
        ("booking_location", "", "booking_location"),
        ("booking_location", "Leeds", "booking_location"),
        ("booking_location", "at home", "booking_location"),
        ("booking_date", "tomorrow", "booking_date"),
        ("booking_date", "2026-03-02T10:00:00Z", "booking_date"),
        ("booking_date", "2027-09-02T10:00:01Z", "booking_date"),
        ("hours", "0", "hours"),
        ("hours", "13", "hours"),
        ("booking_lat", "91", "booking_lat"),
        ("booking_lon", "NaN", "booking_lon"),
        ("booked_user_id", &street.ana.id, "booked_user_id"),
        ("booked_user_id", &street.stranger.id, "booked_user_id"),
    ] {
        street.ask(&[(field, value)]).await.invalid(named);
    }
    street.ask(&[("booking_date", "2027-09-02T10:00:00Z")]).await.ok();
    street.ask(&[("skills_id", "nothing")]).await.refused(404, "bookings.skill_not_found");
    street.ask(&[("payment_method", "barter")]).await.refused(400, "request.malformed");
}

#[tokio::test]
async fn only_offered_skills_can_be_booked() {
    let street = Street::open().await;
    let fields = [
        ("skill_type", "Whittling spoons"),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "From any branch."),
    ];
    let own = street.bo.post_form("/api/skills", &fields, &[]).await.ok();
    let unapproved = own["id"].as_str().unwrap();
    street.ask(&[("skills_id", unapproved)]).await.refused(404, "bookings.skill_not_found");

    street.bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    street.ask(&[]).await.refused(404, "bookings.skill_not_found");
    // The quote and the skill say so before any money is reserved.
    let quote = format!("/api/bookings/quote?skills_id={}", street.skill);
    street.ana.get(&quote).await.refused(404, "bookings.skill_not_found");
    let skill = street.ana.get(&format!("/api/skills/{}", street.skill)).await.ok();
    let profile = street.ana.get(&format!("/api/users/basic/profile/{}", street.bo.id)).await.ok();
    assert_eq!([&skill["bookable"], &profile["bookable"]], [&json!(false), &json!(false)]);
    street.bo.put("/api/users/visibility", json!({ "visible": true })).await.ok();
    street.ana.get(&quote).await.ok();
    let skill = street.ana.get(&format!("/api/skills/{}", street.skill)).await.ok();
    assert_eq!(skill["bookable"], true);
    street.ask(&[]).await.ok();

    street.bo.delete(&format!("/api/skills/{}", street.skill)).await.ok();
    street.ask(&[]).await.refused(404, "bookings.skill_not_found");
}

#[tokio::test]
async fn overlapping_hours_are_refused_adjacent_allowed() {
    let street = Street::open().await;
    street.ask(&[("booking_date", "2026-03-04T10:00:00Z"), ("hours", "2")]).await.ok();
    let ask = async |date: &str, hours: &str| {
        street.ask_as(&street.stranger, &[("booking_date", date), ("hours", hours)]).await
    };
    for (date, hours) in [
        ("2026-03-04T10:00:00Z", "2"),
        ("2026-03-04T09:00:00Z", "12"),
        ("2026-03-04T11:59:59Z", "1"),
        ("2026-03-04T09:00:01Z", "1"),
        ("2026-03-04T12:30:00+01:00", "1"),
    ] {
        ask(date, hours).await.refused(409, "bookings.slot_taken");
    }
    ask("2026-03-04T12:00:00Z", "1").await.ok();
    ask("2026-03-04T08:00:00Z", "2").await.ok();
}

#[tokio::test]
async fn concurrent_requests_for_an_hour_succeed_once() {
    let street = Street::open().await;
    let mut clients = Vec::new();
    for number in 0..8 {
        clients.push(street.app.member(&format!("client{number}")).await);
    }
    // Retry while the server is busy.
    let ask = async |client| loop {
        let response = street.ask_as(client, &[]).await;
        if response.status != 503 {
            return response;
        }
        assert_eq!(response.body["code"], "server.busy", "{}", response.body);
    };
    let rivals = (0..64).map(|rival| ask(&clients[rival % clients.len()]));
    let responses = futures_util::future::join_all(rivals).await;
    let won = responses.iter().filter(|response| response.status == 200).count();
    assert_eq!(won, 1);
    for response in responses.iter().filter(|response| response.status != 200) {
        response.refused(409, "bookings.slot_taken");
    }
}

#[tokio::test]
async fn unanswered_requests_to_one_provider_are_limited() {
    let street = Street::open().await;
    let mut mine = Vec::new();
    for hour in 10..13 {
        mine.push(street.booked_at(hour).await);
    }
    let fourth = [("booking_date", "2026-03-04T15:00:00Z")];
    street.ask(&fourth).await.refused(409, "bookings.too_many_pending");
    street.put(&street.bo, "accept", mine[0]).await.ok();
    street.ask(&fourth).await.ok();
    street.ask(&[("booking_date", DATE)]).await.refused(409, "bookings.slot_taken");
}

#[tokio::test]
async fn unanswered_requests_are_limited_to_ten() {
    let street = Street::open().await;
    for number in 0..4 {
        let provider = street.app.member(&format!("provider{number}")).await;
        let skill = offer(&provider).await;
        for hour in 10..13 {
            let date = format!("2026-03-04T{hour}:00:00Z");
            let fields = [
                ("skills_id", skill.as_str()),
                ("booked_user_id", &provider.id),
                ("booking_date", &date),
            ];
            let response = street.ask(&fields).await;
            match number * 3 + hour - 10 {
                0..10 => drop(response.ok()),
                _ => drop(response.refused(409, "bookings.too_many_pending")),
            }
        }
    }
}

#[tokio::test]
async fn repeated_request_creates_one_booking() {
    let street = Street::open().await;
    let ana = street.ana.with_header("idempotency-key", "first");
    let booking = street.ask_as(&ana, &[]).await.ok();
    let again = street.ask_as(&ana, &[]).await.ok();
    assert_eq!(booking, again);
    let other = street.ask_as(&ana, &[("hours", "2")]).await;
    other.refused(409, "request.idempotency_conflict");
    let mine = street.ana.get("/api/bookings/get/user/outward").await.ok();
    assert_eq!(mine.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn request_is_repeated_although_it_would_be_refused_by_now() {
    let mut street = Street::open().await;
    let soon = [("booking_date", "2026-03-02T13:00:00Z")];
    let ana = street.ana.with_header("idempotency-key", "first");
    let booking = street.ask_as(&ana, &soon).await.ok();
    street.ask(&[("hours", "13")]).await.invalid("hours");
    street.wait(HOUR * 4).await;
    street.ask(&soon).await.invalid("booking_date");
    let ana = street.ana.with_header("idempotency-key", "first");
    assert_eq!(street.ask_as(&ana, &soon).await.ok()["id"], booking["id"]);
    let other = street.ask_as(&ana, &[("booking_date", "2026-03-02T13:30:00Z")]).await;
    other.refused(409, "request.idempotency_conflict");
    let ana = street.ana.with_header("idempotency-key", "second");
    street.ask_as(&ana, &soon).await.invalid("booking_date");
}

#[tokio::test]
async fn lists_are_paged_newest_first() {
    let street = Street::open().await;
    for hour in 10..13 {
        street.booked_at(hour).await;
    }
    for (who, side) in [(&street.ana, "outward"), (&street.bo, "inward")] {
        let path = format!("/api/bookings/get/user/{side}?limit=2");
        let first = who.get(&path).await;
        let rest = who.get(&format!("{path}&cursor={}", first.next_cursor().unwrap())).await;
        let ids = [first.ok(), rest.ok()]
            .map(|page| page.as_array().unwrap().iter().map(id).collect::<Vec<_>>());
        assert_eq!(ids.concat(), [3, 2, 1], "{side}");
        assert_eq!(rest.next_cursor(), None);
        who.get(&format!("{path}&cursor=eA")).await.invalid("cursor");
    }
    let none = street.ana.get("/api/bookings/get/user/inward").await.ok();
    assert_eq!(none, json!([]));
}

#[tokio::test]
async fn quote_contains_price_and_policy() {
    let street = Street::open().await;
    let quote = |skill: &str, hours: &str| {
        let path = format!("/api/bookings/quote?skills_id={skill}&hours={hours}");
        async { street.ana.get(&{ path }).await }
    };
    let free = json!({
        "price": 0.0, "spark_token": 0.0, "hours": 3, "cancellation_policy": "flexible",
    });
    assert_eq!(quote(&street.skill, "3").await.ok(), free);
    quote(&street.skill, "13").await.invalid("hours");
    quote("nothing", "1").await.refused(404, "bookings.skill_not_found");
}
