//! Texts written by members: no control characters are stored, and others see what was meant, in
//! every script.

use serde_json::{Value, json};
use sparkyard_testkit::Answer;

use crate::TestApp;
use crate::operations::{
    fields::{Body, Change, Operation},
    fixture::{World, booking_fields, borrowed, world},
    sample::Access,
    samples::sample,
};

/// Starts a colour in a terminal.
const ESCAPE: &str = "Plain \u{1b}[31mred";
/// Fields that are accepted but ignored.
const IGNORED: [(&str, &str); 2] =
    [("create_skill", "spark_token"), ("update_skill", "spark_token")];

#[tokio::test]
async fn control_characters_are_rejected_in_every_field() {
    let world = world().await;
    let admin = world.app.admin("iris").await;
    let document = world.app.anonymous().get("/openapi.json").await.body;
    let (mut asked, mut taken) = (0, Vec::new());
    for operation in Operation::all(&document, |id| sample(id, &world)) {
        let who = match sample(&operation.id, &world).access {
            Access::Staff => &admin,
            _ => &world.vera,
        };
        for change in changes(&operation) {
            let response = operation.send(who, &change).await;
            asked += 1;
            assert!(response.status < 500, "{} {change:?}: {}", operation.id, response.body);
            if response.status < 400 {
                taken.push(format!("{} {change:?}", operation.id));
            }
        }
    }
    assert!(asked > 60, "only {asked} fields");
    assert!(taken.is_empty(), "{taken:#?}");
}

/// Puts the escape sequence into every text field.
fn changes(operation: &Operation) -> Vec<Change> {
    let escape = || ESCAPE.to_owned();
    match &operation.body {
        Body::None => Vec::new(),
        Body::Json(_, kinds) => kinds
            .iter()
            .filter(|(_, kind)| *kind == "string")
            .map(|(name, _)| Change::Field(name.clone(), json!(ESCAPE)))
            .collect(),
        Body::Form(fields) => fields
            .iter()
            .filter(|(name, _)| !IGNORED.contains(&(operation.id.as_str(), name)))
            .filter(|(name, _)| name != "file" && name != "photo" && name != "thumbnails")
            .map(|(name, _)| Change::Text(name.clone(), escape()))
            .collect(),
    }
}

/// Invalid names.
const NO_NAMES: [&str; 7] = [
    "",
    "  ",
    "\u{200b}\u{2060}\u{feff}",
    "\u{3164}\u{2800}",
    "\u{202e}\u{200f}",
    "Ana\nBell",
    "Ana\u{2028}Bell",
];

/// Valid names as sent, and as shown to others.
const NAMES: [(&str, &str); 7] = [
    ("محمد", "محمد"),
    ("שָׁלוֹם", "שָׁלוֹם"),
    ("👩🏽\u{200d}🍳", "👩🏽\u{200d}🍳"),
    ("نرگس\u{200c}ها", "نرگس\u{200c}ها"),
    (" \u{a0}Zoe\u{308}  Bell\u{200b} ", "Zoë Bell"),
    ("\u{202e}nimdA\u{202c}", "nimdA"),
    ("A\u{ad}d\u{2066}min", "Admin"),
];

fn invalid(response: &Answer, field: &str) {
    assert_eq!(response.status, 422, "{}", response.body);
    assert!(response.body["fields"][field].is_string(), "{}", response.body);
}

#[tokio::test]
async fn invisible_names_are_rejected_and_others_normalised() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let update = async |firstname: &str| {
        let body = json!({
            "email": ana.email, "firstname": firstname, "lastname": "Bell", "gender": "other",
            "password": "", "location": "", "street": "", "zip_code": "", "website": "",
        });
        ana.put(&format!("/api/users/update/{}", ana.id), body).await
    };
    for name in NO_NAMES {
        invalid(&update(name).await, "firstname");
    }
    for (sent, seen) in NAMES {
        update(sent).await.ok();
        let profile = bo.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok();
        assert_eq!(profile["firstname"], seen, "{sent:?}");
    }
}

#[tokio::test]
async fn registration_requires_a_visible_name() {
    let app = TestApp::start().await;
    for name in NO_NAMES {
        let mut body = TestApp::registration("zoe", &json!("none"), None);
        body["lastname"] = json!(name);
        invalid(&app.anonymous().post("/api/auth/register", body).await, "lastname");
    }
}

#[tokio::test]
async fn skill_booking_and_dispute_texts_are_normalised() {
    let World { app, vera, paul, skill, intent, booking, .. } = world().await;
    let fields = |name, description| {
        [
            ("skill_type", name),
            ("experience_level", "expert"),
            ("hourly_rate", "1"),
            ("description", description),
        ]
    };
    for (name, description, field) in [
        ("\u{200b}", "Fine.", "skill_type"),
        ("Two\nlines", "Fine.", "skill_type"),
        ("Juggling", "\u{feff}\u{3164}", "description"),
        ("Juggling", "Nul\0.", "description"),
    ] {
        let fields = fields(name, description);
        invalid(&paul.post_form("/api/skills", &fields, &[]).await, field);
    }
    let fields = fields(" Jug\u{202e}gling \u{a0} balls", "One.\r\n\r\n\r\n\r\nTwo.\u{200b} ");
    let made = paul.post_form("/api/skills", &fields, &[]).await.ok();
    let seen = paul.get(&format!("/api/skills/{}", made["id"].as_str().unwrap())).await.ok();
    assert_eq!(seen["description"], "One.\n\nTwo.");
    assert_eq!(seen["skill_type"], "Juggling balls");

    let book = async |field: &str, text: &str| {
        let mut fields = booking_fields(&skill, &paul.id, &intent);
        fields.retain(|(name, _)| *name != field && *name != "booking_date");
        let date = "2026-03-12T10:00:00Z".to_owned();
        fields.push(("booking_date", date));
        let mut fields = borrowed(&fields);
        fields.push((field, text));
        vera.post_form("/api/bookings", &fields, &[]).await
    };
    for (field, text) in [
        ("title", "Two\nlines"),
        ("title", "Bell\u{7}"),
        ("description", "\u{200b}"),
        ("description", "\u{9b}31m"),
        ("booking_location", "\u{3164}"),
        ("booking_location", "Here\nand there"),
    ] {
        invalid(&book(field, text).await, field);
    }
    let made = book("description", "\u{2067}Please.\u{2069}\r\nThank you. ").await.ok();
    let seen = paul.get(&format!("/api/bookings/{}", made["id"])).await.ok();
    assert_eq!(seen["description"], "Please.\nThank you.");

    let id = booking.to_string();
    for text in ["\u{2060}", "\0"] {
        let fields = [("bookingId", id.as_str()), ("message", text)];
        invalid(&vera.post_form("/api/dispute/open", &fields, &[]).await, "message");
    }
    drop(app);
}

#[tokio::test]
async fn staff_texts_are_checked_too() {
    let world = world().await;
    let admin = world.app.admin("iris").await;
    let suspend = async |reason: Value| {
        let path = format!("/api/admin/members/{}/suspend", world.sid.id);
        admin.put(&path, json!({ "reason": reason })).await
    };
    invalid(&suspend(json!("\u{200b}\u{200b}\u{200b}")).await, "reason");
    invalid(&suspend(json!("Esc\u{1b}ape")).await, "reason");
    let reject = async |reason: Value| {
        let path = format!("/api/admin/kyc/{}/reject", world.document_id);
        admin.put(&path, json!({ "reason": reason })).await
    };
    invalid(&reject(json!("\u{3164}")).await, "reason");
    invalid(&reject(json!("\u{0}")).await, "reason");
}
