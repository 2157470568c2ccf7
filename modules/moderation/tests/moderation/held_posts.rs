//! First posts of new members that staff look at before others see them: who is held, and the
//! queue.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::{
    TestApp,
    appeals::{skill_of, suspend},
    moderator,
};

const QUEUE: &str = "/api/admin/held-posts";
const REASON: &str = "Asks for money first.";

async fn app(most: u32) -> TestApp {
    TestApp::with(&format!("[moderation]\nhold_first_posts = {most}"), true).await
}

async fn state(owner: &Member, skill: &str) -> Value {
    owner.get(&format!("/api/skills/{skill}")).await.ok()["moderation"].clone()
}

async fn decide(by: &Member, skill: &str, decision: &str) -> Answer {
    let (listed, id) = (by.get(QUEUE).await.ok(), format!("skill-{skill}"));
    let mut all = listed.as_array().unwrap().iter();
    let revision = all.find(|one| one["id"] == id.as_str());
    let revision = revision.map_or(json!(0), |one| one["post"]["revision"].clone());
    let body = json!({ "decision": decision, "reason": REASON, "revision": revision });
    by.put(&format!("{QUEUE}/{id}/decide"), body).await
}

async fn waiting(who: &Member) -> Value {
    who.get("/api/admin/waiting").await.ok()["posts"].clone()
}

#[tokio::test]
async fn posts_are_not_held_by_default_and_the_number_is_bounded() {
    let app = TestApp::start().await;
    let bo = app.member("bo").await;
    assert_eq!(state(&bo, &skill_of(&bo).await).await, "visible");
    let config = |most| sparkyard_moderation::ModerationConfig {
        hold_first_posts: most,
        ..sparkyard_moderation::ModerationConfig::default()
    };
    for (most, fine) in [(20, true), (21, false)] {
        let made = <sparkyard_moderation::Moderation as sparkyard_kernel::Module>::new(
            &app.host.cx,
            config(most),
        );
        assert_eq!(made.is_ok(), fine);
    }
}

#[tokio::test]
async fn posts_are_held_until_the_configured_number_was_released() {
    let app = app(2).await;
    let iris = app.admin("iris").await;
    let bo = app.member("bo").await;
    // Two at once, and those that are deleted and added again, do not get around it.
    let (first, second) = tokio::join!(skill_of(&bo), skill_of(&bo));
    bo.delete(&format!("/api/skills/{first}")).await.ok();
    let first = skill_of(&bo).await;
    for skill in [&first, &second] {
        assert_eq!(state(&bo, skill).await, "held");
    }
    assert_eq!(waiting(&iris).await, 2);
    decide(&iris, &first, "release").await.ok();
    let third = skill_of(&bo).await;
    assert_eq!(state(&bo, &third).await, "held");
    decide(&iris, &third, "remove").await.ok();
    assert_eq!(state(&bo, &skill_of(&bo).await).await, "held", "a removal does not count");
    decide(&iris, &second, "release").await.ok();
    assert_eq!(state(&bo, &skill_of(&bo).await).await, "visible");
    // Staff and who joined before are not new.
    assert_eq!(state(&iris, &skill_of(&iris).await).await, "visible");
}

#[tokio::test]
async fn members_from_before_the_setting_are_not_held() {
    let app = app(1).await;
    let old = app.member("ana").await;
    app.advance(Duration::from_hours(1));
    app.run_jobs().await;
    app.advance(Duration::from_hours(48));
    app.run_jobs().await;
    let new = app.member("bo").await;
    let old = app.log_in(&old).await;
    assert_eq!(state(&old, &skill_of(&old).await).await, "visible");
    assert_eq!(state(&new, &skill_of(&new).await).await, "held");
}

#[tokio::test]
async fn posts_of_suspended_deleted_and_leaving_members_do_not_wait() {
    let app = app(3).await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    let gone = skill_of(&ana).await;
    ana.delete(&format!("/api/skills/{gone}")).await.ok();
    decide(&iris, &gone, "release").await.refused(404, "moderation.no_post");
    assert_eq!(waiting(&iris).await, 1);
    suspend(&iris, &bo).await;
    assert_eq!((waiting(&iris).await, iris.get(QUEUE).await.ok()), (json!(0), json!([])));
    let reinstate = format!("/api/admin/members/{}/reinstate", bo.id);
    iris.put_empty(&reinstate).await.ok();
    assert_eq!(waiting(&iris).await, 1);
    let leave = json!({ "reason": "Asked by letter." });
    iris.post(&format!("/api/admin/members/{}/leaving", bo.id), leave).await.ok();
    assert_eq!((waiting(&iris).await, iris.get(QUEUE).await.ok()), (json!(0), json!([])));
    app.settle().await;
    decide(&iris, &skill, "release").await.refused(404, "moderation.no_post");
}

#[tokio::test]
async fn posts_are_claimed_and_decided_once() {
    let app = app(3).await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let mo = app.log_in(&mo).await;
    let bo = app.member("bo").await;
    let skill = skill_of(&bo).await;
    let path = format!("{QUEUE}/skill-{skill}");
    let claims = "/api/admin/claims/posts";
    let claim = format!("{claims}/skill-{skill}");
    mo.put(&claim, json!({})).await.ok();
    assert_eq!(iris.get(claims).await.ok()[0]["user_id"], mo.id.as_str());
    assert_eq!((waiting(&iris).await, waiting(&mo).await), (json!(1), json!(1)));
    iris.put(&claim, json!({})).await.refused(409, "moderation.case_taken");
    decide(&iris, &skill, "release").await.refused(409, "moderation.case_taken");
    mo.delete(&claim).await.ok();
    let shown = iris.get(QUEUE).await.ok();
    for reason in ["", " x ", &"x".repeat(501)] {
        let revision = shown[0]["post"]["revision"].clone();
        let body = json!({ "decision": "remove", "reason": reason, "revision": revision });
        iris.put(&format!("{path}/decide"), body).await.invalid("reason");
    }
    let (one, other) =
        tokio::join!(decide(&iris, &skill, "release"), decide(&mo, &skill, "remove"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let decided = iris.get(&format!("{QUEUE}?status=decided")).await.ok();
    assert_eq!(decided.as_array().unwrap().len(), 1);
    let log = iris.get(&format!("/api/admin/audit?subject=user:{}", bo.id)).await.ok();
    let actions: Vec<_> =
        log.as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    iris.put(&claim, json!({})).await.refused(409, "moderation.post_decided");
    let decisions = ["moderation.post_released", "moderation.post_removed"];
    assert_eq!(actions.iter().filter(|one| decisions.contains(one)).count(), 1, "{actions:?}");
}

#[tokio::test]
async fn nobody_decides_on_their_own_post() {
    let app = app(3).await;
    let iris = app.admin("iris").await;
    let bo = app.member("bo").await;
    let skill = skill_of(&bo).await;
    crate::set_role(&iris, &bo.id, "moderator").await.ok();
    let bo = app.log_in(&bo).await;
    assert_eq!((bo.get(QUEUE).await.ok(), waiting(&bo).await), (json!([]), json!(0)));
    decide(&bo, &skill, "release").await.refused(403, "moderation.own_post");
    let mo = moderator(&app, &iris, "mo").await;
    let mo = app.log_in(&mo).await;
    // Only admins decide about staff.
    assert_eq!(decide(&mo, &skill, "release").await.status, 403);
    decide(&iris, &skill, "release").await.ok();
}

#[tokio::test]
async fn removal_is_notified_and_an_appeal_publishes_the_post() {
    let app = app(3).await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    let path = format!("/api/skills/{skill}");
    let removed = decide(&iris, &skill, "remove").await.ok();
    assert_eq!(removed["decision"]["reason"], REASON);
    assert_eq!(decide(&iris, &skill, "remove").await.ok(), removed);
    assert_eq!(bo.get(&path).await.ok()["taken_down"]["reason"], REASON);
    let photo = bo.get(&path).await.ok()["thumbnail01"].as_str().unwrap().to_owned();
    assert_eq!(ana.get(&path).await.status, 404);
    assert_eq!(ana.get(&photo).await.status, 404);

    let decisions = bo.get("/api/decisions").await.ok();
    assert_eq!((&decisions[0]["kind"], &decisions[0]["reason"]), (&json!("skill"), &json!(REASON)));
    let appeal = format!("/api/decisions/{}/appeal", decisions[0]["id"].as_str().unwrap());
    bo.post(&appeal, json!({ "text": "I never did." })).await.ok();
    bo.post(&appeal, json!({ "text": "Again." })).await.refused(409, "moderation.appealed");
    let case = eve.get("/api/admin/appeals").await.ok()[0]["id"].as_str().unwrap().to_owned();
    let overturn = json!({ "decision": "overturn", "reason": "It is fine." });
    let case = format!("/api/admin/appeals/{case}/decide");
    iris.put(&case, overturn.clone()).await.refused(403, "moderation.own_decision");
    eve.put(&case, overturn).await.ok();
    assert_eq!(ana.get(&path).await.ok()["moderation"], "visible");
    assert_eq!(ana.get(&photo).await.status, 200);
    // It counts as released.
    for _ in 0..2 {
        let next = skill_of(&bo).await;
        decide(&iris, &next, "release").await.ok();
    }
    assert_eq!(state(&bo, &skill_of(&bo).await).await, "visible");
}
