use serde_json::{Value, json};

use crate::fixture::{DAY, Street};

const SECRETS: [&str; 4] = ["booking_lat", "booking_lon", "phone", "email"];

/// Returns the private fields that a viewer sees, and the place as shown to them.
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
async fn contact_is_shared_from_acceptance_for_thirty_days() {
    let mut street = Street::open().await;
    let (place, area) = (json!(crate::fixture::PLACE), json!("Hebden Bridge, HX7"));
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
async fn blocked_parties_share_contact_while_booking_open() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.bo.post_empty(&format!("/api/users/block/{}", street.ana.id)).await.ok();
    for who in ["ana", "bo"] {
        assert_eq!(seen(&street, who, booking).await.0, SECRETS, "{who}");
    }
    street.put(&street.bo, "cancel", booking).await.ok();
    assert_eq!(seen(&street, "bo", booking).await, (vec![], json!("Hebden Bridge, HX7")));
    assert_eq!(seen(&street, "ana", booking).await.0, SECRETS[..2]);
    let list = street.ana.get("/api/bookings/get/user/outward").await.ok();
    assert_eq!(list[0]["provider"]["phone"], Value::Null);
    street.bo.delete(&format!("/api/users/block/{}", street.ana.id)).await.ok();
    assert_eq!(seen(&street, "ana", booking).await.0, SECRETS);
}

#[tokio::test]
async fn declined_request_shares_nothing() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "reject")]).await;
    assert_eq!(seen(&street, "bo", booking).await.0, Vec::<&str>::new());
    assert_eq!(seen(&street, "ana", booking).await.0, SECRETS[..2]);
}

#[tokio::test]
async fn known_town_or_postcode_gives_coordinates() {
    let street = Street::open().await;
    for (place, near) in [
        ("14 Crown Street, York", Some((53.96, -1.08))),
        ("14 Crown Street, LEEDS, LS1 4DY", Some((53.8, -1.55))),
        ("The green door behind the mill", None),
        ("14 Crown Street, Atlantis", None),
    ] {
        let asked = street.ask_at(place).await.ok();
        let booking = crate::fixture::id(&asked);
        let point = asked["booking_lat"].as_f64().zip(asked["booking_lon"].as_f64());
        assert_eq!(point.is_some(), near.is_some(), "{place}: {asked}");
        if let Some(((lat, lon), near)) = point.zip(near) {
            assert!((lat - near.0).abs() < 0.1 && (lon - near.1).abs() < 0.1, "{lat} {lon}");
        }
        assert_eq!(seen(&street, "bo", booking).await.0, Vec::<&str>::new(), "not accepted yet");
        street.put(&street.ana, "cancel", booking).await.ok();
    }
    let sent = street.see(&street.ana, street.booked(&[]).await).await;
    assert_eq!(sent["booking_lat"], json!(53.7504), "what was sent is more exact");
}

#[tokio::test]
async fn unknown_place_is_shown_as_the_clients_city() {
    let street = Street::open().await;
    let fields = [("booking_location", "The green door behind the mill")];
    let booking = crate::fixture::id(&street.ask(&fields).await.ok());
    assert_eq!(seen(&street, "bo", booking).await.1, "Leeds");
}

#[tokio::test]
async fn strangers_get_not_found() {
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
