use futures_util::future::join_all;
use serde_json::json;

use crate::fixture::{DATE, HOUR, RULES, Street, id, offer};

/// Opens a street with rate limits and this setting.
async fn limited(setting: &str) -> Street {
    Street::with(&format!("[limits]\nenabled = true\n[bookings]\n{setting}")).await
}

#[tokio::test]
async fn daily_requests_to_one_provider_are_limited() {
    let mut street = Street::with(RULES).await;
    for _ in 0..5 {
        street.booked(&[("ana", "cancel")]).await;
    }
    for _ in 0..2 {
        let refused = street.ask(&[]).await;
        refused.refused(429, "bookings.too_many_to_one_today");
        assert_eq!(refused.header("retry-after"), Some("50400"), "midnight, by Greenwich");
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.ends_with("You can go on in 14 hours."), "{message}");
    }
    let subjects = street.mails_to(&street.bo).await;
    let asked = subjects.iter().filter(|subject| *subject == "Ana asks for you");
    assert_eq!(asked.count(), 5);
    let outward = street.ana.get("/api/bookings/get/user/outward").await.ok();
    assert_eq!(outward.as_array().unwrap().len(), 5);

    street.ask_as(&street.stranger, &[]).await.ok();
    street.wait(HOUR * 14).await;
    street.ask(&[("booking_date", "2026-03-04T15:00:00Z")]).await.ok();
}

#[tokio::test]
async fn daily_requests_of_a_client_are_limited() {
    let street = limited("requests_per_day = 2").await;
    let skill = offer(&street.stranger).await;
    let of_another = [("skills_id", skill.as_str()), ("booked_user_id", &street.stranger.id)];
    street.booked(&[("ana", "cancel")]).await;
    street.ask(&of_another).await.ok();
    let later = ("booking_date", "2026-03-04T15:00:00Z");
    for fields in [vec![later], [&of_another[..], &[later]].concat()] {
        let refused = street.ask(&fields).await;
        refused.refused(429, "bookings.too_many_today");
        assert_eq!(refused.header("retry-after"), Some("50400"));
    }
}

#[tokio::test]
async fn refused_and_repeated_requests_do_not_count() {
    let street = limited("requests_to_one_per_day = 2").await;
    let taken = street.ask_as(&street.stranger, &[]).await.ok();
    for _ in 0..3 {
        street.ask(&[]).await.refused(409, "bookings.slot_taken");
        street.ask(&[("description", "")]).await.invalid("description");
    }
    let ana = street.ana.with_header("idempotency-key", "once");
    let hour = [("booking_date", "2026-03-04T12:00:00Z")];
    let booking = street.ask_as(&ana, &hour).await.ok();
    for _ in 0..3 {
        assert_eq!(street.ask_as(&ana, &hour).await.ok(), booking);
    }
    street.put(&street.stranger, "cancel", id(&taken)).await.ok();
    street.ask(&[("booking_date", DATE)]).await.ok();
    street
        .ask(&[("booking_date", "2026-03-04T15:00:00Z")])
        .await
        .refused(429, "bookings.too_many_to_one_today");
    // A repetition is answered even when the quota is used up.
    assert_eq!(street.ask_as(&ana, &hour).await.ok(), booking);
    let mine = street.ana.get("/api/bookings/get/user/outward").await.ok();
    assert_eq!(mine.as_array().map(Vec::len), Some(2), "{}", json!(mine));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_keep_to_the_quota() {
    let street = limited("requests_per_day = 2").await;
    let dates: Vec<_> = (4..20).map(|hour| format!("2026-03-04T{hour:02}:00:00Z")).collect();
    let asked = dates.iter().map(|date| async {
        let fields = [("booking_date", date.as_str())];
        street.ask(&fields).await
    });
    let responses = join_all(asked).await;
    let granted = responses.iter().filter(|response| response.status == 200).count();
    assert_eq!(granted, 2);
    for response in responses.iter().filter(|response| response.status != 200) {
        response.refused(429, "bookings.too_many_today");
    }
}
