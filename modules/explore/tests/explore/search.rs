use sparkyard_testkit::encoded;

use super::{TestApp, all_pages, ids, json, neighbour};

const PEOPLE: &[(&str, &str)] = &[
    ("p1", "Seán O'Neill"),
    ("p2", "Иван Петров"),
    ("p3", "王 小明"),
    ("p4", "Mary-Jane Smith"),
    ("p5", "Mary Janet"),
    ("p6", "<script>alert</script> Bobby"),
    ("p7", "Wolfeschlegelsteinhausenbergerdorff Maximilian"),
];

async fn crowd() -> (TestApp, super::Member) {
    let app = TestApp::start().await;
    for (id, name) in PEOPLE {
        neighbour(&app, id, name, "Leeds").await;
    }
    let ana = app.member_in("ana", "Leeds").await;
    (app, ana)
}

#[tokio::test]
async fn names_match_by_word_prefix() {
    let (_app, ana) = crowd().await;
    for (term, expected) in [
        ("sean", &["p1"][..]),
        ("SEÁ", &["p1"]),
        ("o'neill", &["p1"]),
        ("oneill", &["p1"]),
        ("nei", &[]),
        ("иван", &["p2"]),
        ("ivan pet", &["p2"]),
        ("王 小", &["p3"]),
        ("mary", &["p5", "p4"]),
        ("jan", &["p4", "p5"]),
        ("mary jane", &["p5", "p4"]),
        ("mary-jane s", &["p4"]),
        ("smith mary", &["p4"]),
        ("marry", &["p4", "p5"]),
        ("smiht", &["p4"]),
        ("wolfeschlegelsteinhausenbergerdorf", &["p7"]),
        ("marysx", &[]),
        ("seam", &["p1"]),
        ("sxam", &[]),
        ("  mar  ", &["p5", "p4"]),
        ("<script>", &["p6"]),
        ("wolfeschlegelsteinhausen", &["p7"]),
        ("'; drop table person; --", &[]),
        ("!!!", &[]),
        ("ana", &[]),
    ] {
        let path = format!("/api/users/searchuser/{}", encoded(term));
        let mut found = ids(&ana.get(&path).await);
        let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        if term != "mary-jane s" {
            found.sort();
            expected.sort();
        }
        assert_eq!(found, expected, "{term}");
    }
}

#[tokio::test]
async fn equal_matches_are_sorted_by_distance() {
    let app = TestApp::start().await;
    for (id, city) in [("a-far", "London"), ("b-near", "Leeds"), ("c-mid", "York")] {
        neighbour(&app, id, "Nia Example", city).await;
    }
    let ana = app.member_in("ana", "Leeds").await;
    assert_eq!(ids(&ana.get("/api/users/searchuser/nia").await), ["b-near", "c-mid", "a-far"]);
    for (query, expected) in [
        ("distance=200", &["b-near"][..]),
        ("distance=2000", &["b-near", "c-mid", "a-far"]),
        ("city=YORK", &["c-mid"]),
        ("lat=51.5074&lon=-0.1278", &["a-far", "b-near", "c-mid"]),
        ("lat=51.5074&lon=-0.1278&distance=500", &["a-far"]),
    ] {
        let found = ids(&ana.get(&format!("/api/users/searchuser/nia?{query}")).await);
        assert_eq!(found, expected, "{query}");
    }
    for wrong in ["9", "-1", "all", "200.5", "99999999999999999999"] {
        for path in ["searchuser/nia?distance=", "people/nearby/53.8/-1.5/"] {
            let response = ana.get(&format!("/api/users/{path}{wrong}")).await;
            response.invalid("distance");
        }
    }
    ana.get("/api/users/searchuser/nia?lat=53").await.invalid("lon");
    let bo = app.member("bo").await;
    bo.get("/api/users/searchuser/nia?distance=200").await.invalid("lat");
    assert_eq!(ids(&bo.get("/api/users/searchuser/nia").await), ["a-far", "b-near", "c-mid"]);
}

#[tokio::test]
async fn term_length_is_limited() {
    let (_app, ana) = crowd().await;
    for term in ["a", " a ", "a%20", "%E7%8E%8B"] {
        ana.get(&format!("/api/users/searchuser/{}", term.replace(' ', "%20")))
            .await
            .invalid("term");
    }
    ana.get(&format!("/api/users/searchuser/{}", "x".repeat(101))).await.invalid("term");
    assert!(ids(&ana.get(&format!("/api/users/searchuser/{}", "x".repeat(100))).await).is_empty());
}

#[tokio::test]
async fn search_follows_visibility_and_renaming() {
    let (app, ana) = crowd().await;
    let bo = app.member_in("bobo", "Leeds").await;
    let search = |term: &'static str| {
        let ana = ana.clone();
        async move { ids(&ana.get(&format!("/api/users/searchuser/{term}")).await) }
    };
    assert_eq!(search("bobo").await, [bo.id.as_str()]);
    bo.put("/api/users/visibility", json!({ "visible": false })).await.ok();
    assert!(search("bobo").await.is_empty());
    assert!(!ids(&ana.get("/api/users/people/within/leeds").await).contains(&bo.id));
    bo.put("/api/users/visibility", json!({ "visible": true })).await.ok();
    let body = json!({
        "email": bo.email, "firstname": "Roberta", "lastname": "Quill", "gender": "female",
        "password": "", "location": "Leeds", "street": "", "zip_code": "", "website": "",
    });
    bo.put(&format!("/api/users/update/{}", bo.id), body).await.ok();
    assert!(search("bobo").await.is_empty());
    assert_eq!(search("roberta%20qui").await, [bo.id.as_str()]);
}

#[tokio::test]
async fn city_lists_people_ignoring_case() {
    let (app, ana) = crowd().await;
    neighbour(&app, "york", "York Er", "York").await;
    let mut seen = Vec::new();
    for row in all_pages(&ana, "/api/users/people/within/LEEDS").await {
        seen.push(row["id"].as_str().unwrap().to_owned());
        assert_eq!((&row["location"], &row["distance"]), (&json!("Leeds"), &json!(0.0)));
    }
    seen.sort();
    assert_eq!(seen, PEOPLE.iter().map(|(id, _)| (*id).to_owned()).collect::<Vec<_>>());
    assert_eq!(ids(&ana.get("/api/users/people/within/york").await), ["york"]);
    for city in ["Atlantis", "%3Cscript%3E", "%27"] {
        assert!(ids(&ana.get(&format!("/api/users/people/within/{city}")).await).is_empty());
    }
    let nobody = ana.get("/api/users/people/within/leeds?category=plumbing").await;
    assert!(ids(&nobody).is_empty(), "nobody here offers anything");
    ana.get("/api/users/people/within/leeds?limit=0").await.invalid("limit");
}

#[tokio::test]
async fn search_results_are_paged() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for n in 0..7 {
        neighbour(&app, &format!("n{n}"), &format!("Nia {}", char::from(b'g' - n)), "Leeds").await;
    }
    let found = all_pages(&ana, "/api/users/searchuser/nia").await;
    let found: Vec<&str> = found.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(found, ["n6", "n5", "n4", "n3", "n2", "n1", "n0"], "by name");
}
