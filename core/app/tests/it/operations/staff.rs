//! Sample requests of staff operations.

use poem::http::Method;
use serde_json::json;

use super::{
    cases,
    fixture::World,
    sample::{Access, Sample, get, with},
};

/// Kinds of harm of a risk assessment.
const HARMS: [&str; 17] = [
    "terrorism",
    "child_abuse",
    "hate",
    "harassment",
    "coercive_control",
    "intimate_images",
    "extreme_pornography",
    "sexual_exploitation",
    "trafficking",
    "unlawful_immigration",
    "fraud",
    "proceeds_of_crime",
    "drugs",
    "weapons",
    "suicide",
    "foreign_interference",
    "animal_cruelty",
];

/// Returns the sample request of an operation, about Vera's data where it is personal.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    use Access::Staff;
    let vera_id = &world.vera.id;
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    match operation {
        "get_overview" => get(Staff, "/api/admin/overview"),
        "count_waiting_cases" => get(Staff, "/api/admin/waiting"),
        "list_members" => get(Staff, "/api/admin/members"),
        "list_clusters" => get(Staff, "/api/admin/clusters"),
        "set_member_role" => {
            let path = format!("/api/admin/members/{vera_id}/role");
            with(Staff, put, path, &json!({ "role": "admin" }))
        }
        "approve_member" | "decline_member" | "suspend_member" | "reinstate_member" => {
            let what = operation.trim_end_matches("_member");
            let path = format!("/api/admin/members/{vera_id}/{what}");
            with(Staff, put, path, &json!({ "reason": "Mine now." }))
        }
        "delete_member" => {
            let path = format!("/api/admin/members/{vera_id}/leaving");
            with(Staff, post, path, &json!({ "reason": "She asked for it." }))
        }
        "reset_member_second_factor" => {
            let path = format!("/api/admin/members/{vera_id}/second-factor");
            with(Staff, delete, path, &json!({}))
        }
        "sign_member_out" => {
            let path = format!("/api/admin/members/{vera_id}/sessions");
            with(Staff, delete, path, &json!({}))
        }
        "create_pot_grant" => {
            let body = json!({ "userId": vera_id, "amount": 0.01, "reason": "Help" });
            with(Staff, post, "/api/admin/pot/grants", &body)
        }
        "list_all_spark_gifts" => get(Staff, "/api/admin/spark-gifts"),
        "reverse_spark_gift" => {
            with(Staff, put, "/api/admin/spark-gifts/x/reverse", &json!({ "reason": "Help" }))
        }
        "list_all_exchanges" => get(Staff, "/api/admin/exchanges"),
        "reverse_exchange" => {
            with(Staff, put, "/api/admin/exchanges/x/reverse", &json!({ "reason": "Help" }))
        }
        "get_member_safety" => get(Staff, format!("/api/admin/members/{vera_id}/safety")),
        "list_member_notes" => get(Staff, format!("/api/admin/members/{vera_id}/notes")),
        "add_member_note" => {
            let path = format!("/api/admin/members/{vera_id}/notes");
            with(Staff, post, path, &json!({ "text": "Ring her.", "due": "2026-03-09" }))
        }
        "list_tasks" => get(Staff, "/api/admin/tasks"),
        "finish_task" => with(Staff, put, "/api/admin/tasks/x/finish", &json!({})),
        "delete_note" => with(Staff, delete, "/api/admin/notes/x", &json!({})),
        "get_history" => get(Staff, "/api/admin/history"),
        "get_activity" => get(Staff, "/api/admin/activity?from=2026-03&to=2026-03"),
        "get_activity_csv" => get(Staff, "/api/admin/activity.csv?from=2026-03&to=2026-03"),
        "get_activity_pdf" => get(Staff, "/api/admin/activity.pdf?from=2026-03&to=2026-03"),

        "get_online_safety" => get(Staff, "/api/admin/online-safety"),
        "list_risk_assessments" => get(Staff, "/api/admin/online-safety/assessments"),
        "create_risk_assessment" => {
            let risk =
                |harm| json!({ "harm": harm, "level": "low", "evidence": "-", "measures": "-" });
            let body = json!({
                "responsible": "Vera", "children_likely": false, "children_note": "None.",
                "risks": HARMS.map(risk),
            });
            with(Staff, post, "/api/admin/online-safety/assessments", &body)
        }
        "get_risk_assessment_pdf" => get(Staff, "/api/admin/online-safety/assessments/x/pdf"),

        "list_member_withdrawals" => get(Staff, "/api/admin/withdrawals"),
        "get_member_withdrawal" => get(Staff, "/api/admin/withdrawals/x"),
        "pay_withdrawal" => {
            let body = json!({ "reference": "SY-1" });
            with(Staff, put, "/api/admin/withdrawals/x/pay", &body)
        }
        "refuse_withdrawal" => {
            let body = json!({ "reason": "The account does not exist." });
            with(Staff, put, "/api/admin/withdrawals/x/refuse", &body)
        }
        other => cases::sample(other, world),
    }
}
