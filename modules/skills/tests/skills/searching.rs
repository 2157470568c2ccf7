//! Finding skills by what is typed.

use serde_json::json;
use sparkyard_testkit::Member;

use crate::TestApp;
use crate::sample::{add, id, ids};

async fn found(member: &Member, term: &str) -> Vec<String> {
    let encoded = term.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let mut found = ids(&member.get(&format!("/api/skills/search?q={encoded}")).await.ok());
    found.sort();
    found
}

#[tokio::test]
async fn skills_are_found_by_how_words_of_their_names_begin() {
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
    for term in ["", "ab", "%20%20a%20", "%E6%B0%B4", &long] {
        ana.get(&format!("/api/skills/search?q={term}")).await.invalid("q");
    }
    ana.get("/api/skills/search?q=plumbing&limit=0").await.invalid("limit");
    app.anonymous().get("/api/skills/search?q=plumbing").await.refused(401, "auth.unauthorised");

    bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    assert_eq!(found(&ana, "plumb").await, Vec::<String>::new(), "who hides is not found");
}

#[tokio::test]
async fn several_categories_are_one_list_page_by_page() {
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
            // No category is called so, but both bicycles and potters have one.
            let path = format!("/api/skills/search?q=wheel&limit={limit}{cursor}");
            let answer = ana.get(&path).await;
            seen.extend(ids(&answer.ok()));
            match answer.next_cursor() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, expected, "{limit} a page");
    }
}
