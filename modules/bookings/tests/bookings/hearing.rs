//! Hearing of a dispute: both parties and staff make statements, an admin reads the case and
//! decides it with a reason.

use serde_json::{Value, json};
use sparkyard_kernel::Timestamp;
use sparkyard_testkit::{Answer, Member};

use crate::fixture::{DAY, PLACE, Street, words};

const NOTE: &[u8] = b"%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n";
const TAP: &str = "6f1c4b0e-2f6d-4c7a-9a51-0b7a6d0c3e1f";

/// A street with a dispute opened by Ana, and an admin.
struct Hearing {
    street: Street,
    booking: i64,
    iris: Member,
}

impl Hearing {
    async fn begin() -> Self {
        Self::with("").await
    }

    async fn with(settings: &str) -> Self {
        let street = Street::with(settings).await;
        let iris = street.app.admin("iris").await;
        let booking = street.visited(&[("bo", "accept"), ("ana", "dispute")]).await;
        let iris = street.app.log_in(&iris).await;
        Self { street, booking, iris }
    }

    fn path(&self) -> String {
        format!("/api/dispute/{}/statements", self.booking)
    }

    fn case(&self) -> String {
        format!("/api/admin/disputes/{}", self.booking)
    }

    async fn say(&self, who: &Member, message: &str) -> Answer {
        who.post_form(&self.path(), &[("message", message)], &[]).await
    }

    async fn statements(&self, who: &Member) -> Vec<Value> {
        who.get(&self.path()).await.ok().as_array().unwrap().clone()
    }

    async fn decide(&self, body: Value) -> Answer {
        self.iris.put(&self.case(), body).await
    }

    /// Returns the audit entries of an action, newest first.
    async fn audit(&self, action: &str) -> Vec<(Value, Value)> {
        let log = self.iris.get("/api/admin/audit?limit=100").await.ok();
        let entries = log.as_array().unwrap().iter().filter(|entry| entry["action"] == action);
        entries.map(|entry| (entry["actor_id"].clone(), entry["detail"].clone())).collect()
    }

    /// Returns the titles and links of a member's notifications, newest first.
    async fn notices(&self, who: &Member) -> Vec<(String, String)> {
        self.street.app.settle().await;
        let notices = who.get("/api/notifications?limit=100").await.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let all = notices.as_array().unwrap().iter();
        all.map(|notice| (text(&notice["title"]), text(&notice["link"]))).collect()
    }
}

#[tokio::test]
async fn statements_are_listed_in_order() {
    let hearing = Hearing::begin().await;
    let Hearing { street, iris, booking } = &hearing;
    let responses = [
        (&street.bo, "I was there at ten; nobody opened.", "provider", Some("Bo")),
        (&street.ana, "<script>alert(1)</script> & the bell works.", "client", Some("Ana")),
        (iris, "Which bell did you ring?", "staff", None),
        (&street.bo, "Дверь была закрыта. 门关着。 🔔", "provider", Some("Bo")),
    ];
    for (who, message, part, name) in responses {
        let statement = hearing.say(who, message).await.ok();
        assert_eq!((&statement["part"], &statement["own"]), (&json!(part), &json!(true)));
        assert_eq!((&statement["message"], &statement["name"]), (&json!(message), &json!(name)));
    }
    for (who, own) in [(&street.ana, 1), (&street.bo, 2), (iris, 1)] {
        let statements = hearing.statements(who).await;
        let texts: Vec<_> = statements.iter().map(|one| one["message"].as_str().unwrap()).collect();
        assert_eq!(texts, responses.map(|(_, message, ..)| message));
        assert_eq!(statements.iter().filter(|one| one["own"] == true).count(), own);
    }
    // Pages have the same order.
    let first = street.ana.get(&format!("{}?limit=3", hearing.path())).await;
    let cursor = first.body["next_cursor"].as_str().unwrap().to_owned();
    let rest = street.ana.get(&format!("{}?limit=3&cursor={cursor}", hearing.path())).await.ok();
    assert_eq!((rest.as_array().unwrap().len(), &rest[0]["message"]), (1, &json!(responses[3].1)));
    let dispute = street.bo.get(&format!("/api/dispute/{booking}")).await.ok();
    assert_eq!((&dispute["message"], &dispute["statements"]), (&json!("Nobody came."), &json!(4)));
    assert_eq!((&dispute["own"], &dispute["status"]), (&json!(true), &json!("open")));
    assert_eq!(
        hearing.audit("bookings.dispute_answered").await,
        [(json!(iris.id), json!(""))],
        "parties speak for themselves, staff for the community"
    );
}

#[tokio::test]
async fn strangers_have_no_access() {
    let hearing = Hearing::begin().await;
    let Hearing { street, booking, .. } = &hearing;
    let files = [("file", "a.pdf", NOTE)];
    let spoken = street.bo.post_form(&hearing.path(), &[("message", "Look.")], &files).await.ok();
    let file = spoken["file_url"].as_str().unwrap().to_owned();
    assert_eq!(street.ana.get(&file).await.bytes, NOTE);
    let stranger = &street.stranger;
    for path in [format!("/api/dispute/{booking}"), hearing.path(), file.clone()] {
        stranger.get(&path).await.refused(404, "bookings.not_found");
        street.app.anonymous().get(&path).await.refused(401, "auth.unauthorised");
    }
    hearing.say(stranger, "And I say this.").await.refused(404, "bookings.not_found");
    for who in [&street.ana, stranger] {
        for path in ["", "/messages", "/preview?outcome=refund"] {
            let path = format!("{}{path}", hearing.case());
            who.get(&path).await.refused(403, "auth.forbidden");
        }
    }
    // A statement cannot be read through another dispute.
    let other = street.booked_at(20).await;
    let elsewhere = file.replace(&format!("/{booking}/"), &format!("/{other}/"));
    street.ana.get(&elsewhere).await.refused(404, "bookings.dispute_not_found");
    street
        .ana
        .get(&format!("/api/dispute/{other}"))
        .await
        .refused(404, "bookings.dispute_not_found");
    assert_eq!(hearing.iris.get(&file).await.bytes, NOTE);
    let read = hearing.audit("bookings.file_read").await;
    assert_eq!(read, [(json!(hearing.iris.id), json!("file of an answer"))]);
}

#[tokio::test]
async fn repeated_statement_is_stored_once() {
    let hearing = Hearing::begin().await;
    let street = &hearing.street;
    let fields = [("message", "Once."), ("clientId", TAP)];
    let files = [("file", "note.pdf", NOTE)];
    let tap = async || street.bo.post_form(&hearing.path(), &fields, &files).await.ok();
    let (one, two) = tokio::join!(tap(), tap());
    assert_eq!(one, two);
    assert_eq!(tap().await, one);
    assert_eq!(hearing.statements(&street.ana).await.len(), 1);
    let folder = street.app.host.cx.data_dir.join("files/sealed");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    // An idempotency key belongs to its sender.
    street.ana.post_form(&hearing.path(), &fields, &[]).await.ok();
    assert_eq!(hearing.statements(&street.ana).await.len(), 2);
}

#[tokio::test]
async fn statements_are_validated_and_limited() {
    let hearing =
        Hearing::with("[bookings]\nstatements_per_day = 3\n[limits]\nenabled = true").await;
    let street = &hearing.street;
    for bad in ["", " \n ", "es\u{1b}c", &"x".repeat(2001)] {
        let response = hearing.say(&street.bo, bad).await;
        assert!([400, 422].contains(&response.status), "{bad:?}: {}", response.body);
    }
    for bad in ["short", "no spaces in it", "../../../../etc"] {
        let fields = [("message", "Hello."), ("clientId", bad)];
        street.bo.post_form(&hearing.path(), &fields, &[]).await.invalid("clientId");
    }
    let large = vec![b'x'; 10 * 1024 * 1024 + 1];
    let files = [("file", "a.pdf", &large[..])];
    let response = street.bo.post_form(&hearing.path(), &[("message", "Big.")], &files).await;
    response.refused(413, "request.too_large");
    assert!(hearing.statements(&street.bo).await.is_empty());
    hearing.say(&street.bo, &"é".repeat(2000)).await.ok();
    for _ in 1..3 {
        hearing.say(&street.bo, "And one more.").await.ok();
    }
    hearing.say(&street.bo, "Too much.").await.refused(429, "bookings.too_many_statements");
    hearing.say(&street.ana, "I may still.").await.ok();
}

#[tokio::test]
async fn decision_needs_a_reason_and_closes_the_dispute() {
    let hearing = Hearing::begin().await;
    let Hearing { street, booking, .. } = &hearing;
    hearing.say(&street.bo, "I was there.").await.ok();
    for reason in ["", " \n", &"x".repeat(2001)] {
        let response = hearing.decide(json!({ "outcome": "refund", "reason": reason })).await;
        assert!([400, 422].contains(&response.status), "{}", response.body);
    }
    assert!([400, 422].contains(&hearing.decide(json!({ "outcome": "refund" })).await.status));
    let reason = "Bo came in vain.\nAna <b>may</b> ask again.";
    let body = json!({ "outcome": "refund", "reason": reason });
    hearing.decide(body.clone()).await.ok();
    hearing.decide(body).await.ok();
    let other = json!({ "outcome": "refund", "reason": "On second thoughts." });
    hearing.decide(other).await.refused(409, "bookings.illegal_transition");
    for who in [&street.ana, &street.bo] {
        let dispute = who.get(&format!("/api/dispute/{booking}")).await.ok();
        assert_eq!((&dispute["outcome"], &dispute["reason"]), (&json!("refund"), &json!(reason)));
        assert!(dispute["resolved_at"].is_string());
        hearing.say(who, "But…").await.refused(409, "bookings.dispute_decided");
        assert_eq!(hearing.statements(who).await.len(), 1, "statements stay readable");
    }
    street.app.settle().await;
    let mails = street.app.mails().into_iter().filter(|mail| mail.subject.starts_with("Decided"));
    assert!(mails.filter(|mail| mail.text.contains("Bo came in vain.")).count() == 2);
}

#[tokio::test]
async fn admin_access_to_the_case_is_recorded() {
    let hearing = Hearing::begin().await;
    let Hearing { street, iris, .. } = &hearing;
    let say = async |from: &Member, to: &Member, content: &str| {
        let body = json!({
            "senderId": from.id, "receiverId": to.id, "content": content, "mark_as_read": false,
        });
        from.post("/api/message", body).await.ok();
    };
    say(&street.ana, &street.bo, "Where are you? I have been waiting.").await;
    say(&street.bo, &street.ana, "At your door, as agreed.").await;
    say(&street.ana, &street.stranger, "Bo has not come, can you help me?").await;
    let case = iris.get(&hearing.case()).await.ok();
    assert_eq!(case["dispute"]["message"], "Nobody came.");
    assert_eq!(case["booking"]["description"], "The kitchen tap drips.");
    let steps: Vec<_> = case["booking"]["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["status"])
        .collect();
    assert_eq!(steps, ["pending", "accepted", "disputed"]);
    for (part, member) in [("client", &street.ana), ("provider", &street.bo)] {
        assert_eq!(case[part]["email"], member.email);
        assert!(case[part]["phone"].is_string());
        assert_eq!(case["booking"][part]["email"], json!(null), "only where it is meant to be");
    }
    assert_eq!(case["booking"]["booking_location"], PLACE);
    assert_eq!(case["ledger"], json!([]));
    let messages = iris.get(&format!("{}/messages", hearing.case())).await.ok();
    let messages: Vec<_> = messages
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (&one["sender_id"], &one["content"]))
        .collect();
    assert_eq!(
        messages,
        [
            (&json!(street.ana.id), &json!("Where are you? I have been waiting.")),
            (&json!(street.bo.id), &json!("At your door, as agreed.")),
        ]
    );
    hearing.statements(iris).await;
    let read = hearing.audit("bookings.case_read").await;
    let mut read: Vec<_> = read.iter().map(|(who, what)| (who, what.as_str().unwrap())).collect();
    read.sort_by_key(|(_, what)| *what);
    let by = &json!(iris.id);
    assert_eq!(read, [(by, "case"), (by, "messages"), (by, "what was said")]);
    iris.get("/api/admin/disputes/99").await.refused(404, "bookings.not_found");
}

#[tokio::test]
async fn admin_cannot_decide_their_own_dispute() {
    let hearing = Hearing::begin().await;
    let street = &hearing.street;
    street.app.accounts().add_admin(&street.ana.email).await.unwrap();
    let ana = street.app.log_in(&street.ana).await;
    for path in ["", "/messages", "/preview?outcome=refund"] {
        let path = format!("{}{path}", hearing.case());
        ana.get(&path).await.refused(403, "bookings.own_dispute");
    }
    let body = json!({ "outcome": "refund", "reason": "I am right." });
    ana.put(&hearing.case(), body).await.refused(403, "bookings.own_dispute");
    assert_eq!(hearing.say(&ana, "My side.").await.ok()["part"], "client");
    let mut seen = Vec::new();
    for who in [&ana, &hearing.iris] {
        seen.push(who.get("/api/admin/disputes").await.ok()[0]["own"].clone());
    }
    assert_eq!(seen, [json!(true), json!(false)]);
    for (who, disputes) in [(&ana, 0), (&hearing.iris, 1)] {
        assert_eq!(who.get("/api/admin/waiting").await.ok()["disputes"], disputes);
    }
    hearing.say(&street.bo, "And mine.").await.ok();
    let case = |notices: Vec<(String, String)>| {
        notices.into_iter().filter(|(_, link)| link.starts_with("/admin")).count()
    };
    assert_eq!(case(hearing.notices(&ana).await), 0, "not notified as staff");
    assert_eq!(case(hearing.notices(&hearing.iris).await), 3, "the dispute and two answers");
}

#[tokio::test]
async fn other_party_has_three_days_to_answer() {
    let hearing = Hearing::begin().await;
    let Hearing { street, iris, booking } = &hearing;
    let path = format!("/api/dispute/{booking}");
    let answer_by = async |who: &Member| who.get(&path).await.ok()["answer_by"].clone();
    let opened = street.bo.get(&path).await.ok()["created_at"].clone();
    let opened: Timestamp = opened.as_str().unwrap().parse().unwrap();
    let until = json!((opened + 3 * DAY).to_string());
    assert_eq!(answer_by(&street.bo).await, until);
    assert_eq!(iris.get(&hearing.case()).await.ok()["dispute"]["answer_by"], until);
    street.app.settle().await;
    let mails = street.app.mails();
    let mail = mails.iter().find(|mail| mail.subject.contains("opened a dispute")).unwrap();
    assert!(mail.text.contains("give your side by "), "{}", mail.text);
    // Statements of the opener and of staff do not count as the answer.
    hearing.say(&street.ana, "One thing more.").await.ok();
    hearing.say(iris, "Bo, were you there?").await.ok();
    assert_eq!(answer_by(&street.ana).await, until);
    hearing.say(&street.bo, "I was.").await.ok();
    for who in [&street.ana, &street.bo] {
        assert_eq!(answer_by(who).await, Value::Null);
    }
}

#[tokio::test]
async fn statement_notifies_everyone_but_its_author() {
    let hearing = Hearing::begin().await;
    let Hearing { street, iris, booking } = &hearing;
    let before = street.mails_to(&street.ana).await.len();
    hearing.say(&street.bo, "I was there.").await.ok();
    let notices = hearing.notices(&street.ana).await;
    let link = format!("/outward-progress/{booking}");
    let title = "Bo wrote in the dispute about Plumbing";
    assert!(notices.contains(&(title.to_owned(), link)), "{notices:?}");
    assert_eq!(hearing.notices(iris).await.len(), 2, "the dispute and the answer");
    assert_eq!(hearing.notices(iris).await[0].1, format!("/admin/disputes/{booking}"));
    assert_eq!(street.mails_to(&street.ana).await.len(), before);
    hearing.say(iris, "Which bell?").await.ok();
    for (who, page) in [(&street.ana, "outward-progress"), (&street.bo, "inward-details")] {
        let notices = hearing.notices(who).await;
        let title = "An admin wrote in the dispute about Plumbing";
        let notice = (title.to_owned(), format!("/{page}/{booking}"));
        assert!(notices.contains(&notice), "{notices:?}");
        assert_eq!(street.mails_to(who).await.last().unwrap(), "An admin asks you");
    }
    assert_eq!(
        hearing.notices(iris).await.len(),
        2,
        "authors are not notified of their own statements"
    );
}

#[tokio::test]
async fn preview_decides_nothing() {
    let hearing = Hearing::begin().await;
    let preview =
        async |query: &str| hearing.iris.get(&format!("{}/preview?{query}", hearing.case())).await;
    preview("outcome=split").await.invalid("provider_share");
    assert!([400, 422].contains(&preview("outcome=split&provider_share=101").await.status));
    assert!([400, 422].contains(&preview("outcome=lottery").await.status));
    // A free booking: there is nothing to divide.
    let nothing = json!({ "to_client": 0.0, "to_provider": 0.0 });
    assert_eq!(preview("outcome=refund").await.ok(), nothing);
    let dispute = hearing.iris.get("/api/admin/disputes").await.ok();
    assert_eq!(dispute[0]["status"], "open", "asking decides nothing");
    let seen = hearing.street.see(&hearing.street.ana, hearing.booking).await;
    assert_eq!(words(&seen["actions"]), Vec::<&str>::new());
}

#[tokio::test]
async fn admin_sees_the_place_as_long_as_parties() {
    let mut hearing = Hearing::begin().await;
    let place = async |hearing: &Hearing| {
        hearing.iris.get(&hearing.case()).await.ok()["booking"]["booking_location"].clone()
    };
    assert_eq!(place(&hearing).await, PLACE);
    hearing.decide(json!({ "outcome": "refund", "reason": "Heard." })).await.ok();
    for (days, expected) in [(29, PLACE), (1, "Hebden Bridge, HX7")] {
        hearing.street.wait(DAY * days).await;
        hearing.iris = hearing.street.app.log_in(&hearing.iris).await;
        assert_eq!(place(&hearing).await, expected);
        let seen = hearing.street.see(&hearing.street.bo, hearing.booking).await;
        assert_eq!(seen["booking_location"], expected, "as its provider");
    }
}
