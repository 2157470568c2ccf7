//! People with private data who interact in every way.

use std::time::Duration;

use serde_json::json;
use sparkyard_testkit::Member;

use super::leak::Secrets;
use crate::TestApp;
use crate::operations::fixture::{World, borrowed, world};

const VERA: (f64, f64) = (53.8337, -1.59396);
const PAUL: (f64, f64) = (53.77013, -1.49163);
const REX: (f64, f64) = (53.85639, -1.51849);
/// Location of Vera's booking.
const BOOKED: (f64, f64) = (53.80125, -1.54875);

/// Vera and Paul with their data from the sample requests; Rex, who booked Paul twice, reviewed him
/// once and opened a dispute once; Fay, who follows all three and is followed by them; Iris, an
/// administrator.
pub(super) struct Village {
    pub(super) world: World,
    pub(super) rex: Member,
    pub(super) fay: Member,
    pub(super) iris: Member,
    pub(super) vera: Secrets,
}

impl Village {
    /// Returns the data that neither Sid nor Fay may see.
    pub(super) fn secrets(&self) -> Vec<Secrets> {
        let booked = Secrets {
            whose: "the booking",
            email: None,
            phone: String::new(),
            street: "14 Secret Street",
            postcode: "LS1 4ZZ",
            place: BOOKED,
        };
        let of = |whose, street, postcode, place| Secrets {
            whose,
            email: Some(format!("{whose}@example.org")),
            phone: TestApp::phone(whose),
            street,
            postcode,
            place,
        };
        let paul = of("paul", "7 Hidden Lane", "LS2 9QX", PAUL);
        let rex = of("rex", "21 Quiet Mews", "LS8 1NT", REX);
        vec![self.vera.clone(), paul, rex, booked]
    }
}

pub(super) async fn village() -> Village {
    // A large future, boxed to keep it off the callers' stacks.
    Box::pin(gather()).await
}

async fn gather() -> Village {
    let world = world().await;
    let app = &world.app;
    let (rex, fay) = (app.member_in("rex", "Leeds").await, app.member_in("fay", "Leeds").await);
    settle(&world.vera, "14 Secret Street", "LS1 4ZZ", VERA).await;
    settle(&world.paul, "7 Hidden Lane", "LS2 9QX", PAUL).await;
    settle(&rex, "21 Quiet Mews", "LS8 1NT", REX).await;
    for category in ["plumbing", "cleaning", "Unicycle lessons"] {
        offer(&world.vera, category).await;
        offer(&rex, category).await;
    }
    for other in [&world.vera, &world.paul, &rex] {
        fay.post_empty(&format!("/api/follows/follow/{}", other.id)).await.ok();
        other.post_empty(&format!("/api/follows/follow/{}", fay.id)).await.ok();
    }
    let praised = booked_by_rex(&world, &rex, "2026-03-05T10:00:00Z").await;
    let review = json!({
        "skillId": world.skill, "revieweeId": world.paul.id, "rating": 5, "comment": "Kind.",
        "bookingId": praised,
    });
    rex.post("/api/reviews", review).await.ok();
    let quarrel = booked_by_rex(&world, &rex, "2026-03-06T10:00:00Z").await.to_string();
    let fields = [("bookingId", quarrel.as_str()), ("message", "Nobody came.")];
    let file = [("file", "a.png", &b"x"[..])];
    rex.post_form("/api/dispute/open", &fields, &file).await.ok();
    let iris = app.admin("iris").await;
    let iris = app.log_in(&iris).await;
    app.settle().await;
    let vera = Secrets {
        whose: "vera",
        email: Some("vera@example.org".to_owned()),
        phone: TestApp::phone("vera"),
        street: "14 Secret Street",
        postcode: "LS1 4ZZ",
        place: VERA,
    };
    Village { world, rex, fay, iris, vera }
}

/// Sets a member's exact location.
pub(super) async fn settle(member: &Member, street: &str, zip_code: &str, place: (f64, f64)) {
    let body = json!({
        "bio": "I have lived here for long.", "location": "Leeds", "street": street,
        "zip_code": zip_code, "lat": place.0, "lon": place.1,
    });
    member.put("/api/users/profile/update/bio", body).await.ok();
}

/// Adds a free skill.
pub(super) async fn offer(member: &Member, skill_type: &str) -> String {
    let fields = [
        ("skill_type", skill_type),
        ("experience_level", "expert"),
        ("hourly_rate", "0"),
        ("description", "Taps, pipes and boilers."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

/// Creates an accepted booking of Paul by Rex; the first of two is also completed.
async fn booked_by_rex(world: &World, rex: &Member, date: &str) -> i64 {
    let first = date.starts_with("2026-03-05");
    let fund = rex.post("/api/wallet/fund", json!({ "amount": 20 })).await.ok();
    let pay = json!({ "clientSecret": fund["clientSecret"], "outcome": "succeed" });
    rex.post("/api/wallet/sandbox/pay", pay).await.ok();
    rex.post("/api/wallet/confirm", json!({ "amount": 20 })).await.ok();
    let body = json!({ "amount": 20, "currency": "gbp", "paymentMethod": "wallet" });
    let intent = rex.post("/api/users/stripe/payment/intent", body).await.ok();
    let intent = intent["payment_intent_id"].as_str().unwrap();
    let mut fields =
        crate::operations::fixture::booking_fields(&world.skill, &world.paul.id, intent);
    let own = [
        ("booking_date", date.to_owned()),
        ("booking_location", "21 Quiet Mews, Leeds LS8 1NT".to_owned()),
        ("booking_lat", REX.0.to_string()),
        ("booking_lon", REX.1.to_string()),
    ];
    fields.retain(|(name, _)| own.iter().all(|(field, _)| field != name));
    fields.extend(own);
    let booking = rex.post_form("/api/bookings", &borrowed(&fields), &[]).await.ok();
    let id = booking["id"].as_i64().unwrap();
    world.paul.put_empty(&format!("/api/bookings/accept/{id}")).await.ok();
    rex.put_empty(&format!("/api/demo/bookings/{id}/skip")).await.ok();
    if first {
        rex.put_empty(&format!("/api/bookings/in-progress/{id}")).await.ok();
        rex.put_empty(&format!("/api/bookings/complete/{id}")).await.ok();
    }
    id
}

/// Advances the clock; those who continue sign in again.
pub(super) async fn wait(village: &mut Village, by: Duration) {
    let World { app, vera, paul, .. } = &mut village.world;
    app.advance(by);
    *vera = app.log_in(vera).await;
    *paul = app.log_in(paul).await;
}
