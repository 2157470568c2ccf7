//! Hourly rates of neighbours.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{TestApp, sample::form_with};

async fn offer(member: &Member, rate: &str) {
    member.post_form("/api/skills", &form_with("hourly_rate", rate), &[]).await.ok();
}

#[tokio::test]
async fn going_rates_need_five_neighbours() {
    let app = TestApp::start().await;
    let ana = app.member_in("ana", "Leeds").await;
    let nowhere = app.member("nowhere").await;
    offer(&ana, "500").await;
    offer(&app.member_in("far", "London").await, "90").await;
    offer(&app.member_in("gift", "Leeds").await, "0").await;
    let rates = async |member: &Member, name: &str| {
        member.get(&format!("/api/skills/rates?skill_type={name}")).await.ok()
    };
    let mut fifth = None;
    for (number, rate) in ["12.20", "14", "16", "18", "20"].into_iter().enumerate() {
        assert_eq!(rates(&ana, "Plumbing").await, Value::Null, "{number} are too few");
        let member = app.member_in(&format!("near{number}"), "Leeds").await;
        offer(&member, rate).await;
        // Several skills of one person count once.
        offer(&member, rate).await;
        fifth = Some(member);
    }
    let expected = json!({ "people": 5, "low": 14.0, "typical": 16.0, "high": 18.0 });
    assert_eq!(rates(&ana, "plumbing").await, expected);
    assert_eq!(rates(&nowhere, "plumbing").await, Value::Null);
    assert_eq!(rates(&ana, "yoga").await, Value::Null);

    let hidden = json!({ "visible": false });
    fifth.expect("a fifth").put("/api/users/visibility", hidden).await.ok();
    assert_eq!(rates(&ana, "plumbing").await, Value::Null, "who hides does not count");
}
