use serde_json::json;
use sparkyard_testkit::encoded;

use crate::TestApp;
use crate::{
    sample::{add, form_with, id, ids},
    store::audited,
};

const WAITING: &str =
    "Your skill has been sent to an admin for approval and will be reviewed within 2 days.";

#[tokio::test]
async fn custom_name_is_hidden_until_approved() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let form = form_with("skill_type", " Bee  whispering ");
    let response = ana.post_form("/api/skills", &form, &[]).await;
    let skill = response.ok();
    assert_eq!(response.body["message"], WAITING);
    assert_eq!(skill["skill_type"], "Bee whispering");
    assert_eq!(skill["category"], "bee-whispering");
    assert_eq!(skill["approval_status"], "pending");
    let path = format!("/api/skills/{}", id(&skill));
    assert_eq!(ana.get(&path).await.ok(), skill);
    bo.get(&path).await.refused(404, "skills.not_found");
    assert_eq!(bo.get("/api/skills/searchname/bee-whispering").await.ok(), json!([]));
    let other = add(&bo, "BEE WHISPERING").await;
    assert_eq!(other["skill_type"], "Bee whispering", "one name, one spelling");

    for member in [&ana, &bo] {
        member.get("/api/admin/skills").await.refused(403, "auth.forbidden");
        let decide = "/api/admin/skills/bee-whispering/approve";
        member.put_empty(decide).await.refused(403, "auth.forbidden");
    }
    let queue = iris.get("/api/admin/skills").await.ok();
    assert_eq!(ids(&queue), ["bee-whispering"]);
    assert_eq!(queue[0]["creator_name"], "Ana Example");
    let mut waiting = ids(&queue[0]["skills"]);
    waiting.sort();
    assert_eq!(waiting, [id(&skill), id(&other)]);

    for _ in 0..2 {
        let decided = iris.put_empty("/api/admin/skills/bee-whispering/approve").await.ok();
        let expected = json!({ "id": "bee-whispering", "name": "Bee whispering", "approval_status": "approved" });
        assert_eq!(decided, expected);
    }
    iris.put_empty("/api/admin/skills/bee-whispering/reject")
        .await
        .refused(409, "skills.already_decided");
    assert_eq!(iris.get("/api/admin/skills").await.ok(), json!([]));
    assert_eq!(audited(&app).await, ["skills.approved skill_name:bee-whispering"]);

    assert_eq!(bo.get(&path).await.ok()["approval_status"], "approved");
    let found = bo.get("/api/skills/searchname/Bee%20whispering").await.ok();
    assert_eq!(ids(&found), [id(&skill)]);
    assert_eq!(add(&bo, "bee whispering").await["approval_status"], "approved");
}

#[tokio::test]
async fn rejected_name_stays_hidden_and_can_be_changed() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let skill = add(&ana, "Fortune telling").await;
    let path = format!("/api/skills/{}", id(&skill));
    // The id of a waiting skill identifies its name.
    iris.put_empty(&format!("/api/admin{}/reject", &path[4..])).await.ok();
    assert_eq!(ana.get(&path).await.ok()["approval_status"], "rejected");
    bo.get(&path).await.refused(404, "skills.not_found");
    let again = form_with("skill_type", "fortune-telling");
    bo.post_form("/api/skills", &again, &[]).await.refused(409, "skills.name_rejected");
    ana.put_form(&path, &again, &[]).await.refused(409, "skills.name_rejected");
    bo.post("/api/suggestedskills", json!({ "name": "Fortune telling" }))
        .await
        .refused(409, "skills.name_rejected");

    let changed = ana.put_form(&path, &form_with("skill_type", "Yoga"), &[]).await.ok();
    assert_eq!(changed["approval_status"], "approved");
    bo.get(&path).await.ok();
    let changed = ana.put_form(&path, &form_with("skill_type", "Juggling"), &[]).await.ok();
    assert_eq!(changed["approval_status"], "pending");
    bo.get(&path).await.refused(404, "skills.not_found");

    for id in ["nothing", "plumbing"] {
        let path = format!("/api/admin/skills/{id}/approve");
        iris.put_empty(&path).await.refused(404, "skills.not_found");
    }
    let status = iris.put_empty("/api/admin/skills/juggling/maybe").await.status;
    assert!(matches!(status, 400 | 404 | 422), "{status}");
}

#[tokio::test]
async fn approval_does_not_restore_deleted_skills() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = add(&ana, "Juggling").await;
    ana.delete(&format!("/api/skills/{}", id(&skill))).await.ok();
    let iris = app.admin("iris").await;
    assert_eq!(iris.get("/api/admin/skills").await.ok()[0]["skills"], json!([]));
    iris.put_empty("/api/admin/skills/juggling/approve").await.ok();
    assert_eq!(bo.get("/api/skills/searchname/juggling").await.ok(), json!([]));
    bo.get(&format!("/api/skills/{}", id(&skill))).await.refused(404, "skills.not_found");
}

#[tokio::test]
async fn names_can_be_suggested_without_a_skill() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let suggest = |name: &str| json!({ "name": name });
    let response = ana.post("/api/suggestedskills", suggest(" Жонглирование ")).await;
    assert_eq!(response.ok(), json!({ "id": "жонглирование", "name": "Жонглирование" }));
    assert_eq!(response.body["message"], WAITING);
    let again = bo.post("/api/suggestedskills", suggest("жонглирование")).await;
    assert_eq!(again.ok(), response.ok(), "it waits once");
    bo.post("/api/suggestedskills", suggest("plumbing"))
        .await
        .refused(409, "skills.already_listed");
    let long = "n".repeat(61);
    for name in ["", "   ", "...", "two\nlines", &long] {
        ana.post("/api/suggestedskills", suggest(name)).await.invalid("name");
    }
    app.anonymous()
        .post("/api/suggestedskills", suggest("x"))
        .await
        .refused(401, "auth.unauthorised");

    for number in 2..=10 {
        ana.post("/api/suggestedskills", suggest(&format!("Skill {number}"))).await.ok();
    }
    ana.post("/api/suggestedskills", suggest("Skill 11"))
        .await
        .refused(409, "skills.too_many_names");
    let eleventh = form_with("skill_type", "Skill 11");
    ana.post_form("/api/skills", &eleventh, &[]).await.refused(409, "skills.too_many_names");
    assert_eq!(ana.get("/api/skills/user/all").await.ok(), json!([]));

    let iris = app.admin("iris").await;
    let first = iris.get("/api/admin/skills?limit=7").await;
    assert_eq!(ids(&first.ok())[..2], ["жонглирование", "skill-2"], "first come, first served");
    let cursor = first.next_cursor().unwrap();
    let rest = iris.get(&format!("/api/admin/skills?cursor={cursor}")).await.ok();
    assert_eq!(ids(&rest), ["skill-8", "skill-9", "skill-10"]);
    iris.put_empty("/api/admin/skills/skill-2/approve").await.ok();
    ana.post_form("/api/skills", &eleventh, &[]).await.ok();
    assert_eq!(add(&bo, "Skill 2").await["approval_status"], "approved");
}

/// Percent-encodes a path segment as a browser does.
#[tokio::test]
async fn names_in_every_alphabet_are_decided_by_id() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let longest = "\u{130}".repeat(60);
    let names = ["Crème brûlée", "C++", "C# & F#", "Жонглирование", "水道工事", "تصليح", &longest];
    for name in names {
        ana.post("/api/suggestedskills", json!({ "name": name })).await.ok();
    }
    let skill = add(&bo, "Crème brûlée").await;
    let queue = iris.get("/api/admin/skills").await.ok();
    assert_eq!(queue.as_array().unwrap().len(), names.len());
    for waiting in queue.as_array().unwrap() {
        let path = format!("/api/admin/skills/{}/approve", encoded(&id(waiting)));
        let decided = iris.put_empty(&path).await.ok();
        assert_eq!((&decided["id"], &decided["name"]), (&waiting["id"], &waiting["name"]));
        assert_eq!(decided["approval_status"], "approved");
    }
    assert_eq!(iris.get("/api/admin/skills").await.ok(), json!([]));
    ana.get(&format!("/api/skills/{}", id(&skill))).await.ok();
    for nonsense in ["%00", "a%20b", "a%0Ab", "a%C2%85", &"x".repeat(121)] {
        let path = format!("/api/admin/skills/{nonsense}/approve");
        iris.put_empty(&path).await.refused(400, "request.malformed");
    }
}

#[tokio::test]
async fn staff_cannot_approve_their_own_names() {
    let app = TestApp::start().await;
    let (iris, eve, ana) =
        (app.admin("iris").await, app.admin("eve").await, app.member("ana").await);
    add(&iris, "Bee whispering").await;
    let path = "/api/admin/skills/bee-whispering/approve";
    iris.put_empty(path).await.refused(403, "skills.own_name");
    // Nor if somebody else suggested it first, and they offer a skill under that name.
    add(&ana, "Kite mending").await;
    add(&iris, "Kite mending").await;
    let kites = "/api/admin/skills/kite-mending/approve";
    iris.put_empty(kites).await.refused(403, "skills.own_name");
    for path in [path, kites] {
        assert_eq!(eve.put_empty(path).await.ok()["approval_status"], "approved");
    }
    add(&iris, "Owl counting").await;
    let withdrawn = iris.put_empty("/api/admin/skills/owl-counting/reject").await.ok();
    assert_eq!(withdrawn["approval_status"], "rejected", "turning one's own down is no favour");
}
