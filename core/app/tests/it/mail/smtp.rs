//! Sends single mails to a mail server.

use sparkyard_host::mail::{Email, MailError, Mailer};
use sparkyard_kernel::ports::{MailMessage, RenderedMail};
use sparkyard_mail::Security;

use super::{MailServer, PASSWORD, mailer, settings};

fn email(to: &str) -> Email {
    let mail = RenderedMail {
        site: "Sparkyard".to_owned(),
        subject: "Caf\u{e9} at ten?".to_owned(),
        text: "Hello,\n\n.\nsee you there.\n".to_owned(),
        html: "<p>Hello,</p><p>.</p><p>see you there.</p>".to_owned(),
        ..RenderedMail::default()
    };
    let to = MailMessage::new(to, "site/hello");
    Email::new("01ABC:mail", &to, "2026-03-02T10:00:00Z".parse().unwrap(), mail)
}

/// Returns the error of sending a mail.
async fn failure(settings: &sparkyard_mail::MailConfig) -> MailError {
    mailer(settings).send(&email("ana@example.org")).await.unwrap_err()
}

#[tokio::test]
async fn mail_is_sent_encrypted_and_authenticated() {
    for security in [Security::StartTls, Security::Tls] {
        let mut server = MailServer::start(security, PASSWORD).await;
        mailer(&settings(&server)).send(&email("ana@example.org")).await.unwrap();
        assert_eq!(server.next_report("login").await["login"], true);
        let mail = server.next_report("data").await;
        assert_eq!((&mail["tls"], &mail["login"]), (&true.into(), &true.into()), "{security:?}");
        assert_eq!(mail["sender"], "post@swap.example.org");
        assert_eq!(mail["to"][0], "ana@example.org");
        let data = mail["data"].as_str().unwrap();
        for part in [
            "Message-ID: <01ABCmail@swap.example.org>\r\n",
            "Date: Mon, 02 Mar 2026 10:00:00 +0000\r\n",
            "From: Sparkyard <post@swap.example.org>\r\n",
            "To: ana@example.org\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "Content-Type: multipart/alternative;",
            "Content-Type: text/plain; charset=utf-8\r\n",
            "Content-Type: text/html; charset=utf-8\r\n",
            "Hello,\r\n\r\n.\r\nsee you there.\r\n",
            "<p>Hello,</p>",
        ] {
            assert!(data.contains(part), "{part} is not in {data}");
        }
    }
}

#[tokio::test]
async fn mail_has_attachment_thread_and_unsubscribe_headers() {
    let mut server = MailServer::start(Security::StartTls, PASSWORD).await;
    let url = "https://swap.example.org/api/unsubscribe/order_messages.01ana.c2lnbmF0dXJl";
    let words = RenderedMail {
        site: "Sparkyard".to_owned(),
        contact: Some("host@example.org".to_owned()),
        subject: "Tomorrow".to_owned(),
        text: "Until tomorrow.".to_owned(),
        html: "<p>Until tomorrow.</p>".to_owned(),
        unsubscribe: Some(url.to_owned()),
    };
    let mail = MailMessage::new("ana@example.org", "site/hello").reply_to("in@swap.example.org");
    let mail = mail.in_thread("ana and bo");
    let calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n";
    let mail = mail.attach("visit.ics", "text/calendar; charset=utf-8", calendar).unwrap();
    let at = "2026-03-02T10:00:00Z".parse().unwrap();
    mailer(&settings(&server)).send(&Email::new("01ABC", &mail, at, words.clone())).await.unwrap();
    let report = server.next_report("data").await;
    let data = report["data"].as_str().unwrap();
    let (headers, _) = data.split_once("\r\n\r\n").unwrap();
    let thread = "<thread-85eac2533bc68927aaef786228d84253@swap.example.org>";
    for part in [
        "Reply-To: in@swap.example.org\r\n",
        &format!("In-Reply-To: {thread}"),
        &format!("References: {thread}"),
        &format!("List-Unsubscribe: <{url}>"),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "Content-Type: multipart/mixed;",
    ] {
        assert!(headers.replace("\r\n ", " ").contains(part), "{part} is not in {headers}");
    }
    for part in ["Content-Type: text/calendar; charset=utf-8", "filename=\"visit.ics\"", calendar] {
        assert!(data.contains(part), "{part} is not in {data}");
    }
    let words = RenderedMail { unsubscribe: Some(url.replace("https", "http")), ..words };
    let mail = MailMessage { reply_to: None, ..mail };
    mailer(&settings(&server)).send(&Email::new("01ABD", &mail, at, words)).await.unwrap();
    let report = server.next_report("data").await;
    let data = report["data"].as_str().unwrap();
    assert!(!data.contains("One-Click"), "{report}");
    assert!(data.contains("Reply-To: host@example.org\r\n"), "{report}");
}

#[tokio::test]
async fn wrong_password_counts_as_unreachable() {
    let mut server = MailServer::start(Security::StartTls, "another password").await;
    let failure = failure(&settings(&server)).await;
    assert!(matches!(failure, MailError::Unreachable(_)), "{failure}");
    assert!(!failure.to_string().contains(PASSWORD), "{failure}");
    assert_eq!(server.next_report("login").await["login"], false);
    assert!(server.taken().await.is_empty());
}

#[tokio::test]
async fn invalid_certificates_are_rejected() {
    for security in [Security::StartTls, Security::Tls] {
        let mut server = MailServer::start(security, PASSWORD).await;
        let mut unknown = settings(&server);
        unknown.ca_file = None;
        let mut misnamed = settings(&server);
        misnamed.host = "127.0.0.1".to_owned();
        for settings in [unknown, misnamed] {
            let failure = failure(&settings).await;
            assert!(matches!(failure, MailError::Unreachable(_)), "{failure}");
        }
        server.set_mode("accept").await;
        assert!(server.taken().await.is_empty());
    }
}

#[tokio::test]
async fn missing_starttls_is_rejected() {
    let mut server = MailServer::start(Security::None, PASSWORD).await;
    let mut settings = settings(&server);
    settings.security = Security::StartTls;
    let failure = failure(&settings).await;
    assert!(matches!(failure, MailError::Unreachable(_)), "{failure}");
    assert!(server.taken().await.is_empty());
}

#[tokio::test]
async fn unencrypted_server_on_localhost_is_allowed() {
    let mut server = MailServer::start(Security::None, PASSWORD).await;
    mailer(&settings(&server)).send(&email("ana@example.org")).await.unwrap();
    assert_eq!(server.next_report("data").await["tls"], false);
}

#[tokio::test]
async fn rejections_and_server_errors_are_distinguished() {
    let mut server = MailServer::start(Security::Tls, PASSWORD).await;
    for (mode, expected) in [
        ("refuse 550 No such person", "refused: the mail server replied 550 to the address"),
        ("refuse 550 5.1.1 No such person", "refused: the mail server replied 550 to the address"),
        (
            "refuse 550 5.4.5 Daily limit exceeded",
            "put off: the mail server replied 550 to the address",
        ),
        ("refuse 554 5.7.1 Too much mail", "put off: the mail server replied 554 to the address"),
        ("refuse 451 Come back later", "put off: the mail server replied 451 to the address"),
        ("refuse 421 Closing down", "not sent: the mail server replied 421 to the address"),
        ("refuse 530 Sign in first", "not sent: the mail server replied 530 to the address"),
    ] {
        server.set_mode(mode).await;
        assert_eq!(failure(&settings(&server)).await.to_string(), expected);
    }
    let misspelt = mailer(&settings(&server)).send(&email("nobody")).await.unwrap_err();
    assert!(matches!(misspelt, MailError::Refused(_)), "{misspelt}");
}
