//! Sample requests about checks by the hosts, and first posts that they look at.

use poem::http::Method;
use serde_json::json;

use super::{
    fixture::World,
    sample::{
        Access::{Members, Staff},
        Sample, get, with,
    },
    site,
};

/// Returns the sample request of an operation, about Vera where it is personal.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    let records = format!("/api/admin/check-records/{}", world.vera.id);
    let check = json!({ "title": "References", "badge": true });
    match operation {
        "list_own_checks" => get(Members, "/api/checks"),
        "list_checks" => get(Staff, "/api/admin/checks"),
        "create_check" => with(Staff, post, "/api/admin/checks", &check),
        "update_check" => with(Staff, put, "/api/admin/checks/x", &check),
        "delete_check" => with(Staff, delete, "/api/admin/checks/x", &json!({})),
        "list_ending_checks" => get(Staff, "/api/admin/check-records"),
        "list_member_checks" => get(Staff, records),
        "record_check" => {
            with(Staff, put, format!("{records}/x"), &json!({ "passed_on": "2026-03-02" }))
        }
        "withdraw_check" => {
            with(Staff, put, format!("{records}/x/withdraw"), &json!({ "reason": "Lapsed" }))
        }
        "list_held_posts" => get(Staff, "/api/admin/held-posts"),
        "get_held_post_picture" => get(Staff, "/api/admin/held-posts/x/pictures/0"),
        "decide_held_post" => {
            let body = json!({ "decision": "remove", "reason": "Mine now.", "revision": 0 });
            with(Staff, put, "/api/admin/held-posts/x/decide", &body)
        }
        other => site::sample(other),
    }
}
