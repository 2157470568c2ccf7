//! Notes of staff about members, and tasks.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{TestApp, moderator, set_role};

fn notes(member: &Member) -> String {
    format!("/api/admin/members/{}/notes", member.id)
}

/// Returns the texts of a list, in order.
fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|note| note["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn staff_read_notes_and_the_member_does_not() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let words = "<script>alert(1)</script>\n\u{5d0}\u{1f600} is hard of hearing";
    let note = mo.post(&notes(&ana), json!({ "text": words })).await.ok();
    assert_eq!((&note["text"], &note["due"]), (&json!(words), &Value::Null));
    assert_eq!(note["author_name"], "Mo Example");
    app.advance(Duration::from_millis(1));
    iris.post(&notes(&ana), json!({ "text": "Likes tea" })).await.ok();
    assert_eq!(texts(&iris.get(&notes(&ana)).await.ok()), ["Likes tea", words]);
    assert_eq!(texts(&iris.get(&notes(&bo)).await.ok()), [""; 0]);
    for member in [&ana, &bo] {
        member.get(&notes(&ana)).await.refused(403, "auth.forbidden");
        member.post(&notes(&ana), json!({ "text": "Me" })).await.refused(403, "auth.forbidden");
        member.get("/api/admin/tasks").await.refused(403, "auth.forbidden");
    }
    // Notes about staff are for admins, and none are about oneself.
    mo.get(&notes(&iris)).await.refused(403, "auth.forbidden");
    mo.get(&notes(&mo)).await.refused(403, "moderation.own_account");
    iris.post(&notes(&iris), json!({ "text": "Me" })).await.refused(403, "moderation.own_account");
    let nobody = "/api/admin/members/nobody/notes";
    iris.post(nobody, json!({ "text": "Who?" })).await.refused(404, "moderation.no_member");
    iris.post(&notes(&ana), json!({ "text": " " })).await.invalid("text");
    iris.post(&notes(&ana), json!({ "text": "x", "due": "2026-03-01" })).await.invalid("due");

    let log = iris.get(&format!("/api/admin/audit?subject=user:{}", ana.id)).await.ok();
    let actions: Vec<_> =
        log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"moderation.notes_read"), "{actions:?}");
    assert_eq!(actions.iter().filter(|action| **action == "moderation.note_added").count(), 2);
    assert!(!log.to_string().contains("hearing"), "{log}");
}

#[tokio::test]
async fn task_is_open_until_it_is_done() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let task = |text: &str, due: &str| json!({ "text": text, "due": due });
    iris.post(&notes(&ana), task("Ring after the first exchange", "2026-03-04")).await.ok();
    let today = iris.post(&notes(&bo), task("Bring the key", "2026-03-02")).await.ok();
    iris.post(&notes(&ana), json!({ "text": "Only a note" })).await.ok();
    let tasks = async || mo.get("/api/admin/tasks").await.ok();
    assert_eq!(texts(&tasks().await), ["Bring the key", "Ring after the first exchange"]);
    let waiting = async |who: &Member| who.get("/api/admin/waiting").await.ok()["tasks"].clone();
    assert_eq!(waiting(&mo).await, 1);

    let finish = format!("/api/admin/tasks/{}/finish", today["id"].as_str().unwrap());
    let done = mo.put_empty(&finish).await.ok();
    assert_eq!(
        (&done["done_by"], &done["user_name"]),
        (&json!("Mo Example"), &json!("Bo Example"))
    );
    // A repetition keeps who was first.
    assert_eq!(iris.put_empty(&finish).await.ok()["done_by"], "Mo Example");
    assert_eq!(texts(&tasks().await), ["Ring after the first exchange"]);
    assert_eq!(waiting(&mo).await, 0);
    // Nobody sees tasks about themselves.
    set_role(&iris, &ana.id, "moderator").await.ok();
    assert_eq!(texts(&ana.get("/api/admin/tasks").await.ok()), [""; 0]);
}

#[tokio::test]
async fn only_its_author_and_admins_delete_a_note() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mo, max) = (moderator(&app, &iris, "mo").await, moderator(&app, &iris, "max").await);
    let ana = app.member("ana").await;
    let add = async || mo.post(&notes(&ana), json!({ "text": "Hm" })).await.ok()["id"].clone();
    let path = |id: &Value| format!("/api/admin/notes/{}", id.as_str().unwrap());
    let (one, other) = (add().await, add().await);
    max.delete(&path(&one)).await.refused(403, "moderation.others_note");
    mo.delete(&path(&one)).await.ok();
    mo.delete(&path(&one)).await.refused(404, "moderation.no_note");
    let finish = format!("/api/admin/tasks/{}/finish", other.as_str().unwrap());
    mo.put_empty(&finish).await.refused(404, "moderation.no_note");
    iris.delete(&path(&other)).await.ok();
    assert_eq!(texts(&iris.get(&notes(&ana)).await.ok()), [""; 0]);
}
