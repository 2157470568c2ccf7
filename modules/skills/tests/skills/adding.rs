use serde_json::{Value, json};

use crate::TestApp;
use crate::sample::{add, form, form_with, id, ids, picture};

#[tokio::test]
async fn skill_is_stored_as_described() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let mut fields = form_with("skill_type", " PLUMBING ");
    fields.push(("spark_token", "0.01"));
    let (first, second) = (picture(1), picture(2));
    let files = [("thumbnails", "tap.gif", &first[..]), ("thumbnails", "pipe.exe", &second)];
    let response = ana.post_form("/api/skills", &fields, &files).await;
    let skill = response.ok();
    assert_eq!(response.body["message"], "Your skill has been added.");
    for (field, value) in [
        ("skill_type", json!("Plumbing")),
        ("category", json!("plumbing")),
        ("experience_level", json!("expert")),
        ("description", json!("Evenings and weekends.")),
        ("hourly_rate", json!(20.5)),
        ("spark_token", json!(10.25)),
        ("thumbnail03", Value::Null),
        ("thumbnail04", Value::Null),
        ("approval_status", json!("approved")),
        ("user_id", json!(ana.id)),
        ("creator_name", json!("Ana Example")),
        ("location", json!("Leeds")),
        ("distance", Value::Null),
        ("review_count", json!(0)),
        ("cancellation_policy", json!("flexible")),
        ("created_at", json!("2026-03-02T10:00:00.000Z")),
    ] {
        assert_eq!(skill[field], value, "{field}");
    }
    assert_ne!(skill["thumbnail01"], skill["thumbnail02"]);
    let url = skill["thumbnail01"].as_str().unwrap();
    let shown = app.anonymous().get(url).await;
    assert_eq!((shown.status, shown.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(ana.get(&format!("/api/skills/{}", id(&skill))).await.ok(), skill);
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([skill]));
}

#[tokio::test]
async fn texts_are_returned_unchanged() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for text in ["<script>alert('x')</script>", "Ремонт кранов\n水道工事", "صيانة 🔧 \"'\\"]
    {
        let skill = ana.post_form("/api/skills", &form_with("description", text), &[]).await.ok();
        assert_eq!(skill["description"], text);
    }
    for rate in [("0", json!(0.0), json!(0.0)), ("1000.00", json!(1000.0), json!(500.0))] {
        let skill = ana.post_form("/api/skills", &form_with("hourly_rate", rate.0), &[]).await.ok();
        assert_eq!((&skill["hourly_rate"], &skill["spark_token"]), (&rate.1, &rate.2));
    }
}

#[tokio::test]
async fn every_field_is_validated() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let response = ana.post_form("/api/skills", &[("spark_token", "1")], &[]).await;
    response.refused(422, "request.invalid");
    assert_eq!(response.body["message"], "Please fill in all required fields");
    for field in ["skill_type", "experience_level", "description", "hourly_rate"] {
        response.invalid(field);
        ana.post_form("/api/skills", &form_with(field, "  \n"), &[]).await.invalid(field);
    }
    let (long_name, long_text) = ("n".repeat(61), "t".repeat(2001));
    for (field, value) in [
        ("skill_type", "!?"),
        ("skill_type", "Bee\nwhispering"),
        ("skill_type", long_name.as_str()),
        ("experience_level", "guru"),
        ("description", long_text.as_str()),
        ("description", "a\u{0}b"),
        ("hourly_rate", "-1"),
        ("hourly_rate", "1000.01"),
        ("hourly_rate", "9.999"),
        ("hourly_rate", "NaN"),
        ("hourly_rate", "1e2"),
        ("hourly_rate", "20,50"),
        ("cancellation_policy", "never"),
    ] {
        ana.post_form("/api/skills", &form_with(field, value), &[]).await.invalid(field);
    }
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([]));
    app.anonymous().post_form("/api/skills", &form(), &[]).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn pictures_are_checked_before_anything_is_saved() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let good = picture(1);
    let five = [("thumbnails", "a.png", &good[..]); 5];
    let response = ana.post_form("/api/skills", &form(), &five).await;
    response.invalid("thumbnails");
    assert_eq!(response.body["message"], "Maximum 4 images allowed");

    let large = vec![0xFF; 5 * 1024 * 1024 + 1];
    for (content, status, code, message) in [
        (&b"<html>"[..], 415, "files.not_an_image", "Only image files are allowed"),
        (b"GIF89a", 415, "files.image_format", "Please use a JPEG, PNG, WebP or HEIC image."),
        (&large, 413, "request.too_large", "File size must be less than 5MB"),
        (
            &good[..good.len() / 2],
            422,
            "files.broken_image",
            "This image is broken or incomplete. Please choose another.",
        ),
    ] {
        let files = [("thumbnails", "a.png", &good[..]), ("thumbnails", "b.png", content)];
        let response = ana.post_form("/api/skills", &form(), &files).await;
        response.refused(status, code);
        assert_eq!(response.body["message"], message);
    }
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([]));

    let polyglot = [&good[..], b"<script>alert(1)</script>"].concat();
    let files = [("thumbnails", "a.html", &polyglot[..]), ("thumbnails", "", b"")];
    let skill = ana.post_form("/api/skills", &form(), &files).await.ok();
    assert_eq!(skill["thumbnail02"], Value::Null, "a field left alone is no picture");
    let shown = app.anonymous().get(skill["thumbnail01"].as_str().unwrap()).await;
    assert!(!shown.bytes.windows(8).any(|part| part == b"<script>"));
}

#[tokio::test]
async fn concurrent_adds_stop_at_thirty_skills() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for _ in 0..28 {
        add(&ana, "Plumbing").await;
    }
    let add_at = |rate| {
        let ana = ana.clone();
        async move { ana.post_form("/api/skills", &form_with("hourly_rate", rate), &[]).await }
    };
    let (a, b, c, d) = tokio::join!(add_at("1"), add_at("2"), add_at("3"), add_at("4"));
    let refused: Vec<_> =
        [a, b, c, d].into_iter().filter(|response| response.status != 200).collect();
    assert_eq!(refused.len(), 2, "two of the four were the 29th and 30th");
    for response in refused {
        response.refused(409, "skills.too_many");
    }
    let list = ana.get("/api/skills/user/all?limit=100").await.ok();
    assert_eq!(ids(&list).len(), 30);
    ana.delete(&format!("/api/skills/{}", id(&list[0]))).await.ok();
    add(&ana, "Cooking").await;
    ana.post_form("/api/skills", &form(), &[]).await.refused(409, "skills.too_many");
}
