use std::sync::Arc;

use serde_json::{Value, json};
use sparkyard_kernel::ports::Skills;
use sparkyard_testkit::Member;

use crate::TestApp;
use crate::sample::{add, id, ids};

/// Reads all pages of a category, `limit` skills at a time.
async fn pages(member: &Member, category: &str, limit: usize) -> Vec<String> {
    let path = format!("/api/skills/searchname/{category}?limit={limit}");
    let (mut found, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let more = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let response = member.get(&format!("{path}{more}")).await;
        let page = ids(&response.ok());
        assert!(page.len() <= limit);
        found.extend(page);
        cursor = response.next_cursor();
        if cursor.is_none() {
            return found;
        }
    }
}

#[tokio::test]
async fn catalogue_is_complete_with_pictures() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let list = ana.get("/api/skills/get/categories").await.ok();
    assert_eq!(ids(&list).len(), 43);
    let plumbing = json!({
        "id": "plumbing", "title": "Plumbing", "name": "Plumbing",
        "icon": "plumbing", "thumbnail": "/art/plumbing.svg", "is_hidden": false,
    });
    assert!(list.as_array().unwrap().contains(&plumbing), "{list}");
    let response = ana.get("/api/skills/get/categories?limit=40").await;
    assert_eq!(ids(&response.ok()).len(), 40);
    let cursor = response.next_cursor().unwrap();
    let rest = ana.get(&format!("/api/skills/get/categories?cursor={cursor}")).await.ok();
    assert_eq!(ids(&rest).len(), 3);
    app.anonymous().get("/api/skills/get/categories").await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn category_lists_others_skills_newest_first() {
    let app = TestApp::start().await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    let mut expected = Vec::new();
    for turn in 0..9 {
        let owner = [&ana, &bo, &cy][turn % 3];
        let skill = id(&add(owner, "Painting & decorating").await);
        if owner.id != ana.id {
            expected.insert(0, skill);
        }
    }
    add(&bo, "Plumbing").await;
    for limit in [1, 2, 3, 6, 100] {
        assert_eq!(pages(&ana, "decorating", limit).await, expected, "{limit}");
    }
    for name in ["DECORATING", "painting%20%26%20decorating"] {
        assert_eq!(pages(&ana, name, 20).await, expected, "{name}");
    }
    for name in ["cooking", "no-such-thing", "%21", "%3Cscript%3E", "%D0%B6"] {
        assert_eq!(pages(&ana, name, 20).await, Vec::<String>::new(), "{name}");
    }
    ana.get("/api/skills/searchname/decorating?limit=0").await.invalid("limit");
    ana.get("/api/skills/searchname/decorating?cursor=%25").await.invalid("cursor");

    let hidden = bo.put("/api/users/visibility", json!({ "visible": false })).await;
    hidden.ok();
    let shown = pages(&ana, "decorating", 1).await;
    assert_eq!(shown.len(), 3, "only those of cy are left");
    let all = ana.get("/api/skills/searchname/decorating").await.ok();
    assert!(all.as_array().unwrap().iter().all(|skill| skill["user_id"] == json!(cy.id)));
}

#[tokio::test]
async fn distance_needs_two_locations() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member_in("bo", "London").await);
    let nowhere = app.member("cy").await;
    let skill = add(&ana, "Yoga").await;
    let path = format!("/api/skills/{}", id(&skill));
    assert_eq!(nowhere.get(&path).await.ok()["distance"], Value::Null);
    let seen = bo.get("/api/skills/searchname/yoga").await.ok();
    let km = seen[0]["distance"].as_f64().unwrap();
    assert!((260.0..285.0).contains(&km), "{km}");
    assert_eq!(bo.get(&path).await.ok()["distance"].as_f64(), Some(km));
    let near = app.member_in("di", "Leeds").await;
    assert_eq!(near.get(&path).await.ok()["distance"], json!(0.0));
    for secret in ["lat", "lon", "email", "phone", "street"] {
        assert!(seen[0].get(secret).is_none(), "{secret}");
    }
    // Distances from three chosen points would reveal where somebody lives.
    ana.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    assert_eq!(near.get(&path).await.ok()["distance"], Value::Null, "hidden");
    ana.put("/api/users/visibility", json!({ "visible": true })).await.ok();
    assert_eq!(near.get(&path).await.ok()["distance"], json!(0.0));
}

#[tokio::test]
async fn other_modules_see_what_people_offer() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let first = id(&add(&ana, "Yoga").await);
    let second = id(&add(&ana, "Cooking").await);
    let waiting = id(&add(&ana, "Bee whispering").await);
    let port: Arc<dyn Skills> = app.host.ports.require("tests").unwrap();
    let users = [ana.id.as_str().into(), bo.id.as_str().into()];
    for (all, expected) in [
        (false, vec![second.clone(), first.clone()]),
        (true, vec![waiting, second.clone(), first.clone()]),
    ] {
        let found = port.of_people(&users, all).await.unwrap();
        let skills = found[&users[0]].iter().map(|skill| skill.id.0.clone());
        assert_eq!(skills.collect::<Vec<_>>(), expected);
        assert!(!found.contains_key(&users[1]));
    }
    assert_eq!(port.count().await.unwrap(), 2);
    assert!(port.of_people(&[], true).await.unwrap().is_empty());
}
