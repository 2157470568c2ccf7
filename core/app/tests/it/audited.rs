//! Sends every operation of staff that changes something, and looks for its entry in the audit log.
//! Fails on an operation that is neither recorded nor listed here with the reason.

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    operations::{
        fixture::{World, world},
        sample::Sample,
        samples::sample,
        send,
    },
};

/// Operations that need no entry.
const UNRECORDED: [(&str, &str); 2] = [
    ("send_test_mail", "goes to the admin's own address"),
    ("try_letter", "goes to the admin's own address"),
];

/// Operations on a case, or with a configuration, that this test does not have. Their modules write
/// the entry together with the change.
const WITH_A_CASE: [&str; 21] = [
    "answer_contact_message",
    "approve_member",
    "change_mode",
    "claim_contact_message",
    "close_contact_message",
    "create_pot_grant",
    "decide_appeal",
    "decide_cash_in",
    "decide_dispute",
    "decide_held_post",
    "decide_skill",
    "decline_member",
    "delete_member",
    "let_skill_back",
    "pay_withdrawal",
    "refuse_withdrawal",
    "release_contact_message",
    "remove_review",
    "reset_member_second_factor",
    "reverse_spark_gift",
    "thank_hosts",
];

/// Operations that come last, in this order, as others would be refused after or before them.
const LAST: [&str; 4] =
    ["remove_category_word", "set_member_role", "suspend_member", "reinstate_member"];

/// Returns the operations of staff that are no reading.
async fn changes(app: &TestApp) -> Vec<String> {
    let document = app.anonymous().get("/openapi.json").await.body;
    let paths = document["paths"].as_object().unwrap().iter();
    let of_staff = paths.filter(|(path, _)| path.starts_with("/api/admin/"));
    let operations = of_staff.flat_map(|(_, methods)| methods.as_object().unwrap());
    let changing = operations.filter(|(method, _)| *method != "get");
    let id = |operation: &Value| operation["operationId"].as_str().unwrap().to_owned();
    let mut ids: Vec<String> = changing.map(|(_, operation)| id(operation)).collect();
    ids.sort_by_key(|id| LAST.iter().position(|last| last == id).map_or(0, |place| place + 1));
    ids
}

/// Creates the case that an operation needs, if its sample has none; returns the request.
async fn prepared(operation: &str, world: &World, admin: &Member) -> Sample {
    let mut request = sample(operation, world);
    let case = match operation {
        "update_announcement" | "end_announcement" => {
            let made = send(admin, &sample("create_announcement", world)).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
        "update_event" | "cancel_event" => {
            let made = send(admin, &sample("create_event", world)).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
        "finish_task" | "delete_note" => {
            let made = send(admin, &sample("add_member_note", world)).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
        "run_import" | "delete_import" => {
            let made = send(admin, &sample("create_import", world)).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
        "update_check" | "delete_check" | "record_check" | "withdraw_check" => {
            let made = send(admin, &sample("create_check", world)).await.ok();
            let check = made["id"].as_str().unwrap().to_owned();
            if operation == "withdraw_check" {
                let record = sample("record_check", world);
                let path = record.path.replace("/x", &format!("/{check}"));
                send(admin, &Sample { path, ..record }).await.ok();
            }
            check
        }
        "decide_report" => {
            let body = json!({ "subject": "message", "id": world.message, "reason": "spam" });
            world.paul.post("/api/reports", body).await.ok();
            let reports = admin.get("/api/admin/reports").await.ok();
            reports[0]["id"].as_str().unwrap().to_owned()
        }
        "stop_letter" => {
            let letters = admin.get("/api/admin/letters").await.ok();
            letters[0]["id"].as_str().unwrap().to_owned()
        }
        "delete_town" => {
            let towns = admin.get("/api/admin/towns").await.ok();
            towns[0]["id"].as_str().unwrap().to_owned()
        }
        "update_reply" | "delete_reply" => {
            let made = send(admin, &sample("create_reply", world)).await.ok();
            made["id"].as_str().unwrap().to_owned()
        }
        "reverse_exchange" => {
            send(&world.vera, &sample("confirm_exchange", world)).await.ok();
            world.exchange.clone()
        }
        "release_case" => {
            send(admin, &sample("claim_case", world)).await.ok();
            return request;
        }
        "download_member_export" => {
            // Another member than in the sample of asking, which there is once an hour.
            let of_paul = |path: &str| path.replace(&world.vera.id, &world.paul.id);
            let mut asking = sample("request_member_export", world);
            asking.path = of_paul(&asking.path);
            send(admin, &asking).await.ok();
            world.app.run_jobs().await;
            request.path = of_paul(&request.path);
            return request;
        }
        _ => return request,
    };
    request.path = request
        .path
        .split('/')
        .map(|part| if part == "x" { case.as_str() } else { part })
        .collect::<Vec<_>>()
        .join("/");
    request
}

/// Returns the ids of the newest entries by `actor`.
async fn entries(reader: &Member, actor: &Member) -> Vec<String> {
    let path = format!("/api/admin/audit?limit=100&actor={}", actor.id);
    let log = reader.get(&path).await.ok();
    log.as_array().unwrap().iter().map(|entry| entry["id"].to_string()).collect()
}

#[tokio::test]
async fn every_change_by_staff_is_in_the_audit_log() {
    let world = world().await;
    let iris = world.app.admin("iris").await;
    let operations = changes(&world.app).await;
    for known in UNRECORDED.iter().map(|(known, _)| known).chain(&WITH_A_CASE) {
        assert!(operations.iter().any(|operation| operation == known), "{known} is gone");
    }
    let mut wrong = Vec::new();
    for operation in &operations {
        if WITH_A_CASE.contains(&operation.as_str()) {
            continue;
        }
        let request = prepared(operation, &world, &iris).await;
        let before = entries(&iris, &iris).await.len();
        let response = send(&iris, &request).await;
        let is_recorded = entries(&iris, &iris).await.len() > before;
        let needs_none = UNRECORDED.iter().any(|(known, _)| known == operation);
        if response.status >= 300 || is_recorded == needs_none {
            let body = response.body;
            wrong
                .push(format!("{operation}: {}, recorded: {is_recorded}, {body}", response.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
