//! Guesses at the four digits that verify an address.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::{Answer, Member, PASSWORD};

use super::{MANY_NETWORKS, MINUTE, from, visible_parts};
use crate::TestApp;

const EMAIL: &str = "ana@example.org";
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

async fn send(who: &Member) -> Answer {
    who.post("/api/auth/resend/code", json!({ "email": EMAIL })).await
}

async fn verify(who: &Member, code: &str) -> Answer {
    who.post("/api/auth/verify/email", json!({ "email": EMAIL, "code": code })).await
}

fn wait(response: &Answer) -> Duration {
    assert_eq!(response.status, 429, "{}", response.body);
    Duration::from_secs(response.header("retry-after").unwrap().parse().unwrap())
}

/// Returns a wrong code.
fn wrong(code: &str) -> String {
    format!("{:04}", (code.parse::<u32>().unwrap() + 1) % 10_000)
}

/// Returns the code that was just sent.
async fn sent(app: &TestApp) -> String {
    app.settle().await;
    app.code_for(EMAIL)
}

/// Returns how many wrong codes can be tried in a given time by requesting a new code when one is
/// used up, and waiting as long as required.
async fn guesses(app: &TestApp, networks: u32, time: Duration) -> u32 {
    let (mut passed, mut guesses, mut network) = (Duration::ZERO, 0, 0);
    while passed < time {
        network += 1;
        let (who, before) = (far(app, network % networks), app.mails().len());
        let mut last = send(&who).await;
        app.settle().await;
        if app.mails().len() > before {
            let code = app.code_for(EMAIL);
            for _ in 0..5 {
                last = verify(&who, &wrong(&code)).await;
                guesses += u32::from(last.status == 422);
            }
        }
        if last.status == 429 {
            let wait = wait(&last);
            app.advance(wait);
            passed += wait;
        }
    }
    guesses
}

/// Returns a client in the subnet of that number.
fn far(app: &TestApp, subnet: u32) -> Member {
    from(app, subnet << 8)
}

/// Returns the registration token in the link of the newest mail.
fn linked(app: &TestApp) -> Value {
    let text = app.mail_to(EMAIL).text;
    let (_, link) = text.split_once("/personal-details#").expect("a link");
    let (token, address) = link.split_whitespace().next().unwrap().split_once('.').unwrap();
    let half = |letter: u8| letter - b'a';
    let bytes = address.as_bytes().chunks(2).map(|pair| 16 * half(pair[0]) + half(pair[1]));
    assert_eq!(String::from_utf8(bytes.collect()).unwrap(), EMAIL);
    json!(token)
}

async fn register(who: &Member, token: &Value) -> Answer {
    who.post("/api/auth/register", TestApp::registration("ana", token, None)).await
}

/// Uses up the shared budget: three codes with fifteen wrong attempts from elsewhere, and one more.
async fn guess_shut(app: &TestApp) {
    for subnet in 1..=3 {
        let stranger = far(app, subnet);
        send(&stranger).await.ok();
        let code = sent(app).await;
        for _ in 0..5 {
            verify(&stranger, &wrong(&code)).await.refused(422, "auth.wrong_code");
        }
    }
    verify(&far(app, 4), "0000").await.refused(429, "auth.too_many_failures");
}

#[tokio::test]
async fn link_works_after_others_guess_codes() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    guess_shut(&app).await;
    let owner = far(&app, 77);
    send(&owner).await.ok();
    let code = sent(&app).await;
    let refused = verify(&owner, &code).await;
    refused.refused(429, "auth.too_many_failures");
    assert_eq!(wait(&refused), HOUR);
    assert_eq!(
        refused.body["message"],
        "Too many wrong codes were tried for this address. Please follow the link in our email, or \
         wait before you try again."
    );
    app.advance(23 * HOUR);
    let token = linked(&app);
    register(&owner, &token).await.ok();
    register(&owner, &token).await.refused(409, "auth.registration_expired");
}

#[tokio::test]
async fn each_subnet_keeps_one_mail_a_day() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let arrived = async || {
        app.settle().await;
        app.mails().len()
    };
    for network in 0..30 {
        let asked = send(&from(&app, network)).await;
        asked.ok();
        assert_eq!(asked.body["data"], if network < 5 { Value::Null } else { json!(false) });
    }
    assert_eq!(arrived().await, 5);
    // No mail was sent, so the earlier link is still valid.
    let first = linked(&app);
    let owner = far(&app, 77);
    let asked = send(&owner).await;
    asked.ok();
    assert_eq!((&asked.body["data"], arrived().await), (&Value::Null, 6));
    assert_eq!(send(&owner).await.body["data"], json!(false), "one for each neighbourhood");
    assert_eq!(arrived().await, 6);
    assert_ne!(linked(&app), first);
    register(&owner, &first).await.ok();
}

#[tokio::test]
async fn link_expires_and_fits_one_address() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let owner = far(&app, 77);
    send(&owner).await.ok();
    app.settle().await;
    let token = linked(&app);
    let other = TestApp::registration("bo", &token, None);
    owner.post("/api/auth/register", other).await.refused(409, "auth.registration_expired");
    app.advance(DAY);
    register(&owner, &token).await.refused(409, "auth.registration_expired");
}

#[tokio::test]
async fn guesses_at_codes_from_anywhere_are_limited() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let first = guesses(&app, 1000, DAY).await;
    assert!((10..=19).contains(&first), "{first} guesses on the first day");
    let month = guesses(&app, 1000, 30 * DAY).await;
    assert!(month <= 12, "{month} guesses in the month after");
}

#[tokio::test]
async fn guesses_at_codes_from_one_network_are_limited() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let first = guesses(&app, 1, DAY).await;
    assert!((10..=14).contains(&first), "{first} guesses on the first day");
    // The owner, who is elsewhere, is not affected.
    let owner = far(&app, 77);
    send(&owner).await.ok();
    verify(&owner, &sent(&app).await).await.ok();
}

#[tokio::test]
async fn right_code_resets_the_count_of_wrong_codes() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let who = from(&app, 1);
    for _ in 0..30 {
        verify(&who, "0000").await.refused(422, "auth.wrong_code");
    }
    for _ in 0..3 {
        send(&who).await.ok();
        let code = sent(&app).await;
        for _ in 0..4 {
            verify(&who, &wrong(&code)).await.refused(422, "auth.wrong_code");
        }
        verify(&who, &code).await.ok();
    }
}

#[tokio::test]
async fn right_code_is_refused_for_an_hour_after_wrong_ones() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let who = from(&app, 1);
    let mut code = String::new();
    for _ in 0..2 {
        send(&who).await.ok();
        code = sent(&app).await;
        for _ in 0..5 {
            verify(&who, &wrong(&code)).await.refused(422, "auth.wrong_code");
        }
    }
    let refused = verify(&who, &code).await;
    refused.refused(429, "auth.too_many_failures");
    assert_eq!(wait(&refused), HOUR);
    let mails = app.mails().len();
    let refused = send(&who).await;
    refused.refused(429, "auth.too_many_failures");
    app.settle().await;
    assert_eq!(app.mails().len(), mails);
    app.advance(HOUR);
    send(&who).await.ok();
    verify(&who, &sent(&app).await).await.ok();
}

#[tokio::test]
async fn an_address_gets_fifteen_codes_a_day() {
    let app = TestApp::start().await;
    let who = app.anonymous();
    for _ in 0..3 {
        for _ in 0..5 {
            send(&who).await.ok();
        }
        let refused = send(&who).await;
        refused.refused(429, "auth.too_many_codes");
        assert!(wait(&refused) >= HOUR, "{}", refused.body);
        app.advance(HOUR);
    }
    let refused = send(&who).await;
    refused.refused(429, "auth.too_many_codes");
    assert_eq!(wait(&refused), 21 * HOUR, "counted from the first");
    app.advance(21 * HOUR);
    send(&who).await.ok();
}

#[tokio::test]
async fn spellings_of_a_mailbox_share_the_quota() {
    let app = TestApp::with(MANY_NETWORKS, true).await;
    let spelling = |number: u32| match number % 3 {
        0 => format!("vic.tim+{number}@gmail.com"),
        1 => format!("Victim+{number}@GoogleMail.com"),
        _ => format!("v.i.c.t.i.m+{number}@gmail.com"),
    };
    let arrived = async || {
        app.settle().await;
        app.mails().iter().filter(|mail| mail.to.ends_with("mail.com")).count()
    };
    for number in 0..30 {
        let body = json!({ "email": spelling(number) });
        from(&app, number % 3).post("/api/auth/resend/code", body).await;
    }
    assert_eq!(arrived().await, 5);
    // Codes for a new address of a member have a quota of their own.
    for name in ["bo", "cy", "dee"] {
        let member = app.member(name).await;
        for number in 0..4 {
            move_to(&member, &spelling(number)).await;
        }
    }
    assert_eq!(arrived().await, 10);
}

#[tokio::test]
async fn code_limits_do_not_reveal_accounts() {
    let app = TestApp::start().await;
    app.member("bo").await;
    app.advance(DAY);
    let who = app.anonymous();
    let both = async |path: &str, code: Option<&str>| {
        let ask = |email: &'static str| {
            let body = match code {
                Some(code) => json!({ "email": email, "code": code }),
                None => json!({ "email": email }),
            };
            let (who, path) = (who.clone(), path.to_owned());
            async move { who.post(&path, body).await }
        };
        let (known, unknown) = (ask("bo@example.org").await, ask(EMAIL).await);
        assert_eq!(visible_parts(&known), visible_parts(&unknown));
        known.status
    };
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(both("/api/auth/resend/code", None).await);
        // Wrong for the address that has a code; the other has none, which the responses must not
        // reveal.
        let wrong = wrong(&sent(&app).await);
        for _ in 0..5 {
            statuses.push(both("/api/auth/verify/email", Some(&wrong)).await);
        }
    }
    assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 10, "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429));
}

/// Requests a new address for `member`.
pub(super) async fn move_to(member: &Member, email: &str) -> Answer {
    let body = json!({
        "email": email, "firstname": "Ana", "lastname": "Lund", "gender": "female",
        "password": "", "currentPassword": PASSWORD, "location": "", "street": "",
        "zip_code": "", "website": "",
    });
    member.put(&format!("/api/users/update/{}", member.id), body).await
}

#[tokio::test]
async fn guesses_at_new_email_codes_are_limited() {
    let app = TestApp::start().await;
    let mut tried = 0;
    for name in ["bo", "cy", "dee", "eli"] {
        let member = app.member(name).await;
        for _ in 0..5 {
            if move_to(&member, EMAIL).await.status == 429 {
                break;
            }
            let code = sent(&app).await;
            for _ in 0..5 {
                let body = json!({ "code": wrong(&code) });
                let response = member.post("/api/auth/verify/new-email", body).await;
                assert!([422, 429].contains(&response.status), "{}", response.body);
                tried += u32::from(response.status == 422);
            }
        }
    }
    assert!((10..=16).contains(&tried), "{tried} guesses by four members");
    let bo = app.log_in(&app.member("fay").await).await;
    let refused = move_to(&bo, EMAIL).await;
    refused.refused(429, "auth.too_many_failures");
    assert_eq!(wait(&refused), HOUR);
    // Another address has its own budget.
    move_to(&bo, "fay2@example.org").await.ok();
    app.advance(15 * MINUTE);
    let profile: Value = app.log_in(&bo).await.get("/api/auth/sessions").await.ok();
    assert!(profile.is_array());
}
