//! Walks every operation of the contract as nobody and as a stranger: what is not theirs can
//! neither be read nor changed. An operation that this test does not know fails it.

use serde_json::Value;
use sparkyard_testkit::{Answer, Member};

use sample::{Access, Sample};
use samples::sample;
use world::{World, world};

use crate::TestApp;

pub(crate) mod fields;
pub(crate) mod sample;
pub(crate) mod samples;
mod staff;
pub(crate) mod world;

/// What only Vera, Paul and the staff may ever see.
const SECRETS: [&str; 4] = ["vera@example.org", "14 Secret Street", "LS1 4ZZ", "53.80125"];

/// Operation ids of the contract, logging out last: it ends the walk.
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

#[tokio::test]
async fn nobody_gets_in_without_a_token() {
    let world = world().await;
    let forged = world.app.anonymous().with_token("eyJhbGciOiJub25lIn0.eyJpZCI6IngifQ.");
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        for who in [&world.app.anonymous(), &forged] {
            let answer = send(who, &sample).await;
            match sample.access {
                Access::Open => assert!(answer.status < 500, "{operation}: {}", answer.body),
                _ => assert_eq!(answer.status, 401, "{operation}: {}", answer.body),
            }
        }
    }
}

#[tokio::test]
async fn a_stranger_neither_reads_nor_changes_what_is_not_theirs() {
    let world = world().await;
    let before = private_state(&world).await;
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        let answer = send(&world.sid, &sample).await;
        match sample.access {
            Access::Staff => assert_eq!(answer.status, 403, "{operation}: {}", answer.body),
            Access::Concerned => {
                assert!([403, 404, 409].contains(&answer.status), "{operation}: {}", answer.body);
            }
            Access::Members | Access::Open => {
                assert!(answer.status < 500, "{operation}: {}", answer.body);
            }
        }
        let text = String::from_utf8_lossy(&answer.bytes);
        for secret in SECRETS.into_iter().chain([TestApp::phone("vera").as_str()]) {
            let own = operation == "list_demo_mail";
            assert!(own || !text.contains(secret), "{operation} tells {secret}: {text}");
        }
    }
    assert_eq!(private_state(&world).await, before);
}

/// Everything of Vera's and Paul's that a stranger might have touched.
async fn private_state(world: &World) -> Vec<Value> {
    let mut state = Vec::new();
    for (who, paths) in [
        (&world.vera, ["/api/wallet/balance", "/api/bookings/get/user/outward"]),
        (&world.vera, ["/api/message/chat/history/users", "/api/users/blocked"]),
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
