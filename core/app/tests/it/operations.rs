//! Calls every operation of the OpenAPI document anonymously and as a stranger. Other people's data
//! can be neither read nor changed. Fails on an operation without a sample request.

use serde_json::Value;
use sparkyard_testkit::{Answer, Member};

use fixture::{World, world};
use sample::{Access, Sample};
use samples::sample;

use crate::TestApp;

mod blocked;
mod cases;
mod categories;
mod community;
mod delegation;
pub(crate) mod fields;
pub(crate) mod fixture;
mod imports;
mod money;
pub(crate) mod sample;
pub(crate) mod samples;
mod site;
mod staff;
mod vetting;

/// Data that only Vera, Paul and staff may see.
const SECRETS: [&str; 4] = ["vera@example.org", "14 Secret Street", "LS1 4ZZ", "53.80125"];

/// Returns the operation ids of the document; logging out comes last, as it ends the session.
pub(crate) async fn operations(app: &TestApp) -> Vec<String> {
    let document = app.anonymous().get("/openapi.json").await.body;
    let paths = document["paths"].as_object().unwrap().values();
    let all = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let mut ids: Vec<String> =
        all.map(|operation| operation["operationId"].as_str().unwrap().to_owned()).collect();
    ids.sort_by_key(|id| id == "logout");
    ids
}

pub(crate) async fn send(who: &Member, sample: &Sample) -> Answer {
    who.send(sample.method.clone(), &sample.path, sample.body.clone()).await
}

/// Checks whether a response is a server error, other than an unconfigured feature.
pub(crate) fn is_fault(response: &Answer) -> bool {
    let code = response.body["code"].as_str().unwrap_or_default();
    response.status >= 500 && !(response.status == 503 && code.ends_with(".not_configured"))
}

#[tokio::test]
async fn anonymous_access_is_rejected() {
    let world = world().await;
    let forged = world.app.anonymous().with_token("eyJhbGciOiJub25lIn0.eyJpZCI6IngifQ.");
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        for who in [&world.app.anonymous(), &forged] {
            let response = send(who, &sample).await;
            match sample.access {
                Access::Open => assert!(!is_fault(&response), "{operation}: {}", response.body),
                _ => assert_eq!(response.status, 401, "{operation}: {}", response.body),
            }
        }
    }
}

#[tokio::test]
async fn strangers_neither_read_nor_change_private_data() {
    let world = world().await;
    let before = private_state(&world).await;
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        let response = send(&world.sid, &sample).await;
        match sample.access {
            Access::Staff => assert_eq!(response.status, 403, "{operation}: {}", response.body),
            Access::Concerned => {
                assert!(
                    [403, 404, 409].contains(&response.status),
                    "{operation}: {}",
                    response.body
                );
            }
            Access::Members | Access::Open => {
                assert!(!is_fault(&response), "{operation}: {}", response.body);
            }
        }
        let text = String::from_utf8_lossy(&response.bytes);
        for secret in SECRETS.into_iter().chain([TestApp::phone("vera").as_str()]) {
            let own = operation == "list_demo_mail";
            assert!(own || !text.contains(secret), "{operation} tells {secret}: {text}");
        }
    }
    assert_eq!(private_state(&world).await, before);
}

/// Returns all of Vera's and Paul's data that a stranger might have changed.
async fn private_state(world: &World) -> Vec<Value> {
    let mut state = Vec::new();
    for (who, paths) in [
        (&world.vera, ["/api/wallet/balance", "/api/bookings/get/user/outward"]),
        (&world.vera, ["/api/message/chat/history/users", "/api/users/blocked"]),
        (&world.vera, ["/api/needs?mine=true", "/api/users/blocked"]),
        (&world.paul, ["/api/exchanges", "/api/spark-gifts"]),
        (&world.paul, ["/api/skills/user/all", "/api/notifications?limit=1"]),
    ] {
        for path in paths {
            state.push(who.get(path).await.ok());
        }
        let mut profile = who.get(&format!("/api/users/profile/{}", who.id)).await.ok();
        profile["total_followers"] = Value::Null;
        state.push(profile);
    }
    state
}
