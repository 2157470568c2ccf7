use super::{Answer, Member, TestApp, Value, all_pages, ids, json};

async fn block(who: &Member, whom: &Member) {
    let state = who.post_empty(&format!("/api/users/block/{}", whom.id)).await.ok();
    assert_eq!(state, json!({ "blocked": true }));
}

async fn in_leeds(who: &Member) -> Answer {
    who.get("/api/users/people/within/Leeds").await
}

#[tokio::test]
async fn block_hides_each_from_the_other() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let cy = app.member_in("cy", "Leeds").await;
    for _ in 0..2 {
        block(&ana, &bo).await;
    }
    for who in [&ana, &bo] {
        assert_eq!(ids(&in_leeds(who).await), [cy.id.as_str()]);
        for path in ["searchuser/example", "people/nearby/53.8/-1.55/2000"] {
            assert_eq!(ids(&who.get(&format!("/api/users/{path}")).await), [cy.id.as_str()]);
        }
    }
    assert_eq!(ids(&in_leeds(&cy).await).len(), 2);
    for _ in 0..2 {
        let state = ana.delete(&format!("/api/users/block/{}", bo.id)).await.ok();
        assert_eq!(state, json!({ "blocked": false }));
    }
    assert_eq!(ids(&in_leeds(&bo).await).len(), 2);
}

#[tokio::test]
async fn block_ends_and_prevents_follows() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let follow = |whom: &Member| format!("/api/follows/follow/{}", whom.id);
    ana.post_empty(&follow(&bo)).await.ok();
    bo.post_empty(&follow(&ana)).await.ok();
    block(&bo, &ana).await;
    for (who, whom) in [(&ana, &bo), (&bo, &ana)] {
        let profile = who.get(&format!("/api/users/profile/{}", who.id)).await.ok();
        let counts = (&profile["total_followers"], &profile["total_following"]);
        assert_eq!(counts, (&json!(0), &json!(0)));
        who.post_empty(&follow(whom)).await.refused(404, "explore.person_not_found");
        assert_eq!(who.get("/api/follows/getfollowers").await.ok(), json!([]));
    }
    bo.delete(&format!("/api/users/block/{}", ana.id)).await.ok();
    ana.post_empty(&follow(&bo)).await.ok();
}

#[tokio::test]
async fn only_the_blocker_sees_the_list() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for name in ["bo", "cy", "di", "ed"] {
        block(&ana, &app.member(name).await).await;
        app.clock.advance(std::time::Duration::from_secs(1));
    }
    let blocked = all_pages(&ana, "/api/users/blocked").await;
    let names: Vec<_> = blocked.iter().map(|person| &person["name"]).collect();
    assert_eq!(names, ["Ed Example", "Di Example", "Cy Example", "Bo Example"]);
    let flo = app.member("flo").await;
    assert_eq!(flo.get("/api/users/blocked").await.ok(), json!([]));
    ana.post_empty(&format!("/api/users/block/{}", ana.id))
        .await
        .refused(422, "explore.self_block");
    ana.post_empty("/api/users/block/nobody").await.refused(404, "explore.person_not_found");
    ana.delete("/api/users/block/nobody").await.ok();
}

#[tokio::test]
async fn mutual_block_hides_the_name() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let cy = app.member("cy").await;
    for other in [&cy, &ana] {
        block(&bo, other).await;
        app.clock.advance(std::time::Duration::from_secs(1));
    }
    block(&ana, &bo).await;
    let blocked = bo.get("/api/users/blocked").await.ok();
    let names = [&blocked[0]["name"], &blocked[1]["name"]];
    assert_eq!(names, [&json!("A neighbour"), &json!("Cy Example")]);
    assert_eq!((&blocked[0]["user_id"], &blocked[0]["photourl"]), (&json!(ana.id), &Value::Null));
    ana.delete(&format!("/api/users/block/{}", bo.id)).await.ok();
    assert_eq!(bo.get("/api/users/blocked").await.ok()[0]["name"], "Ana Example");
}

#[tokio::test]
async fn blocks_are_limited_per_day() {
    let app = TestApp::with("[limits]\nenabled = true\nwrites_per_minute = 1000", true).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..200 {
        block(&ana, &bo).await;
    }
    let refused = ana.post_empty(&format!("/api/users/block/{}", bo.id)).await;
    refused.refused(429, "explore.too_many_blocks");
    assert_eq!(refused.header("retry-after"), Some("50400"));
}
