//! Notices and mails to staff about waiting work.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_kernel::{
    BookingId, Money, Role, Sparks, UserId,
    events::{
        auth::{APPLICATION_DECIDED, APPLIED, Applied},
        bookings::{BookingChanged, BookingEventKind, DISPUTED, RELEASED},
        kyc::{DocumentHandedIn, DocumentTakenBack, HANDED_IN, TAKEN_BACK},
        moderation::{ASSESSMENT_DUE, AssessmentDue, COMPLAINTS_LATE, ComplaintsLate},
        payouts::{self, WithdrawalChanged},
        site::{CONTACT_CLOSED, CONTACTED, ContactEvent},
        skills::{SUGGESTED, Suggested},
    },
};
use sparkyard_testkit::Member;

use crate::{TestApp, tell};

const SUBJECT: &str = "Work waits for you on Sparkyard";

fn id(member: &Member) -> UserId {
    member.id.as_str().into()
}

async fn moderator(app: &TestApp, name: &str) -> Member {
    let member = app.member(name).await;
    app.accounts().set_role(&"operator".into(), &id(&member), Role::Moderator).await.unwrap();
    app.log_in(&member).await
}

fn booking(number: i64, client: &Member, provider: &Member, by: &Member) -> BookingChanged {
    BookingChanged {
        booking_id: BookingId(number),
        client_id: id(client),
        provider_id: id(provider),
        subject: "Plumbing".to_owned(),
        need_id: None,
        by: Some(id(by)),
        starts_at: "2026-03-02T09:00:00Z".parse().unwrap(),
        due_at: None,
        paid: false,
        cash: Money::ZERO,
        tokens: Sparks::ZERO,
        proposal: None,
        expenses: None,
        words: None,
        kind: None,
        mail_later: false,
    }
}

async fn dispute(app: &TestApp, number: i64, client: &Member, provider: &Member) {
    let disputed = booking(number, client, provider, client);
    tell(app, DISPUTED, &format!("disputed{number}"), disputed).await;
}

async fn suggest(app: &TestApp, member: &Member, slug: &str) {
    let suggested = Suggested { user_id: id(member), slug: slug.into(), name: slug.into() };
    tell(app, SUGGESTED, &format!("suggested:{slug}"), suggested).await;
}

/// Returns the titles of a member's work notices, and whether each was seen.
async fn work(member: &Member) -> Vec<(String, bool)> {
    let notices = member.get("/api/notifications?limit=100").await.ok();
    let work = notices.as_array().unwrap().iter().filter(|notice| notice["kind"] == "admin");
    let line =
        |notice: &Value| (notice["title"].as_str().unwrap().to_owned(), notice["read"] == true);
    work.map(line).collect()
}

fn open(title: &str) -> (String, bool) {
    (title.to_owned(), false)
}

fn work_mails(app: &TestApp, member: &Member) -> Vec<String> {
    let mails = app.mails().into_iter();
    let mails = mails.filter(|mail| mail.subject == SUBJECT && mail.to == member.email);
    mails.map(|mail| mail.text).collect()
}

#[tokio::test]
async fn only_uninvolved_staff_are_notified_of_a_case() {
    let app = TestApp::start().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let mo = moderator(&app, "mo").await;
    let maya = app.member("maya").await;
    for _ in 0..2 {
        dispute(&app, 7, &maya, &ivo).await;
        let document = "international passport".to_owned();
        let handed_in = DocumentHandedIn { user_id: id(&maya), document_id: "d1".into(), document };
        tell(&app, HANDED_IN, "handed_in", handed_in).await;
        suggest(&app, &mo, "bees").await;
        tell(&app, APPLIED, "applied", Applied { user_id: id(&maya) }).await;
    }
    let sorted = async |member: &Member| {
        let mut work = work(member).await;
        work.sort();
        work
    };
    let [applicant, dispute, skill, document] = [
        "Maya asks to join",
        "A dispute waits for a decision",
        "A new skill waits: bees",
        "An identity document waits for a decision",
    ]
    .map(open);
    let all = [dispute.clone(), skill.clone(), document.clone(), applicant.clone()];
    assert_eq!(sorted(&iris).await, all);
    assert_eq!(sorted(&ivo).await, [skill, document, applicant.clone()], "a party of the dispute");
    assert_eq!(sorted(&mo).await, [applicant], "their own skill, and no work of admins");
    assert_eq!(sorted(&maya).await, []);
    let titles = ivo.get("/api/notifications/bookings").await.ok();
    assert_eq!(titles[0]["title"], "Maya opened a dispute about Plumbing", "as every party is");
}

#[tokio::test]
async fn settled_cases_are_marked_as_seen() {
    let app = TestApp::start().await;
    let (iris, ivo, maya) =
        (app.admin("iris").await, app.admin("ivo").await, app.member("maya").await);
    let dev = app.member("dev").await;
    dispute(&app, 7, &maya, &dev).await;
    dispute(&app, 8, &maya, &dev).await;
    tell(&app, APPLIED, "a", Applied { user_id: id(&maya) }).await;
    let document = DocumentHandedIn {
        user_id: id(&maya),
        document_id: "d1".into(),
        document: "utility bill".to_owned(),
    };
    tell(&app, HANDED_IN, "h", document).await;
    let unread = async |member: &Member| {
        member.get("/api/notifications/unread").await.ok()["admin"].as_u64().unwrap()
    };
    assert_eq!((unread(&iris).await, unread(&ivo).await), (4, 4));
    // A release without a decision of staff settles nothing.
    tell(&app, RELEASED, "r0", booking(8, &maya, &dev, &maya)).await;
    assert_eq!(unread(&ivo).await, 4);
    let kind = Some(BookingEventKind::DecidedSplit);
    let decided = BookingChanged { kind, ..booking(7, &maya, &dev, &iris) };
    tell(&app, RELEASED, "r1", decided).await;
    assert_eq!((unread(&iris).await, unread(&ivo).await), (3, 3));
    tell(&app, APPLICATION_DECIDED, "ad", Applied { user_id: id(&maya) }).await;
    assert_eq!((unread(&iris).await, unread(&ivo).await), (2, 2));
    tell(&app, TAKEN_BACK, "t", DocumentTakenBack { document_id: "d1".into() }).await;
    assert_eq!((unread(&iris).await, unread(&ivo).await), (1, 1), "the other dispute waits");
}

#[tokio::test]
async fn withdrawal_is_open_for_other_admins_until_it_ends() {
    let app = TestApp::start().await;
    let (iris, ivo) = (app.admin("iris").await, app.admin("ivo").await);
    let mo = moderator(&app, "mo").await;
    let about = |note: Option<&str>| WithdrawalChanged {
        withdrawal_id: "w1".into(),
        user_id: id(&ivo),
        amount: Money::from_minor(1250),
        note: note.map(str::to_owned),
    };
    let unread = async |member: &Member| {
        member.get("/api/notifications/unread").await.ok()["admin"].as_u64().unwrap()
    };
    let waiting = open("A withdrawal waits to be paid");
    for (topic, note, expected) in [
        (payouts::CANCELLED, None, None),
        (payouts::PAID, Some("SWAP 7"), Some("£12.50 is on its way to your bank")),
        (payouts::REFUSED, Some("Closed"), Some("Your withdrawal of £12.50 was refused")),
    ] {
        let name = topic.name();
        tell(&app, payouts::REQUESTED, &format!("{name}:r"), about(None)).await;
        assert!(work(&iris).await.contains(&waiting), "{name}");
        assert_eq!((work(&ivo).await, work(&mo).await), (vec![], vec![]), "owner and moderator");
        assert_eq!(unread(&iris).await, 1, "{name}");
        for _ in 0..2 {
            tell(&app, topic, name, about(note)).await;
        }
        assert_eq!(unread(&iris).await, 0, "{name}");
        let notices = ivo.get("/api/notifications").await.ok();
        let first = &notices[0];
        match expected {
            Some(title) => {
                assert_eq!(first["title"], title);
                assert!(first["description"].as_str().unwrap().contains(note.unwrap()));
            }
            None => assert_eq!(notices.as_array().unwrap().len(), 0),
        }
        app.advance(Duration::from_mins(1));
    }
    assert_eq!(ivo.get("/api/notifications").await.ok().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn staff_get_one_mail_a_day_about_new_work() {
    let app = TestApp::start().await;
    let (iris, mo) = (app.admin("iris").await, moderator(&app, "mo").await);
    let (maya, dev) = (app.member("maya").await, app.member("dev").await);
    app.run_jobs().await;
    assert_eq!(work_mails(&app, &iris), [""; 0], "nothing waits");
    dispute(&app, 7, &maya, &dev).await;
    suggest(&app, &maya, "bees").await;
    suggest(&app, &maya, "owls").await;
    // Another process, or a restart, sends no second mail.
    app.run_jobs().await;
    let other = app.host_with("");
    other.run_jobs().await.unwrap();
    other.settle().await.unwrap();
    app.run_jobs().await;
    let mails = work_mails(&app, &iris);
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert!(mails[0].contains("1 dispute: ") && mails[0].contains("2 suggested skills: "));
    let mails = work_mails(&app, &mo);
    assert!(mails.len() == 1 && !mails[0].contains("dispute"), "{mails:?}");
    assert!(mails[0].contains("2 suggested skills: "), "{mails:?}");
    for member in [&maya, &dev] {
        assert_eq!(work_mails(&app, member), [""; 0]);
    }

    // More work on the same day waits for the next morning, which begins at eight.
    dispute(&app, 8, &maya, &dev).await;
    app.run_jobs().await;
    assert_eq!(work_mails(&app, &iris).len(), 1);
    app.advance(Duration::from_mins(22 * 60 - 1));
    app.run_jobs().await;
    assert_eq!(work_mails(&app, &iris).len(), 1);
    app.advance(Duration::from_mins(1));
    app.run_jobs().await;
    let mails = work_mails(&app, &iris);
    assert!(mails.len() == 2 && mails[1].contains("2 disputes: "), "{mails:?}");
    assert_eq!(work_mails(&app, &mo).len(), 1, "nothing new for moderators");

    // Nobody is mailed again about what was mailed or seen.
    app.advance(Duration::from_hours(24));
    suggest(&app, &maya, "foxes").await;
    let mo = app.log_in(&mo).await;
    mo.put("/api/notifications/read", json!({})).await.ok();
    app.run_jobs().await;
    assert_eq!((work_mails(&app, &iris).len(), work_mails(&app, &mo).len()), (3, 1));
    app.advance(Duration::from_hours(24));
    app.run_jobs().await;
    assert_eq!((work_mails(&app, &iris).len(), work_mails(&app, &mo).len()), (3, 1));
}

#[tokio::test]
async fn contact_message_is_open_for_all_staff_until_one_closes_it() {
    let app = TestApp::start().await;
    let (iris, mo) = (app.admin("iris").await, moderator(&app, "mo").await);
    let message = || ContactEvent { message_id: "c1".into() };
    for _ in 0..2 {
        tell(&app, CONTACTED, "c1", message()).await;
    }
    let title = "A contact message waits for an answer";
    for member in [&iris, &mo] {
        assert_eq!(work(member).await, [open(title)], "{}", member.email);
    }
    tell(&app, CONTACT_CLOSED, "c1", message()).await;
    for member in [&iris, &mo] {
        assert_eq!(work(member).await, [(title.to_owned(), true)], "{}", member.email);
    }
}

#[tokio::test]
async fn staff_are_reminded_of_late_complaints_and_admins_of_the_risk_assessment() {
    let app = TestApp::start_live().await;
    let (iris, mo) = (app.admin("iris").await, moderator(&app, "mo").await);
    let late = |count| ComplaintsLate { user_id: id(&mo), count };
    tell(&app, COMPLAINTS_LATE, "late:1", late(1)).await;
    tell(&app, COMPLAINTS_LATE, "late:2", late(2)).await;
    let due = |at: &str| AssessmentDue { due_at: at.parse().ok() };
    for (id, at) in [("1", ""), ("2", "2026-03-02T09:00:00Z"), ("3", "2026-03-20T09:00:00Z")] {
        tell(&app, ASSESSMENT_DUE, &format!("due:{id}"), due(at)).await;
    }
    let titles = async |staff: &Member| {
        let notices = staff.get("/api/notifications").await.ok();
        let title = |notice: &Value| notice["title"].as_str().unwrap().to_owned();
        let mut titles: Vec<_> = notices.as_array().unwrap().iter().map(title).collect();
        titles.sort_unstable();
        titles
    };
    assert_eq!(
        titles(&iris).await,
        [
            "Make a risk assessment of the site",
            "Review the risk assessment of the site by 20 March 2026",
            "The risk assessment of the site is out of date",
        ]
    );
    let expected = ["2 reports and appeals are late", "A report or an appeal is late"];
    assert_eq!(titles(&mo).await, expected);
}
