//! Calls every operation of the OpenAPI document as somebody in a block with the people in the
//! samples. The responses are the same as if these people did not exist.

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use super::{
    fixture::{World, world},
    operations,
    sample::{Access, Sample},
    samples::sample,
    send,
};

/// An unused id.
const NOBODY: &str = "01jnbxv3q4w8h7k2m5p6r9s0tz";
/// Operations on the caller's own blocks.
const OWN_BLOCKS: [&str; 3] = ["block_person", "unblock_person", "list_blocked"];

async fn block(who: &Member, whom: &Member) {
    who.post_empty(&format!("/api/users/block/{}", whom.id)).await.ok();
}

/// Replaces the people and skill of a sample by an unused id; `None` if it contains neither.
fn about_nobody(sample: &Sample, world: &World) -> Option<Sample> {
    let ids = [&world.vera.id, &world.paul.id, &world.skill];
    let replaced =
        |text: &str| ids.iter().fold(text.to_owned(), |text, id| text.replace(*id, NOBODY));
    let path = replaced(&sample.path);
    let body = sample.body.as_ref().map(|(media_type, bytes)| {
        (media_type.clone(), replaced(std::str::from_utf8(bytes).unwrap()).into_bytes())
    });
    let fields = sample.fields.clone();
    let other = Sample { access: sample.access, method: sample.method.clone(), path, body, fields };
    (other.path != sample.path || other.body != sample.body).then_some(other)
}

/// Removes the request id from a response.
fn without_request(response: &Answer) -> (u16, Value) {
    let mut body = response.body.clone();
    if let Some(body) = body.as_object_mut() {
        body.remove("request_id");
    }
    (response.status, body)
}

async fn sees_nobody(world: &World) {
    let World { app, vera, paul, sid, skill, .. } = world;
    for operation in operations(app).await {
        let sample = sample(&operation, world);
        if sample.access == Access::Staff || OWN_BLOCKS.contains(&operation.as_str()) {
            continue;
        }
        let response = send(sid, &sample).await;
        let text = String::from_utf8_lossy(&response.bytes);
        for name in [&vera.id, &paul.id, skill, "Vera", "Paul", "Taps."] {
            assert!(!text.contains(name), "{operation} tells {name}: {text}");
        }
        if let Some(other) = about_nobody(&sample, world) {
            let expected = send(sid, &other).await;
            let [actual, expected] = [&response, &expected].map(without_request);
            assert_eq!(actual, expected, "{operation} tells that somebody is there");
        }
    }
}

#[tokio::test]
async fn blocked_people_are_invisible_to_the_blocker() {
    let world = world().await;
    for whom in [&world.vera, &world.paul] {
        block(&world.sid, whom).await;
    }
    sees_nobody(&world).await;
}

#[tokio::test]
async fn blocking_people_are_invisible_to_the_blocked() {
    let world = world().await;
    for who in [&world.vera, &world.paul] {
        block(who, &world.sid).await;
    }
    let World { sid, paul, .. } = &world;
    let words = json!({
        "senderId": sid.id, "receiverId": paul.id, "mark_as_read": false,
        "content": "Hello, may I ask you something?",
    });
    sid.post("/api/message", words).await.refused(404, "chat.person_not_found");
    sees_nobody(&world).await;
}
