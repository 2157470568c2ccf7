//! Towns and villages that admins add.

use super::{TestApp, assert_near, column, json, search};

const TOWNS: &str = "/api/admin/towns";

#[tokio::test]
async fn members_can_choose_an_added_village_at_once() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    assert_eq!(search(&ana, "wellow").await, json!([]));
    let village = json!({ "name": " Wellow ", "area": "Somerset", "lat": 51.3245, "lon": -2.3727 });
    let added = iris.post(TOWNS, village.clone()).await.ok();
    assert_eq!((&added["name"], &added["nearest"]), (&json!("Wellow"), &json!("Bath")));
    assert_eq!(added["nearest_km"], 6.4);
    assert_eq!(column(&search(&ana, "wellow").await, "label"), ["Wellow, Somerset"]);
    let found = app.anonymous().get("/api/places/towns?q=WELL").await.ok();
    assert!(column(&found, "city").contains(&"Wellow".to_owned()), "{found}");
    let body = json!({ "bio": "", "location": "wellow", "street": "", "zip_code": "" });
    let saved = ana.put("/api/users/profile/update/bio", body).await.ok();
    assert_near(&saved, 51.3245, -2.3727);
    let around = ana.get("/api/places/reverse?lat=51.3250&lon=-2.3730").await.ok();
    assert_eq!(around["city"], "Wellow");

    iris.post(TOWNS, village).await.invalid("name");
    let path = format!("{TOWNS}/{}", added["id"].as_str().unwrap());
    iris.delete(&path).await.ok();
    assert_eq!(search(&ana, "wellow").await, json!([]));
    iris.delete(&path).await.refused(404, "places.no_town");
    assert_eq!(iris.get(TOWNS).await.ok(), json!([]));
}

#[tokio::test]
async fn added_town_can_be_the_home_of_the_site() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let village = json!({ "name": "Wellow", "lat": 51.3245, "lon": -2.3727 });
    iris.post(TOWNS, village).await.ok();
    let mut details = app.host.cx.site.configured().clone();
    details.default_city = "Wellow".to_owned();
    app.host.cx.site.set_details(details);
    let home = app.anonymous().get("/api/places/map").await.ok()["default"].clone();
    assert_eq!(home["name"], "Wellow");
    assert_near(&home, 51.3245, -2.3727);
}

#[tokio::test]
async fn wrong_towns_are_refused_field_by_field() {
    let app = TestApp::start().await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    let with = |field: &str, value| {
        let mut body = json!({ "name": "Wellow", "area": "", "lat": 51.3245, "lon": -2.3727 });
        body[field] = value;
        body
    };
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("!?")),
        ("name", json!("x".repeat(81))),
        ("name", json!("bath")),
        ("name", json!("Bath, Somerset")),
        ("area", json!("x".repeat(81))),
        // France, and nowhere.
        ("lat", json!(48.85)),
        ("lat", json!(1e308)),
    ] {
        iris.post(TOWNS, with(field, value)).await.invalid(field);
    }
    ana.post(TOWNS, with("area", json!(""))).await.refused(403, "auth.forbidden");
    let script = "<script>alert(1)</script>";
    let odd = iris.post(TOWNS, with("name", json!(script))).await.ok();
    assert_eq!(odd["name"], script);
    let cyrillic = iris.post(TOWNS, with("name", json!("Новая деревня"))).await.ok();
    assert_eq!(column(&search(&ana, "новая").await, "city"), [cyrillic["name"].as_str().unwrap()]);
}

#[tokio::test]
async fn concurrent_admins_add_a_town_once_and_at_most_200() {
    let app = TestApp::start().await;
    let (iris, eve) = (app.admin("iris").await, app.admin("eve").await);
    let town = |number: u32| {
        let lat = 51.0 + f64::from(number) / 1000.0;
        json!({ "name": format!("Hamlet {number}"), "lat": lat, "lon": -2.3 })
    };
    let (one, two) = tokio::join!(iris.post(TOWNS, town(0)), eve.post(TOWNS, town(0)));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    for number in 1..200 {
        iris.post(TOWNS, town(number)).await.ok();
    }
    iris.post(TOWNS, town(200)).await.refused(409, "places.too_many_towns");
    assert_eq!(iris.get(TOWNS).await.ok().as_array().unwrap().len(), 200);
}
