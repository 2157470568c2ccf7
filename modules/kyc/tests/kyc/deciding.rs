use serde_json::json;

use crate::TestApp;
use crate::{
    sample::{approve, bill, id, ids, passport, reject, standing},
    store::audited,
};

#[tokio::test]
async fn both_approvals_make_a_member_verified() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let (document, bill) = (id(&passport(&ana, 1).await.ok()), id(&bill(&ana, 2).await.ok()));
    let case = approve(&iris, &document).await.ok();
    assert_eq!(case["approval_status"], "approved");
    assert_eq!((&case["user_id"], &case["name"]), (&json!(ana.id), &json!("Ana Example")));
    assert_eq!(standing(&ana).await, ["approved", "pending", "pending"]);
    approve(&iris, &bill).await.ok();
    assert_eq!(standing(&ana).await, ["approved", "approved", "verified"]);
    let action = |name: &str| [iris.id.clone(), name.to_owned(), format!("user:{}", ana.id)];
    assert_eq!(audited(&app).await, [action("kyc.approved"), action("kyc.approved")]);

    let seen = async || {
        let profile = iris.get(&format!("/api/users/basic/profile/{}", ana.id)).await.ok();
        let cards = iris.get("/api/users/searchuser/ana").await.ok();
        [profile["verified"].clone(), cards[0]["verified"].clone()]
    };
    assert_eq!(seen().await, [json!(true), json!(true)]);

    ana.delete(&format!("/api/settings/kyc/delete/utility/{bill}")).await.ok();
    assert_eq!(standing(&ana).await, ["approved", "missing", "none"]);
    assert_eq!(seen().await, [json!(false), json!(false)]);
}

#[tokio::test]
async fn rejected_owner_reads_reason_and_resubmits() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let document = id(&bill(&ana, 1).await.ok());
    let long = "x".repeat(501);
    for reason in ["", "   ", &long, "a\u{7}b"] {
        reject(&iris, &document, reason).await.invalid("reason");
    }
    iris.put(&format!("/api/admin/kyc/{document}/reject"), json!({})).await.invalid("reason");
    let reason = "Die Seite ist <b>unscharf</b>, \u{412}\u{435}\u{440}\u{430} & Co.";
    reject(&iris, &document, &format!("  {reason} ")).await.ok();
    app.settle().await;

    let shown = ana.get("/api/settings/kyc/get/utility").await.ok();
    assert_eq!(shown[0]["approval_status"], "rejected");
    assert_eq!(shown[0]["rejection_reason"], reason);
    assert_eq!(standing(&ana).await, ["missing", "rejected", "none"]);
    let mail = app.mail_to(&ana.email);
    assert_eq!(mail.subject, "We could not accept your utility bill");
    assert!(mail.text.contains(reason) && !mail.html.contains("<b>"));

    let better = id(&bill(&ana, 2).await.ok());
    assert_eq!(standing(&ana).await, ["missing", "pending", "pending"]);
    approve(&iris, &better).await.ok();
    app.settle().await;
    assert_eq!(standing(&ana).await, ["missing", "approved", "none"]);
    assert_eq!(app.mail_to(&ana.email).subject, "Your utility bill is approved");
}

#[tokio::test]
async fn pending_cases_are_oldest_first() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let mut waiting = Vec::new();
    for (member, shade) in [(&ana, 1), (&bo, 2), (&ana, 3)] {
        waiting.push(id(&passport(member, shade).await.ok()));
        app.clock.advance(std::time::Duration::from_secs(1));
    }
    let first = iris.get("/api/admin/kyc?limit=2").await;
    assert_eq!(ids(&first.ok()), waiting[..2]);
    assert_eq!(first.ok()[1]["name"], "Bo Example");
    let cursor = first.next_cursor().expect("a second page");
    let rest = iris.get(&format!("/api/admin/kyc?status=pending&cursor={cursor}")).await;
    assert_eq!((ids(&rest.ok()), rest.next_cursor()), (waiting[2..].to_vec(), None));

    for document in &waiting[..2] {
        approve(&iris, document).await.ok();
        app.clock.advance(std::time::Duration::from_secs(1));
    }
    let approved = iris.get("/api/admin/kyc?status=approved").await.ok();
    assert_eq!(ids(&approved), [waiting[1].clone(), waiting[0].clone()], "the newest decision");
    assert_eq!(ids(&iris.get("/api/admin/kyc").await.ok()), waiting[2..]);
    assert_eq!(iris.get("/api/admin/kyc?status=rejected").await.ok(), json!([]));
    let odd = iris.get("/api/admin/kyc?status=maybe").await.status;
    assert!(matches!(odd, 400 | 422), "{odd}");
    for path in ["/api/admin/kyc?limit=0", "/api/admin/kyc?cursor=!"] {
        assert_eq!(iris.get(path).await.status, 422);
    }
}

#[tokio::test]
async fn decision_is_final_and_not_by_the_owner() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    let document = id(&passport(&ana, 1).await.ok());
    let own = id(&passport(&iris, 2).await.ok());
    for member in [&ana, &app.member("bo").await] {
        approve(member, &document).await.refused(403, "auth.forbidden");
        member.get("/api/admin/kyc").await.refused(403, "auth.forbidden");
    }
    approve(&iris, &own).await.refused(403, "kyc.own_document");
    reject(&iris, &own, "No").await.refused(403, "kyc.own_document");
    approve(&iris, "nothing").await.refused(404, "kyc.not_found");
    let odd = iris.put(&format!("/api/admin/kyc/{document}/maybe"), json!({})).await.status;
    assert!(matches!(odd, 400 | 404 | 422), "{odd}");

    for _ in 0..2 {
        approve(&iris, &document).await.ok();
    }
    reject(&iris, &document, "On second thoughts").await.refused(409, "kyc.decided");
    assert_eq!(audited(&app).await.len(), 1);
    app.settle().await;
    let mails = app.mails().iter().filter(|mail| mail.subject.contains("approved")).count();
    assert_eq!(mails, 1);
}

#[tokio::test]
async fn concurrent_decisions_are_made_once() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let (iris, jo) = (app.admin("iris").await, app.admin("jo").await);
    for shade in 0..3 {
        let document = id(&passport(&ana, shade).await.ok());
        let (one, other) =
            tokio::join!(approve(&iris, &document), reject(&jo, &document, "Blurred"));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", one.body, other.body);
        let same = id(&passport(&ana, shade + 100).await.ok());
        let (one, other) = tokio::join!(approve(&iris, &same), approve(&jo, &same));
        assert_eq!((one.status, other.status), (200, 200));
    }
    assert_eq!(audited(&app).await.len(), 6, "each was decided once");
}

#[tokio::test]
async fn concurrent_decision_and_deletion_are_consistent() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let iris = app.admin("iris").await;
    for shade in 0..4 {
        let document = id(&passport(&ana, shade).await.ok());
        let path = format!("/api/settings/kyc/delete/identity/{document}");
        let (decided, deleted) = tokio::join!(approve(&iris, &document), ana.delete(&path));
        deleted.ok();
        assert!(matches!(decided.status, 200 | 404), "{}", decided.body);
        assert_eq!(standing(&ana).await[0], "missing");
        approve(&iris, &document).await.refused(404, "kyc.not_found");
    }
    assert_eq!(iris.get("/api/admin/kyc").await.ok(), json!([]));
    assert_eq!(iris.get("/api/admin/kyc?status=approved").await.ok(), json!([]));
}
