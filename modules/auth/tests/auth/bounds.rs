//! Limits on what anybody can make grow.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    Clock,
    events::auth::{RESET_ASKED, ResetAsked},
};
use sparkyard_testkit::{Answer, Member, PASSWORD, count};
use tokio::task::JoinSet;

use super::{
    MANY_NETWORKS, MINUTE,
    codes::move_to,
    from, is_in, log_in,
    store::{self, stored},
};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";
const DAY: Duration = Duration::from_hours(24);
/// Limits with a low daily quota of mails and a high rate per minute.
const THREE_MAILS: &str = "
    [limits]
    enabled = true
    mail_per_minute = 1000
    mail_per_day = 3
";

async fn sessions(member: &Member) -> Vec<Value> {
    member.get("/api/auth/sessions").await.ok().as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn only_the_last_hundred_sessions_are_kept() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let tokens = log_in(&app, EMAIL, PASSWORD).await.ok();
    let phone = ana.with_token(tokens["accessToken"].as_str().unwrap());
    store::with_old_sessions(&app, &ana, 250).await;
    let others = count(&app.db, "session").await - 252;
    app.advance(MINUTE);
    assert!(is_in(&phone).await, "used now");
    let ana = app.log_in(&ana).await;
    assert_eq!(count(&app.db, "session").await - others, 100);
    assert!(is_in(&phone).await && is_in(&bo).await);
    let kept = sessions(&ana).await;
    assert_eq!((kept.len(), &kept[0]["current"]), (100, &json!(true)));

    // Ended sessions are removed first, however recently they were used.
    let ended = kept[2]["id"].as_str().unwrap().to_owned();
    let oldest = kept[99]["id"].clone();
    ana.delete(&format!("/api/auth/sessions/{ended}")).await.ok();
    app.log_in(&ana).await;
    let kept = sessions(&ana).await;
    assert_eq!(kept.len(), 100);
    assert!(kept.iter().any(|session| session["id"] == oldest));

    let mut rivals = JoinSet::new();
    for _ in 0..8 {
        let (anonymous, body) = (app.anonymous(), json!({ "email": EMAIL, "password": PASSWORD }));
        rivals.spawn(async move { anonymous.post("/api/auth/login", body).await.ok() });
    }
    assert_eq!(rivals.join_all().await.len(), 8);
    assert_eq!(count(&app.db, "session").await - others, 100);
    assert!(is_in(&ana).await && is_in(&phone).await);
    assert_eq!(ana.delete("/api/auth/sessions").await.ok(), json!({ "ended": 99 }));
}

async fn send_code(who: &Member, name: &str) -> Answer {
    who.post("/api/auth/resend/code", json!({ "email": format!("{name}@example.org") })).await
}

async fn forgot(who: &Member, name: &str) -> Answer {
    who.post("/api/auth/forgot/password", json!({ "email": format!("{name}@example.org") })).await
}

#[tokio::test]
async fn daily_mails_per_network_are_limited() {
    let app = TestApp::with(&format!("{MANY_NETWORKS}\n{THREE_MAILS}"), true).await;
    let (one, other) = (from(&app, 1), from(&app, 2));
    send_code(&one, "ana").await.ok();
    forgot(&one, "nobody").await.ok();
    send_code(&one, "bo").await.ok();
    for refused in [send_code(&one, "cy").await, forgot(&one, "cy").await] {
        refused.refused(429, "auth.too_many_mails");
        assert_eq!(refused.header("retry-after"), Some("50400"), "until midnight");
        assert_eq!(
            refused.body["message"],
            "Too many codes and links were asked for from your network today. You can go on in \
             14 hours."
        );
    }
    send_code(&other, "cy").await.ok();
    app.settle().await;
    let mut sent: Vec<String> = app.mails().into_iter().map(|mail| mail.to).collect();
    sent.sort();
    assert_eq!(sent, ["ana@example.org", "bo@example.org", "cy@example.org"]);
    let kept = stored(&app, &["allowance"]).await;
    assert!(kept.contains("auth.mails") && !kept.contains("10.0.0"), "{kept}");
    app.advance(14 * 60 * MINUTE);
    send_code(&one, "di").await.ok();
}

#[tokio::test]
async fn subnet_has_the_mail_quota_of_four_networks() {
    let settings =
        THREE_MAILS.replace("mail_per_minute", "stranger_mail_per_day = 40\nmail_per_minute");
    let app = TestApp::with(&format!("{MANY_NETWORKS}\n{settings}"), true).await;
    let home = |address: String| app.anonymous().with_header("x-forwarded-for", &address);
    let mut sent = 0;
    for n in 0..40 {
        let response =
            send_code(&home(format!("2001:db8:1:{n:x}00::1")), &format!("guest{n}")).await;
        sent += u32::from(response.status == 200);
        if response.status != 200 {
            response.refused(429, "auth.too_many_mails");
        }
    }
    assert_eq!(sent, 12);
    send_code(&home("2001:db8:2::1".to_owned()), "dee").await.ok();
    // At most half of the site's quota.
    let settings = settings.replace("= 40", "= 12");
    let app = TestApp::with(&format!("{MANY_NETWORKS}\n{settings}"), true).await;
    for n in 0..7 {
        let response = send_code(&from(&app, n), &format!("guest{n}")).await;
        assert_eq!(response.status, if n < 6 { 200 } else { 429 }, "{n}");
    }
}

#[tokio::test]
async fn daily_mails_to_strangers_are_limited() {
    let settings = format!("{MANY_NETWORKS}\n[limits]\nenabled = true\nstranger_mail_per_day = 4");
    let app = TestApp::with(&settings, true).await;
    let ana = app.member("ana").await;
    // The member's own sign-up code belongs to the previous day's quota.
    app.advance(DAY);
    let ana = app.log_in(&ana).await;
    for n in 1..=4 {
        send_code(&from(&app, n << 16), &format!("guest{n}")).await.ok();
    }
    // For any requester, and for addresses with and without an account.
    for name in ["guest5", "ana"] {
        let refused = send_code(&from(&app, 9 << 16), name).await;
        refused.refused(429, "auth.no_more_codes");
        assert_eq!(refused.header("retry-after"), Some("50400"), "until midnight");
        assert_eq!(
            refused.body["message"],
            "Too many codes were asked for on this site today. You can go on in 14 hours."
        );
    }
    move_to(&ana, "ana2@example.org").await.refused(429, "auth.no_more_codes");
    // Members still get reset links.
    forgot(&from(&app, 9 << 16), "ana").await.ok();
    app.settle().await;
    assert!(app.mail_to(EMAIL).text.contains("/reset-psw#token="));
    app.advance(14 * 60 * MINUTE);
    send_code(&from(&app, 9 << 16), "guest5").await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_requests_keep_to_the_mail_quota() {
    let app = TestApp::with(THREE_MAILS, true).await;
    let mut rivals = JoinSet::new();
    for n in 0..12 {
        let anonymous = app.anonymous();
        rivals.spawn(async move { send_code(&anonymous, &format!("guest{n}")).await.status });
    }
    let sent = rivals.join_all().await.into_iter().filter(|status| *status == 200).count();
    assert_eq!(sent, 3);
    app.settle().await;
    assert_eq!(app.mails().len(), 3);
}

#[tokio::test]
async fn invited_addresses_are_deleted_after_a_month() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let profile = ana.get(&format!("/api/users/profile/{}", ana.id)).await.ok();
    let code = profile["referral_code"].as_str().unwrap();
    let ask = async |email: &str| {
        let body = json!({ "email": email, "referralCode": code });
        app.anonymous().post("/api/auth/resend/code", body).await.ok();
    };
    ask("bo@example.org").await;
    app.advance(DAY);
    ask("bo@example.org").await;
    ask("cy@example.org").await;
    assert_eq!(count(&app.db, "invited_address").await, 2);
    app.advance(29 * DAY);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "invited_address").await, 2, "a month is not over");
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "invited_address").await, 1);
    assert_eq!(app.accounts().invitations(code).await.unwrap().invited, 2);
}

#[tokio::test]
async fn unfinished_social_sign_ins_are_deleted() {
    let app = TestApp::start().await;
    store::begin_sign_ins(&app, 1200).await;
    app.advance(70 * MINUTE);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "social_journey").await, 1200, "an hour is not over");
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "social_journey").await, 0);
    assert_eq!(count(&app.db, "hand_over").await, 0);
}

/// Publishes a request for a reset link.
async fn request_reset(app: &TestApp, event: &str) {
    let write = app.db.write("test.reset_asked");
    let payload = ResetAsked { email: EMAIL.to_owned() };
    write
        .publish(RESET_ASKED, event.to_owned(), app.clock.now(), payload)
        .run::<()>()
        .await
        .unwrap();
    app.settle().await;
}

#[tokio::test]
async fn repeated_event_sends_one_reset_link() {
    let app = TestApp::start().await;
    app.member("ana").await;
    let links = async || {
        let mails = app.mails().into_iter().filter(|mail| mail.text.contains("/reset-psw#token="));
        mails.map(|mail| mail.text).collect::<Vec<_>>()
    };
    request_reset(&app, "one").await;
    request_reset(&app, "one").await;
    let sent = links().await;
    assert_eq!(sent.len(), 1);
    request_reset(&app, "two").await;
    assert_eq!(links().await.len(), 2);
    let token = |text: &str| {
        let (_, rest) = text.split_once("/reset-psw#token=").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    };
    let reset = async |token: String| {
        let body = json!({ "token": token, "newPassword": "a gate of green wood" });
        app.anonymous().post("/api/auth/reset/forgot/password", body).await
    };
    reset(token(&sent[0])).await.refused(422, "auth.reset_invalid");
    reset(token(&links().await[1])).await.ok();
}

/// A stranger requests links for another's address until no more are sent.
#[tokio::test]
async fn reset_links_are_limited_per_network() {
    let settings = format!("{MANY_NETWORKS}\n[limits]\nenabled = true\nmail_per_minute = 1000");
    let app = TestApp::with(&settings, false).await;
    app.member("ana").await;
    let (stranger, owner) = (from(&app, 7), from(&app, 8));
    let sent = async || {
        app.settle().await;
        app.mails().iter().filter(|mail| mail.subject.contains("password")).count()
    };
    for _ in 0..7 {
        forgot(&stranger, "ana").await.ok();
    }
    assert_eq!(sent().await, 5);
    forgot(&owner, "ana").await.ok();
    assert_eq!(sent().await, 6);
    // Requests from many networks are limited in total as well.
    for network in 100..120 {
        for _ in 0..5 {
            forgot(&from(&app, network), "ana").await.ok();
        }
    }
    assert_eq!(sent().await, 60);
}

#[tokio::test]
async fn daily_password_changes_are_limited() {
    let app = TestApp::with("[limits]\nenabled = true\nwrites_per_minute = 1000", false).await;
    let ana = app.member("ana").await;
    let change = async |old: &str, new: &str| {
        let body = json!({ "password": old, "newPassword": new });
        ana.put("/api/users/change/password", body).await
    };
    change(PASSWORD, PASSWORD).await.invalid("newPassword");
    let password = |times: u32| format!("correct horse battery {times}");
    change(PASSWORD, &password(0)).await.ok();
    for times in 1..20 {
        change(&password(times - 1), &password(times)).await.ok();
    }
    change(&password(19), &password(20)).await.refused(429, "auth.too_many_changes");
    app.settle().await;
    let mails = app.mails().into_iter().filter(|mail| mail.subject.contains("password")).count();
    assert_eq!(mails, 20);
}
