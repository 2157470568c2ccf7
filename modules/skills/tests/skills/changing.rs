use std::sync::Arc;

use serde_json::{Value, json};
use sparkyard_kernel::{SkillId, ports::Skills};

use crate::TestApp;
use crate::sample::{add, form, form_with, id, picture};

#[tokio::test]
async fn change_replaces_fields_and_fills_free_slots() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let pictures = [picture(1), picture(2), picture(3), picture(4)];
    let files: Vec<_> = pictures.iter().map(|p| ("thumbnails", "p.png", &p[..])).collect();
    let mut fields = form();
    fields.push(("cancellation_policy", "strict"));
    let old = ana.post_form("/api/skills", &fields, &files[..2]).await.ok();
    let path = format!("/api/skills/{}", id(&old));

    let fields = [
        ("skill_type", "cooking"),
        ("experience_level", "Beginner"),
        ("description", "Soups."),
        ("hourly_rate", "9.01"),
    ];
    let new = ana.put_form(&path, &fields, &files[2..3]).await.ok();
    for (field, value) in [
        ("category", json!("cooking")),
        ("experience_level", json!("beginner")),
        ("description", json!("Soups.")),
        ("hourly_rate", json!(9.01)),
        ("spark_token", json!(4.51)),
        ("cancellation_policy", json!("strict")),
        ("thumbnail01", old["thumbnail01"].clone()),
        ("thumbnail02", old["thumbnail02"].clone()),
        ("thumbnail04", Value::Null),
        ("created_at", old["created_at"].clone()),
    ] {
        assert_eq!(new[field], value, "{field}");
    }
    assert!(new["thumbnail03"].is_string());

    let response = ana.put_form(&path, &form(), &files[..2]).await;
    response.invalid("thumbnails");
    assert_eq!(response.body["message"], "Maximum 4 images allowed");
    ana.put_form(&path, &form_with("hourly_rate", ""), &[]).await.invalid("hourly_rate");
    assert_eq!(ana.get(&path).await.ok(), new, "what was refused changed nothing");

    let photo = format!("/api/skills/photo/{}", id(&old));
    for _ in 0..2 {
        let skill = ana.delete_with(&photo, json!({ "key": "thumbnail01" })).await.ok();
        assert_eq!(skill["thumbnail01"], Value::Null);
        assert_eq!(skill["thumbnail02"], old["thumbnail02"], "the others keep their slots");
    }
    ana.delete_with(&photo, json!({ "key": "thumbnail05" })).await.refused_as_input();
    let skill = ana.put_form(&path, &form(), &files[2..]).await.ok();
    assert!(skill["thumbnail01"].is_string() && skill["thumbnail04"].is_string());
}

/// An unknown word in a body is a 400 or a 422, depending on where it is detected.
trait RefusedAsInput {
    fn refused_as_input(&self);
}

impl RefusedAsInput for sparkyard_testkit::Answer {
    #[track_caller]
    fn refused_as_input(&self) {
        assert!(matches!(self.status, 400 | 422), "{}", self.body);
        assert_eq!(self.body["status"], "error", "{}", self.body);
    }
}

#[tokio::test]
async fn others_cannot_change_a_skill() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = add(&ana, "Plumbing").await;
    for id in [id(&skill), "nobody".to_owned()] {
        let (path, photo) = (format!("/api/skills/{id}"), format!("/api/skills/photo/{id}"));
        let key = json!({ "key": "thumbnail01" });
        bo.put_form(&path, &form(), &[]).await.refused(404, "skills.not_found");
        bo.delete(&path).await.refused(404, "skills.not_found");
        bo.delete_with(&photo, key.clone()).await.refused(404, "skills.not_found");
        app.anonymous().delete(&path).await.refused(401, "auth.unauthorised");
    }
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([skill]));
}

#[tokio::test]
async fn deleted_skill_remains_for_old_bookings() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let content = picture(1);
    let files = [("thumbnails", "p.png", &content[..])];
    let skill = ana.post_form("/api/skills", &form(), &files).await.ok();
    let photo = skill["thumbnail01"].as_str().unwrap().to_owned();
    assert_eq!(app.anonymous().get(&photo).await.status, 200);
    let (key, path) = (SkillId(id(&skill)), format!("/api/skills/{}", id(&skill)));
    let port: Arc<dyn Skills> = app.host.ports.require("tests").unwrap();
    assert_eq!(port.count().await.unwrap(), 1);

    let response = ana.delete(&path).await;
    assert_eq!(response.ok(), Value::Null);
    ana.delete(&path).await.refused(404, "skills.not_found");
    ana.put_form(&path, &form(), &[]).await.refused(404, "skills.not_found");
    for member in [&ana, &bo] {
        member.get(&path).await.refused(404, "skills.not_found");
    }
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([]));
    assert_eq!(bo.get("/api/skills/searchname/plumbing").await.ok(), json!([]));

    assert!(port.get(&key, false).await.unwrap().is_none());
    let kept = port.get(&key, true).await.unwrap().unwrap();
    assert_eq!(kept.thumbnails, [const { None }; 4], "pictures go with it");
    app.anonymous().get(&photo).await.refused(404, "files.not_found");
    assert_eq!((kept.skill_type.as_str(), kept.hourly_rate.minor()), ("Plumbing", 2050));
    assert!(port.of_people(&[ana.id.as_str().into()], true).await.unwrap().is_empty());
    assert_eq!(port.count().await.unwrap(), 0);
}
