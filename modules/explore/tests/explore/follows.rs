use super::{Member, TestApp, all_pages, column, json, neighbour};

async fn follow(member: &Member, id: &str) -> serde_json::Value {
    member.post_empty(&format!("/api/follows/follow/{id}")).await.ok()
}

async fn unfollow(member: &Member, id: &str) -> serde_json::Value {
    member.delete(&format!("/api/follows/unfollow/{id}")).await.ok()
}

async fn counts(member: &Member) -> (u64, u64) {
    let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
    (profile["total_followers"].as_u64().unwrap(), profile["total_following"].as_u64().unwrap())
}

#[tokio::test]
async fn follow_and_unfollow_are_idempotent() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..2 {
        assert_eq!(follow(&ana, &bo.id).await, json!({ "following": true, "total_followers": 1 }));
        assert_eq!((counts(&ana).await, counts(&bo).await), ((0, 1), (1, 0)));
    }
    follow(&bo, &ana.id).await;
    for _ in 0..2 {
        assert_eq!(
            unfollow(&ana, &bo.id).await,
            json!({ "following": false, "total_followers": 0 })
        );
        assert_eq!((counts(&ana).await, counts(&bo).await), ((1, 0), (0, 1)));
    }
    assert_eq!(follow(&ana, &bo.id).await["total_followers"], 1);
}

#[tokio::test]
async fn follows_are_limited_per_day() {
    let rules = "[limits]\nenabled = true\n[explore]\nfollows_per_day = 2";
    let app = TestApp::with(rules, true).await;
    let (mut ana, bo) = (app.member("ana").await, app.member("bo").await);
    let cy = app.member("cy").await;
    for _ in 0..3 {
        follow(&ana, &bo.id).await;
    }
    unfollow(&ana, &bo.id).await;
    follow(&ana, &bo.id).await;
    let path = format!("/api/follows/follow/{}", cy.id);
    let refused = ana.post_empty(&path).await;
    refused.refused(429, "explore.too_many_follows");
    assert_eq!(refused.header("retry-after"), Some("50400"));
    assert_eq!((counts(&ana).await, counts(&cy).await), ((0, 1), (0, 0)));
    follow(&ana, &bo.id).await;
    unfollow(&ana, &bo.id).await;
    app.clock.advance(std::time::Duration::from_hours(24));
    ana = app.log_in(&ana).await;
    ana.post_empty(&path).await.ok();
}

#[tokio::test]
async fn cannot_follow_oneself_or_unknown_person() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let to = |id: &str| format!("/api/follows/follow/{id}");
    let from = |id: &str| format!("/api/follows/unfollow/{id}");
    ana.post_empty(&to(&ana.id)).await.refused(422, "explore.self_follow");
    ana.delete(&from(&ana.id)).await.refused(422, "explore.self_follow");
    ana.post_empty(&to("nobody")).await.refused(404, "explore.person_not_found");
    ana.delete(&from("nobody")).await.refused(404, "explore.person_not_found");
    assert_eq!(counts(&ana).await, (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_repeated_follows_count_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let path = format!("/api/follows/follow/{}", bo.id);
    let rivals: Vec<_> = (0..8)
        .map(|_| {
            let (ana, path) = (ana.clone(), path.clone());
            tokio::spawn(async move { ana.post_empty(&path).await.ok() })
        })
        .collect();
    for rival in rivals {
        assert_eq!(rival.await.unwrap()["total_followers"], 1);
    }
    assert_eq!((counts(&ana).await, counts(&bo).await), ((0, 1), (1, 0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_followers_are_all_counted() {
    let app = TestApp::start().await;
    let bo = app.member("bo").await;
    let path = format!("/api/follows/follow/{}", bo.id);
    let mut fans = Vec::new();
    for name in ["ana", "cy", "di", "ed"] {
        fans.push(app.member(name).await);
    }
    let rivals: Vec<_> = fans
        .into_iter()
        .map(|fan| {
            let path = path.clone();
            tokio::spawn(async move { fan.post_empty(&path).await.ok() })
        })
        .collect();
    for rival in rivals {
        rival.await.unwrap();
    }
    assert_eq!(counts(&bo).await, (4, 0));
}

#[tokio::test]
async fn lists_are_newest_first_and_paged() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let mut followed = Vec::new();
    for n in 0..7 {
        let id = neighbour(&app, &format!("n{n}"), &format!("Nia {n}"), "York").await;
        follow(&ana, &id).await;
        followed.insert(0, id);
        if n % 2 == 1 {
            app.clock.advance(std::time::Duration::from_secs(1));
        }
    }
    let pages = all_pages(&ana, "/api/follows/getfollowings").await;
    let seen: Vec<&str> = pages.iter().map(|row| row["following_id"].as_str().unwrap()).collect();
    assert_eq!(seen.len(), 7);
    assert_eq!(seen[0], followed[0]);
    assert_eq!(seen[1].max(seen[2]), followed[1], "two of one instant, in any order");
    let mut sorted = seen.clone();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted.dedup();
    assert_eq!(sorted.len(), 7, "each once");
    let first = &pages[0];
    assert_eq!(first["following_name"], "Nia 6");
    assert_eq!(
        (&first["follower_id"], &first["follower_name"]),
        (&json!(ana.id), &json!("Ana Example"))
    );
    assert_eq!((&first["is_following"], &first["location"]), (&json!(true), &json!("York")));
    for secret in ["following_email", "follower_email", "phone"] {
        assert!(first[secret].is_null(), "{secret}");
    }
    ana.get("/api/follows/getfollowings?limit=0").await.invalid("limit");
    ana.get("/api/follows/getfollowings?limit=101").await.invalid("limit");
    ana.get("/api/follows/getfollowings?cursor=%25").await.invalid("cursor");
}

#[tokio::test]
async fn both_sides_see_the_follow() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    follow(&ana, &bo.id).await;
    let record = &bo.get("/api/follows/getfollowers").await.ok()[0];
    assert_eq!((&record["follower_id"], &record["following_id"]), (&json!(ana.id), &json!(bo.id)));
    assert_eq!(
        (&record["follower_name"], &record["is_following"]),
        (&json!("Ana Example"), &json!(false))
    );
    follow(&bo, &ana.id).await;
    assert_eq!(bo.get("/api/follows/getfollowers").await.ok()[0]["is_following"], true);
    unfollow(&ana, &bo.id).await;
    assert!(column(&bo.get("/api/follows/getfollowers").await, "follower_id").is_empty());
    assert_eq!(column(&ana.get("/api/follows/getfollowers").await, "follower_id"), [bo.id]);
}
