use super::{TestApp, column, json};

#[tokio::test]
async fn the_cities_are_there_for_everyone() {
    let app = TestApp::start().await;
    let cities = column(&app.anonymous().get("/api/places/cities").await, "name");
    assert!(cities.len() >= 69);
    assert!(cities.is_sorted());
    for city in [
        "Aberdeen",
        "Belfast",
        "Birmingham",
        "Bristol",
        "Cardiff",
        "Edinburgh",
        "Glasgow",
        "Leeds",
        "Liverpool",
        "London",
        "Manchester",
        "York",
    ] {
        assert!(cities.iter().any(|known| known == city), "{city}");
    }
}

#[tokio::test]
async fn places_complete_what_is_typed() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let found = ana.get("/api/places/search?q=hebd").await.ok();
    assert_eq!(found[0]["label"], "Hebden Bridge, West Yorkshire");
    assert_eq!((&found[0]["city"], &found[0]["postcode"]), (&json!("Hebden Bridge"), &json!(null)));
    assert_eq!(ana.get("/api/places/search?q=b").await.ok().as_array().unwrap().len(), 10);
    for nothing in ["", "zzz", "%20", "%3Cscript%3E"] {
        assert_eq!(ana.get(&format!("/api/places/search?q={nothing}")).await.ok(), json!([]));
    }
    ana.get(&format!("/api/places/search?q={}", "x".repeat(101))).await.invalid("q");
    let missing = ana.get("/api/places/search").await;
    assert!(matches!(missing.status, 400 | 422));
}
