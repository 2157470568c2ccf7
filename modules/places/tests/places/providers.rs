//! Each provider, according to its documentation.

use super::{
    TestApp, Value, assert_near, column, import, json, search,
    server::{Reply, Server},
};

const PHOTON: &str = include_str!("answers/photon.json");
const NOMINATIM: &str = include_str!("answers/nominatim.json");
const SUGGESTIONS: &str = include_str!("answers/google_suggestions.json");
const DETAILS: &str = include_str!("answers/google_details.json");

async fn app(provider: &str, url: &str) -> TestApp {
    TestApp::with(&settings(provider, url), true).await
}

fn settings(provider: &str, url: &str) -> String {
    format!("[places]\nprovider = '{provider}'\nurl = '{url}'\nkey = 'k-3141'\ntimeout_ms = 5000")
}

fn parameters(request: &str) -> Vec<String> {
    let target = request.split(' ').nth(1).unwrap();
    let (path, query) = target.split_once('?').unwrap();
    std::iter::once(path.to_owned()).chain(query.split('&').map(str::to_owned)).collect()
}

#[tokio::test]
async fn photon_requests_and_responses() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app("photon", &format!("{}/", server.url)).await;
    let ana = app.member("ana").await;
    let found = search(&ana, "Bridge  Gate").await;
    assert_eq!(
        column(&found, "label"),
        [
            "12 Bridge Gate, Hebden Bridge, HX7 8EX",
            "Bridge Gate, Hebden Bridge, HX7 8EX",
            "Heptonstall, West Yorkshire",
        ],
        "Dublin and Paris are left out"
    );
    assert_eq!(found[0]["street"], "12 Bridge Gate");
    assert_eq!(
        (&found[0]["city"], &found[0]["zip_code"]),
        (&json!("Hebden Bridge"), &json!("HX7 8EX"))
    );
    assert_near(&found[0], 53.7417, -2.0135);
    let request = server.requests.lock().unwrap()[0].clone();
    let asked = parameters(&request);
    for part in ["/api", "q=bridge%20gate", "limit=10", "bbox=-9%2C49%2C2.5%2C61", "countrycode=GB"]
    {
        assert!(asked.iter().any(|asked| asked == part), "{part} in {asked:?}");
    }
    assert!(request.to_lowercase().contains("user-agent: sparkyard/"), "{request}");
    let towns = ana.get("/api/places/search?q=bridge%20gate&kind=city").await.ok();
    assert_eq!(column(&towns, "city"), ["Heptonstall"]);
    let place = ana.get("/api/places/geocode?street=12%20Bridge%20Gate&city=Hebden%20Bridge").await;
    assert_eq!(place.ok()["zip_code"], "HX7 8EX");
}

#[tokio::test]
async fn nominatim_requests_and_responses() {
    let server = Server::always(Reply::Body(200, NOMINATIM.to_owned())).await;
    let app = app("nominatim", &server.url).await;
    let ana = app.member("ana").await;
    let found = search(&ana, "10 Downing Street").await;
    assert_eq!(
        column(&found, "label"),
        ["10 Downing Street, London, SW1A 2AA", "Otley, West Yorkshire"]
    );
    assert_eq!(found[0]["street"], "10 Downing Street");
    assert_near(&found[0], 51.5034, -0.1276);
    let asked = parameters(&server.requests.lock().unwrap()[0]);
    for part in [
        "/search",
        "q=10%20downing%20street",
        "format=jsonv2",
        "addressdetails=1",
        "countrycodes=gb",
    ] {
        assert!(asked.iter().any(|asked| asked == part), "{part} in {asked:?}");
    }
    let place = ana.get("/api/places/geocode?street=10%20Downing%20Street&city=London").await;
    assert_eq!(place.ok()["zip_code"], "SW1A 2AA");
    let far = ana.get("/api/places/geocode?street=10%20Downing%20Street&city=Lerwick").await;
    far.refused(404, "places.not_found");
}

fn google(request: &str) -> Reply {
    let body = match request.starts_with("POST /v1/places:autocomplete ") {
        true => SUGGESTIONS,
        false if request.starts_with("GET /v1/places/ChIJ-street?") => DETAILS,
        false => {
            r#"{"addressComponents":[{"longText":"France","shortText":"FR","types":["country"]}]}"#
        }
    };
    Reply::Body(200, body.to_owned())
}

#[tokio::test]
async fn google_results_get_coordinates_from_own_data() {
    let server = Server::start(google).await;
    let app = app("google", &server.url).await;
    let ana = app.member("ana").await;
    let found = search(&ana, "buckingham pal").await;
    assert_eq!(column(&found, "label"), ["1 Buckingham Gate, London, SW1A 1AA"]);
    assert_near(&found[0], 51.5074, -0.1278);

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("codepo_gb.zip");
    sparkyard_opendata::code_point(&file, 120).unwrap();
    import(&app, &file).await.unwrap();
    let found = search(&ana, "buckingham pal").await;
    assert_near(&found[0], 51.5010, -0.1416);
    let place = ana.get("/api/places/geocode?street=1%20Buckingham%20Gate&city=London").await.ok();
    assert_near(&place, 51.5010, -0.1416);

    let requests = server.requests.lock().unwrap().clone();
    assert!(requests.len() > 6, "nothing of it is kept");
    for request in &requests {
        assert!(request.to_lowercase().contains("x-goog-api-key: k-3141"), "{request}");
        assert!(!request.split('\n').next().unwrap().contains("k-3141"), "{request}");
        assert!(!request.contains("location"), "coordinates are not asked for: {request}");
    }
    let body: Value = serde_json::from_str(requests[0].split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(body["includedRegionCodes"], json!(["gb"]));
    assert!(requests[1].to_lowercase().contains("x-goog-fieldmask: addresscomponents"));
}

#[tokio::test]
async fn responses_are_cached_and_short_texts_skipped() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app("photon", &server.url).await;
    let ana = app.member("ana").await;
    for q in ["bridge gate", " Bridge  GATE "] {
        search(&ana, q).await;
    }
    assert_eq!(server.count(), 1);
    search(&ana, "bridge gat").await;
    assert_eq!(server.count(), 2);
    for short in ["br", "-- --", "HX7 8EX"] {
        search(&ana, short).await;
    }
    assert_eq!(server.count(), 2, "too short, no letters, or a whole postcode");
    let geocode = "/api/places/geocode?city=Leeds";
    ana.get(geocode).await.ok();
    assert_eq!(server.count(), 2, "a town is nobody else's business");
}
