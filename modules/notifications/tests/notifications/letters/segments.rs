//! Letters to a part of the members, and their pace.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use super::{AUDIENCE, LETTERS, SUBJECT, count, letter, newest};
use crate::{TestApp, store};

const HOUR: Duration = Duration::from_hours(1);

async fn send(app: &TestApp, admin: &Member, segment: Value) -> sparkyard_testkit::Answer {
    let mut body = letter();
    body["segment"] = segment;
    app.log_in(admin).await.post(LETTERS, body).await
}

#[tokio::test]
async fn letter_reaches_only_its_segment() {
    let app = TestApp::start().await;
    let iris = app.admin("iris").await;
    let ana = app.member_in("ana", "Leeds").await;
    let bo = app.member_in("bo", "York").await;
    app.advance(HOUR * 24 * 10);
    let cy = app.member_in("cy", "Leeds").await;
    let iris = app.log_in(&iris).await;
    for (query, members) in [
        ("", 4),
        ("?town=leeds", 2),
        ("?town=Leeds&joined_days=9", 1),
        ("?joined_days=11", 4),
        ("?joined_days=10", 4),
        ("?town=Paris", 0),
        ("?town=%20", 4),
        ("?offers=none", 4),
        ("?offers=some", 0),
        ("?category=baking", 0),
    ] {
        let found = iris.get(&format!("{AUDIENCE}{query}")).await.ok();
        assert_eq!(found["members"], members, "{query}");
    }
    iris.get(&format!("{AUDIENCE}?joined_days=0")).await.refused(422, "request.invalid");
    send(&app, &iris, json!({ "town": "Paris" }))
        .await
        .refused(409, "notifications.nobody_in_segment");
    let sent = send(&app, &iris, json!({ "town": " Leeds ", "offers": "none" })).await.ok();
    assert_eq!((&sent["members"], &sent["segment"]["town"]), (&json!(2), &json!("Leeds")));
    assert_eq!(sent["segment"]["offers"], "none");
    app.run_jobs().await;
    let reached = [&iris, &ana, &bo, &cy].map(|who| count(&app, who));
    assert_eq!(reached, [0, 1, 0, 1]);
}

#[tokio::test]
async fn batches_go_out_at_the_configured_pace() {
    let app = TestApp::with("[notifications]\nletters_per_hour = 100", true).await;
    let iris = app.admin("iris").await;
    store::settle_in(&app, 120).await;
    send(&app, &iris, json!({})).await.ok();
    // 50 mails take half an hour, whoever looks how often.
    for (minutes, sent) in [(0, 50), (0, 50), (29, 50), (1, 100), (29, 100), (1, 121), (60, 121)] {
        app.advance(Duration::from_mins(minutes));
        app.run_jobs().await;
        assert_eq!(newest(&app, &iris).await["sent"], sent, "after {minutes} more minutes");
    }
    let mails = app.mails().into_iter().filter(|mail| mail.subject == SUBJECT).count();
    assert_eq!(mails, 121);
}

#[tokio::test]
async fn stopped_letter_goes_to_nobody_else() {
    let app = TestApp::with("[notifications]\nletters_per_hour = 100", true).await;
    let (iris, ana) = (app.admin("iris").await, app.member("ana").await);
    store::settle_in(&app, 120).await;
    let sent = send(&app, &iris, json!({})).await.ok();
    let stop = format!("{LETTERS}/{}/stop", sent["id"].as_str().unwrap());
    app.run_jobs().await;
    let iris = app.log_in(&iris).await;
    ana.put(&stop, json!({})).await.refused(403, "auth.forbidden");
    app.anonymous().put(&stop, json!({})).await.refused(401, "auth.unauthorised");
    let unknown = iris.put(&format!("{LETTERS}/x/stop"), json!({})).await;
    unknown.refused(404, "notifications.letter_not_found");
    let stopped = iris.put(&stop, json!({})).await.ok();
    assert_eq!((&stopped["done"], &stopped["stopped"]), (&json!(true), &json!(true)));
    iris.put(&stop, json!({})).await.refused(409, "notifications.letter_done");
    app.advance(HOUR);
    app.run_jobs().await;
    assert_eq!(newest(&app, &iris).await["sent"], 50);
    assert_eq!(store::audited(&app).await.len(), 2, "sent and stopped");
}
