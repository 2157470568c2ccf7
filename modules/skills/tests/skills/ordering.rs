use serde_json::{Value, json};

use crate::TestApp;
use crate::sample::{Fields, form, form_with, id, picture};

/// Returns the pictures of a skill by slot.
fn photos(skill: &Value) -> [Value; 4] {
    ["thumbnail01", "thumbnail02", "thumbnail03", "thumbnail04"].map(|key| skill[key].clone())
}

fn ordered(order: &str) -> Fields<'_> {
    form_with("photo_order", order)
}

#[tokio::test]
async fn pictures_follow_the_requested_order() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let pictures = [picture(1), picture(2), picture(3)];
    let files: Vec<_> = pictures.iter().map(|p| ("thumbnails", "p.png", &p[..])).collect();
    let old = ana.post_form("/api/skills", &form(), &files[..2]).await.ok();
    let [first, second, ..] = photos(&old);
    let path = format!("/api/skills/{}", id(&old));

    let turned = ana.put_form(&path, &ordered("thumbnail02,thumbnail01"), &[]).await.ok();
    assert_eq!(photos(&turned), [second.clone(), first.clone(), Value::Null, Value::Null]);

    let response = ana.put_form(&path, &ordered("thumbnail01,new,thumbnail02"), &files[2..]).await;
    let [a, b, c, d] = photos(&response.ok());
    assert_eq!([a, c, d], [second.clone(), first.clone(), Value::Null]);
    assert!(b.is_string() && b != first && b != second);

    // An empty slot is closed by the new order.
    ana.delete_with(&format!("/api/skills/photo/{}", id(&old)), json!({ "key": "thumbnail01" }))
        .await
        .ok();
    let closed = ana.put_form(&path, &ordered("thumbnail03,thumbnail02"), &[]).await.ok();
    assert_eq!(photos(&closed), [first, b, Value::Null, Value::Null]);
}

#[tokio::test]
async fn invalid_order_changes_nothing() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let content = picture(1);
    let files = [("thumbnails", "p.png", &content[..])];
    let skill = ana.post_form("/api/skills", &form(), &files).await.ok();
    let path = format!("/api/skills/{}", id(&skill));
    for order in [
        "thumbnail02",
        "thumbnail01,thumbnail01",
        "thumbnail01,new",
        "new",
        "thumbnail01;",
        "<script>",
        "ราคา",
    ] {
        ana.put_form(&path, &ordered(order), &[]).await.invalid("photo_order");
    }
    ana.put_form(&path, &ordered("thumbnail01"), &files).await.invalid("photo_order");
    ana.post_form("/api/skills", &ordered("thumbnail01"), &files).await.invalid("photo_order");
    bo.put_form(&path, &ordered("thumbnail01"), &[]).await.refused(404, "skills.not_found");
    assert_eq!(ana.get(&path).await.ok(), skill);
}

#[tokio::test]
async fn new_skill_accepts_an_order() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let content = picture(1);
    let files = [("thumbnails", "p.png", &content[..])];
    let skill = ana.post_form("/api/skills", &ordered("new"), &files).await.ok();
    assert!(skill["thumbnail01"].is_string());
}
