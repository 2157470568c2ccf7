//! Sends invalid values to every operation: empty, very long, with NUL, of the wrong type, and ids
//! of other people's things. No response is a 5xx, and every one is documented.

use std::{sync::Arc, time::Instant};

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member};

use crate::operations::{
    fields::{Body, Change, Operation},
    fixture::{World, world},
    is_fault,
    sample::Access,
    samples::sample,
};

/// Number of requests in flight.
const AT_ONCE: usize = 8;
const ENDLESS: usize = 10_000;

/// Texts for every parameter and field, including ids of other people's things.
fn texts(world: &World) -> Vec<String> {
    let odd = ["", "\0", " ", "a\r\nb", "\u{202e}\u{7}", "../..", "true", "1.5", "-1", "[]"];
    let numbers = ["0", "99999999999999999999", "1e999", "NaN"];
    let foreign = [&world.sid.id, &world.skill, &world.notice, &world.document_id];
    let mut texts: Vec<String> = odd.into_iter().chain(numbers).map(str::to_owned).collect();
    texts.push("x".repeat(ENDLESS));
    texts.extend(foreign.into_iter().cloned());
    texts.push(world.booking.to_string());
    texts
}

/// Returns every invalid variant of an operation's request.
fn changes(operation: &Operation, texts: &[String]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, (place, ..)) in operation.params.iter().enumerate() {
        // The client cannot send control characters in a header.
        let sendable = |text: &&String| place != "header" || !text.chars().any(char::is_control);
        let own = texts.iter().filter(sendable);
        changes.extend(own.map(|text| Change::Param(index, text.clone())));
    }
    match &operation.body {
        Body::None => {}
        Body::Json(_, kinds) => {
            let others =
                [json!(null), json!(true), json!(1.5), json!(-1), json!(1e308), json!({ "a": [] })];
            let deep = json!([[[["\0"]]], "x".repeat(ENDLESS)]);
            for (name, kind) in kinds {
                let sent = |text| if kind == "array" { json!([text]) } else { json!(text) };
                let values = texts.iter().map(sent).chain(others.clone());
                let values = values.chain([deep.clone()]);
                changes.extend(values.map(|value| Change::Field(name.clone(), value)));
            }
        }
        Body::Form(fields) => {
            for (name, _) in fields {
                let values = texts.iter().map(|text| Change::Text(name.clone(), text.clone()));
                changes.extend(values);
                let files = [Vec::new(), vec![0], vec![b'x'; ENDLESS]];
                changes.extend(files.map(|content| Change::File(name.clone(), content)));
            }
        }
    }
    changes
}

/// Returns what is wrong with a response, if anything.
fn fault(operation: &Operation, change: &Change, response: &Answer) -> Option<String> {
    let status = response.status;
    // An empty path parameter makes a different path.
    let elsewhere = matches!(change, Change::Param(index, text)
        if text.is_empty() && operation.params[*index].0 == "path");
    if is_fault(response) {
        return Some("our fault".to_owned());
    }
    if !elsewhere && !operation.statuses.contains(&status) {
        return Some("not documented".to_owned());
    }
    let is_json = response.header("content-type").is_some_and(|kind| kind.contains("json"));
    if is_json && holds_null(&response.body) {
        return Some("holds null".to_owned());
    }
    (status < 400 && is_of_another_type(operation, change)).then(|| "taken".to_owned())
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(fields) => fields.values().any(holds_null),
        _ => false,
    }
}

/// Checks whether the value contradicts the documented type.
fn is_of_another_type(operation: &Operation, change: &Change) -> bool {
    let (Body::Json(_, kinds), Change::Field(name, value)) = (&operation.body, change) else {
        return false;
    };
    match kinds[name].as_str() {
        // Equivalent to leaving the field out, where that is allowed.
        _ if value.is_null() => false,
        Some("string") => !value.is_string(),
        Some("number" | "integer") => !value.is_number(),
        Some("boolean") => !value.is_boolean(),
        Some("array") => !value.is_array(),
        Some("object") => !value.is_object(),
        _ => false,
    }
}

/// Sends all variants of the operations; returns a verdict on each response.
async fn walk(who: &Member, operations: Vec<Arc<Operation>>, texts: &[String]) -> Vec<Verdict> {
    let each = operations.into_iter().flat_map(|operation| {
        let changes = changes(&operation, texts);
        changes.into_iter().map(move |change| (operation.clone(), change))
    });
    let sent = each.map(|(operation, change)| {
        let who = who.clone();
        tokio::spawn(async move {
            let response = operation.send(&who, &change).await;
            let fault = fault(&operation, &change, &response)?;
            let change: String = format!("{change:?}").chars().take(120).collect();
            let body: String = response.body.to_string().chars().take(200).collect();
            Some(format!("{} {change}: {} {fault}: {body}", operation.id, response.status))
        })
    });
    let verdicts = stream::iter(sent).buffer_unordered(AT_ONCE);
    verdicts.map(|verdict| Verdict(verdict.unwrap())).collect().await
}

/// Fault found in a response, if any.
struct Verdict(Option<String>);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_value_of_any_field_causes_a_5xx() {
    let began = Instant::now();
    let world = world().await;
    let admin = world.app.admin("iris").await;
    let document = world.app.anonymous().get("/openapi.json").await.body;
    let texts = texts(&world);
    let operations = Operation::all(&document, |id| sample(id, &world));
    let count = operations.len();
    let (mut open, mut own, mut staff) = (Vec::new(), Vec::new(), Vec::new());
    for operation in operations {
        match sample(&operation.id, &world).access {
            Access::Open => open.push(Arc::new(operation)),
            Access::Members | Access::Concerned => own.push(Arc::new(operation)),
            Access::Staff => staff.push(Arc::new(operation)),
        }
    }
    // Staff operations come last, as they can suspend the other callers.
    let mut verdicts = walk(&world.app.anonymous(), open, &texts).await;
    verdicts.extend(walk(&world.vera, own, &texts).await);
    verdicts.extend(walk(&admin, staff, &texts).await);
    let faults: Vec<&String> = verdicts.iter().filter_map(|verdict| verdict.0.as_ref()).collect();
    println!("{} requests to {count} operations in {:?}", verdicts.len(), began.elapsed());
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
    assert!(verdicts.len() > 10 * count, "only {} requests", verdicts.len());
}
