use super::{TestApp, Value, all_pages, ids, json, neighbour, settle_at};

const LEEDS: &str = "/api/users/people/nearby/53.8008/-1.5491";

fn distances(response: &super::Answer) -> Vec<f64> {
    response.ok().as_array().unwrap().iter().map(|row| row["distance"].as_f64().unwrap()).collect()
}

#[tokio::test]
async fn nearby_filters_by_miles_nearest_first() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    for (id, city) in [
        ("york", "York"),
        ("brad", "Bradford"),
        ("lon", "London"),
        ("leeds", "Leeds"),
        ("wake", "Wakefield"),
    ] {
        neighbour(&app, id, id, city).await;
    }
    for (filter, expected) in [
        (200, &["leeds"][..]),
        (500, &["leeds", "wake", "brad"]),
        (1000, &["leeds", "wake", "brad"]),
        (2000, &["leeds", "wake", "brad", "york", "lon"]),
    ] {
        let mut found = ids(&ana.get(&format!("{LEEDS}/{filter}")).await);
        if filter != 2000 {
            found.sort();
            let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
            expected.sort();
            assert_eq!(found, expected, "{filter}");
        }
    }
    let far = distances(&ana.get(&format!("{LEEDS}/2000")).await);
    assert!(far.is_sorted() && far[0].abs() < f64::EPSILON, "{far:?}");
    assert!((250.0..290.0).contains(&far[4]), "{far:?}");
    let one_decimal = |km: &f64| ((km * 10.0).round() / 10.0 - km).abs() < 1e-9;
    assert!(far.iter().all(one_decimal), "{far:?}");
}

#[tokio::test]
async fn invalid_filters_and_points_are_refused() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for filter in ["0", "5", "201", "4000"] {
        let response = ana.get(&format!("{LEEDS}/{filter}")).await;
        response.invalid("distance");
        let message = response.body["message"].as_str().unwrap();
        assert!(["200", "500", "1000", "2000"].iter().all(|value| message.contains(value)));
    }
    for (lat, lon, field) in
        [("91", "0", "lat"), ("0", "181", "lon"), ("NaN", "0", "lat"), ("0", "inf", "lon")]
    {
        ana.get(&format!("/api/users/people/nearby/{lat}/{lon}/200")).await.invalid(field);
    }
    for path in ["x/0/200", "0/x/200", "0/0/x", "0/0/-1"] {
        let response = ana.get(&format!("/api/users/people/nearby/{path}")).await;
        assert!(matches!(response.status, 400 | 422), "{path}: {}", response.body);
        assert_eq!(response.body["status"], "error");
    }
}

#[tokio::test]
async fn people_in_one_cell_have_equal_distances() {
    let app = TestApp::start().await;
    let (ana, bo, cy) = (app.member("ana").await, app.member("bo").await, app.member("cy").await);
    settle_at(&bo, "Leeds", 53.7961, -1.5473).await;
    settle_at(&cy, "Leeds", 53.7964, -1.5478).await;
    for (lat, lon) in
        [(53.7961, -1.5473), (53.7964, -1.5478), (53.81, -1.6), (50.1, -5.5), (60.8, -0.9)]
    {
        let response = ana.get(&format!("/api/users/people/nearby/{lat}/{lon}/2000")).await;
        let found = distances(&response);
        assert_eq!(found.len(), 2);
        assert!((found[0] - found[1]).abs() < f64::EPSILON, "from {lat} {lon}: {found:?}");
        settle_at(&ana, "Leeds", 53.81, -1.6).await;
        let mut seen = Vec::new();
        for other in [&bo, &cy] {
            seen.push(
                ana.get(&format!("/api/users/basic/profile/{}", other.id)).await.ok()["distance"]
                    .clone(),
            );
        }
        assert_eq!(seen[0], seen[1]);
    }
}

#[tokio::test]
async fn changes_are_visible_at_once() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member_in("ana", "Leeds").await, app.member("bo").await);
    let near = format!("{LEEDS}/500");
    assert!(ids(&ana.get(&near).await).is_empty(), "not herself, nor one without a place");
    settle_at(&bo, "Leeds", 53.8008, -1.5491).await;
    assert_eq!(ids(&ana.get(&near).await), [bo.id.as_str()]);
    for (visible, shown) in [(false, 0), (false, 0), (true, 1)] {
        let response = bo.put("/api/users/visibility", json!({ "visible": visible })).await.ok();
        assert_eq!(response, json!({ "visible": visible }));
        assert_eq!(ids(&ana.get(&near).await).len(), shown);
    }
    let profile = format!("/api/users/basic/profile/{}", bo.id);
    let distance = async || ana.get(&profile).await.ok()["distance"].clone();
    for (visible, measured) in [(true, true), (false, false), (true, true)] {
        bo.put("/api/users/visibility", json!({ "visible": visible })).await.ok();
        assert_eq!(distance().await.is_number(), measured, "whoever hides cannot be located");
    }
    settle_at(&bo, "York", 53.96, -1.0873).await;
    assert!(ids(&ana.get(&near).await).is_empty());
    let body = json!({ "bio": "", "location": "", "street": "", "zip_code": "" });
    bo.put("/api/users/profile/update/bio", body).await.ok();
    let anywhere = ana.get(&format!("{LEEDS}/2000")).await;
    assert_eq!(ids(&anywhere), [bo.id.as_str()], "who has no place is still somewhere");
    assert_eq!(anywhere.ok()[0]["distance"], Value::Null);
    neighbour(&app, "new", "New Comer", "Leeds").await;
    assert_eq!(ids(&ana.get(&near).await), ["new"]);
}

#[tokio::test]
async fn pages_follow_each_other() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    for n in 0..8 {
        let city = if n % 2 == 0 { "Leeds" } else { "York" };
        neighbour(&app, &format!("n{n}"), "Nia", city).await;
    }
    let found = all_pages(&ana, &format!("{LEEDS}/2000")).await;
    let found: Vec<&str> = found.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(found, ["n0", "n2", "n4", "n6", "n1", "n3", "n5", "n7"]);
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=!", "cursor"),
        ("cursor=eHg", "cursor"),
    ] {
        ana.get(&format!("{LEEDS}/2000?{query}")).await.invalid(field);
    }
}

#[tokio::test]
async fn cards_show_follow_state() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    neighbour(&app, "bo", "Bo", "Leeds").await;
    let card = |response: Value| response[0].clone();
    let near = format!("{LEEDS}/200");
    assert_eq!(card(ana.get(&near).await.ok())["is_following"], false);
    ana.post_empty("/api/follows/follow/bo").await.ok();
    let seen = card(ana.get(&near).await.ok());
    assert_eq!((&seen["is_following"], &seen["skills"]), (&json!(true), &json!([])));
}
