//! The end of a membership, with few modules.

use serde_json::json;
use sparkyard_testkit::PASSWORD;

use super::TestApp;

const PATH: &str = "/api/settings/leaving";

#[tokio::test]
async fn account_is_deleted_with_the_password() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let state = json!({
        "obstacles": [], "cash": 0.0, "withdrawable": 0.0, "sparks": 0.0, "pot": false,
    });
    assert_eq!(ana.get(PATH).await.ok(), state);
    ana.post(PATH, json!({ "currentPassword": "" })).await.invalid("currentPassword");
    let wrong = ana.post(PATH, json!({ "currentPassword": "wrong" })).await;
    wrong.refused(422, "auth.wrong_password").invalid("currentPassword");
    let other_device = app.log_in(&ana).await;
    ana.post(PATH, json!({ "currentPassword": PASSWORD })).await.ok();
    for device in [&ana, &other_device] {
        device.get(PATH).await.refused(401, "auth.unauthorised");
    }
    let body = json!({ "email": ana.email, "password": PASSWORD });
    app.anonymous().post("/api/auth/login", body).await.refused(401, "auth.invalid_credentials");
    bo.get(PATH).await.ok();
    app.anonymous().get(PATH).await.refused(401, "auth.unauthorised");
}
