use super::{TestApp, Value, assert_near, import, json};

async fn map(app: &TestApp) -> Value {
    app.anonymous().get("/api/places/map").await.ok()
}

async fn page_policy(app: &TestApp) -> String {
    let page = app.anonymous().with_header("accept", "text/html").get("/docs/").await;
    page.header("content-security-policy").unwrap().to_owned()
}

#[tokio::test]
async fn maps_have_no_tiles_by_default() {
    let app = TestApp::start().await;
    let map = map(&app).await;
    assert_eq!((&map["tiles"], &map["attribution"]), (&Value::Null, &json!("")));
    assert_eq!(map["default"]["name"], "London");
    assert_near(&map["default"], 51.5074, -0.1278);
    assert!(page_policy(&app).await.ends_with("img-src 'self' data: blob:"));
}

#[tokio::test]
async fn configured_tiles_are_allowed_by_the_policy() {
    let settings = "[site]\ndefault_city = 'hebden bridge'\n[places]\n\
        tile_url = 'https://{s}.tile.example.org/{z}/{x}/{y}.png'\n\
        tile_attribution = 'Pictures: Example'";
    let app = TestApp::with(settings, true).await;
    let map = map(&app).await;
    assert_eq!(map["tiles"], "https://{s}.tile.example.org/{z}/{x}/{y}.png");
    assert_eq!(map["attribution"], "Pictures: Example");
    assert_eq!(map["default"]["name"], "Hebden Bridge");
    let policy = page_policy(&app).await;
    assert!(policy.ends_with("img-src 'self' data: blob: https://*.tile.example.org"), "{policy}");
    assert_eq!(policy.matches("example.org").count(), 1, "for pictures only: {policy}");
}

#[tokio::test]
async fn attribution_names_imported_data() {
    let app = TestApp::start().await;
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    sparkyard_opendata::geonames(&file("GB.zip"), 30).unwrap();
    sparkyard_opendata::geonames_postal(&file("postal.zip"), 30).unwrap();
    sparkyard_opendata::code_point(&file("codepo_gb.zip"), 120).unwrap();
    for name in ["GB.zip", "postal.zip", "codepo_gb.zip"] {
        import(&app, &file(name)).await.unwrap();
    }
    let attribution = map(&app).await["attribution"].as_str().unwrap().to_owned();
    assert_eq!(attribution.matches("GeoNames").count(), 1, "{attribution}");
    for line in [
        "CC BY 4.0",
        "Contains OS data \u{a9} Crown copyright and database right 2026",
        "Contains Royal Mail data \u{a9} Royal Mail copyright and database right 2026",
        "Open Government Licence v3.0",
    ] {
        assert!(attribution.contains(line), "{attribution}");
    }
}
