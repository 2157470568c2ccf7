//! Sample requests of staff about the site as a whole.

use poem::http::Method;
use serde_json::json;

use super::{
    imports,
    sample::{Access::Staff, Sample, get, with},
};

/// Returns the sample request of an operation.
pub(super) fn sample(operation: &str) -> Sample {
    let (post, put) = (Method::POST, Method::PUT);
    let letter = json!({ "subject": "Not mine", "text": "To send." });
    match operation {
        "get_agreement_overview" => get(Staff, "/api/admin/agreements"),
        "ask_for_agreement" => {
            let body = json!({ "changes": "Other hours.", "days": 14 });
            with(Staff, put, "/api/admin/agreements/1/ask", &body)
        }
        "list_letters" => get(Staff, "/api/admin/letters"),
        "send_letter" => with(Staff, post, "/api/admin/letters", &letter),
        "stop_letter" => with(Staff, put, "/api/admin/letters/x/stop", &json!({})),
        "try_letter" => with(Staff, post, "/api/admin/letters/trial", &letter),
        "get_letter_audience" => get(Staff, "/api/admin/letters/audience"),

        "change_site" => {
            let body = json!({
                "name": "Mine now", "default_city": "", "contact": "", "show_figures": false,
            });
            with(Staff, put, "/api/admin/site", &body)
        }
        "change_mode" => with(Staff, put, "/api/admin/site/mode", &json!({ "mode": "gift" })),
        "list_contact_messages" => get(Staff, "/api/admin/contact-messages"),
        "claim_contact_message"
        | "release_contact_message"
        | "answer_contact_message"
        | "close_contact_message" => {
            let what = operation.trim_end_matches("_contact_message");
            let path = format!("/api/admin/contact-messages/x/{what}");
            with(Staff, put, path, &json!({ "answer": "Mine now.", "note": "Mine now." }))
        }
        "change_joining" => {
            let body = json!({ "registration": "invite", "welcome_tokens": 1.5 });
            with(Staff, put, "/api/admin/site/joining", &body)
        }
        "finish_set_up" => with(Staff, put, "/api/admin/set-up/finish", &json!({})),
        "get_set_up" => get(Staff, "/api/admin/set-up"),
        "send_test_mail" => with(Staff, post, "/api/admin/test-mail", &json!({})),
        of_imports => imports::sample(of_imports),
    }
}
