use super::{TestApp, assert_near, column, json, search};

#[tokio::test]
async fn cities_are_listed_without_signing_in() {
    let app = TestApp::start().await;
    let cities = column(&app.anonymous().get("/api/places/cities").await.ok(), "name");
    assert!(cities.len() >= 400);
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
async fn search_completes_typed_text() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let found = search(&ana, "hebd").await;
    assert_eq!(found[0]["label"], "Hebden Bridge, West Yorkshire");
    assert_eq!(found[0]["city"], "Hebden Bridge");
    assert_eq!((&found[0]["street"], &found[0]["zip_code"]), (&json!(null), &json!(null)));
    assert_eq!(column(&search(&ana, "york").await, "city")[0], "York");
    assert_eq!(column(&search(&ana, "Leeds, West Yo").await, "city"), ["Leeds"]);
    assert!(column(&search(&ana, "trent").await, "city").contains(&"Stoke-on-Trent".to_owned()));
    assert_eq!(search(&ana, "b").await.as_array().unwrap().len(), 10);
    for nothing in ["", "zzz", " ", "<script>", "XX1 1AA", "XX1"] {
        assert_eq!(search(&ana, nothing).await, json!([]), "{nothing}");
    }
    let path = "/api/places/search?q=b";
    assert_eq!(ana.get(&format!("{path}&limit=3")).await.ok().as_array().unwrap().len(), 3);
    assert_eq!(ana.get(&format!("{path}&kind=address")).await.ok(), json!([]));
    assert_eq!(ana.get(&format!("{path}&kind=city")).await.ok().as_array().unwrap().len(), 10);
    for limit in ["0", "21"] {
        ana.get(&format!("{path}&limit={limit}")).await.invalid("limit");
    }
    ana.get(&format!("/api/places/search?q={}", "x".repeat(101))).await.invalid("q");
    for wrong in ["/api/places/search", &format!("{path}&kind=planet")] {
        assert!(matches!(ana.get(wrong).await.status, 400 | 422), "{wrong}");
    }
    app.anonymous().get(path).await.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn postcode_yields_the_town_of_its_area() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for (typed, town) in [
        ("BA2 4RF", "Bath"),
        ("ba24rf", "Bath"),
        ("BA2 4", "Bath"),
        ("BA2", "Bath"),
        ("SW1A 1AA", "London"),
        ("BT1 1AA", "Belfast"),
        ("JE2 3AB", "St Helier"),
    ] {
        for kind in ["any", "city"] {
            let path = format!("/api/places/search?q={}&kind={kind}", typed.replace(' ', "%20"));
            let found = ana.get(&path).await.ok();
            assert_eq!(column(&found, "city"), [town], "{typed} as {kind}");
            assert_eq!(found[0]["zip_code"], json!(null), "{typed}: only the town is known");
        }
    }
    let geocode = async |query: &str| ana.get(&format!("/api/places/geocode?{query}")).await.ok();
    for query in ["zip_code=BA2%208QA", "city=Wellow&zip_code=BA2%208QA"] {
        let found = geocode(query).await;
        assert_eq!((&found["city"], &found["zip_code"]), (&json!("Bath"), &json!(null)), "{query}");
    }
    assert_eq!(geocode("city=Leeds&zip_code=BA2%208QA").await["city"], "Leeds", "a town says more");
}

#[tokio::test]
async fn addresses_resolve_to_their_town() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let geocode = async |query: &str| ana.get(&format!("/api/places/geocode?{query}")).await;
    let leeds = geocode("street=4%20Mill%20Lane&city=leeds&zip_code=LS1%204DY").await.ok();
    assert_eq!((&leeds["city"], &leeds["street"]), (&json!("Leeds"), &json!(null)));
    assert_near(&leeds, 53.7974, -1.5437);
    for unknown in ["", "city=Atlantis", "zip_code=XX1%201AA", "street=4%20Mill%20Lane", "city=%20"]
    {
        let response = geocode(unknown).await;
        response.refused(404, "places.not_found");
        assert_eq!(response.body["message"], "Could not find coordinates for this address");
    }
    for (field, length) in [("street", 121), ("city", 121), ("zip_code", 13)] {
        geocode(&format!("{field}={}", "x".repeat(length))).await.invalid(field);
    }
    let anonymous = app.anonymous().get("/api/places/geocode?city=Leeds").await;
    anonymous.refused(401, "auth.unauthorised");
}

#[tokio::test]
async fn point_resolves_to_its_town() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let reverse = async |lat: f64, lon: f64| {
        ana.get(&format!("/api/places/reverse?lat={lat}&lon={lon}")).await
    };
    for (lat, lon, city) in [
        (53.741, -2.013, "Hebden Bridge"),
        (51.501, -0.1416, "London"),
        (53.83, -1.58, "Leeds"),
        (60.2, -1.2, "Lerwick"),
        (54.99, -7.3, "Derry (Londonderry)"),
    ] {
        assert_eq!(reverse(lat, lon).await.ok()["city"], city);
    }
    for (lat, lon) in [(53.35, -6.26), (48.85, 2.35), (0.0, 0.0), (-89.9, 179.0)] {
        reverse(lat, lon).await.refused(404, "places.not_found");
    }
    for (lat, lon, field) in [
        (91.0, 0.0, "lat"),
        (0.0, 181.0, "lon"),
        (f64::NAN, 0.0, "lat"),
        (0.0, f64::INFINITY, "lon"),
    ] {
        reverse(lat, lon).await.invalid(field);
    }
    let wrong = ana.get("/api/places/reverse?lat=north&lon=0").await;
    assert!(matches!(wrong.status, 400 | 422));
}
