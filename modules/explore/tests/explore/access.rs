use poem::http::Method;

use super::{Member, TestApp, json, settle_at};

const SIGNED_IN: &[(Method, &str)] = &[
    (Method::GET, "/api/users/profile/x"),
    (Method::GET, "/api/users/basic/profile/x"),
    (Method::PUT, "/api/users/profile/update/bio"),
    (Method::PUT, "/api/users/profile/upload"),
    (Method::PUT, "/api/users/update/x"),
    (Method::PUT, "/api/users/visibility"),
    (Method::GET, "/api/users/searchuser/anna"),
    (Method::GET, "/api/users/people/within/leeds"),
    (Method::GET, "/api/users/people/nearby/53.8/-1.5/2000"),
    (Method::POST, "/api/follows/follow/x"),
    (Method::DELETE, "/api/follows/unfollow/x"),
    (Method::GET, "/api/follows/getfollowings"),
    (Method::GET, "/api/follows/getfollowers"),
    (Method::GET, "/api/places/search?q=leeds"),
];

#[tokio::test]
async fn all_but_cities_require_sign_in() {
    let app = TestApp::start().await;
    for (method, path) in SIGNED_IN {
        for stranger in [app.anonymous(), app.anonymous().with_token("nonsense")] {
            stranger.send(method.clone(), path, None).await.refused(401, "auth.unauthorised");
        }
    }
    app.anonymous().get("/api/places/cities").await.ok();
}

#[tokio::test]
async fn others_never_see_private_data() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    settle_at(&ana, "Leeds", 53.796_123, -1.547_321).await;
    bo.post_empty(&format!("/api/follows/follow/{}", ana.id)).await.ok();
    ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
    for path in [
        format!("/api/users/basic/profile/{}", ana.id),
        "/api/users/searchuser/ana".to_owned(),
        "/api/users/people/within/leeds".to_owned(),
        "/api/users/people/nearby/53.796123/-1.547321/200".to_owned(),
        "/api/follows/getfollowings".to_owned(),
        "/api/follows/getfollowers".to_owned(),
    ] {
        let response = bo.get(&path).await;
        let text = response.ok().to_string();
        assert!(text.contains(&ana.id), "{path} does not show her at all");
        for secret in ["53.796", "1.547", "Secret Street", "LS1", "07700", "ana@example.org"] {
            assert!(!text.contains(secret), "{path} tells {secret}: {text}");
        }
    }
}

#[tokio::test]
async fn profile_is_private_to_its_owner() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for id in [bo.id.as_str(), "nobody"] {
        let path = format!("/api/users/profile/{id}");
        ana.get(&path).await.refused(403, "explore.not_yours");
        let path = format!("/api/users/update/{id}");
        ana.put(&path, edit(&bo)).await.refused(403, "explore.not_yours");
    }
}

fn edit(member: &Member) -> serde_json::Value {
    json!({
        "email": member.email, "firstname": "Mallory", "lastname": "X", "gender": "other",
        "password": "", "location": "", "street": "", "zip_code": "", "website": "",
    })
}
