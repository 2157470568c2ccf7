//! Cards, profiles and search of people, with data of other modules.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::TestApp;

async fn offer(member: &Member, skill_type: &str) -> String {
    let fields = [
        ("skill_type", skill_type),
        ("experience_level", "expert"),
        ("hourly_rate", "20.50"),
        ("description", "Evenings and weekends."),
    ];
    let skill = member.post_form("/api/skills", &fields, &[]).await.ok();
    skill["id"].as_str().unwrap().to_owned()
}

fn skills(person: &Value) -> Vec<String> {
    let skills = person["skills"].as_array().unwrap().iter();
    skills.map(|skill| skill["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn cards_show_three_approved_skills_and_own_profiles_all() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    for kind in ["Plumbing", "Cleaning", "Gardening", "Baking"] {
        offer(&bo, kind).await;
    }
    let custom = offer(&bo, "Unicycle lessons").await;
    for list in [
        "/api/users/people/within/Leeds",
        "/api/users/people/nearby/53.8/-1.55/200",
        "/api/users/searchuser/bo%20example",
    ] {
        let card = ana.get(list).await.ok()[0].clone();
        assert_eq!(skills(&card).len(), 3, "{list}");
        assert!(!skills(&card).contains(&custom), "{list} shows what nobody has approved");
        let first = &card["skills"][0];
        assert_eq!((&first["hourly_rate"], &first["spark_token"]), (&json!(20.5), &json!(10.25)));
    }
    let public = ana.get(&format!("/api/users/basic/profile/{}", bo.id)).await.ok();
    assert_eq!(skills(&public).len(), 4);
    let own = bo.get(&format!("/api/users/profile/{}", bo.id)).await.ok();
    assert!(skills(&own).contains(&custom));
    assert_eq!((skills(&own).len(), &own["checklist"]["skill"]), (5, &json!(true)));
}

#[tokio::test]
async fn checklist_has_the_steps_that_the_community_needs() {
    let (always, money) = (["photo", "skill", "bio", "kyc"], ["payment_method", "linked_account"]);
    let site = |mode: &str| format!("[site]\nmode = \"{mode}\"");
    // A sample community keeps simulated cards; others need a provider.
    for (mode, demo, extra_steps) in [
        ("cash+tokens", true, &money[..]),
        ("cash+tokens", false, &money[1..]),
        ("tokens", true, &[]),
        ("gift", true, &[]),
    ] {
        let app = TestApp::with(&site(mode), demo).await;
        let ana = app.member("ana").await;
        let own = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
        let needed = [&always[..], extra_steps].concat();
        assert_eq!(own["checklist"]["needed"], json!(needed), "{mode}, sample: {demo}");
    }
}

#[tokio::test]
async fn people_are_found_by_description_name_and_skill() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let (rosie, cy) = (app.member_in("rosie", "Leeds").await, app.member_in("cy", "Leeds").await);
    offer(&bo, "Plumbing").await;
    offer(&rosie, "Plumbing").await;
    offer(&cy, "Baking").await;
    for (term, expected) in [
        ("someone%20to%20fix%20my%20sink", vec![&bo, &rosie]),
        ("rosie%20plumbing", vec![&rosie, &bo]),
        ("rosie%20the%20carpenter", vec![&rosie]),
        ("bo%20exa", vec![&bo]),
        ("who%20can%20help%20me", vec![]),
    ] {
        let found = ana.get(&format!("/api/users/searchuser/{term}")).await.ok();
        let found: Vec<&str> =
            found.as_array().unwrap().iter().map(|person| person["id"].as_str().unwrap()).collect();
        let expected: Vec<&str> = expected.into_iter().map(|member| &*member.id).collect();
        assert_eq!(found, expected, "{term}");
    }
}

#[tokio::test]
async fn people_in_a_city_are_filtered_by_category() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "Leeds").await);
    let cy = app.member_in("cy", "Leeds").await;
    offer(&bo, "Plumbing").await;
    offer(&cy, "Cleaning").await;
    offer(&ana, "Plumbing").await;
    for category in ["plumbing", "Plumbing"] {
        let path = format!("/api/users/people/within/leeds?category={category}");
        let found = ana.get(&path).await;
        assert_eq!((found.ok()[0]["id"].as_str(), found.next_cursor()), (Some(&*bo.id), None));
        assert_eq!(found.ok().as_array().unwrap().len(), 1, "neither herself nor the cleaner");
    }
}

#[tokio::test]
async fn own_profile_shows_the_balances() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let own = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    let wallet = ana.get("/api/wallet/balance").await.ok();
    assert_eq!(own["cash_balance"], wallet["balance"]);
    assert_eq!(own["spark_token_balance"], wallet["spark_tokens"]);
}

#[tokio::test]
async fn repeated_follow_notifies_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for _ in 0..2 {
        ana.post_empty(&format!("/api/follows/follow/{}", bo.id)).await.ok();
        app.settle().await;
    }
    assert_eq!(bo.get("/api/notifications/follower").await.ok().as_array().unwrap().len(), 1);
}
