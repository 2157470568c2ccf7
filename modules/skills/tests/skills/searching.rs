//! Search by text.

use serde_json::json;
use sparkyard_testkit::Member;

use crate::TestApp;
use crate::sample::{add, add_described, id, ids};

async fn found(member: &Member, term: &str) -> Vec<String> {
    let encoded = term.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let mut found = ids(&member.get(&format!("/api/skills/search?q={encoded}")).await.ok());
    found.sort();
    found
}

#[tokio::test]
async fn skills_are_found_by_word_prefixes() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let iris = app.admin("iris").await;
    let taps = id(&add(&bo, "Plumbing").await);
    let walls = id(&add(&bo, "Painting & decorating").await);
    let mut own = Vec::new();
    for name in ["Bee whispering", "Жонглирование", "水道工事", "تصليح الدراجات", "Crème brûlée"]
    {
        let skill = add(&bo, name).await;
        own.push(id(&skill));
        assert_eq!(found(&ana, name).await, Vec::<String>::new(), "{name} waits");
        let decide = format!("/api/admin/skills/{}/approve", id(&skill));
        iris.put_empty(&decide).await.ok();
    }
    add(&ana, "Plumbing").await;
    for (term, expected) in [
        ("plu", vec![&taps]),
        ("  PLUMB ", vec![&taps]),
        ("paint decor", vec![&walls]),
        ("decorating painting", vec![&walls]),
        ("boiler", vec![&taps]),
        ("bee", vec![&own[0]]),
        ("whisp bee", vec![&own[0]]),
        ("bee plumbing", vec![&own[0], &taps]),
        ("жонгл", vec![&own[1]]),
        ("水道工事", vec![&own[2]]),
        ("تصليح", vec![&own[3]]),
        ("creme bru", vec![&own[4]]),
        ("orating", vec![]),
        ("zzz", vec![]),
        ("!!!", vec![]),
        ("<script>alert(1)</script>", vec![]),
        ("'; DELETE skill; --", vec![]),
    ] {
        let mut expected: Vec<String> = expected.into_iter().cloned().collect();
        expected.sort();
        assert_eq!(found(&ana, term).await, expected, "{term}");
    }
    let long = "x".repeat(101);
    for term in ["", "a", "%20%20a%20", "%E6%B0%B4", &long] {
        ana.get(&format!("/api/skills/search?q={term}")).await.invalid("q");
    }
    ana.get("/api/skills/search?q=plumbing&limit=0").await.invalid("limit");
    app.anonymous().get("/api/skills/search?q=plumbing").await.refused(401, "auth.unauthorised");

    bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    assert_eq!(found(&ana, "plumb").await, Vec::<String>::new(), "who hides is not found");
}

/// Returns the found ids in the order of the response.
async fn in_order(member: &Member, term: &str) -> Vec<String> {
    let encoded = term.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    ids(&member.get(&format!("/api/skills/search?q={encoded}")).await.ok())
}

#[tokio::test]
async fn more_matching_words_and_own_text_rank_first() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let near = app.member_in("near", "Leeds").await;
    let rosie = app.member_in("rosie", "Leeds").await;
    let far = app.member_in("far", "London").await;
    let plain = add_described(&near, "Plumbing", "Evenings only.").await;
    let taps = add_described(&rosie, "Plumbing", "I stop taps from dripping.").await;
    let tapping = add_described(&near, "Dance", "Tap shoes are not needed.").await;
    let far_taps = add_described(&far, "Plumbing", "Any tap, dripping or not.").await;
    let cellos = add_described(&far, "Carpentry", "Mostly repairs of cellos.").await;
    let list = |found: &[&String]| found.iter().map(|id| (*id).clone()).collect::<Vec<_>>();
    assert_eq!(in_order(&ana, "plumber").await, list(&[&plain, &taps, &far_taps]));
    assert_eq!(in_order(&ana, "someone for my boiler").await, list(&[&plain, &taps, &far_taps]));
    for term in ["my tap is dripping", "dripping taps", "TAP drips!"] {
        // A neighbour with a worse match comes before a distant person with a better one.
        assert_eq!(in_order(&ana, term).await, list(&[&taps, &plain, &far_taps]), "{term}");
    }
    assert_eq!(in_order(&ana, "tap").await, list(&[&tapping, &plain, &taps, &far_taps]));
    assert_eq!(in_order(&ana, "rosie plumbing").await, list(&[&taps, &plain, &far_taps]));
    let people = async |term: &str| {
        let term = term.replace(' ', "%20");
        ids(&ana.get(&format!("/api/users/searchuser/{term}")).await.ok())
    };
    assert_eq!(people("rosie plumbing").await.len(), 3);
    app.member_in("will", "Leeds").await;
    assert_eq!(people("will you fix my tap").await.len(), 3, "a stop word finds nobody");
    assert_eq!(people("will").await.len(), 1);
    assert_eq!(in_order(&ana, "cellos").await, list(&[&cellos]), "no category is called so");
    assert_eq!(in_order(&ana, "harpsichord").await, Vec::<String>::new());

    // Searches match the current text of a skill, and not its former one.
    let old = ana.get("/api/skills/search?q=cello").await.ok();
    assert_eq!(ids(&old), [cellos.as_str()]);
    let form = crate::sample::form_with("description", "Harpsichords only.");
    let changed = far.put_form(&format!("/api/skills/{cellos}"), &form, &[]).await;
    changed.ok();
    assert_eq!(in_order(&ana, "cello").await, Vec::<String>::new());
    assert_eq!(in_order(&ana, "harpsichord").await, list(&[&cellos]));
}

#[tokio::test]
async fn several_categories_are_paginated_as_one_list() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let mut expected = Vec::new();
    for turn in 0..9 {
        let category = ["Bike repair", "Plumbing", "Pottery"][turn % 3];
        let skill = id(&add(&bo, category).await);
        if category != "Plumbing" {
            expected.insert(0, skill);
        }
    }
    for limit in [1, 2, 5, 20] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            // Both bicycle repair and pottery match 'wheel', though neither has it in its name.
            let path = format!("/api/skills/search?q=wheel&limit={limit}{cursor}");
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
