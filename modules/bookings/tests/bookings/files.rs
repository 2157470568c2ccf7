use serde_json::json;
use sparkyard_kernel::Clock;
use sparkyard_testkit::{Answer, Member};

use crate::fixture::{DATE, DAY, MINUTE, Street, id};

const NOTE: &[u8] = b"%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n";

async fn ask_with(street: &Street, content: &[u8]) -> Answer {
    ask_for(street, &street.skill, DATE, content).await
}

async fn ask_for(street: &Street, skill: &str, date: &str, content: &[u8]) -> Answer {
    let fields = [
        ("skills_id", skill),
        ("booked_user_id", street.bo.id.as_str()),
        ("title", "A tap"),
        ("description", "It drips."),
        ("booking_location", "3 Weaver's Row, Leeds"),
        ("booking_date", date),
        ("payment_method", "none"),
    ];
    street.ana.post_form("/api/bookings", &fields, &[("file", "note.pdf", content)]).await
}

#[tokio::test]
async fn file_is_private_and_admin_access_recorded() {
    let street = Street::open().await;
    let booking = ask_with(&street, NOTE).await.ok();
    let path = booking["file_url"].as_str().unwrap().to_owned();
    assert_eq!(path, format!("/api/bookings/{}/file", id(&booking)));
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    for who in [&street.ana, &street.bo, &admin] {
        let file = who.get(&path).await;
        assert_eq!((file.status, file.bytes.as_slice()), (200, NOTE));
        assert_eq!(file.header("content-type"), Some("application/pdf"));
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(file.header("cache-control"), Some("private, no-store"));
        let disposition = file.header("content-disposition").unwrap();
        assert!(disposition.starts_with("attachment; filename=\"booking-1."), "{disposition}");
    }
    let part = street.ana.with_header("range", "bytes=1-3").get(&path).await;
    assert_eq!((part.status, part.bytes.as_slice()), (206, &NOTE[1..4]));
    street.stranger.get(&path).await.refused(404, "bookings.not_found");
    street.app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
    let audit = admin.get("/api/admin/audit").await.ok();
    let readings = audit.as_array().unwrap().iter().filter(|e| e["action"] == "bookings.file_read");
    assert_eq!(readings.map(|e| e["actor_id"].clone()).collect::<Vec<_>>(), [json!(admin.id)]);
}

/// Returns the number of stored files.
fn stored(street: &Street) -> usize {
    let folder = street.app.host.cx.data_dir.join("files/sealed");
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test]
async fn refused_request_leaves_no_file() {
    let street = Street::open().await;
    street.ask(&[]).await.ok();
    let letter = |number: usize| [NOTE, &number.to_be_bytes()].concat();
    for number in 0..200 {
        let refused = match number % 4 {
            0 | 1 => ask_for(&street, &street.skill, DATE, &letter(number)).await,
            2 => ask_for(&street, "nothing", DATE, &letter(number)).await,
            _ => ask_for(&street, &street.skill, "2026-03-01T10:00:00Z", &letter(number)).await,
        };
        assert!([404, 409, 422].contains(&refused.status), "{}", refused.body);
    }
    assert_eq!(stored(&street), 0, "decided before anything was stored");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_store_one_file() {
    let street = std::sync::Arc::new(Street::open().await);
    let asks = (0..16_usize).map(|number| {
        let street = street.clone();
        tokio::spawn(
            async move { ask_with(&street, &[NOTE, &number.to_be_bytes()].concat()).await },
        )
    });
    let mut granted = 0;
    for ask in asks.collect::<Vec<_>>() {
        let response = ask.await.unwrap();
        granted += usize::from(response.status == 200);
        assert!([200, 409].contains(&response.status), "{}", response.body);
    }
    assert_eq!((granted, stored(&street)), (1, 1));
}

#[tokio::test]
async fn files_are_deleted_after_their_retention() {
    let mut street = Street::open().await;
    // At once if the request came to nothing.
    for (who, action) in [("ana", "cancel"), ("bo", "reject")] {
        let booking = ask_with(&street, NOTE).await.ok();
        let path = booking["file_url"].as_str().unwrap().to_owned();
        let seen = street.put(street.named(who), action, id(&booking)).await.ok();
        assert_eq!(seen["file_url"], json!(null), "{action}");
        street.ana.get(&path).await.refused(404, "bookings.file_not_found");
    }
    // 90 days after the booking and its dispute have ended.
    let date = (street.app.clock.now() + MINUTE).to_string();
    let booking = ask_for(&street, &street.skill, &date, NOTE).await.ok();
    let number = id(&booking).to_string();
    street.put(&street.bo, "accept", id(&booking)).await.ok();
    street.app.advance(MINUTE);
    let fields = [("bookingId", number.as_str()), ("message", "Nobody came.")];
    let files = [("file", "note.pdf", &b"%PDF-1.4 the other"[..])];
    street.ana.post_form("/api/dispute/open", &fields, &files).await.ok();
    let both = [format!("/api/bookings/{number}/file"), format!("/api/dispute/{number}/file")];
    street.wait(DAY * 200).await;
    for path in &both {
        assert_eq!(street.ana.get(path).await.status, 200, "the dispute is open: {path}");
    }
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    let decision = json!({ "outcome": "refund", "reason": "Heard." });
    admin.put(&format!("/api/admin/disputes/{number}"), decision).await.ok();
    street.wait(DAY * 89).await;
    for path in &both {
        assert_eq!(street.ana.get(path).await.status, 200, "{path}");
    }
    street.wait(DAY * 2).await;
    for path in &both {
        street.ana.get(path).await.refused(404, "bookings.file_not_found");
    }
    street.wait(DAY).await;
    street.wait(DAY).await;
    assert_eq!(stored(&street), 0);
}

#[tokio::test]
async fn repeated_request_stores_its_file_once() {
    let street = Street::open().await;
    let mut keyed = street;
    keyed.ana = keyed.ana.with_header("Idempotency-Key", "one");
    let first = ask_with(&keyed, NOTE).await.ok();
    assert_eq!(ask_with(&keyed, NOTE).await.ok(), first);
    assert_eq!(stored(&keyed), 1);
    let file = keyed.bo.get(first["file_url"].as_str().unwrap()).await;
    assert_eq!(file.bytes, NOTE);
}

#[tokio::test]
async fn refused_dispute_leaves_no_file() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept")]).await.to_string();
    let fields = [("bookingId", booking.as_str()), ("message", "Nobody came.")];
    let open = async |who: &Member, content: &[u8]| {
        who.post_form("/api/dispute/open", &fields, &[("file", "note.pdf", content)]).await
    };
    open(&street.stranger, NOTE).await.refused(404, "bookings.not_found");
    assert_eq!(stored(&street), 0);
    open(&street.ana, NOTE).await.ok();
    open(&street.ana, b"%PDF-1.4 once more").await.ok();
    open(&street.bo, b"%PDF-1.4 the other side").await.refused(409, "bookings.illegal_transition");
    assert_eq!(stored(&street), 1);
    let file = street.bo.get(&format!("/api/dispute/{booking}/file")).await;
    assert_eq!(file.bytes, NOTE);
}

#[tokio::test]
async fn repeated_admin_access_is_recorded_once_an_hour() {
    let street = Street::open().await;
    let booking = ask_with(&street, NOTE).await.ok();
    let path = booking["file_url"].as_str().unwrap().to_owned();
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    let readings = async || {
        let audit = admin.get("/api/admin/audit?limit=100").await.ok();
        audit.as_array().unwrap().iter().filter(|e| e["action"] == "bookings.file_read").count()
    };
    for _ in 0..50 {
        assert_eq!(admin.get(&path).await.status, 200);
        assert_eq!(street.ana.get(&path).await.status, 200);
    }
    assert_eq!(readings().await, 1);
}

#[tokio::test]
async fn file_is_optional_and_limited_in_size() {
    let street = Street::open().await;
    let booking = id(&ask_with(&street, b"").await.ok());
    let path = format!("/api/bookings/{booking}/file");
    street.ana.get(&path).await.refused(404, "bookings.file_not_found");
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    ask_with(&street, &large).await.refused(413, "request.too_large");
}

#[tokio::test]
async fn dispute_has_a_file_and_is_decided() {
    let street = Street::open().await;
    let booking = street.visited(&[("bo", "accept")]).await;
    let number = booking.to_string();
    let fields = [("bookingId", number.as_str()), ("message", "Nobody came.")];
    let open = async |who: &Member| {
        who.post_form("/api/dispute/open", &fields, &[("file", "note.pdf", NOTE)]).await
    };
    open(&street.stranger).await.refused(404, "bookings.not_found");
    let dispute = open(&street.ana).await.ok();
    assert_eq!((&dispute["bookingId"], &dispute["status"]), (&json!(booking), &json!("open")));
    assert_eq!(open(&street.ana).await.ok(), dispute);
    open(&street.bo).await.refused(409, "bookings.illegal_transition");
    let file = dispute["file_url"].as_str().unwrap();
    assert_eq!(street.bo.get(file).await.bytes, NOTE);
    street.stranger.get(file).await.refused(404, "bookings.not_found");

    let path = format!("/api/admin/disputes/{booking}");
    let release = json!({ "outcome": "release", "reason": "Heard." });
    street.ana.put(&path, release.clone()).await.refused(403, "auth.forbidden");
    street.ana.get("/api/admin/disputes").await.refused(403, "auth.forbidden");
    let admin = street.app.admin("iris").await;
    let admin = street.app.log_in(&admin).await;
    let mut listed = admin.get("/api/admin/disputes").await.ok();
    assert_eq!(listed[0]["own"], json!(false));
    listed[0]["own"] = json!(true);
    assert_eq!(listed[0], dispute);
    admin
        .put(&path, json!({ "outcome": "split", "reason": "Heard." }))
        .await
        .invalid("provider_share");
    admin
        .put(&path, json!({ "outcome": "split", "provider_share": 101, "reason": "Heard." }))
        .await
        .invalid("provider_share");
    let decided = admin.put(&path, release.clone()).await.ok();
    assert_eq!((&decided["status"], &decided["actions"]), (&json!("completed"), &json!([])));
    admin.put(&path, release).await.ok();
    admin
        .put(&path, json!({ "outcome": "refund", "reason": "Heard." }))
        .await
        .refused(409, "bookings.illegal_transition");
    admin
        .put("/api/admin/disputes/99", json!({ "outcome": "refund", "reason": "Heard." }))
        .await
        .refused(404, "bookings.not_found");

    let listed = admin.get("/api/admin/disputes").await.ok();
    assert_eq!(
        (&listed[0]["status"], &listed[0]["outcome"]),
        (&json!("resolved"), &json!("release"))
    );
    let audit = admin.get("/api/admin/audit").await.ok();
    let entry =
        audit.as_array().unwrap().iter().find(|e| e["action"] == "bookings.dispute_decided");
    assert_eq!(entry.unwrap()["subject"], format!("booking:{booking}"));
    for who in [&street.ana, &street.bo] {
        let mails = street.mails_to(who).await;
        assert_eq!(mails.last().unwrap(), "Decided");
    }
}
