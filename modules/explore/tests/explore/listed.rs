//! Unlisted people, such as suspended members.

use super::{Member, TestApp, ids, json, people};

/// Checks for each view of `who` whether `whom` appears in it.
async fn found(who: &Member, whom: &Member) -> [bool; 5] {
    let mut seen = Vec::new();
    for path in [
        "/api/users/searchuser/bo%20example",
        "/api/users/people/within/Leeds",
        "/api/users/people/nearby/53.8/-1.55/2000",
    ] {
        seen.push(ids(&who.get(path).await).contains(&whom.id));
    }
    let followings = who.get("/api/follows/getfollowings").await.ok();
    seen.push(followings.to_string().contains(&whom.id));
    let profile = who.get(&format!("/api/users/basic/profile/{}", whom.id)).await;
    assert!([200, 404].contains(&profile.status), "{}", profile.body);
    seen.push(profile.status == 200);
    seen.try_into().unwrap()
}

async fn list(app: &TestApp, whom: &Member, listed: bool) {
    let fragment = people(app).set_listed(&whom.id.as_str().into(), listed);
    app.db.write("test.list").call(fragment).run::<()>().await.unwrap();
}

#[tokio::test]
async fn unlisted_person_disappears_until_listed() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let cy = app.member_in("cy", "Leeds").await;
    let follow = format!("/api/follows/follow/{}", bo.id);
    ana.post_empty(&follow).await.ok();
    assert_eq!(found(&ana, &bo).await, [true; 5]);
    list(&app, &bo, false).await;
    assert_eq!(found(&ana, &bo).await, [false; 5]);
    cy.post_empty(&follow).await.refused(404, "explore.person_not_found");
    list(&app, &bo, true).await;
    assert_eq!(found(&ana, &bo).await, [true; 5]);
}

#[tokio::test]
async fn relisting_keeps_hidden_people_hidden() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let hide = |visible: bool| bo.put("/api/users/visibility", json!({ "visible": visible }));
    hide(false).await.ok();
    list(&app, &bo, false).await;
    list(&app, &bo, true).await;
    assert_eq!(found(&ana, &bo).await, [false, false, false, false, true]);
    list(&app, &bo, false).await;
    hide(true).await.ok();
    assert_eq!(found(&ana, &bo).await, [false; 5], "what they wish shows nobody");
    list(&app, &bo, true).await;
    assert_eq!(found(&ana, &bo).await, [true, true, true, false, true]);
}

#[tokio::test]
async fn removed_person_has_no_referral_code() {
    let app = TestApp::start().await;
    let bo = app.member("bo").await;
    let profile = bo.get(&format!("/api/users/profile/{}", bo.id)).await.ok();
    let code = profile["referral_code"].as_str().unwrap();
    let id = bo.id.as_str().into();
    assert_eq!(people(&app).inviter(code).await.unwrap(), Some(bo.id.as_str().into()));
    for _ in 0..2 {
        let fragment = people(&app).remove(&id);
        app.db.write("test.remove").call(fragment).run::<()>().await.unwrap();
        assert_eq!(people(&app).inviter(code).await.unwrap(), None);
    }
    assert!(people(&app).find(std::slice::from_ref(&id)).await.unwrap().is_empty());
}
