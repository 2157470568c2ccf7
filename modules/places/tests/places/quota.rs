//! Daily quota of provider requests per member.

use std::time::Duration;

use sparkyard_testkit::{Answer, Member};

use super::{
    column, json, search,
    server::{Reply, Server},
};
use crate::TestApp;

const PHOTON: &str = include_str!("answers/photon.json");
const SUGGESTIONS: &str = include_str!("answers/google_suggestions.json");

/// A site with a quota of `most` requests a day that caches one response.
async fn app(server: &Server, most: u32) -> TestApp {
    let settings = format!(
        "[places]\nprovider = 'photon'\nurl = '{}'\nquestions_per_day = {most}\ncache_entries = 1",
        server.url
    );
    TestApp::with(&settings, true).await
}

async fn typed(member: &Member, q: &str) -> Answer {
    member.get(&format!("/api/places/search?q={q}")).await
}

async fn geocode(member: &Member, street: &str, rest: &str) -> Answer {
    member.get(&format!("/api/places/geocode?street={street}&{rest}")).await
}

#[tokio::test]
async fn requests_over_quota_use_own_data() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app(&server, 20).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    // Far more than is cached, again and again.
    for round in 0..3 {
        let mut answered = 0;
        for number in 0..30 {
            let response = typed(&ana, &format!("Elm%20Road%20{number}")).await;
            assert!([200, 429].contains(&response.status), "{}", response.body);
            answered += usize::from(response.status == 200);
        }
        // Later only cached responses are returned: one question for good, and as many of the first
        // twenty as the cache has not evicted yet.
        assert!(if round == 0 { answered == 20 } else { answered <= 20 }, "{round}: {answered}");
        assert_eq!(server.count(), 20, "{round}");
    }
    let refused = typed(&ana, "Elm%20Road").await;
    refused.refused(429, "places.too_many");
    assert_eq!(refused.header("retry-after"), Some("50400"), "from ten in the morning");

    // The site's own data is still returned.
    assert_eq!(column(&search(&ana, "Leeds").await, "city")[0], "Leeds");
    let towns = ana.get("/api/places/geocode?city=Leeds").await.ok();
    assert_eq!(towns["city"], "Leeds");
    geocode(&ana, "1%20Elm%20Road", "city=Leeds").await.refused(429, "places.too_many");
    let bio =
        |street: &str| json!({ "bio": "", "location": "Leeds", "street": street, "zip_code": "" });
    let path = "/api/users/profile/update/bio";
    ana.put(path, bio("1 Elm Road")).await.refused(429, "places.too_many");
    ana.put(path, bio("")).await.ok();
    assert_eq!(server.count(), 20);

    // Other members have their own quota, and it is renewed the next day.
    typed(&bo, "Elm%20Road%2099").await.ok();
    assert_eq!(server.count(), 21);
    app.advance(Duration::from_hours(14));
    let ana = app.log_in(&ana).await;
    typed(&ana, "Elm%20Road%20100").await.ok();
    assert_eq!(server.count(), 22);
}

#[tokio::test]
async fn cached_responses_are_free_and_restarts_keep_counts() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app(&server, 2).await;
    let ana = app.member("ana").await;
    for _ in 0..50 {
        typed(&ana, "Elm%20Road").await.ok();
    }
    assert_eq!(server.count(), 1);
    typed(&ana, "Oak%20Road").await.ok();
    typed(&ana, "Ash%20Road").await.refused(429, "places.too_many");
    let settings =
        format!("[places]\nprovider = 'photon'\nurl = '{}'\nquestions_per_day = 2", server.url);
    let restarted = app.host_with(&settings);
    let mut again = ana.clone();
    again.client.endpoint = restarted.endpoint;
    typed(&again, "Ash%20Road").await.refused(429, "places.too_many");
    assert_eq!(server.count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_respect_the_quota() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app(&server, 10).await;
    let ana = app.member("ana").await;
    let questions = (0..64).map(|number| {
        let ana = ana.clone();
        tokio::spawn(async move { typed(&ana, &format!("Elm%20Road%20{number}")).await.status })
    });
    for question in questions.collect::<Vec<_>>() {
        assert!([200, 429].contains(&question.await.unwrap()));
    }
    assert!((1..=10).contains(&server.count()), "{}", server.count());
}

#[tokio::test]
async fn uncacheable_responses_are_counted_each_time() {
    let server = Server::always(Reply::Body(200, SUGGESTIONS.to_owned())).await;
    let settings = format!(
        "[places]\nprovider = 'google'\nkey = 'k'\nurl = '{}'\nquestions_per_day = 3",
        server.url
    );
    let app = TestApp::with(&settings, true).await;
    let ana = app.member("ana").await;
    let suggestions = |server: &Server| {
        let requests = server.requests.lock().unwrap();
        requests.iter().filter(|request| request.contains("autocomplete")).count()
    };
    for _ in 0..10 {
        search(&ana, "Leeds").await;
    }
    assert_eq!(suggestions(&server), 3);
}

#[tokio::test]
async fn zero_quota_sends_no_requests() {
    let server = Server::always(Reply::Body(200, PHOTON.to_owned())).await;
    let app = app(&server, 0).await;
    let ana = app.member("ana").await;
    assert_eq!(column(&search(&ana, "Leeds").await, "city")[0], "Leeds");
    typed(&ana, "Elm%20Road").await.refused(429, "places.too_many");
    assert_eq!(server.count(), 0);
}

#[tokio::test]
async fn open_breaker_uses_no_quota() {
    let server = Server::always(Reply::Body(500, String::new())).await;
    let app = app(&server, 4).await;
    let ana = app.member("ana").await;
    for number in 0..20 {
        typed(&ana, &format!("Elm%20Road%20{number}")).await.ok();
    }
    assert_eq!(server.count(), 3, "after three failures it is left alone");
    server.now(Reply::Body(200, PHOTON.to_owned()));
    app.advance(Duration::from_mins(1));
    typed(&ana, "Elm%20Road%2020").await.ok();
    assert_eq!(server.count(), 4);
}
