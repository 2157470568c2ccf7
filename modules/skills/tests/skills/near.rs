//! Skills and people by location.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    sample::{add, id, ids},
};

const LEEDS: &str = "lat=53.8008&lon=-1.5491";

/// Returns the owners in a list with their distances, in its order.
fn owners(list: &Value) -> Vec<(String, Option<f64>)> {
    let row = |skill: &Value| (id_of(skill, "user_id"), skill["distance"].as_f64());
    list.as_array().expect("a list").iter().map(row).collect()
}

fn id_of(row: &Value, field: &str) -> String {
    row[field].as_str().expect("a text").to_owned()
}

fn names(list: &Value, field: &str, people: &[&Member]) -> Vec<String> {
    let name = |row: &Value| {
        let known = people.iter().find(|member| member.id == row[field].as_str().expect("a text"));
        known.expect("a member").email.split('@').next().unwrap_or_default().to_owned()
    };
    list.as_array().expect("a list").iter().map(name).collect()
}

#[tokio::test]
async fn nearest_come_first_and_unlocated_last() {
    let app = TestApp::start().await;
    let nowhere = app.member("nowhere").await;
    let mut near = app.member_in("near", "Leeds").await;
    let far = app.member_in("far", "London").await;
    let mid = app.member_in("mid", "York").await;
    for owner in [&mid, &near, &far, &nowhere] {
        add(owner, "Plumbing").await;
    }
    add(&near, "Yoga").await;
    let ana = app.member_in("ana", "Leeds").await;
    let everybody = [&nowhere, &near, &far, &mid];
    // Without a location, the order is newest first: by skill in a category, by member in a search.
    for (path, newest) in [
        ("/api/skills/searchname/plumbing?", ["far", "near", "mid"]),
        ("/api/skills/search?q=plumber&", ["mid", "far", "near"]),
    ] {
        let order = async |member: &Member, query: &str| {
            let list = member.get(&format!("{path}{query}")).await.ok();
            names(&list, "user_id", &everybody)
        };
        assert_eq!(order(&ana, "").await, ["near", "mid", "far", "nowhere"], "{path}");
        assert_eq!(order(&ana, "distance=2000").await, ["near", "mid", "far", "nowhere"]);
        assert_eq!(order(&ana, "distance=200").await, ["near"]);
        assert_eq!(order(&ana, "city=LONDON").await, ["far"]);
        assert_eq!(order(&ana, "city=atlantis").await, Vec::<String>::new());
        assert_eq!(order(&ana, "lat=51.5074&lon=-0.1278").await[0], "far");
        let from = format!("{LEEDS}&distance=1000");
        assert_eq!(order(&far, &from).await, ["near"], "from a place of one's choice");
        assert_eq!(order(&nowhere, &format!("{LEEDS}&distance=2000")).await.len(), 3);
        assert_eq!(order(&nowhere, "city=York").await, ["mid"]);
        assert_eq!(order(&nowhere, "").await, newest, "newest first without a place");
        let list = ana.get(path).await.ok();
        let far_away = owners(&list)[2].1.unwrap();
        assert!((250.0..290.0).contains(&far_away), "{far_away}");
        assert_eq!((owners(&list)[0].1, owners(&list)[3].1), (Some(0.0), None));
        for (query, field) in [
            ("distance=7", "distance"),
            ("lat=53", "lon"),
            ("lon=1", "lat"),
            ("lat=91&lon=0", "lat"),
            ("lat=NaN&lon=0", "lat"),
            ("cursor=eHg", "cursor"),
        ] {
            ana.get(&format!("{path}{query}")).await.invalid(field);
        }
        nowhere.get(&format!("{path}distance=200")).await.invalid("lat");
    }
    near.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    near = app.member_in("next", "Leeds").await;
    add(&near, "Plumbing").await;
    let list = ana.get("/api/skills/searchname/plumbing").await.ok();
    assert_eq!(owners(&list)[0], (near.id.clone(), Some(0.0)), "every change shows at once");
}

#[tokio::test]
async fn pages_keep_skills_of_one_person_together() {
    let app = TestApp::start().await;
    let far = app.member_in("far", "London").await;
    let near = app.member_in("near", "Leeds").await;
    let mut expected = Vec::new();
    for _ in 0..4 {
        expected.push(id(&add(&far, "Plumbing").await));
    }
    for _ in 0..5 {
        expected.push(id(&add(&near, "Plumbing").await));
    }
    expected.reverse();
    add(&near, "Yoga").await;
    let ana = app.member_in("ana", "Leeds").await;
    for limit in [1, 2, 4, 5, 9, 20] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let path = format!("/api/skills/searchname/plumbing?limit={limit}{cursor}");
            let response = ana.get(&path).await;
            seen.extend(ids(&response.ok()));
            match response.next_cursor() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, expected, "{limit} a page");
    }
}

#[tokio::test]
async fn people_with_skills_come_first_and_match_searches() {
    let app = TestApp::start().await;
    let idle = app.member_in("idle", "Leeds").await;
    let near = app.member_in("near", "Leeds").await;
    let far = app.member_in("far", "York").await;
    let nowhere = app.member("nowhere").await;
    let taps = add(&near, "Plumbing").await;
    for owner in [&far, &nowhere] {
        add(owner, "Plumbing").await;
    }
    let ana = app.member_in("ana", "Leeds").await;
    let everybody = [&idle, &near, &far, &nowhere];
    let order = async |path: &str| {
        let list = ana.get(path).await.ok();
        names(&list, "id", &everybody)
    };
    let anywhere = "/api/users/people/nearby/53.8008/-1.5491/2000";
    assert_eq!(order(anywhere).await, ["near", "far", "idle", "nowhere"]);
    assert_eq!(order("/api/users/people/nearby/53.8008/-1.5491/200").await, ["near", "idle"]);
    assert_eq!(order("/api/users/people/within/leeds").await, ["near", "idle"]);
    assert_eq!(order("/api/users/people/within/leeds?category=Plumbing").await, ["near"]);
    assert_eq!(order("/api/users/people/within/leeds?category=Yoga").await, Vec::<String>::new());
    for term in ["plumber", "plumbr", "tap"] {
        let path = format!("/api/users/searchuser/{term}");
        assert_eq!(order(&path).await, ["near", "far", "nowhere"], "{term}");
    }
    assert_eq!(order("/api/users/searchuser/nowhere").await, ["nowhere"], "by name");
    near.delete(&format!("/api/skills/{}", id(&taps))).await.ok();
    assert_eq!(order("/api/users/searchuser/plumber").await, ["far", "nowhere"]);
    assert_eq!(order(anywhere).await[0], "far", "every change shows at once");
}
