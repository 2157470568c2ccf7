//! Search by everyday words, and words that admins add.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    sample::{add, ids},
    store::audited,
};

const WORDS: &str = "/api/admin/words";

async fn categories(member: &Member, term: &str) -> Vec<String> {
    let encoded = term.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    ids(&member.get(&format!("/api/skills/get/categories?q={encoded}")).await.ok())
}

/// Returns the titles of the skills that a term finds, sorted.
async fn skills(member: &Member, term: &str) -> Vec<String> {
    let encoded = term.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    let list = member.get(&format!("/api/skills/search?q={encoded}")).await.ok();
    let title = |skill: &Value| skill["skill_type"].as_str().expect("a title").to_owned();
    let mut found: Vec<String> = list.as_array().expect("a list").iter().map(title).collect();
    found.sort();
    found
}

#[tokio::test]
async fn everyday_words_find_categories_and_skills() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    for skill in ["Plumbing", "Gardening", "Cleaning", "Baking", "Dog walking", "Pet care", "Yoga"]
    {
        add(&bo, skill).await;
    }
    for (term, slugs, titles) in [
        ("plumber", &["plumbing"][..], &["Plumbing"][..]),
        ("gardener", &["gardening", "landscaping"], &["Gardening"]),
        ("cleaner", &["cleaning"], &["Cleaning"]),
        ("baker", &["baking"], &["Baking"]),
        ("dog walker", &["dog-walking", "pet-care"], &["Dog walking", "Pet care"]),
        ("dogwalking", &["dog-walking"], &["Dog walking"]),
        ("my tap is dripping", &["plumbing"], &["Plumbing"]),
        ("TV", &["it-help"], &[]),
        ("cv", &["careers"], &[]),
        ("hoover", &["cleaning", "appliance-repair"], &["Cleaning"]),
        ("PLUMBERS", &["plumbing"], &["Plumbing"]),
        ("somebody to do my gardening", &["gardening", "landscaping"], &["Gardening"]),
        ("plumer", &["plumbing"], &["Plumbing"]),
        ("gardner", &["gardening", "landscaping"], &["Gardening"]),
        ("bkaer", &["baking"], &["Baking"]),
        ("hovver", &["cleaning", "appliance-repair"], &["Cleaning"]),
        ("baaakr", &[], &[]),
        ("ygo", &[], &[]),
    ] {
        assert_eq!(categories(&ana, term).await, slugs, "{term}");
        assert_eq!(skills(&ana, term).await, titles, "{term}");
    }
}

#[tokio::test]
async fn invalid_terms_are_rejected() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let long = "x".repeat(10_000);
    for term in ["", "a", "%20a%20", "%00%00%00", "plum%00ber", "a%0Ab%0Ac", &long] {
        ana.get(&format!("/api/skills/get/categories?q={term}")).await.invalid("q");
        ana.get(&format!("/api/skills/search?q={term}")).await.invalid("q");
    }
    for term in ["водопроводчик", "水道工事屋", "<b>x</b>", "'; DELETE skill;", "!!!"]
    {
        assert_eq!(categories(&ana, term).await, Vec::<String>::new(), "{term}");
    }
}

#[tokio::test]
async fn admins_add_and_remove_words() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let known = iris.get(WORDS).await.ok();
    assert_eq!(ids(&known).len(), 43);
    assert_eq!(known[0]["id"], "plumbing");
    assert!(known[0]["words"].as_array().unwrap().contains(&json!("plumber")));
    assert_eq!(known[0]["added"], json!([]));

    let body = |word: &str| json!({ "category": "cleaning", "word": word });
    assert_eq!(categories(&ana, "skivvy").await, Vec::<String>::new());
    for _ in 0..2 {
        let saved = iris.post(WORDS, body(" Skivvy ")).await.ok();
        assert_eq!(saved["added"], json!(["skivvy"]), "once, however often it is added");
    }
    let saved = iris.post(WORDS, body("CLEANER")).await.ok();
    assert_eq!(saved["added"], json!(["skivvy"]), "ours already");
    assert_eq!(categories(&ana, "skivy").await, ["cleaning"], "one letter wrong");
    assert_eq!(categories(&ana, "skivvies").await, ["cleaning"], "another form of it");
    for _ in 0..2 {
        let saved = iris.delete_with(WORDS, body("skivvy")).await.ok();
        assert_eq!(saved["added"], json!([]));
    }
    assert_eq!(categories(&ana, "skivvy").await, Vec::<String>::new());
    let mut log = audited(&app).await;
    log.sort();
    let of = |what: &str| format!("skills.word_{what} skill_category:cleaning");
    assert_eq!(log, [of("added"), of("removed")], "what changed nothing is not in the log");
}

#[tokio::test]
async fn words_are_limited_and_for_admins_only() {
    let app = TestApp::start().await;
    let (ana, iris) = (app.member("ana").await, app.admin("iris").await);
    let body = json!({ "category": "cleaning", "word": "skivvy" });
    ana.get(WORDS).await.refused(403, "auth.forbidden");
    ana.post(WORDS, body.clone()).await.refused(403, "auth.forbidden");
    ana.delete_with(WORDS, body.clone()).await.refused(403, "auth.forbidden");
    app.anonymous().get(WORDS).await.refused(401, "auth.unauthorised");
    let long = "x".repeat(41);
    for word in ["", " ", "a", "!?", "a\0b", "a\nb", &long] {
        let body = json!({ "category": "cleaning", "word": word });
        iris.post(WORDS, body).await.invalid("word");
    }
    for category in ["", "nothing", "Cleaning", "a\0", &long] {
        let body = json!({ "category": category, "word": "skivvy" });
        iris.post(WORDS, body.clone()).await.invalid("category");
        iris.delete_with(WORDS, body).await.invalid("category");
    }
    for n in 0..50 {
        let body = json!({ "category": "cleaning", "word": format!("word {n}") });
        iris.post(WORDS, body).await.ok();
    }
    iris.post(WORDS, body.clone()).await.refused(409, "skills.too_many_words");
    let full = iris.get(&format!("{WORDS}?limit=3")).await.ok();
    assert_eq!(full[2]["added"].as_array().unwrap().len(), 50);
    iris.delete_with(WORDS, json!({ "category": "cleaning", "word": "word 7" })).await.ok();
    iris.post(WORDS, body).await.ok();
}
