//! Walks every operation of the contract as nobody and as a stranger: what is not theirs can
//! neither be read nor changed. An operation that this test does not know fails it.

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard::local::multipart;
use sparkyard_testkit::{Answer, Member, TestApp};

/// Who may call an operation, and for what.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Access {
    /// Anybody.
    Open,
    /// Any member, for their own things or what all members share.
    Members,
    /// Only the people concerned: the sample request is about Vera's things.
    Concerned,
    /// Moderators and admins.
    Staff,
}

/// A sample request.
struct Sample {
    access: Access,
    method: Method,
    path: String,
    body: Option<(String, Vec<u8>)>,
}

/// Vera, who has things; Paul, whom she booked; Sid, to whom both are strangers.
struct World {
    app: TestApp,
    vera: Member,
    paul: Member,
    sid: Member,
    skill: String,
    booking: Value,
    intent: String,
    client_secret: String,
    notice: String,
    /// Vera's.
    session: String,
}

/// What only Vera, Paul and the staff may ever see.
const SECRETS: [&str; 4] = ["vera@example.org", "14 Secret Street", "LS1 4ZZ", "53.80125"];

async fn world() -> World {
    let app = TestApp::start().await;
    let (vera, paul) = (app.member_in("vera", "Leeds").await, app.member_in("paul", "Leeds").await);
    let sid = app.member_in("sid", "Leeds").await;
    let place = json!({
        "bio": "I live here.", "location": "Leeds", "street": "14 Secret Street",
        "zip_code": "LS1 4ZZ", "lat": 53.80125, "lon": -1.54875,
    });
    vera.put("/api/users/profile/update/bio", place).await.ok();
    let fields = [
        ("skill_type", "plumbing"),
        ("experience_level", "expert"),
        ("hourly_rate", "20"),
        ("description", "Taps."),
    ];
    let skill = paul.post_form("/api/skills", &fields, &[]).await.ok()["id"].clone();
    let skill = skill.as_str().unwrap().to_owned();
    let fund = vera.post("/api/wallet/fund", json!({ "amount": 100 })).await.ok();
    let pay = json!({ "clientSecret": fund["clientSecret"], "outcome": "succeed" });
    vera.post("/api/wallet/sandbox/pay", pay).await.ok();
    vera.post("/api/wallet/confirm", json!({ "amount": 100 })).await.ok();
    let hold = async || {
        let body = json!({ "amount": 20, "currency": "gbp", "paymentMethod": "wallet" });
        let intent = vera.post("/api/users/stripe/payment/intent", body).await.ok();
        intent["payment_intent_id"].as_str().unwrap().to_owned()
    };
    let used = hold().await;
    let (fields, file) = (booking_fields(&skill, &paul.id, &used), [("file", "a.png", &b"x"[..])]);
    let booking = vera.post_form("/api/bookings", &borrowed(&fields), &file).await.ok();
    app.settle().await;
    let notices = paul.get("/api/notifications").await.ok();
    let sessions = vera.get("/api/auth/sessions").await.ok();
    let second = vera.post("/api/wallet/fund", json!({ "amount": 7 })).await.ok();
    World {
        intent: hold().await,
        client_secret: second["clientSecret"].as_str().unwrap().to_owned(),
        notice: notices[0]["id"].as_str().unwrap().to_owned(),
        session: sessions[0]["id"].as_str().unwrap().to_owned(),
        booking: booking["id"].clone(),
        skill,
        app,
        vera,
        paul,
        sid,
    }
}

fn booking_fields(skill: &str, provider: &str, intent: &str) -> Vec<(&'static str, String)> {
    vec![
        ("skills_id", skill.to_owned()),
        ("booked_user_id", provider.to_owned()),
        ("title", "Booking for Plumbing".to_owned()),
        ("description", "My tap drips.".to_owned()),
        ("booking_location", "14 Secret Street, Leeds LS1 4ZZ".to_owned()),
        ("booking_lat", "53.80125".to_owned()),
        ("booking_lon", "-1.54875".to_owned()),
        ("booking_date", "2026-03-10T10:00:00Z".to_owned()),
        ("payment_method", "wallet".to_owned()),
        ("payment_intent_id", intent.to_owned()),
    ]
}

fn borrowed<'a>(fields: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    fields.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

fn get(access: Access, path: impl Into<String>) -> Sample {
    Sample { access, method: Method::GET, path: path.into(), body: None }
}

fn with(access: Access, method: Method, path: impl Into<String>, body: &Value) -> Sample {
    let body = Some(("application/json".to_owned(), body.to_string().into_bytes()));
    Sample { access, method, path: path.into(), body }
}

fn form(
    access: Access,
    method: Method,
    path: impl Into<String>,
    fields: &[(&str, &str)],
) -> Sample {
    Sample { access, method, path: path.into(), body: Some(multipart(fields, &[])) }
}

/// One request for each operation, about Vera's or Paul's things where it is about somebody's.
#[expect(clippy::too_many_lines, reason = "one row per operation of the contract")]
fn sample(operation: &str, world: &World) -> Sample {
    use Access::{Concerned, Members, Open, Staff};
    let World { vera, paul, skill, booking, intent, client_secret, notice, .. } = world;
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
        "search_people" => get(Members, "/api/users/searchuser/vera"),
        "list_people_in_city" => get(Members, "/api/users/people/within/Leeds"),
        "list_people_nearby" => get(Members, "/api/users/people/nearby/53.8/-1.55/2000"),
        "follow_person" => {
            with(Members, post, format!("/api/follows/follow/{vera_id}"), &json!({}))
        }
        "unfollow_person" => {
            with(Members, delete, format!("/api/follows/unfollow/{vera_id}"), &json!({}))
        }
        "list_followings" => get(Members, "/api/follows/getfollowings"),
        "list_followers" => get(Members, "/api/follows/getfollowers"),
        "list_cities" => get(Open, "/api/places/cities"),
        "search_places" => get(Members, "/api/places/search?q=Leeds"),

        "list_categories" => get(Members, "/api/skills/get/categories"),
        "list_skills_in_category" => get(Members, "/api/skills/searchname/Plumbing"),
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
        "list_pending_skills" => get(Staff, "/api/admin/skills"),
        "decide_skill" => with(Staff, put, format!("/api/admin/skills/{skill}/reject"), &json!({})),

        "get_balance" => get(Members, "/api/wallet/balance"),
        "list_transactions" => get(Members, "/api/wallet/transactions"),
        "fund_wallet" => with(Members, post, "/api/wallet/fund", &json!({ "amount": 5 })),
        "pay_in_sandbox" => {
            let body = json!({ "clientSecret": client_secret, "outcome": "succeed" });
            with(Concerned, post, "/api/wallet/sandbox/pay", &body)
        }
        "confirm_funding" => with(Concerned, post, "/api/wallet/confirm", &json!({ "amount": 7 })),
        "create_payment_intent" => {
            let body = json!({ "amount": 1, "currency": "gbp", "paymentMethod": "spark_token" });
            with(Members, post, "/api/users/stripe/payment/intent", &body)
        }
        "get_token_supply" => get(Members, "/api/wallet/supply"),
        "record_cash_in" => {
            let body = json!({ "user_id": vera_id, "amount": 5, "note": "x" });
            with(Staff, post, "/api/admin/wallet/cash-in", &body)
        }

        "create_booking" => {
            let mut fields = booking_fields(skill, paul_id, intent);
            fields.retain(|(name, _)| *name != "booking_date");
            fields.push(("booking_date", "2026-03-12T10:00:00Z".to_owned()));
            form(Concerned, post, "/api/bookings", &borrowed(&fields))
        }
        "list_outward_bookings" => get(Members, "/api/bookings/get/user/outward"),
        "list_inward_bookings" => get(Members, "/api/bookings/get/user/inward"),
        "get_booking" => get(Concerned, format!("/api/bookings/{booking}")),
        "get_booking_file" => get(Concerned, format!("/api/bookings/{booking}/file")),
        "accept_booking" => step("accept"),
        "reject_booking" => step("reject"),
        "start_booking" => step("in-progress"),
        "complete_booking" => step("complete"),
        "cancel_booking" => step("cancel"),
        "confirm_booking" => step("completed"),
        "quote_booking" => get(Members, format!("/api/bookings/quote?skills_id={skill}&hours=1")),
        "create_review" => {
            let body = json!({
                "skillId": skill, "revieweeId": paul_id, "rating": 1, "comment": "Bad.",
                "bookingId": booking,
            });
            with(Concerned, post, "/api/reviews", &body)
        }
        "list_reviews" => get(Members, format!("/api/reviews/user/{paul_id}")),
        "open_dispute" => {
            let id = booking.to_string();
            let fields = [("bookingId", id.as_str()), ("message", "Mine")];
            form(Concerned, post, "/api/dispute/open", &fields)
        }
        "get_dispute_file" => get(Concerned, format!("/api/dispute/{booking}/file")),
        "list_disputes" => get(Staff, "/api/admin/disputes"),
        "decide_dispute" => {
            let body = json!({ "outcome": "refund" });
            with(Staff, put, format!("/api/admin/disputes/{booking}"), &body)
        }

        "list_notices" => get(Members, "/api/notifications"),
        "list_booking_notices" => get(Members, "/api/notifications/bookings"),
        "list_follower_notices" => get(Members, "/api/notifications/follower"),
        "list_followee_notices" => get(Members, "/api/notifications/followees"),
        "count_unread" => get(Members, "/api/notifications/unread"),
        "mark_notices_read" => {
            with(Members, put, "/api/notifications/read", &json!({ "ids": [notice] }))
        }

        "get_overview" => get(Staff, "/api/admin/overview"),
        "list_members" => get(Staff, "/api/admin/members"),
        "set_member_role" => {
            let path = format!("/api/admin/members/{vera_id}/role");
            with(Staff, put, path, &json!({ "role": "admin" }))
        }
        "approve_member" | "decline_member" | "suspend_member" | "reinstate_member" => {
            let what = operation.trim_end_matches("_member");
            let path = format!("/api/admin/members/{vera_id}/{what}");
            with(Staff, put, path, &json!({ "reason": "Mine now." }))
        }
        "reset_member_second_factor" => {
            let path = format!("/api/admin/members/{vera_id}/second-factor");
            with(Staff, delete, path, &json!({}))
        }
        "list_audit" => get(Staff, "/api/admin/audit"),

        "get_site" => get(Open, "/api/site"),
        // In a sample community everybody may read the mail: that is what it is for.
        "list_demo_mail" => get(Open, "/api/demo/mail?to=nobody@example.org"),
        unknown => panic!("say in this test who may call {unknown:?}"),
    }
}

/// Operation ids of the contract, those of the module `auth` last: logging out ends the walk.
async fn operations(app: &TestApp) -> Vec<String> {
    let document = app.anonymous().get("/openapi.json").await.body;
    let paths = document["paths"].as_object().unwrap().values();
    let all = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let mut ids: Vec<String> =
        all.map(|operation| operation["operationId"].as_str().unwrap().to_owned()).collect();
    ids.sort_by_key(|id| id == "logout");
    ids
}

async fn send(who: &Member, sample: &Sample) -> Answer {
    who.send(sample.method.clone(), &sample.path, sample.body.clone()).await
}

#[tokio::test]
async fn nobody_gets_in_without_a_token() {
    let world = world().await;
    let forged = world.app.anonymous().with_token("eyJhbGciOiJub25lIn0.eyJpZCI6IngifQ.");
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        for who in [&world.app.anonymous(), &forged] {
            let answer = send(who, &sample).await;
            match sample.access {
                Access::Open => assert!(answer.status < 500, "{operation}: {}", answer.body),
                _ => assert_eq!(answer.status, 401, "{operation}: {}", answer.body),
            }
        }
    }
}

#[tokio::test]
async fn a_stranger_neither_reads_nor_changes_what_is_not_theirs() {
    let world = world().await;
    let before = private_state(&world).await;
    for operation in operations(&world.app).await {
        let sample = sample(&operation, &world);
        let answer = send(&world.sid, &sample).await;
        match sample.access {
            Access::Staff => assert_eq!(answer.status, 403, "{operation}: {}", answer.body),
            Access::Concerned => {
                assert!([403, 404, 409].contains(&answer.status), "{operation}: {}", answer.body);
            }
            Access::Members | Access::Open => {
                assert!(answer.status < 500, "{operation}: {}", answer.body);
            }
        }
        let text = String::from_utf8_lossy(&answer.bytes);
        for secret in SECRETS.into_iter().chain([TestApp::phone("vera").as_str()]) {
            let own = operation == "list_demo_mail";
            assert!(own || !text.contains(secret), "{operation} tells {secret}: {text}");
        }
    }
    assert_eq!(private_state(&world).await, before);
}

/// Everything of Vera's and Paul's that a stranger might have touched.
async fn private_state(world: &World) -> Vec<Value> {
    let mut state = Vec::new();
    for (who, paths) in [
        (&world.vera, ["/api/wallet/balance", "/api/bookings/get/user/outward"]),
        (&world.paul, ["/api/skills/user/all", "/api/notifications?limit=1"]),
    ] {
        for path in paths {
            state.push(who.get(path).await.ok());
        }
        let mut profile = who.get(&format!("/api/users/profile/{}", who.id)).await.ok();
        profile["total_followers"] = Value::Null;
        state.push(profile);
    }
    state
}
