//! Sample requests about members who act for others.

use poem::http::Method;
use serde_json::json;

use super::{
    fixture::World,
    sample::{
        Access::{Concerned, Members, Staff},
        Sample, get, with,
    },
    vetting,
};

/// Returns the sample request of an operation, about Vera where it is personal.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    let (post, put) = (Method::POST, Method::PUT);
    let (vera, paul) = (&world.vera.id, &world.paul.id);
    match operation {
        "get_delegations" => get(Members, "/api/delegations"),
        "accept_delegation" => {
            with(Concerned, put, format!("/api/delegations/{vera}/accept"), &json!({}))
        }
        "end_delegation" => {
            with(Concerned, put, format!("/api/delegations/{vera}/end"), &json!({}))
        }
        "list_delegations" => get(Staff, "/api/admin/delegations"),
        "appoint_delegate" => {
            let body = json!({ "member_id": vera, "delegate_id": paul });
            with(Staff, post, "/api/admin/delegations", &body)
        }
        "add_member_with_delegate" => {
            let body = json!({
                "firstname": "Edith", "lastname": "Moss", "agreed": "on paper", "adult": true,
                "delegate_id": paul,
            });
            with(Staff, post, "/api/admin/delegations/new-member", &body)
        }
        "end_delegation_of_member" => {
            let path = format!("/api/admin/delegations/{vera}/end");
            with(Staff, put, path, &json!({ "reason": "Mine now." }))
        }
        other => vetting::sample(other, world),
    }
}
