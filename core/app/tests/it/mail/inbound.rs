//! Inbound mail, through an IMAP server of another implementation.

mod mailbox;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde_json::{Value, json};
use sparkyard_host::mail::inbound::{
    AddressPattern, InboundMail, MailReader, Mailbox as Inbox, SenderCheck, Verdict,
};
use sparkyard_kernel::ports::{MailMessage, MailTopic, ReplyAddresses};
use sparkyard_mail::{ImapMailbox, InboundConfig, Security};
use sparkyard_testkit::Member;

pub(crate) use self::mailbox::Mailbox;
use crate::TestApp;

const DONE: &str = "Sparkyard-done";
const REJECTED: &str = "Sparkyard-rejected";
const PASSED: &str = "Authentication-Results: mx.swap.example.org; dmarc=pass\r\n";
const FAILED: &str = "Authentication-Results: mx.swap.example.org; dmarc=fail\r\n";
const NO_POLICY: &str = "Authentication-Results: mx.swap.example.org; dmarc=none\r\n";
const HELLO: &str = "Yes, at ten o'clock.";

/// A mailbox whose reader fails after handling a mail, before the mail is filed.
struct CrashingInbox(Arc<dyn Inbox>);

struct CrashingReader<'a>(&'a dyn MailReader);

#[async_trait]
impl Inbox for CrashingInbox {
    async fn check(&self) -> anyhow::Result<()> {
        self.0.check().await
    }

    async fn process_all(&self, reader: &dyn MailReader) -> anyhow::Result<usize> {
        self.0.process_all(&CrashingReader(reader)).await
    }
}

#[async_trait]
impl MailReader for CrashingReader<'_> {
    async fn read(&self, mail: &[u8]) -> anyhow::Result<Verdict> {
        self.0.read(mail).await?;
        anyhow::bail!("killed")
    }
}

fn inbound(inbox: Arc<dyn Inbox>) -> InboundMail {
    let pattern = |text| AddressPattern::parse(text).unwrap();
    InboundMail {
        mailbox: inbox,
        pattern: pattern("reply+{token}@swap.example.org"),
        bounces: Some(pattern("bounce+{token}@swap.example.org")),
        senders: SenderCheck::ByServer(None),
        every: Duration::from_mins(1),
    }
}

async fn community(mailbox: &Mailbox) -> TestApp {
    TestApp::with_inbound("", inbound(mailbox.inbox())).await
}

/// Returns the address at which Ana replies to Bo.
fn address(app: &TestApp, ana: &Member, bo: &Member) -> String {
    let addresses: Arc<dyn ReplyAddresses> = app.host.ports.require("test").unwrap();
    addresses.for_conversation(&ana.id.as_str().into(), &bo.id.as_str().into()).unwrap()
}

fn mail(id: &str, from: &str, to: &str, text: &str) -> String {
    delivered((PASSED, ""), id, from, to, text)
}

/// Builds a mail with headers above the server's `Received`, and others below it.
fn delivered((added, sent): (&str, &str), id: &str, from: &str, to: &str, text: &str) -> String {
    format!(
        "Return-Path: <{from}>\r\n{added}\
         Received: from mail.example.org by mx.swap.example.org; Mon, 2 Mar 2026 10:00:00 +0000\r\n\
         {sent}From: {from}\r\nTo: {to}\r\nSubject: Re: Hello\r\n\
         Message-ID: <{id}@mail.example.org>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         {text}\r\n\r\nOn 2 Mar 2026, at 10:00, Swap wrote:\r\n> Can you come?\r\n"
    )
}

async fn messages(who: &Member, other: &Member) -> Vec<String> {
    let list = who.get(&format!("/api/message/{}/{}", who.id, other.id)).await.ok();
    let texts = list.as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap());
    texts.map(str::to_owned).collect()
}

#[tokio::test]
async fn reply_by_mail_becomes_one_message() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let to = address(&app, &ana, &bo).to_uppercase();
    mailbox.put(&mail("one", "Ana@Example.org", &to, HELLO));
    app.run_jobs().await;
    assert_eq!(messages(&bo, &ana).await, [HELLO]);
    assert_eq!((mailbox.count("INBOX"), mailbox.count(DONE)), (0, 1));
    // Repeats the mail, as if it had been sent to two of our addresses or moved back.
    mailbox.put(&mail("one", "ana@example.org", &to, HELLO));
    app.run_jobs().await;
    assert_eq!(messages(&bo, &ana).await, [HELLO]);
    assert_eq!(mailbox.count(DONE), 2);
}

#[tokio::test]
async fn mailbox_requires_a_valid_certificate() {
    for security in [Security::StartTls, Security::Tls] {
        let mut mailbox = Mailbox::secured(security);
        let trusted = mailbox.config();
        for wrong in [
            InboundConfig { ca_file: None, ..trusted.clone() },
            InboundConfig { host: "127.0.0.1".to_owned(), ..trusted.clone() },
        ] {
            let inbox = Arc::new(ImapMailbox::new(wrong).unwrap());
            let app = TestApp::with_inbound("", inbound(inbox)).await;
            let error = format!("{:#}", app.host.run_jobs().await.unwrap_err());
            assert!(error.contains("certificate"), "{security:?}: {error}");
        }
        let app = community(&mailbox).await;
        let (ana, bo) = (app.member("ana").await, app.member("bo").await);
        mailbox.put(&mail("one", "ana@example.org", &address(&app, &ana, &bo), HELLO));
        app.run_jobs().await;
        assert_eq!(messages(&bo, &ana).await, [HELLO], "{security:?}");
        assert_eq!((mailbox.count("INBOX"), mailbox.count(DONE)), (0, 1));
    }
}

#[tokio::test]
async fn mail_is_one_message_despite_a_crash() {
    let mut mailbox = Mailbox::start();
    let crashing = inbound(Arc::new(CrashingInbox(mailbox.inbox())));
    let app = TestApp::with_inbound("", crashing).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    mailbox.put(&mail("one", "ana@example.org", &address(&app, &ana, &bo), HELLO));
    assert!(app.host.run_jobs().await.is_err());
    assert_eq!(mailbox.count("INBOX"), 1, "it is still there");
    let next = app.host_with_inbound(inbound(mailbox.inbox()));
    next.run_jobs().await.unwrap();
    next.settle().await.unwrap();
    assert_eq!(mailbox.count("INBOX"), 0);
    assert_eq!(messages(&bo, &ana).await, [HELLO]);
}

#[tokio::test]
async fn foreign_senders_are_rejected_and_notified() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let address = address(&app, &ana, &bo);
    let to = address.as_str();
    for (id, from, to) in [
        ("one", "bo@example.org", to),
        ("two", "work@elsewhere.example", to),
        ("three", "ana@example.org", "reply+rabcdefg@swap.example.org"),
        ("four", "mailer-daemon@example.org", to),
    ] {
        mailbox.put(&mail(id, from, to, HELLO));
    }
    mailbox.put("no mail at all");
    app.run_jobs().await;
    assert!(messages(&bo, &ana).await.is_empty());
    assert_eq!((mailbox.count("INBOX"), mailbox.count(REJECTED)), (0, 5));
    let expected = ["bo@example.org", "work@elsewhere.example"];
    assert_eq!(notified(&app), expected, "and no program is answered");
}

#[tokio::test]
async fn expired_and_empty_replies_are_rejected_and_explained() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let to = address(&app, &ana, &bo);
    mailbox.put(&mail("empty", &ana.email, &to, "> Is it still free?\r\n"));
    app.run_jobs().await;
    assert!(app.mail_to(&ana.email).text.contains("We found no text of your own in it"));
    app.advance(Duration::from_hours(24 * 40));
    mailbox.put(&mail("late", &ana.email, &to, HELLO));
    app.run_jobs().await;
    assert!(app.mail_to(&ana.email).text.contains("more than a month old"));
    assert!(messages(&app.log_in(&bo).await, &ana).await.is_empty());
    assert_eq!((mailbox.count("INBOX"), mailbox.count(REJECTED)), (0, 2));
    assert_eq!(notified(&app), [&*ana.email, &*ana.email]);
}

/// Returns the receivers of rejection mails.
fn notified(app: &TestApp) -> Vec<String> {
    let mails = app.mails().into_iter();
    let notified = mails.filter(|mail| mail.subject == "Your answer was not delivered");
    let mut notified: Vec<_> = notified.map(|mail| mail.to).collect();
    notified.sort_unstable();
    notified
}

#[tokio::test]
async fn reply_requires_a_checked_sender() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let address = address(&app, &ana, &bo);
    let put = |header: &str, id: &str, from: &str, mailbox: &mut Mailbox| {
        mailbox.put(&delivered((header, ""), id, from, &address, HELLO));
    };
    put("", "one", &ana.email, &mut mailbox);
    put(FAILED, "two", &ana.email, &mut mailbox);
    // Notices go only to the member who was given the address, as others may be forged.
    for (number, header) in ["", FAILED, NO_POLICY].into_iter().enumerate() {
        put(header, &format!("forged{number}"), "victim@elsewhere.example", &mut mailbox);
    }
    put("", "member", &bo.email, &mut mailbox);
    app.run_jobs().await;
    assert!(messages(&bo, &ana).await.is_empty());
    assert_eq!((mailbox.count("INBOX"), mailbox.count(REJECTED)), (0, 6));
    assert_eq!(notified(&app), [ana.email.as_str()]);
    assert!(
        app.mail_to(&ana.email).text.contains("could not tell whether it really came from you")
    );

    put(NO_POLICY, "three", &ana.email, &mut mailbox);
    app.run_jobs().await;
    assert_eq!(messages(&bo, &ana).await, [HELLO], "the server has looked");
}

#[tokio::test]
async fn unchecked_senders_are_accepted_only_as_configured() {
    let mut mailbox = Mailbox::start();
    let unchecked_mail =
        InboundMail { senders: SenderCheck::Unchecked, ..inbound(mailbox.inbox()) };
    let app = TestApp::with_inbound("", unchecked_mail).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let to = address(&app, &ana, &bo);
    mailbox.put(&delivered(("", ""), "one", &ana.email, &to, HELLO));
    // Any result in these mails was written by the sender.
    for (number, headers) in [("", ""), (PASSED, ""), ("", PASSED)].into_iter().enumerate() {
        let id = format!("forged{number}");
        mailbox.put(&delivered(headers, &id, "victim@elsewhere.example", &to, HELLO));
    }
    app.run_jobs().await;
    assert_eq!(messages(&bo, &ana).await, [HELLO]);
    assert_eq!(mailbox.count(REJECTED), 3);
    assert!(notified(&app).is_empty(), "strangers get no answer");
}

#[tokio::test]
async fn result_below_received_counts_as_missing() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let to = address(&app, &ana, &bo);
    mailbox.put(&delivered(("", PASSED), "one", &ana.email, &to, HELLO));
    mailbox.put(&delivered(("", PASSED), "two", "victim@elsewhere.example", &to, HELLO));
    app.run_jobs().await;
    assert!(messages(&bo, &ana).await.is_empty());
    assert_eq!(mailbox.count(REJECTED), 2);
    assert_eq!(notified(&app), [ana.email.as_str()], "strangers get no answer");
}

#[tokio::test]
async fn a_suspended_member_cannot_write_by_mail() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let to = address(&app, &ana, &bo);
    let iris = app.log_in(&app.admin("iris").await).await;
    let path = format!("/api/admin/members/{}/suspend", ana.id);
    iris.put(&path, json!({ "reason": "You wrote to everybody." })).await.ok();
    mailbox.put(&mail("one", &ana.email, &to, HELLO));
    app.run_jobs().await;
    assert!(messages(&bo, &ana).await.is_empty());
    assert_eq!(mailbox.count(REJECTED), 1);
    assert_eq!(notified(&app), [ana.email.as_str()]);
}

/// Builds a mail server's report of an undeliverable mail to `to`.
fn report(token: &str, to: &str, status: &str) -> String {
    format!(
        "Return-Path: <>\r\nFrom: MAILER-DAEMON@mx.example.org\r\nTo: post@swap.example.org\r\n\
         Subject: Undelivered\r\nMessage-ID: <{status}.{to}@mx.example.org>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"x\"\r\n\r\n--x\r\n\
         Content-Type: text/plain\r\n\r\nSorry.\r\n--x\r\nContent-Type: message/delivery-status\r\n\
         \r\nReporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; {to}\r\n\
         Action: failed\r\nStatus: {status}\r\nDiagnostic-Code: smtp; 550 no such person\r\n\r\n\
         --x\r\nContent-Type: text/rfc822-headers\r\n\r\nTo: {to}\r\nX-Sparkyard-Return: {token}\r\n\
         \r\n--x--\r\n"
    )
}

async fn trouble(member: &Member) -> Value {
    member.get("/api/settings/mail").await.ok()["trouble"].clone()
}

#[tokio::test]
async fn returned_mail_is_reported_and_pauses_optional_mail() {
    let mut mailbox = Mailbox::start();
    let app = community(&mailbox).await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    let admin = app.admin("iris").await;
    let admin = app.log_in(&admin).await;
    let bounces = app.mail_to(&ana.email).bounces.unwrap();
    assert!(bounces.path.unwrap().starts_with("bounce+b"));
    // Reports about others' addresses are not accepted.
    mailbox.put(&report(&bounces.token, &bo.email, "5.1.1"));
    app.run_jobs().await;
    assert_eq!((trouble(&bo).await, mailbox.count(REJECTED)), (Value::Null, 1));

    mailbox.put(&report(&bounces.token, &ana.email, "5.1.1"));
    app.run_jobs().await;
    let report = trouble(&ana).await;
    assert_eq!(report["address"], ana.email);
    assert_eq!((&report["kind"], &report["paused"]), (&"refused".into(), &true.into()));
    assert_eq!(report["reason"], "550 no such person");
    let list = admin.get("/api/admin/mail-troubles").await.ok();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["name"]), (1, &"Ana Example".into()));
    for (who, title) in [
        (&ana, "Emails to ana@example.org were refused"),
        (&admin, "Emails to Ana Example are refused"),
    ] {
        let notices = who.get("/api/notifications").await.ok();
        assert_eq!(notices[0]["title"], title);
    }

    send(&app, "one", &ana).await;
    assert_eq!(optional(&app, &ana), 0, "it waits");
    ana.post_empty("/api/settings/mail/retry").await.ok();
    assert_eq!(trouble(&ana).await, Value::Null);
    send(&app, "two", &ana).await;
    assert_eq!(optional(&app, &ana), 1);
}

/// Publishes an optional mail.
async fn send(app: &TestApp, id: &str, to: &Member) {
    let mail = MailMessage::new(&to.email, "kyc/approved").with("document", "utility bill");
    let mail = mail.if_wanted(&to.id.as_str().into(), MailTopic::Account);
    let write = app.db.write("test.mail");
    let mail_topic = sparkyard_kernel::events::core::MAIL;
    let write = write.publish(mail_topic, id.to_owned(), app.host.cx.now(), mail);
    write.run::<()>().await.unwrap();
    app.settle().await;
}

fn optional(app: &TestApp, to: &Member) -> usize {
    let mails = app.mails().into_iter();
    mails.filter(|mail| mail.to == to.email && mail.text.contains("utility bill")).count()
}
