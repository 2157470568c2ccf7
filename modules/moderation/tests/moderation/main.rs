//! Integration tests of the admin console over HTTP.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::Role;
use sparkyard_testkit::{Answer, Member};

mod activity;
mod appeals;
mod audit;
mod claims;
mod clusters;
mod held_posts;
mod notes;
mod online_safety;
mod replies;
mod reports;
mod reposted;
mod rules;
mod standing;
mod store;

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_bookings::Bookings,
    sparkyard_timebank::Timebank,
    sparkyard_moderation::Moderation,
];

/// Statuses of reading figures and members, changing a role, and reading the audit log.
async fn allowed(person: &Member, target: &str) -> [u16; 4] {
    let role = format!("/api/admin/members/{target}/role");
    [
        person.get("/api/admin/overview").await.status,
        person.get("/api/admin/members").await.status,
        person.put(&role, json!({ "role": "member" })).await.status,
        person.get("/api/admin/audit").await.status,
    ]
}

/// Creates a member and has `admin` make them a moderator.
async fn moderator(app: &TestApp, admin: &Member, name: &str) -> Member {
    let member = app.member(name).await;
    set_role(admin, &member.id, "moderator").await.ok();
    member
}

async fn set_role(caller: &Member, id: &str, role: &str) -> Answer {
    caller.put(&format!("/api/admin/members/{id}/role"), json!({ "role": role })).await
}

fn emails(members: &Value) -> Vec<&str> {
    members.as_array().unwrap().iter().map(|member| member["email"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn access_depends_on_the_role() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let mo = moderator(&app, &iris, "mo").await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let rows = [
        (app.anonymous(), [401, 401, 401, 401]),
        (ana, [403, 403, 403, 403]),
        (mo, [200, 200, 403, 403]),
        (iris, [200, 200, 200, 200]),
    ];
    for (person, expected) in rows {
        assert_eq!(allowed(&person, &bo.id).await, expected, "{}", person.email);
    }
}

#[tokio::test]
async fn overview_counts_members_skills_and_bookings() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    app.member("ana").await;
    let overview = iris.get("/api/admin/overview").await.ok();
    assert_eq!(overview["members"], 2);
    for figure in ["skills", "bookings"] {
        assert_eq!(overview[figure], 0, "{figure}");
    }
    assert!(overview["tokens_circulating"].is_number(), "{overview}");
}

#[tokio::test]
async fn figures_of_absent_modules_are_null() {
    let app = TestApp::with("[modules]\ndisabled = [\"wallet\", \"bookings\"]", false).await;
    let overview = app.admin("iris").await.get("/api/admin/overview").await.ok();
    for figure in ["bookings", "tokens_circulating"] {
        assert_eq!(overview[figure], Value::Null, "{figure}");
    }
    assert_eq!(overview["skills"], 0);
}

#[tokio::test]
async fn waiting_counts_depend_on_the_staff_member() {
    let app = TestApp::start_live().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let mo = moderator(&app, &iris, "mo").await;
    let ana = app.member("ana").await;
    ana.get("/api/admin/waiting").await.refused(403, "auth.forbidden");
    app.anonymous().get("/api/admin/waiting").await.refused(401, "auth.unauthorised");
    let counts = |skills: u64, cash_ins: u64| {
        json!({
            "applicants": 0, "reports": 0, "appeals": 0, "skills": skills, "disputes": 0,
            "cash_ins": cash_ins, "posts": 0, "tasks": 0,
        })
    };
    assert_eq!(iris.get("/api/admin/waiting").await.ok(), counts(0, 0));

    // Two suggested names, one of them mo's own; and more cash than one admin may record alone.
    for (who, name) in [(&ana, "Juggling"), (&mo, "Bee whispering")] {
        who.post("/api/suggestedskills", json!({ "name": name })).await.ok();
    }
    let cash = json!({ "user_id": ana.id, "amount": 300, "note": "x" });
    iris.post("/api/admin/wallet/cash-in", cash).await.ok();
    let rows = [
        (&iris, counts(2, 0)),
        (&ivo, counts(2, 1)),
        (
            &mo,
            json!({
                "applicants": 0, "reports": 0, "appeals": 0, "skills": 1, "posts": 0, "tasks": 0,
            }),
        ),
    ];
    for (who, expected) in rows {
        assert_eq!(who.get("/api/admin/waiting").await.ok(), expected, "{}", who.email);
    }
}

#[tokio::test]
async fn applicants_are_counted_as_waiting() {
    let app = TestApp::start_live().await;
    let iris = app.admin("iris").await;
    let approving = app.host_with("[auth]\nregistration = 'approval'");
    let mut newcomer = app.anonymous();
    newcomer.client.endpoint = approving.endpoint.clone();
    let email = json!({ "email": "ana@example.org" });
    newcomer.post("/api/auth/resend/code", email).await.ok();
    app.settle().await;
    let proof = json!({ "email": "ana@example.org", "code": app.code_for("ana@example.org") });
    let proof = newcomer.post("/api/auth/verify/email", proof).await.ok();
    let body = TestApp::registration("ana", &proof["registrationToken"], None);
    newcomer.post("/api/auth/register", body).await.ok();
    assert_eq!(iris.get("/api/admin/waiting").await.ok()["applicants"], 1);
}

#[tokio::test]
async fn members_are_found_by_address_or_name() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for name in ["maya", "mabel", "ana"] {
        app.advance(Duration::from_secs(1));
        app.member(name).await;
    }
    let rows = [
        ("", vec!["ana", "mabel", "maya", "iris"]),
        ("?q=", vec!["ana", "mabel", "maya", "iris"]),
        ("?q=MA", vec!["mabel", "maya"]),
        ("?q=maya@", vec!["maya"]),
        ("?q=Ana%20Ex", vec!["ana"]),
        ("?q=example", vec!["ana", "mabel", "maya", "iris"]),
        ("?q=xample", vec![]),
        ("?q=ma&limit=1", vec!["mabel"]),
    ];
    for (query, names) in rows {
        let found = iris.get(&format!("/api/admin/members{query}")).await.ok();
        let expected: Vec<_> = names.iter().map(|name| format!("{name}@example.org")).collect();
        assert_eq!(emails(&found), expected, "{query}");
    }
}

#[tokio::test]
async fn a_member_is_shown_with_name_and_role() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let members = iris.get("/api/admin/members").await.ok();
    let expected = json!([{
        "id": iris.id, "email": "iris@example.org", "firstname": "Iris", "lastname": "Example",
        "role": "admin", "status": "active", "second_factor": false,
        "created_at": "2026-03-02T10:00:00.000Z",
    }]);
    assert_eq!(members, expected);
}

#[tokio::test]
async fn member_lists_are_paged() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    for name in ["mia", "meg", "mel", "moe"] {
        app.advance(Duration::from_secs(1));
        app.member(name).await;
    }
    for (query, total) in [("q=m", 4), ("q=", 5)] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = iris.get(&format!("/api/admin/members?{query}&limit=2{cursor}")).await;
            let members = page.ok();
            assert!(members.as_array().unwrap().len() <= 2);
            seen.extend(emails(&members).into_iter().map(str::to_owned));
            let Some(next) = page.next_cursor() else { break };
            cursor = format!("&cursor={next}");
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), total, "{query}: each once");
    }
    iris.get("/api/admin/members?limit=0").await.invalid("limit");
    iris.get("/api/admin/members?q=m&cursor=%25").await.invalid("cursor");
    // `nonsense`, encoded like a cursor.
    iris.get("/api/admin/members?q=m&cursor=bm9uc2Vuc2U").await.invalid("cursor");
}

#[tokio::test]
async fn a_role_takes_effect_at_once_and_is_recorded() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = app.member("ana").await;
    ana.get("/api/admin/overview").await.refused(403, "auth.forbidden");
    app.advance(Duration::from_secs(1));
    let changed = set_role(&iris, &ana.id, "moderator").await.ok();
    assert_eq!((&changed["role"], &changed["firstname"]), (&json!("moderator"), &json!("Ana")));
    ana.get("/api/admin/overview").await.ok();
    let log = iris.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(log[0]["actor_name"], "Iris Example");
    assert_eq!(log[0]["action"], "auth.set_role");
    assert_eq!(log[0]["subject"], format!("user:{}", ana.id));
    assert_eq!(log[0]["at"], "2026-03-02T10:00:01.000Z");
}

#[tokio::test]
async fn invalid_role_changes_are_refused() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    set_role(&iris, "nobody", "admin").await.refused(404, "auth.account_not_found");
    set_role(&iris, &iris.id, "member").await.refused(409, "auth.last_admin");
    let unknown = set_role(&iris, &iris.id, "king").await;
    assert!([400, 422].contains(&unknown.status), "{}", unknown.body);
    iris.get("/api/admin/audit").await.ok();
}

#[tokio::test]
async fn audit_log_is_paged_newest_first() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = app.member("ana").await;
    // Entries of the same instant must all be listed.
    for role in ["moderator", "admin", "moderator", "member"] {
        set_role(&iris, &ana.id, role).await.ok();
    }
    app.advance(Duration::from_mins(1));
    app.accounts()
        .set_role(&"operator".into(), &ana.id.as_str().into(), Role::Admin)
        .await
        .unwrap();
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = iris.get(&format!("/api/admin/audit?limit=2{cursor}")).await;
        seen.extend(page.ok().as_array().unwrap().clone());
        let Some(next) = page.next_cursor() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(seen[0]["actor_name"], "The operator");
    assert_eq!(seen[0]["detail"], "from member to admin");
    let of_iris = seen.iter().filter(|entry| entry["actor_id"] == iris.id.as_str()).count();
    assert_eq!(of_iris, 4);
    let mut ids: Vec<_> = seen.iter().map(|entry| entry["id"].to_string()).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), seen.len(), "each once");
    iris.get("/api/admin/audit?cursor=bm9uc2Vuc2U").await.invalid("cursor");
}
