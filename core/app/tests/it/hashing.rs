//! Passwords are hashed a few at a time, and whoever does not fit into the queue is told so.

use futures_util::future::join_all;
use serde_json::json;
use sparkyard_testkit::{PASSWORD, TestApp};

#[tokio::test]
async fn more_sign_ins_than_the_queue_holds() {
    let app = TestApp::with("[auth]\nhashing_threads = 1\nhashing_queue = 3", true).await;
    let ana = app.member("ana").await;
    let visitor = app.anonymous();
    let attempts = (0..40).map(|_| {
        visitor.post("/api/auth/login", json!({ "email": ana.email, "password": PASSWORD }))
    });
    let answers = join_all(attempts).await;
    let (served, refused): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.status == 200);
    // The first one hashes while three wait; others may follow as places come free.
    assert!(served.len() >= 4, "only {} of 40 were served", served.len());
    assert!(!refused.is_empty(), "the queue holds everybody");
    for answer in refused {
        answer.refused(503, "auth.busy");
        assert_eq!(answer.header("retry-after"), Some("2"));
    }
    app.log_in(&ana).await;
}
