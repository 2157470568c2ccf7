//! Sample requests of all operations.

use poem::http::Method;
use serde_json::json;

use super::{
    fixture::{World, booking_fields, borrowed},
    money,
    sample::{Access, Sample, form, get, with},
};
use crate::TestApp;

/// Returns the sample request of an operation, about Vera's or Paul's data where it is personal.
#[expect(clippy::too_many_lines, reason = "one row per operation of the contract")]
pub(crate) fn sample(operation: &str, world: &World) -> Sample {
    use Access::{Concerned, Members, Open, Staff};
    let World { vera, paul, skill, booking, intent, notice, document_id, .. } = world;
    let (message, bank_account) = (&world.message, &world.bank_account);
    let (vera_id, paul_id) = (&vera.id, &paul.id);
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    let step = |action: &str| {
        let path = format!("/api/bookings/{action}/{booking}");
        with(Concerned, Method::PUT, path, &json!({ "status": "completed" }))
    };
    let skill_form = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "1"),
        ("description", "Mine now."),
    ];
    match operation {
        "send_code" => with(Open, post, "/api/auth/resend/code", &json!({ "email": "x@y.org" })),
        "verify_email" => {
            let body = json!({ "email": "x@y.org", "code": "0000" });
            with(Open, post, "/api/auth/verify/email", &body)
        }
        "register" => {
            let body = TestApp::registration("zoe", &json!("none"), None);
            with(Open, post, "/api/auth/register", &body)
        }
        "set_up_admin" => {
            let body = json!({
                "secret": "none", "email": "x@y.org", "firstname": "X", "lastname": "Y",
                "password": "long enough",
            });
            with(Open, post, "/api/auth/setup", &body)
        }
        "login" => {
            let body = json!({ "email": "vera@example.org", "password": "guess" });
            with(Open, post, "/api/auth/login", &body)
        }
        "refresh_session" => get(Open, "/api/auth/get/refreshtokenweb"),
        "logout" => with(Members, post, "/api/auth/logout", &json!({})),
        "begin_social_sign_in" => get(Open, "/api/auth/google?next=/explore"),
        "finish_social_sign_in" => get(Open, "/api/auth/google/callback?code=x&state=y"),
        "exchange_social_codes" => {
            let body = json!({ "accessToken": "guess", "refreshToken": "guess" });
            with(Open, post, "/api/auth/exchange", &body)
        }
        "list_identities" => get(Members, "/api/auth/identities"),
        "unlink_identity" => with(Concerned, delete, "/api/auth/identities/x", &json!({})),
        "list_sessions" => get(Members, "/api/auth/sessions"),
        "end_session" => {
            let path = format!("/api/auth/sessions/{}", world.session);
            with(Concerned, delete, path, &json!({}))
        }
        "end_other_sessions" => with(Members, delete, "/api/auth/sessions", &json!({})),
        "forgot_password" => {
            let body = json!({ "email": "vera@example.org" });
            with(Open, post, "/api/auth/forgot/password", &body)
        }
        "reset_password" => {
            let body = json!({ "token": "guess", "newPassword": "mine from now on" });
            with(Open, post, "/api/auth/reset/forgot/password", &body)
        }
        "change_password" => {
            let body = json!({ "password": "guess", "newPassword": "mine from now on" });
            with(Members, put, "/api/users/change/password", &body)
        }
        "verify_new_email" => {
            with(Members, post, "/api/auth/verify/new-email", &json!({ "code": "0000" }))
        }
        "get_second_factor" => get(Members, "/api/auth/second-factor"),
        "begin_totp" => {
            let body = json!({ "password": "guess" });
            with(Members, post, "/api/auth/second-factor/totp", &body)
        }
        "confirm_totp" => {
            let body = json!({ "code": "000000" });
            with(Members, post, "/api/auth/second-factor/totp/confirm", &body)
        }
        "renew_recovery_codes" => {
            let body = json!({ "code": "000000" });
            with(Members, post, "/api/auth/second-factor/recovery-codes", &body)
        }
        "remove_second_factor" => {
            let body = json!({ "password": "guess", "code": "000000" });
            with(Members, delete, "/api/auth/second-factor", &body)
        }

        "get_profile" => get(Concerned, format!("/api/users/profile/{vera_id}")),
        "get_public_profile" => get(Members, format!("/api/users/basic/profile/{vera_id}")),
        "update_bio" => {
            let body = json!({ "bio": "Sid", "location": "Leeds", "street": "", "zip_code": "" });
            with(Members, put, "/api/users/profile/update/bio", &body)
        }
        "upload_photo" => form(Members, put, "/api/users/profile/upload", &[]),
        "update_profile" => {
            let body = json!({
                "email": "vera@example.org", "firstname": "Not", "lastname": "Vera",
                "gender": "other", "password": "", "location": "Leeds", "street": "",
                "zip_code": "", "website": "",
            });
            with(Concerned, put, format!("/api/users/update/{vera_id}"), &body)
        }
        "set_visibility" => {
            with(Members, put, "/api/users/visibility", &json!({ "visible": true }))
        }
        "get_invites" => get(Members, "/api/users/invites"),
        "search_people" => get(Members, "/api/users/searchuser/vera"),
        "list_people_in_city" => get(Members, "/api/users/people/within/Leeds"),
        "list_people_nearby" => get(Members, "/api/users/people/nearby/53.8/-1.55/2000"),
        "follow_person" => {
            with(Members, post, format!("/api/follows/follow/{vera_id}"), &json!({}))
        }
        "unfollow_person" => {
            with(Members, delete, format!("/api/follows/unfollow/{vera_id}"), &json!({}))
        }
        "block_person" => with(Members, post, format!("/api/users/block/{paul_id}"), &json!({})),
        "unblock_person" => {
            with(Members, delete, format!("/api/users/block/{paul_id}"), &json!({}))
        }
        "list_blocked" => get(Members, "/api/users/blocked"),
        "list_followings" => get(Members, "/api/follows/getfollowings"),
        "list_followers" => get(Members, "/api/follows/getfollowers"),
        "search_towns" => get(Open, "/api/places/towns?q=lee"),
        "list_cities" => get(Open, "/api/places/cities"),
        "search_places" => get(Members, "/api/places/search?q=Leeds"),
        "geocode_address" => get(Members, "/api/places/geocode?city=Leeds"),
        "find_town" => get(Members, "/api/places/reverse?lat=53.8&lon=-1.55"),
        "get_map" => get(Open, "/api/places/map"),

        "list_categories" => get(Members, "/api/skills/get/categories"),
        "list_skills_in_category" => get(Members, "/api/skills/searchname/Plumbing"),
        "search_skills" => get(Members, "/api/skills/search?q=plumb"),
        "get_going_rates" => get(Members, "/api/skills/rates?skill_type=plumbing"),
        "list_own_skills" => get(Members, "/api/skills/user/all"),
        "get_skill" => get(Members, format!("/api/skills/{skill}")),
        "create_skill" => form(Members, post, "/api/skills", &skill_form),
        "update_skill" => form(Concerned, put, format!("/api/skills/{skill}"), &skill_form),
        "delete_skill" => with(Concerned, delete, format!("/api/skills/{skill}"), &json!({})),
        "delete_skill_photo" => {
            let path = format!("/api/skills/photo/{skill}");
            with(Concerned, delete, path, &json!({ "key": "thumbnail01" }))
        }
        "suggest_skill" => {
            with(Members, post, "/api/suggestedskills", &json!({ "name": "Juggling" }))
        }
        "list_category_words" => get(Staff, "/api/admin/words"),
        "add_category_word" | "remove_category_word" => {
            let method = if operation.starts_with("add") { post } else { delete };
            let body = json!({ "category": "cleaning", "word": "skivvy" });
            with(Staff, method, "/api/admin/words", &body)
        }
        "list_pending_skills" => get(Staff, "/api/admin/skills"),
        "decide_skill" => with(Staff, put, format!("/api/admin/skills/{skill}/reject"), &json!({})),

        "create_booking" => {
            let mut fields = booking_fields(skill, paul_id, intent);
            fields.retain(|(name, _)| *name != "booking_date");
            fields.push(("booking_date", "2026-03-12T10:00:00Z".to_owned()));
            form(Concerned, post, "/api/bookings", &borrowed(&fields))
        }
        "list_outward_bookings" => get(Members, "/api/bookings/get/user/outward"),
        "list_inward_bookings" => get(Members, "/api/bookings/get/user/inward"),
        "list_bookings_with" => get(Members, format!("/api/bookings/with/{vera_id}")),
        "get_availability" => get(Members, "/api/bookings/availability/own"),
        "set_availability" => {
            let body = json!({ "weekly": [], "blocked": [] });
            with(Members, put, "/api/bookings/availability/own", &body)
        }
        "list_free_time" => get(Members, format!("/api/bookings/availability/{paul_id}")),
        "get_booking" => get(Concerned, format!("/api/bookings/{booking}")),
        "get_booking_file" => get(Concerned, format!("/api/bookings/{booking}/file")),
        "accept_booking" => step("accept"),
        "reject_booking" => step("reject"),
        "start_booking" => step("in-progress"),
        "undo_start_booking" => step("undo"),
        "ask_expenses" => {
            let item = json!({ "kind": "materials", "note": "Washers", "amount": 4.5 });
            let body = json!({ "items": [item] });
            with(Concerned, put, format!("/api/bookings/{booking}/expenses"), &body)
        }
        "confirm_expenses" => {
            let body = json!({ "amount": 4.5 });
            with(Concerned, put, format!("/api/bookings/{booking}/expenses/confirm"), &body)
        }
        "decline_expenses" => {
            let body = json!({ "reason": "We did not agree on this." });
            with(Concerned, put, format!("/api/bookings/{booking}/expenses/decline"), &body)
        }
        "propose_time" => {
            let body = json!({ "booking_date": "2026-03-12T12:00:00Z", "words": "Then?" });
            with(Concerned, put, format!("/api/bookings/propose/{booking}"), &body)
        }
        "accept_time" => {
            let body = json!({ "booking_date": "2026-03-12T12:00:00Z" });
            with(Concerned, put, format!("/api/bookings/accept-time/{booking}"), &body)
        }
        "decline_time" => {
            let body = json!({ "booking_date": "2026-03-12T12:00:00Z", "words": "No." });
            with(Concerned, put, format!("/api/bookings/decline-time/{booking}"), &body)
        }
        "withdraw_time" => step("withdraw-time"),
        "get_booking_calendar" => get(Concerned, format!("/api/bookings/{booking}/calendar")),
        "get_calendar_address" => get(Members, "/api/bookings/calendar/own"),
        "renew_calendar_address" => with(Members, post, "/api/bookings/calendar/own", &json!({})),
        "remove_calendar_address" => {
            with(Members, delete, "/api/bookings/calendar/own", &json!({}))
        }
        "get_calendar_feed" => get(Open, "/api/calendar/nothing.ics"),
        "complete_booking" => step("complete"),
        "cancel_booking" => step("cancel"),
        "confirm_booking" => step("completed"),
        "skip_to_visit" => {
            let path = format!("/api/demo/bookings/{booking}/skip");
            with(Concerned, put, path, &json!({}))
        }
        "count_waiting_bookings" => get(Members, "/api/bookings/waiting"),
        "quote_booking" => get(Members, format!("/api/bookings/quote?skills_id={skill}&hours=1")),
        "create_review" => {
            let body = json!({
                "skillId": skill, "revieweeId": paul_id, "rating": 1, "comment": "Bad.",
                "bookingId": booking,
            });
            with(Concerned, post, "/api/reviews", &body)
        }
        "list_reviews" => get(Members, format!("/api/reviews/user/{paul_id}")),
        "remove_review" => {
            let path = format!("/api/admin/reviews/{booking}/remove");
            with(Staff, put, path, &json!({ "reason": "Mine now." }))
        }
        "answer_visit" => {
            let path = format!("/api/bookings/happened/{booking}");
            with(Concerned, put, path, &json!({ "happened": "no_show" }))
        }
        "open_dispute" => {
            let id = booking.to_string();
            let fields = [("bookingId", id.as_str()), ("message", "Mine")];
            form(Concerned, post, "/api/dispute/open", &fields)
        }
        "get_dispute_file" => get(Concerned, format!("/api/dispute/{booking}/file")),
        "get_dispute" => get(Concerned, format!("/api/dispute/{booking}")),
        "list_statements" => get(Concerned, format!("/api/dispute/{booking}/statements")),
        "add_statement" => {
            let path = format!("/api/dispute/{booking}/statements");
            form(Concerned, post, path, &[("message", "Mine")])
        }
        "get_statement_file" => {
            get(Concerned, format!("/api/dispute/{booking}/statements/{message}/file"))
        }
        "get_dispute_case" => get(Staff, format!("/api/admin/disputes/{booking}")),
        "list_case_messages" => get(Staff, format!("/api/admin/disputes/{booking}/messages")),
        "get_case_picture" => get(Staff, "/api/admin/disputes/1/messages/x/picture"),
        "preview_decision" => {
            get(Staff, format!("/api/admin/disputes/{booking}/preview?outcome=refund"))
        }
        "list_disputes" => get(Staff, "/api/admin/disputes"),
        "decide_dispute" => {
            let body = json!({ "outcome": "refund", "reason": "Heard." });
            with(Staff, put, format!("/api/admin/disputes/{booking}"), &body)
        }

        "list_conversations" => get(Members, "/api/message/chat/history/users"),
        "count_unread_messages" => get(Members, "/api/message/unread"),
        "get_conversation" => get(Members, format!("/api/message/with/{vera_id}")),
        "tell_typing" => with(Members, post, format!("/api/message/typing/{vera_id}"), &json!({})),
        "mark_conversation_bookings_seen" => {
            with(Members, put, format!("/api/message/seen/{vera_id}/bookings"), &json!({}))
        }
        "list_messages" => get(Concerned, format!("/api/message/{vera_id}/{paul_id}")),
        "send_message" => {
            let body = json!({
                "senderId": vera_id, "receiverId": paul_id, "content": "I am not Vera, but.",
                "mark_as_read": false, "clientId": "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f",
            });
            with(Concerned, post, "/api/message", &body)
        }
        "mark_message_read" => {
            with(Concerned, put, format!("/api/message/markasread/{message}"), &json!({}))
        }
        "send_picture" => form(Members, post, "/api/message/picture", &[("receiverId", vera_id)]),
        "get_message_picture" => get(Concerned, format!("/api/message/picture/{message}")),

        // Otherwise the stream would not end.
        "follow_live" => get(Members, "/api/live?once=true"),
        "list_notices" => get(Members, "/api/notifications"),
        "list_booking_notices" => get(Members, "/api/notifications/bookings"),
        "list_follower_notices" => get(Members, "/api/notifications/follower"),
        "list_followee_notices" => get(Members, "/api/notifications/followees"),
        "get_mail_state" => get(Members, "/api/settings/mail"),
        "retry_mail" => with(Members, post, "/api/settings/mail/retry", &json!({})),
        "list_mail_troubles" => get(Staff, "/api/admin/mail-troubles"),
        "get_notification_choices" => get(Members, "/api/settings/notifications"),
        "set_notification_choices" => {
            let body = json!({
                "bookingMessages": true, "orderUpdates": true, "orderMessages": true,
                "promotions": false, "accountNotifications": true,
                "marketingNotifications": false,
            });
            with(Members, put, "/api/settings/notifications", &body)
        }
        "get_preferences" => get(Members, "/api/settings/preferences"),
        "open_unsubscribe" => get(Open, "/api/unsubscribe/account.01x.guess"),
        "get_unsubscribe" => get(Open, "/api/unsubscribe/account.01x.guess/mails"),
        "unsubscribe" => with(Open, post, "/api/unsubscribe/account.01x.guess", &json!({})),
        "set_preferences" => {
            let body = json!({
                "digest": "weekly", "quietHours": { "from": 1320, "until": 420 }, "language": "en",
            });
            with(Members, put, "/api/settings/preferences", &body)
        }
        "get_privacy_choices" => get(Members, "/api/settings/privacy"),
        "set_privacy_choices" => {
            with(Members, put, "/api/settings/privacy", &json!({ "readReceipts": false }))
        }
        "list_retention_rules" => get(Members, "/api/settings/retention"),
        "get_push_key" => get(Members, "/api/notifications/push/key"),
        "add_push_device" => {
            let body = json!({ "endpoint": "https://x.example", "p256dh": "x", "auth": "x" });
            with(Members, post, "/api/notifications/push", &body)
        }
        "remove_push_device" => {
            let body = json!({ "endpoint": "https://x.example" });
            with(Members, delete, "/api/notifications/push", &body)
        }
        "count_unread" => get(Members, "/api/notifications/unread"),
        "mark_notices_read" => {
            with(Members, put, "/api/notifications/read", &json!({ "ids": [notice] }))
        }

        "list_withdrawal_methods" => get(Members, "/api/settings/payment/withdrawalmethods"),
        "add_withdrawal_method" => {
            let body = json!({
                "bank_name": "Calder Bank", "account_name": "Zoe Marsh", "sort_code": "12-34-56",
                "account_number": "12345678",
            });
            with(Members, post, "/api/settings/payment/withdrawalmethod", &body)
        }
        "remove_withdrawal_method" => {
            let path = format!("/api/settings/payment/withdrawalmethod/{bank_account}");
            with(Concerned, delete, path, &json!({}))
        }
        "request_withdrawal" => {
            let password = "correct horse battery";
            let body = json!({ "amount": 5, "withdrawal_method_id": bank_account, "currentPassword": password });
            with(Concerned, post, "/api/withdrawals", &body)
        }
        "list_withdrawals" => get(Members, "/api/withdrawals"),
        "cancel_withdrawal" => with(Concerned, put, "/api/withdrawals/x/cancel", &json!({})),
        "get_kyc_status" => get(Members, "/api/settings/kyc/status"),
        "list_identity_documents" => get(Members, "/api/settings/kyc/get/identity"),
        "list_utility_documents" => get(Members, "/api/settings/kyc/get/utility"),
        "upload_identity_document" => form(Members, post, "/api/settings/kyc/upload/identity", &[]),
        "upload_utility_document" => form(Members, post, "/api/settings/kyc/upload/utility", &[]),
        "delete_identity_document" => {
            let path = format!("/api/settings/kyc/delete/identity/{document_id}");
            with(Concerned, delete, path, &json!({}))
        }
        "delete_utility_document" => {
            let path = format!("/api/settings/kyc/delete/utility/{document_id}");
            with(Concerned, delete, path, &json!({}))
        }
        "get_kyc_file" => get(Concerned, format!("/api/settings/kyc/file/{document_id}")),
        "list_kyc_cases" => get(Staff, "/api/admin/kyc"),
        "decide_kyc_document" => {
            let path = format!("/api/admin/kyc/{document_id}/approve");
            with(Staff, put, path, &json!({}))
        }
        "create_report" => {
            let body = json!({ "subject": "message", "id": message, "reason": "spam" });
            with(Concerned, post, "/api/reports", &body)
        }
        "get_site" => get(Open, "/api/site"),
        "list_posts" => get(Open, "/api/posts"),
        "get_post" => get(Open, "/api/posts/how-sparks-work"),
        "get_text_page" => get(Open, "/api/pages/terms"),
        "open_contact_form" => get(Open, "/api/contact"),
        "send_contact_message" => {
            let body = json!({
                "firstname": "X", "email": "x@y.org", "message": "Hello", "privacy": true,
                "form": "guess",
            });
            with(Open, post, "/api/contact", &body)
        }
        // In a sample community everybody may read the mail.
        "list_demo_mail" => get(Open, "/api/demo/mail?to=nobody@example.org"),
        other => money::sample(other, world),
    }
}
