//! Calendar files and feeds.

use serde_json::{Value, json};
use sparkyard_kernel::{
    events::auth::{ACCESS_REVOKED, AccessRevoked},
    ports::Bookings,
};
use sparkyard_testkit::{Member, PASSWORD};

use crate::fixture::{DAY, MINUTE, PLACE, Street, id};

const OWN: &str = "/api/bookings/calendar/own";

/// Returns a calendar file, unfolded.
async fn file(who: &Member, path: &str) -> String {
    let response = who.get(path).await;
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(response.header("cache-control"), Some("private, no-store"));
    String::from_utf8(response.bytes.clone()).unwrap().replace("\r\n ", "")
}

fn has(file: &str, line: &str) -> bool {
    file.split("\r\n").any(|found| found == line)
}

fn path_of(address: &Value) -> String {
    let address = address["address"].as_str().unwrap();
    address[address.find("/api/").unwrap()..].to_owned()
}

#[tokio::test]
async fn accepted_booking_has_a_calendar_file() {
    let street = Street::open().await;
    let booking = street.booked(&[]).await;
    let path = format!("/api/bookings/{booking}/calendar");
    for who in [&street.ana, &street.bo] {
        who.get(&path).await.refused(404, "bookings.no_calendar_file");
    }
    street.put(&street.bo, "accept", booking).await.ok();
    street.stranger.get(&path).await.refused(404, "bookings.not_found");
    let (ana, bo) = (file(&street.ana, &path).await, file(&street.bo, &path).await);
    let place = PLACE.replace(',', "\\,");
    for (file, with, screen) in [(&ana, "Bo", "outward-details"), (&bo, "Ana", "inward-details")] {
        assert!(has(file, &format!("SUMMARY:Plumbing with {with}")), "{file}");
        assert!(has(file, "DTSTART:20260304T100000Z"), "{file}");
        assert!(has(file, "DTEND:20260304T110000Z"), "{file}");
        assert!(has(file, "DESCRIPTION:The kitchen tap drips."), "{file}");
        assert!(has(file, &format!("LOCATION:{place}")), "{file}");
        assert!(has(file, "STATUS:CONFIRMED"), "{file}");
        assert!(file.contains(&format!("/{screen}/{booking}\r\n")), "{file}");
    }
    // The file of the same appointment after it was moved and cancelled.
    let of = |file: &str, name: &str| {
        let line = file.split("\r\n").find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].to_owned()
    };
    let sequence = |file: &str| of(file, "SEQUENCE:").parse::<u32>().unwrap();
    let other = json!({ "booking_date": "2026-03-05T09:00:00Z" });
    street.ana.put(&format!("/api/bookings/propose/{booking}"), other.clone()).await.ok();
    street.bo.put(&format!("/api/bookings/accept-time/{booking}"), other).await.ok();
    let moved = file(&street.ana, &path).await;
    assert!(has(&moved, "DTSTART:20260305T090000Z"), "{moved}");
    assert_eq!(of(&moved, "UID:"), of(&ana, "UID:"));
    assert!(sequence(&moved) > sequence(&ana));
    street.put(&street.ana, "cancel", booking).await.ok();
    let gone = file(&street.bo, &path).await;
    assert!(has(&gone, "STATUS:CANCELLED") && !gone.contains("LOCATION"), "{gone}");
    assert!(sequence(&gone) > sequence(&moved));
}

#[tokio::test]
async fn port_returns_the_calendar_file() {
    let street = Street::open().await;
    let port = street.app.host.ports.require::<dyn Bookings>("test").unwrap();
    let booking = street.booked(&[]).await;
    let of = async |who: &Member| {
        let (booking, who) = (sparkyard_kernel::BookingId(booking), who.id.as_str().into());
        port.calendar_file(booking, &who).await.unwrap()
    };
    assert_eq!(of(&street.ana).await, None, "not accepted yet");
    street.put(&street.bo, "accept", booking).await.ok();
    assert!(of(&street.ana).await.unwrap().contains("SUMMARY:Plumbing with Bo"));
    assert_eq!(of(&street.stranger).await, None);
}

#[tokio::test]
async fn feed_contains_only_the_members_bookings() {
    let street = Street::open().await;
    assert_eq!(street.bo.get(OWN).await.ok(), json!({}));
    let address = street.bo.post(OWN, json!({})).await.ok();
    assert_eq!(street.bo.get(OWN).await.ok(), address, "returned again");
    assert_eq!(street.ana.get(OWN).await.ok(), json!({}));
    let feed = path_of(&address);
    let calendar = street.app.anonymous();
    assert!(!file(&calendar, &feed).await.contains("VEVENT"), "nothing is accepted");

    let booking = street.booked(&[("bo", "accept")]).await;
    street.booked_at(15).await;
    let others = [("booking_date", "2026-03-05T10:00:00Z")];
    let second = id(&street.ask_as(&street.stranger, &others).await.ok());
    street.put(&street.bo, "accept", second).await.ok();
    let read = file(&calendar, &feed).await;
    assert_eq!(read.matches("BEGIN:VEVENT").count(), 2, "{read}");
    assert!(has(&read, "SUMMARY:Plumbing with Ana") && has(&read, "SUMMARY:Plumbing with Cy"));
    let of_ana = path_of(&street.ana.post(OWN, json!({})).await.ok());
    let read = file(&calendar, &of_ana).await;
    assert_eq!(read.matches("BEGIN:VEVENT").count(), 1, "{read}");
    assert!(has(&read, "SUMMARY:Plumbing with Bo"), "{read}");

    street.put(&street.ana, "cancel", booking).await.ok();
    assert!(!file(&calendar, &of_ana).await.contains("VEVENT"), "cancelled");
    street.app.advance(DAY * 94);
    assert!(!file(&calendar, &feed).await.contains("VEVENT"), "long ago");
}

#[tokio::test]
async fn renewed_or_removed_address_stops_working() {
    let street = Street::open().await;
    let calendar = street.app.anonymous();
    let first = path_of(&street.bo.post(OWN, json!({})).await.ok());
    let second = path_of(&street.bo.post(OWN, json!({})).await.ok());
    assert_ne!(first, second);
    calendar.get(&first).await.refused(404, "bookings.no_calendar");
    file(&calendar, &second).await;
    street.bo.delete(OWN).await.ok();
    calendar.get(&second).await.refused(404, "bookings.no_calendar");
    assert_eq!(street.bo.get(OWN).await.ok(), json!({}));
    street.bo.delete(OWN).await.ok();
    for path in ["x.ics", "x", ".ics", &format!("{}.ics", street.bo.id)] {
        let path = format!("/api/calendar/{path}");
        calendar.get(&path).await.refused(404, "bookings.no_calendar");
    }
    for who in [&calendar] {
        who.get(OWN).await.refused(401, "auth.unauthorised");
    }
}

#[tokio::test]
async fn revoked_access_removes_the_address() {
    let street = Street::open().await;
    let calendar = street.app.anonymous();
    let make = async || path_of(&street.bo.post(OWN, json!({})).await.ok());
    let first = make().await;
    street.bo.delete("/api/auth/sessions").await.ok();
    street.app.settle().await;
    file(&calendar, &first).await;
    street.bo.delete("/api/auth/sessions?revoke_access=true").await.ok();
    street.app.settle().await;
    calendar.get(&first).await.refused(404, "bookings.no_calendar");

    // A newer address stays when the event is delivered late.
    let at = street.app.host.cx.now();
    street.app.advance(MINUTE);
    let second = make().await;
    let user_id = street.bo.id.as_str().into();
    let late = street.app.db.write("test").publish(
        ACCESS_REVOKED,
        "late".to_owned(),
        at,
        AccessRevoked { user_id },
    );
    late.run::<()>().await.unwrap();
    street.app.settle().await;
    file(&calendar, &second).await;

    let of_ana = path_of(&street.ana.post(OWN, json!({})).await.ok());
    let forgot = json!({ "email": street.bo.email });
    calendar.post("/api/auth/forgot/password", forgot).await.ok();
    street.app.settle().await;
    let text = street.app.mail_to(&street.bo.email).text;
    let token = text.split_once("#token=").unwrap().1.split_whitespace().next().unwrap();
    let body = json!({ "token": token, "newPassword": "a gate of green wood" });
    calendar.post("/api/auth/reset/forgot/password", body).await.ok();
    street.app.settle().await;
    calendar.get(&second).await.refused(404, "bookings.no_calendar");
    file(&calendar, &of_ana).await;
}

#[tokio::test]
async fn password_change_removes_the_address() {
    let street = Street::open().await;
    let calendar = street.app.anonymous();
    let of_bo = path_of(&street.bo.post(OWN, json!({})).await.ok());
    let of_ana = path_of(&street.ana.post(OWN, json!({})).await.ok());
    let body = json!({ "password": PASSWORD, "newPassword": "a gate of green wood" });
    street.bo.put("/api/users/change/password", body).await.ok();
    street.app.settle().await;
    calendar.get(&of_bo).await.refused(404, "bookings.no_calendar");
    file(&calendar, &of_ana).await;
    assert_eq!(street.bo.get(OWN).await.ok(), json!({}));
}

#[tokio::test]
async fn suspended_member_has_no_feed() {
    let street = Street::open().await;
    street.booked(&[("bo", "accept")]).await;
    let feed = path_of(&street.bo.post(OWN, json!({})).await.ok());
    let calendar = street.app.anonymous();
    file(&calendar, &feed).await;
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    let path = format!("/api/admin/members/{}/suspend", street.bo.id);
    admin.put(&path, json!({ "reason": "A test of the rules." })).await.ok();
    calendar.get(&feed).await.refused(404, "bookings.no_calendar");
}

#[tokio::test]
async fn database_alone_does_not_reveal_addresses() {
    let street = Street::open().await;
    let feed = path_of(&street.bo.post(OWN, json!({})).await.ok());
    let secret = feed.trim_start_matches("/api/calendar/").trim_end_matches(".ics");
    assert_eq!(secret.len(), 43, "256 bits");
    let stored: Vec<String> = crate::store::calendar_feeds(&street).await;
    assert!(!stored.is_empty() && stored.iter().all(|text| !text.contains(secret)));
}
