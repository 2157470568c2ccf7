//! Reminders and questions around the date of a booking, and the effects of the answers.

use serde_json::json;
use sparkyard_host::mail::Email;
use sparkyard_testkit::{Answer, Member};

use crate::fixture::{DAY, HOUR, MINUTE, Street};

/// Returns the mails to a member whose subject begins with `subject`.
fn mails(street: &Street, who: &Member, subject: &str) -> Vec<Email> {
    let mails = street.app.mails().into_iter().filter(|mail| mail.to == who.email);
    mails.filter(|mail| mail.subject.starts_with(subject)).collect()
}

fn reminders(street: &Street) -> usize {
    let of = |who| mails(street, who, "Coming up:").len();
    of(&street.ana) + of(&street.bo)
}

async fn answer(street: &Street, who: &Member, booking: i64, happened: &str) -> Answer {
    let path = format!("/api/bookings/happened/{booking}");
    street.app.log_in(who).await.put(&path, json!({ "happened": happened })).await
}

async fn notices(who: &Member) -> Vec<String> {
    let notices = who.get("/api/notifications/bookings").await.ok();
    let title = |notice: &serde_json::Value| notice["title"].as_str().unwrap().to_owned();
    notices.as_array().unwrap().iter().map(title).collect()
}

/// Creates a booking whose date was a day ago, accepted and then changed.
async fn past(changes: &[(&str, &str)]) -> (Street, i64) {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.wait(DAY * 2).await;
    for (who, action) in changes {
        street.put(street.named(who), action, booking).await.ok();
    }
    street.wait(DAY).await;
    (street, booking)
}

#[tokio::test]
async fn reminder_has_a_calendar_file() {
    let mut street = Street::open().await;
    street.booked(&[("bo", "accept")]).await;
    street.wait(DAY.saturating_sub(MINUTE)).await;
    assert_eq!(reminders(&street), 0);
    for _ in 0..3 {
        street.wait(MINUTE).await;
        assert_eq!(reminders(&street), 2, "each once");
    }
    for who in [&street.ana, &street.bo] {
        let mail = mails(&street, who, "Coming up: Wed 4 Mar, 10:00, Plumbing").remove(0);
        assert!(mail.text.contains("Wed 4 Mar 2026, 10:00"), "{}", mail.text);
        assert!(mail.unsubscribe.is_some());
        let [file] = &mail.attachments[..] else { panic!("{:?}", mail.attachments) };
        assert!(file.media_type.starts_with("text/calendar"), "{file:?}");
        let text = String::from_utf8(file.content.to_vec()).unwrap();
        assert!(text.contains("DTSTART") && text.contains("20260304T10"), "{text}");
    }
}

#[tokio::test]
async fn cancelled_or_recent_bookings_get_no_reminder() {
    let mut street = Street::open().await;
    let called_off = street.booked(&[("bo", "accept")]).await;
    street.put(&street.ana, "cancel", called_off).await.ok();
    let late = street.booked_at(13).await;
    street.booked_at(15).await;
    street.wait(DAY + HOUR * 4).await;
    street.put(&street.bo, "accept", late).await.ok();
    street.wait(HOUR).await;
    assert_eq!(reminders(&street), 0);
}

#[tokio::test]
async fn two_processes_send_one_reminder() {
    let mut street = Street::open().await;
    street.booked(&[("bo", "accept")]).await;
    street.app.advance(DAY);
    let other = street.app.host_with("");
    let (one, two) = tokio::join!(street.app.host.run_jobs(), other.run_jobs());
    one.and(two).unwrap();
    assert_eq!(reminders(&street), 0, "nothing is delivered yet");
    let third = street.app.host_with("");
    third.run_jobs().await.unwrap();
    third.settle().await.unwrap();
    street.wait(MINUTE).await;
    assert_eq!(reminders(&street), 2);
}

#[tokio::test]
async fn visit_question_is_sent_the_next_day() {
    let mut street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    street.wait((DAY * 3).saturating_sub(MINUTE)).await;
    assert_eq!(mails(&street, &street.ana, "Did it happen?"), []);
    for _ in 0..3 {
        street.wait(MINUTE).await;
        for who in [&street.ana, &street.bo] {
            let asked = mails(&street, who, "Did it happen?");
            assert_eq!(asked.len(), 1, "{}", who.email);
            for word in ["yes", "called_off", "no_show"] {
                let link = format!("/did-it-happen/{booking}?answer={word}");
                assert!(asked[0].text.contains(&link), "{}", asked[0].text);
            }
        }
    }
    assert!(notices(&street.ana).await[0].starts_with("Did Plumbing with Bo happen?"));
    assert!(notices(&street.bo).await[0].starts_with("Did Plumbing with Ana happen?"));
    let (street, _) = past(&[("bo", "complete")]).await;
    assert_eq!(mails(&street, &street.ana, "Did it happen?"), []);
}

#[tokio::test]
async fn positive_answer_completes_the_booking() {
    let (street, booking) = past(&[]).await;
    let seen = answer(&street, &street.ana, booking, "yes").await.ok();
    assert_eq!(seen["status"], "completed");
    let again = answer(&street, &street.ana, booking, "yes").await.ok();
    assert_eq!(again["status"], "completed");
    let (street, booking) = past(&[]).await;
    assert_eq!(answer(&street, &street.bo, booking, "yes").await.ok()["status"], "completed");
    let confirmed = street.see(&street.ana, booking).await;
    assert!(confirmed["actions"].as_array().unwrap().contains(&json!("complete")));
}

#[tokio::test]
async fn late_cancellation_needs_both_parties() {
    let (street, booking) = past(&[]).await;
    for _ in 0..2 {
        let seen = answer(&street, &street.ana, booking, "called_off").await.ok();
        assert_eq!(seen["status"], "accepted");
        street.app.settle().await;
    }
    assert_eq!(mails(&street, &street.bo, "Was it cancelled?").len(), 1);
    // Published at the same time as the question.
    assert!(notices(&street.bo).await.contains(&"Ana says Plumbing was cancelled".to_owned()));
    let seen = answer(&street, &street.bo, booking, "called_off").await.ok();
    assert_eq!(seen["status"], "cancelled");
    // A booking that has begun cannot be cancelled this way.
    let (street, booking) = past(&[("ana", "in-progress")]).await;
    for who in [&street.ana, &street.bo] {
        let violation = answer(&street, who, booking, "called_off").await;
        violation.refused(409, "bookings.illegal_transition");
    }
}

#[tokio::test]
async fn only_cancellation_is_accepted_before_the_date() {
    let street = Street::open().await;
    let booking = street.booked(&[("bo", "accept")]).await;
    for (who, happened) in [(&street.ana, "yes"), (&street.bo, "yes"), (&street.ana, "no_show")] {
        let violation = answer(&street, who, booking, happened).await;
        violation.refused(409, "bookings.too_early");
    }
    assert_eq!(street.see(&street.ana, booking).await["status"], "accepted");
    let seen = answer(&street, &street.ana, booking, "called_off").await.ok();
    assert_eq!(seen["status"], "cancelled");
}

#[tokio::test]
async fn no_show_opens_a_dispute() {
    for who in ["ana", "bo"] {
        let (street, booking) = past(&[]).await;
        let seen = answer(&street, street.named(who), booking, "no_show").await.ok();
        assert_eq!(seen["status"], "disputed");
        let admin = street.app.admin("iris").await;
        let disputes = street.app.log_in(&admin).await.get("/api/admin/disputes").await.ok();
        let message = disputes[0]["message"].as_str().unwrap();
        assert_eq!(message, "Nobody came on Wed 4 Mar 2026, 10:00.");
    }
}

#[tokio::test]
async fn strangers_cannot_answer() {
    let (street, booking) = past(&[]).await;
    for happened in ["yes", "called_off", "no_show"] {
        let violation = answer(&street, &street.stranger, booking, happened).await;
        violation.refused(404, "bookings.not_found");
    }
    let path = format!("/api/bookings/happened/{booking}");
    let wrong = street.ana.put(&path, json!({ "happened": "maybe" })).await;
    assert!([400, 422].contains(&wrong.status), "{}", wrong.body);
    assert_eq!(street.see(&street.ana, booking).await["status"], "accepted");
}
