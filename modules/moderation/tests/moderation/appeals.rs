//! Appeals against decisions of staff.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD, picture};

use super::{moderator, set_role};
use crate::TestApp;

const DAY: Duration = Duration::from_hours(24);
const QUEUE: &str = "/api/admin/appeals";

pub(super) async fn suspend(by: &Member, whom: &Member) {
    let body = json!({ "reason": "Sells what is not theirs." });
    by.put(&format!("/api/admin/members/{}/suspend", whom.id), body).await.ok();
}

async fn log_in(app: &TestApp, member: &Member) -> Answer {
    let body = json!({ "email": member.email, "password": PASSWORD });
    app.anonymous().post("/api/auth/login", body).await
}

/// Returns the address of the API for the page that the refused sign-in of `member` names.
pub(super) async fn link(app: &TestApp, member: &Member) -> String {
    let refused = log_in(app, member).await;
    refused.refused(403, "auth.suspended");
    let page = refused.body["link"].as_str().unwrap();
    format!("/api/appeals/{}", page.strip_prefix("/appeal/").unwrap())
}

pub(super) async fn appeal(app: &TestApp, link: &str) -> Value {
    app.anonymous().post(link, json!({ "text": "It was mine." })).await.ok()
}

/// Suspends `member` in the name of `by`, and appeals; returns the link and the path of the appeal.
async fn appealed(app: &TestApp, by: &Member, member: &Member) -> (String, String) {
    suspend(by, member).await;
    let link = link(app, member).await;
    let id = appeal(app, &link).await["id"].as_str().unwrap().to_owned();
    (link, format!("{QUEUE}/{id}"))
}

async fn decide(by: &Member, case: &str, decision: &str) -> Answer {
    let body = json!({ "decision": decision, "reason": "Looked at it again." });
    by.put(&format!("{case}/decide"), body).await
}

async fn waiting(who: &Member) -> Value {
    who.get("/api/admin/waiting").await.ok()["appeals"].clone()
}

/// Returns the ids in a list.
fn ids(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn suspended_member_appeals_and_is_reinstated_by_another_admin() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let bo = app.member("bo").await;
    suspend(&iris, &bo).await;
    let link = link(&app, &bo).await;
    let stranger = app.anonymous();
    let shown = stranger.get(&link).await.ok();
    assert_eq!(shown["reason"], "Sells what is not theirs.");
    assert_eq!((&shown["kind"], &shown["in_force"]), (&json!("suspension"), &json!(true)));
    assert_eq!(shown["appeal_until"], "2026-04-01T10:00:00.000Z");
    assert_eq!(shown["appeal"], Value::Null);
    let words = "<script>alert(1)</script>\n\u{5d0}\u{1f600}";
    let sent = stranger.post(&link, json!({ "text": words })).await.ok();
    assert_eq!((&sent["appeal"]["state"], &sent["appeal_until"]), (&json!("open"), &Value::Null));
    assert_eq!(sent["appeal"]["text"], Value::Null, "a link does not show it");
    stranger.post(&link, json!({ "text": "Again" })).await.refused(409, "moderation.appealed");

    let listed = eve.get(QUEUE).await.ok();
    assert_eq!((&listed[0]["text"], &listed[0]["may_decide"]), (&json!(words), &json!(true)));
    assert_eq!(listed[0]["decision_by"]["name"], "Iris Example");
    assert_eq!(iris.get(QUEUE).await.ok()[0]["may_decide"], false);
    assert_eq!((waiting(&eve).await, waiting(&iris).await), (json!(1), json!(0)));
    let case = format!("{QUEUE}/{}", ids(&listed)[0]);
    decide(&iris, &case, "overturn").await.refused(403, "moderation.own_decision");
    iris.put(&claim_of(&case), json!({})).await.refused(403, "moderation.own_decision");

    let decided = decide(&eve, &case, "overturn").await.ok();
    assert_eq!(decided["outcome"]["overturned"], true);
    assert_eq!(decided["outcome"]["same_person"], false);
    assert_eq!(decided["in_force"], false);
    // A repetition changes nothing, and another decision is refused.
    assert_eq!(decide(&eve, &case, "overturn").await.ok(), decided);
    decide(&eve, &case, "uphold").await.refused(409, "moderation.appeal_decided");
    log_in(&app, &bo).await.ok();
    let seen = stranger.get(&link).await.ok();
    assert_eq!(seen["appeal"]["state"], "overturned");
    assert_eq!(seen["appeal"]["reason"], "Looked at it again.");
    let bo = app.log_in(&bo).await;
    assert_eq!(bo.get("/api/decisions").await.ok()[0]["appeal"]["text"], words);
    assert_eq!(eve.get(QUEUE).await.ok(), json!([]));
    assert_eq!(ids(&eve.get(&format!("{QUEUE}?status=decided")).await.ok()).len(), 1);

    let log = eve.get(&format!("/api/admin/audit?subject=user:{}", bo.id)).await.ok();
    let actions: Vec<_> =
        log.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert!(actions.contains(&"moderation.appeal_decided"), "{actions:?}");
    assert!(actions.contains(&"auth.reinstate"), "{actions:?}");
    let detail = log.to_string();
    assert!(detail.contains("suspension, open to overturned: Looked at it again."), "{detail}");
}

#[tokio::test]
async fn upheld_decision_stands() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let bo = app.member("bo").await;
    let (link, case) = appealed(&app, &iris, &bo).await;
    for reason in ["", " x ", &"x".repeat(501)] {
        let body = json!({ "decision": "uphold", "reason": reason });
        eve.put(&format!("{case}/decide"), body).await.invalid("reason");
    }
    decide(&eve, &case, "uphold").await.ok();
    log_in(&app, &bo).await.refused(403, "auth.suspended");
    let seen = app.anonymous().get(&link).await.ok();
    assert_eq!((&seen["appeal"]["state"], &seen["in_force"]), (&json!("upheld"), &json!(true)));
    // The next decision can be appealed, too.
    let reinstate = format!("/api/admin/members/{}/reinstate", bo.id);
    iris.put_empty(&reinstate).await.ok();
    assert_eq!(app.anonymous().get(&link).await.ok()["in_force"], false);
    appealed(&app, &iris, &bo).await;
}

#[tokio::test]
async fn forged_expired_and_foreign_links_are_unknown() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    suspend(&iris, &ana).await;
    suspend(&iris, &bo).await;
    let (of_ana, of_bo) = (link(&app, &ana).await, link(&app, &bo).await);
    let stranger = app.anonymous();
    let parts: Vec<&str> = of_bo.split('.').collect();
    let (start, signature) = of_ana.rsplit_once('.').unwrap();
    for forged in [
        format!("/api/appeals/{}", ana.id),
        of_bo[..of_bo.len() - 2].to_owned(),
        format!("{start}.{}", parts[2]),
        format!("{}.{}.{signature}", parts[0], parts[1]),
        format!("{}.9999999999999.{}", parts[0], parts[2]),
    ] {
        stranger.get(&forged).await.refused(404, "moderation.unknown_link");
        let sent = stranger.post(&forged, json!({ "text": "Hm" })).await;
        sent.refused(404, "moderation.unknown_link");
    }
    stranger.get("/api/appeals/%3Cscript%3E").await.refused(400, "request.malformed");
    app.advance(DAY + Duration::from_secs(1));
    stranger.get(&of_bo).await.refused(404, "moderation.unknown_link");
    // A sign-in gives a new one.
    stranger.get(&link(&app, &bo).await).await.ok();
    let wrong = json!({ "email": bo.email, "password": "guess" });
    let refused = stranger.post("/api/auth/login", wrong).await;
    assert_eq!((refused.status, &refused.body["link"]), (401, &Value::Null));
}

#[tokio::test]
async fn appeals_end_after_thirty_days() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let bo = app.member("bo").await;
    suspend(&iris, &bo).await;
    let early = link(&app, &bo).await;
    for text in ["", " \n ", &"x".repeat(2_001)] {
        app.anonymous().post(&early, json!({ "text": text })).await.invalid("text");
    }
    app.advance(31 * DAY);
    let late = link(&app, &bo).await;
    assert_eq!(app.anonymous().get(&late).await.ok()["appeal_until"], Value::Null);
    let refused = app.anonymous().post(&late, json!({ "text": "Hm" })).await;
    refused.refused(409, "moderation.appeal_late");
    assert!(refused.body["message"].as_str().unwrap().contains("1 April 2026"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_appeals_make_one() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let bo = app.member("bo").await;
    suspend(&iris, &bo).await;
    let link = link(&app, &bo).await;
    let mut all = Vec::new();
    for _ in 0..4 {
        let (who, link) = (app.anonymous(), link.clone());
        let body = json!({ "text": "It was mine, and \u{1f600}. ".repeat(50) });
        all.push(tokio::spawn(async move { who.post(&link, body).await.status }));
    }
    let mut statuses = Vec::new();
    for one in all {
        statuses.push(one.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409]);
}

/// Returns the URL of the claim of an appeal.
fn claim_of(case: &str) -> String {
    case.replace(QUEUE, "/api/admin/claims/appeals")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_colleague_claims_an_appeal() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let (mo, mia) = (moderator(&app, &iris, "mo").await, moderator(&app, &iris, "mia").await);
    let bo = app.member("bo").await;
    let (_, case) = appealed(&app, &iris, &bo).await;
    let claim = claim_of(&case);
    let (first, second) = tokio::join!(mo.put(&claim, json!({})), mia.put(&claim, json!({})));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let (holder, other) = if first.status == 200 { (&mo, &mia) } else { (&mia, &mo) };
    holder.put(&claim, json!({})).await.ok();
    other.put(&claim, json!({})).await.refused(409, "moderation.case_taken");
    other.delete(&claim).await.refused(409, "moderation.case_taken");
    decide(other, &case, "uphold").await.refused(409, "moderation.case_taken");
    assert_eq!((waiting(holder).await, waiting(other).await), (json!(1), json!(1)));
    holder.delete(&claim).await.ok();
    other.put(&claim, json!({})).await.ok();
    // A claim ends after a day.
    app.advance(DAY + Duration::from_secs(1));
    let holder = app.log_in(holder).await;
    holder.put(&claim, json!({})).await.ok();
    decide(&holder, &case, "uphold").await.ok();
    holder.put(&claim, json!({})).await.refused(409, "moderation.appeal_decided");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_decisions_make_one() {
    let app = TestApp::start().await;
    let (iris, eve, ivo) =
        (app.admin("iris").await, app.admin("eve").await, app.admin("ivo").await);
    let bo = app.member("bo").await;
    let (_, case) = appealed(&app, &iris, &bo).await;
    let (one, other) = tokio::join!(decide(&eve, &case, "overturn"), decide(&ivo, &case, "uphold"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let is_open = log_in(&app, &bo).await.status == 200;
    assert_eq!(is_open, one.status == 200);
}

#[tokio::test]
async fn sole_moderator_reviews_their_own_decision() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let bo = app.member("bo").await;
    let (link, case) = appealed(&app, &iris, &bo).await;
    assert_eq!(waiting(&iris).await, 1);
    assert_eq!(iris.get(QUEUE).await.ok()[0]["may_decide"], true);
    let decided = decide(&iris, &case, "uphold").await.ok();
    assert_eq!(decided["outcome"]["same_person"], true);
    assert_eq!(app.anonymous().get(&link).await.ok()["appeal"]["same_person"], true);
    let log = iris.get("/api/admin/audit?action=moderation.appeal_decided").await.ok();
    assert!(log[0]["detail"].as_str().unwrap().contains("by the same person, as the only one"));
}

#[tokio::test]
async fn nobody_decides_their_own_appeal_and_only_admins_about_staff() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (mo, mia) = (moderator(&app, &iris, "mo").await, moderator(&app, &iris, "mia").await);
    let (_, case) = appealed(&app, &iris, &mo).await;
    decide(&mia, &case, "overturn").await.refused(403, "auth.forbidden");
    decide(&iris, &case, "overturn").await.refused(403, "moderation.own_decision");
    // A moderator is no other reviewer of a decision about staff.
    set_role(&iris, &eve.id, "moderator").await.ok();
    assert_eq!(iris.get(QUEUE).await.ok()[0]["may_decide"], true);
    decide(&iris, &case, "overturn").await.ok();
    let mo = app.log_in(&mo).await;
    assert_eq!(mo.get(&format!("{QUEUE}?status=decided")).await.ok(), json!([]));
    decide(&mo, &case, "overturn").await.refused(403, "moderation.own_appeal");
    let bo = app.member("bo").await;
    for path in [QUEUE, "/api/admin/replies"] {
        bo.get(path).await.refused(403, "auth.forbidden");
        app.anonymous().get(path).await.refused(401, "auth.unauthorised");
    }
    decide(&bo, &case, "overturn").await.refused(403, "auth.forbidden");
}

/// Takes a skill of `owner` down after a report by `reporter`.
pub(crate) async fn take_down(by: &Member, reporter: &Member, skill: &str) {
    let body = json!({ "subject": "skill", "id": skill, "reason": "scam" });
    let report = reporter.post("/api/reports", body).await.ok();
    let verdict = json!({
        "decision": "act", "take_down_skill": true, "warning": "Asks for money first.",
        "reason": "Two complaints.",
    });
    by.put(&format!("/api/admin/reports/{}", report["id"].as_str().unwrap()), verdict).await.ok();
}

pub(crate) async fn skill_of(member: &Member) -> String {
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Taps."),
    ];
    let content = picture();
    let files = [("thumbnails", "tap.png", content.as_slice())];
    let skill = member.post_form("/api/skills", &fields, &files).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn overturned_takedown_brings_the_skill_back_with_its_pictures() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    let path = format!("/api/skills/{skill}");
    let photo = ana.get(&path).await.ok()["thumbnail01"].as_str().unwrap().to_owned();
    assert_eq!(ana.get(&photo).await.status, 200);
    take_down(&iris, &ana, &skill).await;
    ana.get(&path).await.refused(404, "skills.not_found");
    assert_eq!(ana.get(&photo).await.status, 404);

    let decisions = bo.get("/api/decisions").await.ok();
    assert_eq!(
        (&decisions[0]["kind"], &decisions[0]["title"]),
        (&json!("skill"), &json!("Plumbing"))
    );
    assert_eq!(decisions[0]["reason"], "Asks for money first.");
    let appeal = format!("/api/decisions/{}/appeal", ids(&decisions)[0]);
    let body = json!({ "text": "I do not." });
    ana.post(&appeal, body.clone()).await.refused(404, "moderation.no_decision");
    app.anonymous().post(&appeal, body.clone()).await.refused(401, "auth.unauthorised");
    bo.post(&appeal, body.clone()).await.ok();
    bo.post(&appeal, body).await.refused(409, "moderation.appealed");
    assert_eq!(ana.get("/api/decisions").await.ok(), json!([]));
    let case = format!("{QUEUE}/{}", ids(&decisions)[0]);
    decide(&eve, &case, "overturn").await.ok();
    ana.get(&path).await.ok();
    assert_eq!(ana.get(&photo).await.status, 200);
    assert_eq!(bo.get("/api/decisions").await.ok()[0]["in_force"], false);
}

#[tokio::test]
async fn overturning_reverses_no_later_decision() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let skill = skill_of(&bo).await;
    take_down(&iris, &ana, &skill).await;
    let first = bo.get("/api/decisions").await.ok();
    let body = json!({ "text": "I do not." });
    bo.post(&format!("/api/decisions/{}/appeal", ids(&first)[0]), body.clone()).await.ok();
    iris.put_empty(&format!("/api/admin/takedowns/{skill}/let-back")).await.ok();
    app.advance(Duration::from_secs(1));
    take_down(&iris, &ana, &skill).await;
    // The older one is no longer in force: the skill stays down.
    let case = format!("{QUEUE}/{}", ids(&first)[0]);
    let decided = decide(&eve, &case, "overturn").await.ok();
    assert_eq!(
        (&decided["outcome"]["overturned"], &decided["in_force"]),
        (&json!(true), &json!(false))
    );
    ana.get(&format!("/api/skills/{skill}")).await.refused(404, "skills.not_found");
    let both = bo.get("/api/decisions").await.ok();
    assert_eq!((&both[0]["in_force"], &both[1]["in_force"]), (&json!(true), &json!(false)));
    // A skill that its owner has deleted is not brought back.
    bo.post(&format!("/api/decisions/{}/appeal", ids(&both)[0]), body.clone()).await.ok();
    bo.delete(&format!("/api/skills/{skill}")).await.ok();
    decide(&eve, &format!("{QUEUE}/{}", ids(&both)[0]), "overturn").await.ok();
    ana.get(&format!("/api/skills/{skill}")).await.refused(404, "skills.not_found");

    // One that staff have reversed already cannot be appealed.
    let other = skill_of(&bo).await;
    app.advance(Duration::from_secs(1));
    take_down(&iris, &ana, &other).await;
    iris.put_empty(&format!("/api/admin/takedowns/{other}/let-back")).await.ok();
    let newest = bo.get("/api/decisions?limit=1").await.ok();
    let refused = bo.post(&format!("/api/decisions/{}/appeal", ids(&newest)[0]), body).await;
    refused.refused(409, "moderation.reversed");
}
