//! The exception for the parties of a booking, who see each other's contact details and the
//! address. It lasts from acceptance until 30 days after the booking is closed; before acceptance,
//! they see only the postcode district.

use std::time::Duration;

use poem::http::Method;
use serde_json::json;
use sparkyard_testkit::Member;

use super::{
    leak::Secrets,
    leaks,
    village::{Village, village, wait},
};
use crate::operations::{operations, samples::sample, send};

const DAY: Duration = Duration::from_hours(24);
/// Operations in which a party reads a booking.
const READS: &[&str] = &[
    "get_booking",
    "get_booking_calendar",
    "list_bookings_with",
    "list_inward_bookings",
    "list_outward_bookings",
];
/// Operations with messages from the other party, which may contain anything.
const OWN_WORDS: &[&str] = &["list_conversations", "list_messages"];

/// Returns which of `secrets` the reader is shown, and by which operations.
async fn visible_secrets(
    reader: &Member,
    village: &Village,
    secrets: &[Secrets],
) -> Vec<(String, String)> {
    let mut visible = Vec::new();
    for operation in operations(&village.world.app).await {
        let sample = sample(&operation, &village.world);
        let is_written = OWN_WORDS.contains(&operation.as_str());
        if sample.method == Method::GET && operation != super::SAMPLE_MAIL && !is_written {
            let response = send(reader, &sample).await;
            visible.extend(
                leaks(&response, secrets).into_iter().map(|leak| (operation.clone(), leak)),
            );
        }
    }
    visible
}

/// Returns the secrets of Vera and her booking, and those of Paul.
fn parties(village: &Village) -> [Vec<Secrets>; 2] {
    let secrets = village.secrets();
    let of = |names: &[&str]| {
        secrets.iter().filter(|secrets| names.contains(&secrets.whose)).cloned().collect()
    };
    [of(&["vera", "the booking"]), of(&["paul"])]
}

async fn assert_nothing_is_shared(village: &Village, when: &str) {
    let (vera, paul) = (&village.world.vera, &village.world.paul);
    let [hers, his] = parties(village);
    assert_eq!(visible_secrets(paul, village, &hers).await, [], "{when}");
    assert_eq!(visible_secrets(vera, village, &his).await, [], "{when}");
}

async fn the_contact_is_shared(village: &Village, when: &str) {
    let (vera, paul) = (&village.world.vera, &village.world.paul);
    let [hers, his] = parties(village);
    for (reader, secrets, expected) in [
        (
            paul,
            hers,
            &[
                "vera's email",
                "vera's phone",
                "the booking's street",
                "the booking's postcode",
                "the booking's latitude",
                "the booking's longitude",
            ][..],
        ),
        (vera, his, &["paul's email", "paul's phone"]),
    ] {
        let visible = visible_secrets(reader, village, &secrets).await;
        for (operation, leak) in &visible {
            assert!(READS.contains(&operation.as_str()), "{when}: {operation} tells {leak}");
            // Vera's own address is that of the booking; her coordinates are not.
            let shared = ["vera's street", "vera's postcode"].contains(&leak.as_str());
            assert!(shared || expected.contains(&leak.as_str()), "{when}: {leak}");
        }
        for leak in expected {
            let shown = visible.iter().any(|(by, visible)| by == "get_booking" && visible == leak);
            assert!(shown, "{when}: {leak} is missing in {visible:?}");
        }
    }
}

#[tokio::test]
async fn booking_parties_see_contact_and_address_for_a_time() {
    let mut village = village().await;
    let booking = village.world.booking.clone();
    let path = format!("/api/bookings/{booking}");

    assert_nothing_is_shared(&village, "while it is pending").await;
    let seen = village.world.paul.get(&path).await.ok();
    assert_eq!(seen["booking_location"], "Leeds, LS1", "the district, and no more");

    let accept = format!("/api/bookings/accept/{booking}");
    village.world.paul.put(&accept, json!({})).await.ok();
    the_contact_is_shared(&village, "once it is accepted").await;

    village.world.vera.put_empty(&format!("/api/demo/bookings/{booking}/skip")).await.ok();
    for step in ["in-progress", "complete"] {
        village.world.vera.put_empty(&format!("/api/bookings/{step}/{booking}")).await.ok();
    }
    wait(&mut village, DAY * 29).await;
    the_contact_is_shared(&village, "29 days after it closed").await;
    wait(&mut village, DAY).await;
    assert_nothing_is_shared(&village, "30 days after it closed").await;
    let seen = village.world.paul.get(&path).await.ok();
    assert_eq!(seen["booking_location"], "Leeds, LS1", "the district again");
}
