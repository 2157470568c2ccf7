use serde_json::{Value, json};

use crate::street::{DAY, Street};

const SECRETS: [&str; 4] = ["booking_lat", "booking_lon", "phone", "email"];

/// Which of the secrets somebody sees, and the place as they see it.
async fn seen(street: &Street, who: &str, booking: i64) -> (Vec<&'static str>, Value) {
    let seen = street.see(street.named(who), booking).await;
    let other = if who == "ana" { &seen["provider"] } else { &seen["client"] };
    let secrets = SECRETS.into_iter().filter(|name| {
        let holder = if name.starts_with("booking") { &seen } else { other };
        !holder[name].is_null()
    });
    (secrets.collect(), seen["booking_location"].clone())
}

#[tokio::test]
async fn contact_and_place_are_shared_from_acceptance_until_thirty_days_after() {
    let mut street = Street::open().await;
    let (place, area) = (json!(crate::street::PLACE), json!("Hebden Bridge, HX7"));
    let booking = street.booked(&[]).await;
    let point = SECRETS[..2].to_vec();
    assert_eq!(seen(&street, "ana", booking).await, (point.clone(), place.clone()));
    assert_eq!(seen(&street, "bo", booking).await, (vec![], area.clone()));

    street.put(&street.bo, "accept", booking).await.ok();
    for who in ["ana", "bo"] {
        assert_eq!(seen(&street, who, booking).await, (SECRETS.to_vec(), place.clone()), "{who}");
    }

    street.put(&street.bo, "cancel", booking).await.ok();
    street.wait(DAY * 29).await;
    assert_eq!(seen(&street, "bo", booking).await, (SECRETS.to_vec(), place.clone()));
    street.wait(DAY).await;
    assert_eq!(seen(&street, "bo", booking).await, (vec![], area));
    assert_eq!(seen(&street, "ana", booking).await, (point, place));
}

#[tokio::test]
async fn a_refused_request_never_shared_anything() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "reject")]).await;
    assert_eq!(seen(&street, "bo", booking).await.0, Vec::<&str>::new());
    assert_eq!(seen(&street, "ana", booking).await.0, SECRETS[..2]);
}

#[tokio::test]
async fn a_place_without_town_or_postcode_is_told_as_the_clients_city() {
    let street = Street::open().await;
    let fields = [("booking_location", "The green door behind the mill")];
    let booking = crate::street::id(&street.ask(&fields).await.ok());
    assert_eq!(seen(&street, "bo", booking).await.1, "Leeds");
}

#[tokio::test]
async fn to_strangers_there_is_no_booking() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    for other in [&street.stranger, &admin] {
        other.get(&format!("/api/bookings/{booking}")).await.refused(404, "bookings.not_found");
        for action in
            ["accept", "reject", "in-progress", "complete", "completed", "cancel", "dispute"]
        {
            street.put(other, action, booking).await.refused(404, "bookings.not_found");
        }
        let lists = ["outward", "inward"].map(|side| format!("/api/bookings/get/user/{side}"));
        for list in lists {
            assert_eq!(other.get(&list).await.ok(), json!([]));
        }
    }
    street
        .app
        .anonymous()
        .get(&format!("/api/bookings/{booking}"))
        .await
        .refused(401, "auth.unauthorised");
}
