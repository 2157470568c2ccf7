//! Rules by which data is deleted, as members read them.

use serde_json::{Value, json};

use super::TestApp;

const PATH: &str = "/api/settings/retention";

#[tokio::test]
async fn members_read_the_rules_of_modules_and_host() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let rules = ana.get(PATH).await.ok()["items"].as_array().unwrap().clone();
    for rule in [
        json!({
            "data": "Email addresses of people who were invited",
            "hours": 720,
            "since": "after the invitation",
        }),
        json!({
            "data": "Emails that could not be sent",
            "hours": 720,
            "since": "after they were written",
        }),
        json!({
            "data": "Files that are no longer used",
            "hours": 24,
            "since": "after they were last stored",
        }),
    ] {
        assert!(rules.contains(&rule), "{rule} in {rules:?}");
    }
    let names: Vec<_> = rules.iter().map(|rule| rule["data"].as_str().unwrap()).collect();
    assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
    assert!(rules.iter().all(well_worded), "{rules:?}");
    // Modules that are not installed keep nothing.
    assert!(!names.contains(&"Notifications"), "{names:?}");
}

fn well_worded(rule: &Value) -> bool {
    let (data, since) = (rule["data"].as_str().unwrap(), rule["since"].as_str().unwrap());
    data.starts_with(char::is_uppercase)
        && !data.ends_with('.')
        && since.starts_with("after ")
        && !since.ends_with('.')
        && rule["hours"].as_u64().unwrap() > 0
}

#[tokio::test]
async fn strangers_are_refused() {
    let app = TestApp::start().await;
    app.anonymous().get(PATH).await.refused(401, "auth.unauthorised");
}
