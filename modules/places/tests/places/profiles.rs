//! Coordinates of profiles, which are set when a profile is saved.

use super::{
    Answer, Member, TestApp, Value, assert_near, import, json,
    server::{Reply, Server},
};

const PHOTON: &str = include_str!("answers/photon.json");

async fn save(member: &Member, lines: [&str; 3]) -> Answer {
    let [location, street, zip_code] = lines;
    let body = json!({ "bio": "", "location": location, "street": street, "zip_code": zip_code });
    member.put("/api/users/profile/update/bio", body).await
}

#[tokio::test]
async fn known_postcode_alone_is_enough() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    save(&ana, ["", "", "XX1 1AA"])
        .await
        .refused(422, "explore.place_not_found")
        .invalid("zip_code");
    let saved = save(&ana, ["", "", "BA2 4RF"]).await.ok();
    assert_eq!(saved["location"], "Bath");
    assert_near(&saved, 51.38, -2.36);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("codepo_gb.zip");
    sparkyard_opendata::code_point(&file, 240).unwrap();
    import(&app, &file).await.unwrap();
    let saved = save(&ana, ["", "", "sw1a1aa"]).await.ok();
    assert_eq!(saved["location"], "London");
    assert_near(&saved, 51.5010, -0.1416);
    let saved = save(&ana, ["london", "1 The Mall", "SW1A 1AA"]).await.ok();
    assert_eq!((&saved["location"], &saved["street"]), (&json!("London"), &json!("1 The Mall")));
    assert_near(&saved, 51.5010, -0.1416);
    let saved = save(&ana, ["London", "1 The Mall", "SW1A 9ZZ"]).await.ok();
    assert_near(&saved, 51.5010, -0.1416);
    for unknown in ["no code", "BA2 4RF"] {
        save(&ana, ["", "", unknown]).await.refused(422, "explore.place_not_found");
    }
}

#[tokio::test]
async fn unknown_village_keeps_its_name() {
    let app = TestApp::start().await;
    let sign_up = async |name: &str, whereabouts: Value| {
        let member = app.member_with(name, whereabouts).await;
        let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
        (member, profile)
    };
    // With the coordinates of the nearest town, chosen by the member.
    let near = json!({ "location": "Wellow", "lat": 51.3811, "lon": -2.359 });
    let (_, ana) = sign_up("ana", near).await;
    assert_eq!(ana["location"], "Wellow");
    assert_near(&ana, 51.3811, -2.359);
    // Without coordinates the member can still save, now and later.
    let (bo, profile) = sign_up("bo", json!({ "location": " Wellow " })).await;
    assert_eq!((&profile["location"], &profile["lat"]), (&json!("Wellow"), &json!(null)));
    let saved = save(&bo, ["Wellow", "", ""]).await.ok();
    assert_eq!((&saved["location"], &saved["lat"]), (&json!("Wellow"), &json!(null)));
    let saved = save(&bo, ["Wellow", "", "BA2 8QA"]).await.ok();
    assert_eq!(saved["location"], "Wellow");
    assert_near(&saved, 51.38, -2.36);
    // A member who moves to a village chooses the nearest town, as at sign-up.
    let moved = json!({
        "email": bo.email, "firstname": "Bo", "lastname": "Example", "gender": "other",
        "password": "", "location": "Marksbury", "street": "", "zip_code": "", "website": "",
        "lat": 51.3811, "lon": -2.359,
    });
    let saved = bo.put(&format!("/api/users/update/{}", bo.id), moved).await.ok();
    assert_eq!(saved["location"], "Marksbury");
    assert_near(&saved, 51.3811, -2.359);
    // A postcode is accepted as a location.
    let (_, cy) = sign_up("cy", json!({ "location": "BA2 8QA" })).await;
    assert_eq!(cy["location"], "Bath");
    assert_near(&cy, 51.38, -2.36);
}

#[tokio::test]
async fn address_is_looked_up_only_when_it_changes() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let settings =
        format!("[places]\nprovider = 'photon'\nurl = '{}'\ncache_entries = 0", server.url);
    let app = TestApp::with(&settings, true).await;
    let ana = app.member("ana").await;
    let lines = ["Hebden Bridge", "12 Bridge Gate", "HX7 8EX"];
    let saved = save(&ana, lines).await.ok();
    assert_eq!(saved["location"], "Hebden Bridge");
    assert_near(&saved, 53.7417, -2.0135);
    save(&ana, lines).await.ok();
    assert_eq!(server.count(), 1, "the same address needs no second look");

    server.now(Reply::Body(200, r#"{"features":[]}"#.to_owned()));
    let response = save(&ana, ["Lerwick", "12 Nowhere Street", ""]).await;
    response.refused(422, "explore.place_not_found").invalid("location");
    assert_eq!(response.body["message"], "Could not find coordinates for this address");
    server.now(Reply::Body(500, String::new()));
    let response = save(&ana, ["Lerwick", "1 Commercial Street", ""]).await;
    response.refused(422, "explore.geocoding_failed").invalid("location");
    assert_eq!(response.body["message"], "Failed to geocode address");
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    assert_eq!(profile["location"], "Hebden Bridge", "nothing was changed");
    assert_eq!(save(&ana, ["Lerwick", "", ""]).await.ok()["location"], "Lerwick");
}

#[tokio::test]
async fn villages_are_found_before_sign_up() {
    let app = TestApp::start().await;
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name);
    sparkyard_opendata::geonames(&file("names.zip"), 300).unwrap();
    sparkyard_opendata::code_point(&file("codes.zip"), 240).unwrap();
    for name in ["names.zip", "codes.zip"] {
        import(&app, &file(name)).await.unwrap();
    }
    let anonymous = app.anonymous();
    let towns = async |q: &str| anonymous.get(&format!("/api/places/towns?q={q}")).await.ok();
    assert_eq!(towns("otle").await[0]["label"], "Otley, West Yorkshire");
    assert_eq!(towns("sw1a1aa").await[0]["city"], "London");
    assert_eq!(towns("zzz").await, json!([]));
    anonymous.get(&format!("/api/places/towns?q={}", "x".repeat(101))).await.invalid("q");
    for (name, town) in [("ana", "Otley"), ("bo", "Otley, West Yorkshire")] {
        let member = app.member_in(name, town).await;
        let profile = member.get(&format!("/api/users/profile/{}", member.id)).await.ok();
        assert_eq!(profile["location"], "Otley");
        assert_near(&profile, 53.9060, -1.6900);
    }
}
