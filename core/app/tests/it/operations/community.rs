//! Sample requests of the board of needs, of saved searches, of announcements, of events, of
//! replies to reviews, of archives of own data, and of appeals.

use poem::http::Method;
use serde_json::{Value, json};

use super::{
    fixture::World,
    sample::{Access, Sample, get, with},
    staff,
};

/// Returns the sample request of an operation, about Vera's need where it changes one.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    use Access::{Concerned, Members, Open, Staff};
    let proof = json!({ "currentPassword": "not my password" });
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    let need = json!({ "title": "A ladder", "text": "", "days": 7, "tokens": 1 });
    let announcement = json!({ "title": "Fair", "text": "*Now*", "until": "2026-03-09T10:00:00Z" });
    let event = json!({
        "title": "Seed swap", "text": "", "place": "Library", "places": 20, "hosts": [],
        "starts_at": "2026-03-14T10:00:00Z", "ends_at": "2026-03-14T12:00:00Z",
    });
    // An edit that changes nothing is not recorded.
    let renamed = |written: &Value| {
        let mut changed = written.clone();
        changed["title"] = json!("Plant swap");
        changed
    };
    let of_vera = |step: &str| format!("/api/needs/{}{step}", world.need);
    let search = json!({ "kind": "skills", "words": "tap", "distance": 500 });
    let saved = format!("/api/saved-searches/{}", world.saved_search);
    match operation {
        "list_decisions" => get(Members, "/api/decisions"),
        "create_appeal" => {
            with(Concerned, post, "/api/decisions/x/appeal", &json!({ "text": "It was mine." }))
        }
        "get_appeal" => get(Open, "/api/appeals/x.1.guess"),
        "create_linked_appeal" => {
            with(Open, post, "/api/appeals/x.1.guess", &json!({ "text": "It was mine." }))
        }
        "get_community" => get(Members, "/api/community"),
        "list_needs" => get(Members, "/api/needs?q=ladder"),
        "create_need" => with(Members, post, "/api/needs", &need),
        "get_need" => get(Members, of_vera("")),
        "update_need" => with(Concerned, put, of_vera(""), &need),
        "renew_need" => with(Concerned, put, of_vera("/renew"), &json!({})),
        "close_need" => with(Concerned, put, of_vera("/close"), &json!({})),
        "delete_need" => with(Concerned, delete, of_vera(""), &json!({})),
        "answer_need" => {
            // Sid's own, so that the stranger writes to nobody.
            let path = format!("/api/needs/{}/answers", world.need_of_stranger);
            with(Concerned, post, path, &json!({ "message": "I have one in the shed." }))
        }
        "reply_to_review" => {
            let path = format!("/api/reviews/{}/reply", world.booking);
            with(Concerned, put, path, &json!({ "reply": "Thank you." }))
        }
        "get_booking_permission" => {
            get(Members, format!("/api/bookings/permissions/{}", world.paul.id))
        }
        "get_agreements" => get(Members, "/api/auth/agreements"),
        "accept_agreements" => {
            with(Members, post, "/api/auth/agreements/accept", &json!({ "edition": 1 }))
        }
        "list_saved_searches" => get(Members, "/api/saved-searches"),
        "save_search" => with(Members, post, "/api/saved-searches", &search),
        "update_saved_search" => with(Concerned, put, saved, &json!({ "paused": true })),
        "delete_saved_search" => with(Concerned, delete, saved, &json!({})),
        "get_data_export" => get(Members, "/api/settings/export"),
        "request_data_export" => with(Members, post, "/api/settings/export", &proof),
        "download_data_export" => with(Members, post, "/api/settings/export/download", &proof),
        "get_leaving" => get(Members, "/api/settings/leaving"),
        // Not the password, so that the caller can go on.
        "delete_account" => {
            with(Members, post, "/api/settings/leaving", &json!({ "currentPassword": "another" }))
        }
        "list_announcements" => get(Staff, "/api/admin/announcements"),
        "create_announcement" => with(Staff, post, "/api/admin/announcements", &announcement),
        "update_announcement" => {
            with(Staff, put, "/api/admin/announcements/x", &renamed(&announcement))
        }
        "end_announcement" => with(Staff, put, "/api/admin/announcements/x/end", &json!({})),
        "list_events" => get(Members, "/api/community/events"),
        "get_event" => get(Members, "/api/community/events/x"),
        "join_event" => with(Members, post, "/api/community/events/x/join", &json!({})),
        "leave_event" => with(Members, post, "/api/community/events/x/leave", &json!({})),
        "get_event_calendar" => get(Members, "/api/community/events/x/calendar"),
        "list_event_guests" => get(Concerned, "/api/community/events/x/guests"),
        "mark_attendance" => {
            let path = format!("/api/community/events/x/guests/{}/attendance", world.vera.id);
            with(Concerned, put, path, &json!({ "attended": true }))
        }
        "list_all_events" => get(Staff, "/api/admin/events"),
        "create_event" => with(Staff, post, "/api/admin/events", &event),
        "update_event" => with(Staff, put, "/api/admin/events/x", &renamed(&event)),
        "cancel_event" => with(Staff, put, "/api/admin/events/x/cancel", &json!({})),
        "thank_hosts" => {
            let body = json!({ "tokens": 1, "to": [world.vera.id], "message": "Thank you" });
            with(Staff, post, "/api/admin/events/x/thanks", &body)
        }
        of_staff => staff::sample(of_staff, world),
    }
}
