//! Sample requests about cases that staff decide, and about decisions.

use poem::http::Method;
use serde_json::json;
use sparkyard_testkit::PASSWORD;

use super::{
    categories,
    fixture::World,
    sample::{Access::Staff, Sample, get, with},
};

/// Returns the sample request of an operation, about Vera's data where it is personal.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    let vera_id = &world.vera.id;
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    let reply = json!({ "queue": "reports", "title": "Thank you", "text": "We look at it." });
    let export = json!({ "currentPassword": PASSWORD, "reason": "She asked by letter." });
    match operation {
        "list_reports" => get(Staff, "/api/admin/reports"),
        "get_report" => get(Staff, "/api/admin/reports/x"),
        "get_report_picture" => get(Staff, "/api/admin/reports/x/picture"),
        "get_report_context_picture" => get(Staff, "/api/admin/reports/x/messages/x/picture"),
        "decide_report" => {
            let body = json!({
                "decision": "act", "remove_message": true, "warning": "Stop.",
                "reason": "Mine now.",
            });
            with(Staff, put, "/api/admin/reports/x", &body)
        }
        "get_moderation_rules" => get(Staff, "/api/admin/moderation-rules"),
        "change_moderation_rules" => {
            let rules = json!({ "report_days": 5, "appeal_days": 9, "hold_first_posts": 0 });
            with(Staff, put, "/api/admin/moderation-rules", &rules)
        }
        "list_claims" => get(Staff, "/api/admin/claims/skills"),
        "claim_case" => with(Staff, put, "/api/admin/claims/skills/x", &json!({})),
        "release_case" => with(Staff, delete, "/api/admin/claims/skills/x", &json!({})),
        "get_member_export" => get(Staff, format!("/api/admin/members/{vera_id}/export")),
        "request_member_export" => {
            let path = format!("/api/admin/members/{vera_id}/export");
            with(Staff, post, path, &export)
        }
        "download_member_export" => {
            let path = format!("/api/admin/members/{vera_id}/export/download");
            with(Staff, post, path, &export)
        }
        "list_appeals" => get(Staff, "/api/admin/appeals"),
        "decide_appeal" => {
            let body = json!({ "decision": "overturn", "reason": "Mine now." });
            with(Staff, put, "/api/admin/appeals/x/decide", &body)
        }
        "list_replies" => get(Staff, "/api/admin/replies"),
        "create_reply" => with(Staff, post, "/api/admin/replies", &reply),
        "update_reply" => with(Staff, put, "/api/admin/replies/x", &reply),
        "delete_reply" => with(Staff, delete, "/api/admin/replies/x", &json!({})),
        "list_takedowns" => get(Staff, "/api/admin/takedowns"),
        "let_skill_back" => with(Staff, put, "/api/admin/takedowns/x/let-back", &json!({})),
        "list_audit" => get(Staff, "/api/admin/audit"),
        "get_audit_csv" => get(Staff, "/api/admin/audit.csv?from=2026-03-01&to=2026-03-31"),
        other => categories::sample(other, world),
    }
}
