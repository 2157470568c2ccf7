//! Appointing, accepting and ending.

use serde_json::{Value, json};

use crate::{ADMIN, OWN, TestApp, Village, add_edith, appoint, audited, notices, texts};

fn accept(member: &str) -> String {
    format!("{OWN}/{member}/accept")
}

fn end(member: &str) -> String {
    format!("{OWN}/{member}/end")
}

#[tokio::test]
async fn member_who_signs_in_has_to_accept() {
    let mut village = Village::new().await;
    let cy = village.app.member("cy").await;
    let Village { app, iris, ana, bo, .. } = &village;
    let asked = appoint(iris, &bo.id, &cy).await.ok();
    assert_eq!((&asked["status"], &asked["signs_in"]), (&json!("asked"), &json!(true)));
    app.settle().await;
    assert!(notices(bo).await.contains(&"May Cy Example help you here?".to_owned()));
    let for_bo = cy.with_header("acting-for", &bo.id);
    for_bo.get("/api/message/unread").await.refused(403, "delegation.not_delegate");
    cy.put_empty(&accept(&bo.id)).await.refused(403, "delegation.not_yours");
    ana.put_empty(&accept(&bo.id)).await.refused(404, "delegation.not_found");

    let accepted = bo.put_empty(&accept(&bo.id)).await.ok();
    assert_eq!(accepted["status"], "active");
    bo.put_empty(&accept(&bo.id)).await.ok();
    app.settle().await;
    assert!(notices(&cy).await.contains(&"You can now act for Bo Example".to_owned()));
    for_bo.get("/api/message/unread").await.ok();
    assert_eq!(bo.get(OWN).await.ok()["own"]["delegate"], "Cy Example");
    assert_eq!(texts(&cy.get(OWN).await.ok()["for_others"], "member"), ["Bo Example"]);

    // It ends at once, and can be repeated by nobody.
    bo.put_empty(&end(&bo.id)).await.ok();
    for_bo.get("/api/message/unread").await.refused(403, "delegation.not_delegate");
    bo.put_empty(&end(&bo.id)).await.refused(404, "delegation.not_found");
    app.settle().await;
    assert!(notices(&cy).await.contains(&"You no longer act for Bo Example".to_owned()));
    let actions: Vec<_> =
        audited(iris, &bo.id).await.into_iter().map(|(action, _)| action).collect();
    for action in ["delegation.asked", "delegation.accepted", "delegation.read", "delegation.ended"]
    {
        assert!(actions.iter().any(|entry| entry == action), "{action}: {actions:?}");
    }
    village.again().await;
}

#[tokio::test]
async fn member_without_address_joins_at_once() {
    let village = Village::new().await;
    let Village { app, iris, ana, bo, edith } = &village;
    assert!(notices(ana).await.contains(&"You can now act for Edith Moss".to_owned()));
    let acting = village.for_edith(ana);
    let profile = acting.get(&format!("/api/users/profile/{edith}")).await.ok();
    assert_eq!((&profile["firstname"], &profile["email"]), (&json!("Edith"), &json!("")));
    // She got what every newcomer gets, is found by others, and shows no address.
    assert_eq!(acting.get("/api/wallet/balance").await.ok()["spark_tokens"], 10.0);
    let found = bo.get("/api/users/searchuser/Edith").await.ok();
    assert_eq!(texts(&found, "firstname"), ["Edith"]);
    let members = iris.get("/api/admin/members?q=edith").await.ok();
    assert_eq!(members[0]["email"], "");
    let (_, opened) = audited(iris, edith)
        .await
        .into_iter()
        .find(|(action, _)| action == "delegation.appointed")
        .unwrap();
    assert!(opened.ends_with("signed the form of 2 March"), "{opened}");
    // Nobody can sign in as her, nor get a link by mail.
    let address = format!("{edith}@no-mailbox.invalid");
    let anonymous = app.anonymous();
    for body in [
        json!({ "email": address, "password": "" }),
        json!({ "email": address, "password": "Sparkyard-Test-1" }),
    ] {
        let status = anonymous.post("/api/auth/login", body).await.status;
        assert!((400..500).contains(&status), "{status}");
    }
    let before = app.mails().len();
    for path in ["/api/auth/forgot/password", "/api/auth/resend/code"] {
        anonymous.post(path, json!({ "email": address })).await.invalid("email");
    }
    app.settle().await;
    assert_eq!(app.mails().len(), before);
}

#[tokio::test]
async fn new_members_are_validated() {
    let village = Village::new().await;
    let Village { iris, ana, bo, .. } = &village;
    for (field, value) in [
        ("firstname", json!("https://example.org")),
        ("lastname", json!(" ")),
        ("phone", json!("call me")),
        ("location", json!("a\nb")),
        ("about", json!("a".repeat(501))),
        ("agreed", json!("")),
        ("adult", json!(false)),
    ] {
        add_edith(iris, ana, &[(field, value)]).await.invalid(field);
    }
    let nobody = [("delegate_id", json!("nobody"))];
    add_edith(iris, ana, &nobody).await.refused(404, "delegation.no_member");
    add_edith(bo, ana, &[]).await.refused(403, "auth.forbidden");
    let script =
        [("firstname", json!("<script>")), ("lastname", json!("\u{5e9}\u{5dc}\u{5d5}\u{5dd}"))];
    let added = add_edith(iris, ana, &script).await.ok();
    assert_eq!(added["member"], "<script> \u{5e9}\u{5dc}\u{5d5}\u{5dd}");
}

#[tokio::test]
async fn impossible_appointments_are_refused() {
    let village = Village::new().await;
    let Village { app, iris, ana, bo, edith } = &village;
    appoint(iris, &bo.id, bo).await.refused(409, "delegation.own_delegate");
    appoint(iris, &iris.id, bo).await.refused(409, "delegation.staff");
    appoint(iris, "nobody", bo).await.refused(404, "delegation.no_member");
    appoint(iris, edith, bo).await.invalid("agreed");
    appoint(bo, edith, bo).await.refused(403, "auth.forbidden");
    let agreed = json!({ "member_id": edith, "delegate_id": bo.id, "agreed": "by telephone" });
    iris.post(ADMIN, agreed.clone()).await.refused(409, "delegation.has_delegate");
    let by_edith = json!({ "member_id": bo.id, "delegate_id": edith });
    iris.post(ADMIN, by_edith).await.refused(409, "delegation.cannot_sign_in");

    let reason = json!({ "reason": "Ana moves away" });
    bo.put(&format!("{ADMIN}/{edith}/end"), reason.clone()).await.refused(403, "auth.forbidden");
    iris.put(&format!("{ADMIN}/{edith}/end"), json!({ "reason": " " })).await.invalid("reason");
    iris.put(&format!("{ADMIN}/{edith}/end"), reason.clone()).await.ok();
    let gone = iris.put(&format!("{ADMIN}/{edith}/end"), reason).await;
    gone.refused(404, "delegation.not_found");
    app.settle().await;
    let notices = ana.get("/api/notifications").await.ok();
    let ended = "It ends at once. The reason: Ana moves away";
    assert!(texts(&notices, "description").contains(&ended), "{notices}");
    iris.post(ADMIN, agreed).await.ok();
    village.for_edith(bo).get("/api/message/unread").await.ok();
    village.for_edith(ana).get("/api/message/unread").await.refused(403, "delegation.not_delegate");
}

#[tokio::test]
async fn delegate_acts_for_thirty_at_most() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    for n in 0..30 {
        let name = format!("Edith{}", char::from(b'a' + n % 26));
        add_edith(&iris, &ana, &[("firstname", json!(name))]).await.ok();
    }
    let before = iris.get("/api/admin/overview").await.ok()["members"].clone();
    add_edith(&iris, &ana, &[]).await.refused(409, "delegation.too_many");
    // No account is left without a helper.
    assert_eq!(iris.get("/api/admin/overview").await.ok()["members"], before);
    assert_eq!(ana.get(OWN).await.ok()["for_others"].as_array().unwrap().len(), 30);
    let listed = iris.get(&format!("{ADMIN}?limit=20")).await;
    let next = listed.next_cursor().unwrap();
    let rest = iris.get(&format!("{ADMIN}?limit=20&cursor={next}")).await.ok();
    assert_eq!((listed.ok().as_array().unwrap().len(), rest.as_array().unwrap().len()), (20, 10));
}

#[tokio::test]
async fn one_of_concurrent_appointments_wins() {
    let village = Village::new().await;
    let Village { iris, ana, bo, .. } = &village;
    let cy = village.app.member("cy").await;
    let (one, other) = tokio::join!(appoint(iris, &cy.id, ana), appoint(iris, &cy.id, bo));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let ending = end(&cy.id);
    let (one, other) = tokio::join!(cy.put_empty(&ending), cy.put_empty(&ending));
    let ended = [&one, &other].iter().filter(|response| response.status == 200).count();
    assert_eq!(ended, 1, "{:?} {:?}", one.body, other.body);
}

#[tokio::test]
async fn leaving_ends_delegations() {
    let village = Village::new().await;
    let Village { app, iris, ana, bo, .. } = &village;
    appoint(iris, &bo.id, ana).await.ok();
    bo.put_empty(&accept(&bo.id)).await.ok();
    let left = iris.delete_with(&format!("/api/admin/members/{}", ana.id), Value::Null).await;
    if left.status == 404 || left.status == 405 {
        // The operation is the module `settings`', which is not part of this community.
        let accounts = app.accounts();
        let leave = sparkyard_kernel::ports::Leave::Own { give_up: true };
        accounts.leave(&ana.id.as_str().into(), leave).await.unwrap();
    }
    app.settle().await;
    assert!(bo.get(OWN).await.ok()["own"].is_null());
    assert_eq!(iris.get(ADMIN).await.ok(), json!([]));
}
