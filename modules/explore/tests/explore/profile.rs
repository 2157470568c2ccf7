use super::{Answer, Member, TestApp, Value, json, people, settle_at};
use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use sparkyard_kernel::{Clock, UserId, ports::Rating};
use sparkyard_testkit::picture;

const BIO: &str = "/api/users/profile/update/bio";
const PHOTO: &str = "/api/users/profile/upload";
const DOT: &[u8] = include_bytes!("dot.png");

async fn own(member: &Member) -> Value {
    member.get(&format!("/api/users/profile/{}", member.id)).await.ok()
}

fn bio(text: &str, location: &str) -> Value {
    json!({ "bio": text, "location": location, "street": "", "zip_code": "" })
}

async fn edit(member: &Member, changes: Value) -> Answer {
    let mut body = json!({
        "email": member.email, "firstname": "Ana", "lastname": "Lund", "gender": "female",
        "password": "", "location": "Leeds", "street": "4 Mill Lane", "zip_code": "LS1 4DY",
        "website": "https://example.org",
    });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    member.put(&format!("/api/users/update/{}", member.id), body).await
}

#[tokio::test]
async fn new_member_has_default_profile() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "leeds").await;
    let profile = own(&ana).await;
    for (name, expected) in [
        ("id", json!(ana.id)),
        ("email", json!("ana@example.org")),
        ("firstname", json!("Ana")),
        ("location", json!("Leeds")),
        ("lat", json!(53.8008)),
        ("photourl", Value::Null),
        ("rating", Value::Null),
        ("review_count", json!(0)),
        ("total_followers", json!(0)),
        ("skills", json!([])),
        ("kyc_status", json!("none")),
        ("visible", json!(true)),
        ("role", json!("member")),
        ("created_at", json!("2026-03-02T10:00:00.000Z")),
    ] {
        if name == "lat" {
            assert!(profile[name].is_number());
        } else {
            assert_eq!(profile[name], expected, "{name}");
        }
    }
    assert!(profile["phone"].as_str().unwrap().starts_with("07700 "));
    let open = json!({
        "photo": false, "skill": false, "kyc": false, "bio": false, "payment_method": false,
        "linked_account": false, "needed": ["photo", "bio"],
    });
    assert_eq!(profile["checklist"], open, "the modules of other steps are missing");
    assert_eq!(profile["referral_code"].as_str().unwrap().len(), 8);
    let bo = own(&app.member("bo").await).await;
    assert_ne!(bo["referral_code"], profile["referral_code"]);
    assert_eq!((&bo["location"], &bo["lat"]), (&json!(""), &Value::Null));
}

#[tokio::test]
async fn bio_and_address_are_saved_and_geocoded() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let saved = ana.put(BIO, bio("I mend bicycles.", " hebden BRIDGE ")).await.ok();
    assert_eq!(saved["location"], "Hebden Bridge");
    assert!((saved["lat"].as_f64().unwrap() - 53.74).abs() < 0.05);
    assert_eq!(saved["checklist"]["bio"], true);
    assert_eq!(own(&ana).await["bio"], "I mend bicycles.");

    let body = json!({ "bio": "", "location": "Heptonstall", "street": "1 Towngate",
                       "zip_code": "HX7 7NL", "lat": 53.7484, "lon": -2.0186 });
    let saved = ana.put(BIO, body).await.ok();
    assert_eq!((&saved["location"], &saved["lat"]), (&json!("Heptonstall"), &json!(53.7484)));
    assert_eq!(saved["checklist"]["bio"], false);

    let saved = ana.put(BIO, bio("Moved nowhere.", "Heptonstall")).await.ok();
    assert_eq!(saved["lat"], 53.7484, "the saved place stays while the location does");
    let saved = ana.put(BIO, bio("Gone.", "")).await.ok();
    assert_eq!((&saved["location"], &saved["lat"]), (&json!(""), &Value::Null));
}

#[tokio::test]
async fn invalid_places_are_refused() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let response = ana.put(BIO, bio("", "Atlantis")).await;
    response.refused(422, "explore.place_not_found").invalid("location");
    assert_eq!(response.body["message"], "Could not find coordinates for this address");
    for (lat, lon) in [
        (json!(53.8), Value::Null),
        (Value::Null, json!(-1.5)),
        (json!(40.7), json!(-74.0)),
        (json!(91), json!(0)),
        (json!(1e300), json!(1e300)),
    ] {
        let mut body = bio("", "Leeds");
        (body["lat"], body["lon"]) = (lat, lon);
        ana.put(BIO, body).await.invalid("lat");
    }
    for (field, length) in [("bio", 2001), ("location", 121), ("street", 121), ("zip_code", 13)] {
        let mut body = bio("", "Leeds");
        body[field] = json!("x".repeat(length));
        ana.put(BIO, body).await.invalid(field);
    }
    assert_eq!(own(&ana).await["location"], "Leeds", "nothing was changed");
}

#[tokio::test]
async fn unicode_and_markup_round_trip() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for text in
        ["<script>alert('x')</script>", "Здравствуйте, 你好, مرحبا 👋🏽", "line one\nline two"]
    {
        assert_eq!(ana.put(BIO, bio(text, "Leeds")).await.ok()["bio"], text);
    }
    let longest = "ü".repeat(2000);
    assert_eq!(ana.put(BIO, bio(&longest, "Leeds")).await.ok()["bio"], longest);
    let saved = edit(&ana, json!({ "firstname": "Олена", "lastname": "<b>王</b>" })).await.ok();
    assert_eq!((&saved["firstname"], &saved["lastname"]), (&json!("Олена"), &json!("<b>王</b>")));
}

#[tokio::test]
async fn edit_form_saves_valid_fields() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let saved = edit(&ana, json!({ "email": " ANA@example.org " })).await.ok();
    for (name, expected) in [
        ("firstname", "Ana"),
        ("lastname", "Lund"),
        ("gender", "female"),
        ("location", "Leeds"),
        ("street", "4 Mill Lane"),
        ("zip_code", "LS1 4DY"),
        ("website", "https://example.org"),
        ("email", "ana@example.org"),
    ] {
        assert_eq!(saved[name], expected, "{name}");
    }
    for (field, wrong) in [
        ("email", json!("no address")),
        ("password", json!("short")),
        ("firstname", json!("  ")),
        ("firstname", json!("www.evil.example")),
        ("lastname", json!("ana@evil.example")),
        ("lastname", json!("x".repeat(61))),
        ("website", json!("javascript:alert(1)")),
        ("street", json!("x".repeat(121))),
    ] {
        edit(&ana, json!({ field: wrong })).await.invalid(field);
    }
    let nowhere = json!({ "location": "Atlantis", "street": "", "zip_code": "" });
    edit(&ana, nowhere).await.invalid("location");
    for proven in [json!({ "email": "other@example.org" }), json!({ "password": "a new gate" })] {
        edit(&ana, proven).await.invalid("currentPassword");
    }
    assert!(matches!(edit(&ana, json!({ "gender": "x" })).await.status, 400 | 422));
    let phone = own(&ana).await["phone"].clone();
    let change = json!({ "gender": "prefer_not_to_say", "phone": " 0113 496 0123 " });
    let saved = edit(&ana, change).await.ok();
    assert_eq!(saved["gender"], "prefer_not_to_say");
    assert_eq!(saved["phone"], "0113 496 0123");
    assert_ne!(saved["phone"], phone);
    for wrong in ["", "phone", "12"] {
        edit(&ana, json!({ "phone": wrong })).await.invalid("phone");
    }
    let kept = edit(&ana, json!({})).await.ok();
    assert_eq!(kept["phone"], "0113 496 0123", "left out, it stays");
    let seen = ana.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok();
    assert_eq!(seen["website"], "https://example.org");
    assert_eq!(seen["phone"], Value::Null, "nobody reads it there");
    assert_eq!(own(&ana).await["street"], "4 Mill Lane");
}

#[tokio::test]
async fn edit_keeps_the_exact_location() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    settle_at(&ana, "Leeds", 53.796_123, -1.547_321).await;
    assert_eq!(edit(&ana, json!({})).await.ok()["lat"], 53.796_123);
    assert_eq!(ana.put(BIO, bio("", "leeds")).await.ok()["lat"], 53.796_123);
    let moved = edit(&ana, json!({ "location": "York" })).await.ok();
    assert!((moved["lat"].as_f64().unwrap() - 53.96).abs() < 0.05);
}

#[tokio::test]
async fn moving_to_a_namesake_town_changes_location() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    settle_at(&ana, "Newport", 52.769, -2.378).await;
    let kept = edit(&ana, json!({ "location": "Newport" })).await.ok();
    assert_eq!(kept["lat"], 52.769);
    let found = ana.get("/api/places/search?q=newport").await.ok();
    let label = found[0]["label"].as_str().unwrap();
    assert!(label.starts_with("Newport, "), "{label}");
    let moved = edit(&ana, json!({ "location": label })).await.ok();
    assert_eq!(moved["location"], "Newport");
    assert!((moved["lat"].as_f64().unwrap() - 51.58).abs() < 0.05);
}

#[tokio::test]
async fn photos_are_images_of_at_most_5_mb() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let saved = ana.put_form(PHOTO, &[], &[("photo", "me.png", DOT)]).await.ok();
    assert_eq!(saved["photo"], saved["photourl"]);
    assert!(saved["photo"].as_str().unwrap().starts_with('/'));
    let profile = own(&ana).await;
    assert_eq!(
        (&profile["photourl"], &profile["checklist"]["photo"]),
        (&saved["photo"], &json!(true))
    );

    let text = ana.put_form(PHOTO, &[], &[("photo", "me.png", b"not an image")]).await;
    assert_eq!((text.status, &text.body["message"]), (415, &json!("Please upload an image file")));
    let huge = vec![0; 5 * 1024 * 1024 + 1];
    let huge = ana.put_form(PHOTO, &[], &[("photo", "me.png", &huge)]).await;
    assert_eq!(
        (huge.status, &huge.body["message"]),
        (413, &json!("File size should be less than 5MB"))
    );
    assert_eq!(ana.put_form(PHOTO, &[("photo_url", "x")], &[]).await.status, 400);
    assert_eq!(own(&ana).await["photourl"], saved["photo"]);
}

#[tokio::test]
async fn replaced_photo_is_deleted_unless_shared() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let upload = async |who: &Member, content: &[u8]| {
        let saved = who.put_form(PHOTO, &[], &[("photo", "me.png", content)]).await.ok();
        saved["photo"].as_str().unwrap().to_owned()
    };
    let first = upload(&ana, DOT).await;
    assert_eq!(upload(&ana, DOT).await, first);
    assert_eq!(upload(&bo, DOT).await, first);
    let second = upload(&ana, &picture()).await;
    assert_eq!(bo.get(&first).await.status, 200, "bo still shows it");
    upload(&bo, &picture()).await;
    bo.get(&first).await.refused(404, "files.not_found");
    assert_eq!(bo.get(&second).await.status, 200);
}

#[tokio::test]
async fn reviews_count_towards_the_rating() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let id = UserId::from(ana.id.as_str());
    let reviews = AtomicU32::new(0);
    let rate = async |by: &str, stars| {
        let review = reviews.fetch_add(1, Ordering::Relaxed).to_string();
        let rating = Rating { review, by: by.to_owned(), stars, at: app.clock.now() };
        let fragment = people(&app).rate(&id, rating);
        app.db.write("test.rate").call(fragment).run::<()>().await.unwrap();
    };
    rate("bo", 5).await;
    for (client, stars) in [("bo", 1), ("cy", 4), ("bo", 1), ("di", 4), ("cy", 1)] {
        rate(client, stars).await;
    }
    let profile = own(&ana).await;
    assert_eq!((&profile["rating"], &profile["review_count"]), (&json!(4.3), &json!(3)));
    let info =
        people(&app).find(&[id.clone(), "nobody".into()]).await.unwrap().remove(&id).unwrap();
    assert_eq!((info.rating, info.review_count, info.approximate), (Some(4.3), 3, None));

    // One rating per client in 30 days, measured from the last one that counted.
    for (days, counted) in [(29, 3), (1, 4), (29, 4), (1, 5)] {
        app.advance(Duration::from_hours(days * 24));
        rate("bo", 4).await;
        let info = people(&app).find(std::slice::from_ref(&id)).await.unwrap().remove(&id);
        assert_eq!(info.unwrap().review_count, counted, "{days} days later");
    }

    // The first review, repeated; one that never counted; an unknown one; another that counted.
    for (review, counted) in [("0", 4), ("0", 4), ("1", 4), ("99", 4), ("2", 3)] {
        let fragment = people(&app).unrate(&id, review);
        app.db.write("test.unrate").call(fragment).run::<()>().await.unwrap();
        let info = people(&app).find(std::slice::from_ref(&id)).await.unwrap().remove(&id);
        let info = info.unwrap();
        assert_eq!(info.review_count, counted, "without {review}");
        // Only four-star reviews are left.
        assert_eq!(info.rating, Some(4.0), "without {review}");
    }
}

#[tokio::test]
async fn public_profile_depends_on_the_viewer() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "York").await);
    let path = format!("/api/users/basic/profile/{}", bo.id);
    let seen = ana.get(&path).await.ok();
    assert_eq!((&seen["firstname"], &seen["location"]), (&json!("Bo"), &json!("York")));
    assert_eq!((&seen["is_self"], &seen["is_following"]), (&json!(false), &json!(false)));
    assert!((30.0..45.0).contains(&seen["distance"].as_f64().unwrap()), "{seen}");
    ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
    let seen = ana.get(&path).await.ok();
    assert_eq!((&seen["is_following"], &seen["total_followers"]), (&json!(true), &json!(1)));
    let own = bo.get(&path).await.ok();
    assert_eq!((&own["is_self"], &own["distance"]), (&json!(true), &Value::Null));
    let nowhere = app.member("cy").await.get(&path).await.ok();
    assert_eq!(nowhere["distance"], Value::Null);
    ana.get("/api/users/basic/profile/nobody").await.refused(404, "explore.person_not_found");
    for id in ["%3Cscript%3E", "a%20b"] {
        let path = format!("/api/users/basic/profile/{id}");
        ana.get(&path).await.refused(400, "request.malformed");
    }
}
