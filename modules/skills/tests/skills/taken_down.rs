//! Skills that staff take down after a report, and restore.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery,
    ports::{SkillInfo, Skills},
};
use sparkyard_testkit::{Answer, Member};

use crate::{
    sample::{add, form, form_with, id, ids, picture},
    takedown_case::{Case, WHY, take_down},
};

#[tokio::test]
async fn taken_down_skill_is_visible_to_its_owner_only() {
    let case = Case::open().await;
    assert_eq!((case.found(&case.bo).await, case.count().await), (vec![true; 6], json!(1)));
    let decided = case.taken_down().await;
    assert_eq!(decided["report"]["decision"]["skill_taken_down"], true);
    assert_eq!(decided["report"]["decision"]["message_removed"], false);
    assert_eq!(decided["skill"]["taken_down"]["reason"], WHY);
    assert_eq!(decided["skill"]["taken_down"]["by"]["name"], "Iris Example");
    assert_eq!((case.found(&case.bo).await, case.count().await), (vec![false; 6], json!(0)));
    for other in [&case.bo, &case.iris, &case.eve] {
        other.get(&case.path()).await.refused(404, "skills.not_found");
    }
    let body = json!({ "subject": "skill", "id": case.skill, "reason": "scam" });
    case.bo.post("/api/reports", body).await.refused(404, "moderation.nothing_to_report");

    let own = case.ana.get(&case.path()).await.ok();
    assert_eq!((&own["taken_down"]["reason"], &own["bookable"]), (&json!(WHY), &json!(false)));
    assert_eq!(own["approval_status"], "approved");
    assert_eq!(case.ana.get("/api/skills/user/all").await.ok(), json!([own]));
    let profile = case.ana.get(&format!("/api/users/profile/{}", case.ana.id)).await.ok();
    assert!(profile.to_string().contains("\"moderation\":\"removed\""), "{profile}");

    let notices = case.notices().await;
    let link = format!("/settings/skills/{}", case.skill);
    let reason = format!(
        "The reason: {WHY} You can appeal until 1 April 2026 in Settings, under Decisions."
    );
    assert_eq!(notices, [["Plumbing was taken down".to_owned(), reason, link]], "and nothing else");
    let mail = case.app.mail_to(&case.ana.email);
    assert_eq!(mail.subject, "Plumbing was taken down");
    assert!(mail.text.contains(WHY), "{}", mail.text);
}

#[tokio::test]
async fn owner_cannot_restore_a_taken_down_skill() {
    let case = Case::open().await;
    case.taken_down().await;
    let content = picture(1);
    let files = [("thumbnails", "p.png", &content[..])];
    for fields in [form(), form_with("skill_type", "Yoga"), form()] {
        // Sent twice: a repetition does not get around it either.
        for _ in 0..2 {
            let changed = case.ana.put_form(&case.path(), &fields, &[]).await.ok();
            assert_eq!(
                (&changed["taken_down"]["reason"], &changed["bookable"]),
                (&json!(WHY), &json!(false))
            );
        }
    }
    case.ana.put_form(&case.path(), &form(), &files).await.ok();
    let photo = format!("/api/skills/photo/{}", case.skill);
    case.ana.delete_with(&photo, json!({ "key": "thumbnail01" })).await.ok();
    for visible in [false, true] {
        case.ana.put("/api/users/visibility", json!({ "visible": visible })).await.ok();
    }
    assert_eq!(case.found(&case.bo).await, [false; 6]);

    // Nor does the approval of a custom name.
    let fields = form_with("skill_type", "Tap whispering");
    assert_eq!(
        case.ana.put_form(&case.path(), &fields, &[]).await.ok()["approval_status"],
        "pending"
    );
    case.iris.put_empty("/api/admin/skills/tap-whispering/approve").await.ok();
    assert_eq!(case.ana.get(&case.path()).await.ok()["approval_status"], "approved");
    // Mails of one round are sent at once; the approval's is sent before the next one.
    case.app.settle().await;
    let found = case.bo.get("/api/skills/searchname/tap-whispering").await.ok();
    assert_eq!(found, json!([]));
    let changed = form_with("description", "Pay when it is done.");
    case.ana.put_form(&case.path(), &changed, &[]).await.ok();

    for outsider in [&case.ana, &case.bo] {
        outsider.put_empty(&case.let_back()).await.refused(403, "auth.forbidden");
        outsider.get("/api/admin/takedowns").await.refused(403, "auth.forbidden");
    }
    let down = case.iris.get("/api/admin/takedowns").await.ok();
    assert_eq!(
        (ids(&down), &down[0]["owner"]["name"]),
        (vec![case.skill.clone()], &json!("Ana Example"))
    );
    assert_eq!(down[0]["description"], "Pay when it is done.", "as it is now");
    case.app.advance(Duration::from_secs(1));
    for _ in 0..2 {
        let back = case.iris.put_empty(&case.let_back()).await.ok();
        assert_eq!(back["taken_down"], Value::Null);
    }
    assert_eq!((case.found(&case.bo).await, case.count().await), (vec![true; 6], json!(1)));
    assert_eq!(case.iris.get("/api/admin/takedowns").await.ok(), json!([]));
    let notices = case.notices().await;
    let backs = notices.iter().filter(|[title, ..]| title == "Plumbing is restored").count();
    assert_eq!(backs, 1, "{notices:?}");
    assert_eq!(case.app.mail_to(&case.ana.email).subject, "Plumbing is restored");

    let log = case.iris.get("/api/admin/audit").await.ok();
    let entries: Vec<&str> =
        log.as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    let count = |action: &str| entries.iter().filter(|entry| **entry == action).count();
    assert_eq!((count("moderation.report_decided"), count("moderation.skill_let_back")), (1, 1));
    let decided =
        log.as_array().unwrap().iter().find(|one| one["action"] == "moderation.report_decided");
    let detail = decided.unwrap()["detail"].as_str().unwrap();
    assert!(detail.ends_with("acted, skill taken down: Two complaints."), "{detail}");
}

#[tokio::test]
async fn concurrent_change_does_not_restore_it() {
    let case = Case::open().await;
    let report = case.report(&case.bo).await;
    let (ana, path) = (case.ana.clone(), case.path());
    let changes = tokio::spawn(async move {
        let mut statuses = Vec::new();
        for _ in 0..6 {
            statuses.push(ana.put_form(&path, &form(), &[]).await.status);
        }
        statuses
    });
    case.iris.put(&report, take_down(WHY)).await.ok();
    let statuses = changes.await.unwrap();
    assert!(statuses.iter().all(|status| [200, 409].contains(status)), "{statuses:?}");
    assert_eq!(case.found(&case.bo).await, [false; 6]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_decisions_take_effect_once() {
    let case = Case::open().await;
    let cy = case.app.member("cy").await;
    let reports = [case.report(&case.bo).await, case.report(&cy).await];
    let both = |one: (Member, String), other: (Member, String), body: Value| async move {
        let send = |(who, path): (Member, String), body: Value| {
            tokio::spawn(async move { who.put(&path, body).await })
        };
        let (one, other) = (send(one, body.clone()), send(other, body));
        let responses: [Answer; 2] = [one.await.unwrap(), other.await.unwrap()];
        responses
    };
    let [first, second] = reports;
    let deciding = both((case.iris.clone(), first), (case.eve.clone(), second), take_down(WHY));
    let (taken, late): (Vec<_>, Vec<_>) =
        deciding.await.into_iter().partition(|response| response.status == 200);
    assert_eq!((taken.len(), late.len()), (1, 1));
    for response in late {
        // Her message is not sent to anybody: she decides again, knowing that it is taken down.
        response.refused(409, "moderation.skill_down");
    }
    assert_eq!(case.found(&case.bo).await, [false; 6]);
    assert_eq!(case.notices().await.len(), 1, "notified once");
    let back = case.let_back();
    let backs = both((case.iris.clone(), back.clone()), (case.eve.clone(), back), json!({}));
    for response in backs.await {
        response.ok();
    }
    assert_eq!(case.found(&case.bo).await, [true; 6]);
    assert_eq!(case.notices().await.len(), 2, "notified once");
    let log = case.iris.get("/api/admin/audit").await.ok();
    let back =
        log.as_array().unwrap().iter().filter(|one| one["action"] == "moderation.skill_let_back");
    assert_eq!(back.count(), 1);
}

#[tokio::test]
async fn deleted_skill_is_neither_taken_down_nor_restored() {
    let case = Case::open().await;
    let (first, cy) = (case.report(&case.bo).await, case.app.member("cy").await);
    let second = case.report(&cy).await;
    case.iris.put(&first, take_down(WHY)).await.ok();
    assert_eq!(case.iris.get(&second).await.ok()["skill"]["taken_down"]["reason"], WHY);
    case.ana.delete(&case.path()).await.ok();
    assert_eq!(case.iris.get("/api/admin/takedowns").await.ok(), json!([]));
    assert_eq!(case.iris.get(&second).await.ok()["skill"], Value::Null);
    case.iris.put(&second, take_down(WHY)).await.refused(409, "moderation.skill_gone");
    case.iris.put_empty(&case.let_back()).await.refused(404, "moderation.no_skill");
    // Repeating the decision is accepted.
    case.iris.put(&first, take_down(WHY)).await.ok();
    case.iris
        .put_empty("/api/admin/takedowns/nothing/let-back")
        .await
        .refused(404, "moderation.no_skill");
}

#[tokio::test]
async fn staff_cannot_restore_their_own_skill() {
    let case = Case::open().await;
    case.taken_down().await;
    let role = format!("/api/admin/members/{}/role", case.ana.id);
    case.iris.put(&role, json!({ "role": "moderator" })).await.ok();
    case.ana.put_empty(&case.let_back()).await.refused(403, "moderation.own_skill");
    assert_eq!(case.ana.get("/api/admin/takedowns").await.ok(), json!([]), "for others");
    // Only admins decide about staff.
    let role = format!("/api/admin/members/{}/role", case.bo.id);
    case.iris.put(&role, json!({ "role": "moderator" })).await.ok();
    case.bo.put_empty(&case.let_back()).await.refused(403, "auth.forbidden");
    case.iris.put_empty(&case.let_back()).await.ok();
}

#[tokio::test]
async fn take_down_needs_a_skill_and_a_reason() {
    let case = Case::open().await;
    let report = case.report(&case.bo).await;
    case.iris.put(&report, take_down(" ")).await.invalid("warning");
    let dismissed = json!({ "decision": "dismiss", "take_down_skill": true, "reason": "Fine." });
    case.iris.put(&report, dismissed).await.invalid("take_down");
    let body = json!({ "subject": "person", "id": case.ana.id, "reason": "fake" });
    let person = id(&case.bo.post("/api/reports", body).await.ok());
    let person = format!("/api/admin/reports/{person}");
    case.iris.put(&person, take_down(WHY)).await.invalid("take_down");
    assert_eq!(case.found(&case.bo).await, [true; 6]);
}

#[tokio::test]
async fn list_is_paginated_latest_first() {
    let case = Case::open().await;
    let mut expected = vec![case.skill.clone()];
    case.taken_down().await;
    for kind in ["Yoga", "Cooking", "Gardening", "Painting & decorating"] {
        let skill = id(&add(&case.ana, kind).await);
        let body = json!({ "subject": "skill", "id": skill, "reason": "scam" });
        let report = id(&case.bo.post("/api/reports", body).await.ok());
        case.app.advance(Duration::from_millis(600));
        case.iris.put(&format!("/api/admin/reports/{report}"), take_down(WHY)).await.ok();
        expected.insert(0, skill);
    }
    let port: Arc<dyn Skills> = case.app.host.ports.require("tests").unwrap();
    let (mut found, mut cursor) = (Vec::new(), None);
    loop {
        let page = PageQuery::new(Some(Limit(2)), cursor.map(Cursor)).unwrap();
        let page = port.taken_down(&page).await.unwrap();
        assert!(page.items.iter().all(|skill: &SkillInfo| !skill.is_on_offer()));
        found.extend(page.items.into_iter().map(|skill| skill.id.0));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, expected);
    let listed = case.iris.get("/api/admin/takedowns?limit=3").await;
    assert_eq!(ids(&listed.ok()), expected[..3]);
    assert!(listed.next_cursor().is_some());
}

/// Adds a picture to the skill; returns the addresses of all its pictures.
async fn add_picture(case: &Case, who: &Member, shade: u8) -> Vec<String> {
    let content = picture(shade);
    let files = [("thumbnails", "p.png", &content[..])];
    let skill = who.put_form(&case.path(), &form(), &files).await.ok();
    ["thumbnail01", "thumbnail02"]
        .iter()
        .filter_map(|slot| skill[slot].as_str().map(str::to_owned))
        .collect()
}

#[tokio::test]
async fn pictures_are_served_again_after_restoration() {
    let case = Case::open().await;
    let anybody = case.app.anonymous();
    let first = add_picture(&case, &case.ana, 1).await.remove(0);
    assert_eq!(anybody.get(&first).await.status, 200);
    case.taken_down().await;
    anybody.get(&first).await.refused(404, "files.not_found");
    let pictures = add_picture(&case, &case.ana, 200).await;
    assert_eq!((pictures.len(), &pictures[0]), (2, &first));
    for picture in &pictures {
        anybody.get(picture).await.refused(404, "files.not_found");
    }
    case.iris.put_empty(&case.let_back()).await.ok();
    for picture in &pictures {
        assert_eq!(anybody.get(picture).await.status, 200);
    }
}

#[tokio::test]
async fn picture_shared_with_another_skill_stays_available() {
    let case = Case::open().await;
    let anybody = case.app.anonymous();
    let shared = add_picture(&case, &case.ana, 1).await.remove(0);
    let content = picture(1);
    let files = [("thumbnails", "p.png", &content[..])];
    let other = case.bo.post_form("/api/skills", &form(), &files).await.ok();
    assert_eq!(other["thumbnail01"], shared.as_str());
    case.taken_down().await;
    assert_eq!(anybody.get(&shared).await.status, 200);
    case.ana.delete(&case.path()).await.ok();
    assert_eq!(anybody.get(&shared).await.status, 200);
    case.bo.delete(&format!("/api/skills/{}", id(&other))).await.ok();
    anybody.get(&shared).await.refused(404, "files.not_found");
}

#[tokio::test]
async fn pictures_removed_while_taken_down_are_deleted() {
    let case = Case::open().await;
    let public = case.app.host.cx.data_dir.join("files/public");
    let count = || std::fs::read_dir(&public).unwrap().count();
    add_picture(&case, &case.ana, 1).await;
    add_picture(&case, &case.ana, 200).await;
    case.taken_down().await;
    assert_eq!(count(), 2);
    let photo = format!("/api/skills/photo/{}", case.skill);
    for _ in 0..2 {
        case.ana.delete_with(&photo, json!({ "key": "thumbnail01" })).await.ok();
        assert_eq!(count(), 1);
    }
    case.ana.delete(&case.path()).await.ok();
    assert_eq!(count(), 0);
}
