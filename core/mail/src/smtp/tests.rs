use sparkyard_kernel::ports::{MailMessage, MailSpeaker, RenderedMail};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpListener,
};

use super::*;

const TO: &str = "ana@example.org";

/// Starts a mail server for one connection that replies `answer` to lines that begin with
/// `command`; returns its port.
async fn server(command: &'static str, answer: &'static str) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 localhost\r\n").await.unwrap();
        let mut line = String::new();
        // After the client has gone there is nobody to reply to.
        while stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
            let reply = match line.split(' ').next().unwrap_or_default().trim_end() {
                _ if line.starts_with(command) => answer,
                "DATA" => "354 go on",
                "EHLO" | "MAIL" | "RCPT" | "." => "250 fine",
                "AUTH" => "535 5.7.8 no such user",
                "QUIT" => "221 bye",
                _ => "",
            };
            if !reply.is_empty() {
                stream.write_all(format!("{reply}\r\n").as_bytes()).await.unwrap();
            }
            line.clear();
        }
    });
    port
}

async fn report(command: &'static str, answer: &'static str) -> TrialReport {
    let config = MailConfig {
        from: "post@swap.example.org".to_owned(),
        host: "127.0.0.1".to_owned(),
        port: server(command, answer).await,
        security: Security::None,
        ..MailConfig::default()
    };
    let mail = RenderedMail {
        subject: "Hello".to_owned(),
        text: "Hello.".to_owned(),
        html: "<p>Hello.</p>".to_owned(),
        ..RenderedMail::default()
    };
    let to = MailMessage::new(TO, "site/hello");
    let email = Email::new("one", &to, "2026-03-02T10:00:00Z".parse().unwrap(), mail);
    SmtpMailer::new(&config).unwrap().try_out(&email).await
}

async fn outcome(command: &'static str, answer: &'static str) -> Result<(), MailError> {
    report(command, answer).await.outcome
}

#[tokio::test]
async fn errors_of_a_mail_differ_from_errors_of_the_site() {
    outcome("RSET", "250 never asked").await.unwrap();
    for (command, answer) in [
        ("RCPT", "550 5.1.1 <ana@example.org>: no such person"),
        ("DATA", "554 no mail for ana@example.org"),
        (".", "552 ana@example.org has no room for it"),
    ] {
        let failure = outcome(command, answer).await.unwrap_err();
        let of_address = matches!(failure, MailError::AddressRefused(_));
        assert!(of_address || matches!(failure, MailError::Refused(_)), "{command}: {failure}");
        assert_eq!(of_address, command == "RCPT", "{command}: {failure}");
        assert!(!failure.to_string().contains(TO), "{failure}");
    }
    for (command, answer) in [("RCPT", "450 ana@example.org: later"), (".", "451 later")] {
        let failure = outcome(command, answer).await.unwrap_err();
        assert!(matches!(failure, MailError::PutOff(_)), "{command}: {failure}");
        assert!(!failure.to_string().contains(TO), "{failure}");
    }
    for (command, answer) in [
        ("EHLO", "554 not you"),
        ("MAIL", "553 not in this name"),
        ("RCPT", "421 closing down"),
        ("RCPT", "530 sign in first"),
    ] {
        let failure = outcome(command, answer).await.unwrap_err();
        assert!(matches!(failure, MailError::Unreachable(_)), "{command}: {failure}");
    }
}

#[tokio::test]
async fn test_mail_shows_the_conversation_and_a_remedy() {
    let fine = report("RSET", "250 never asked").await;
    assert_eq!(fine.remedy, None);
    let lines: Vec<_> = fine.conversation.iter().map(|line| line.text.as_str()).collect();
    assert!(lines[0].starts_with("(connects to 127.0.0.1:"), "{lines:?}");
    assert_eq!(lines[1], "EHLO swap.example.org");
    assert!(lines.contains(&"MAIL FROM:<post@swap.example.org>"), "{lines:?}");
    assert!(lines.contains(&"RCPT TO:<ana@example.org>"), "{lines:?}");
    assert!(lines.contains(&"354 go on"), "{lines:?}");
    for (command, answer, remedy) in [
        ("EHLO", "554 not you", "No mail server responds at"),
        ("MAIL", "553 not in this name", "does not let this account send as"),
        ("RCPT", "550 5.1.1 no such person", "Check that your address is right"),
        (".", "552 too \u{7}loud", "refuses the email itself"),
    ] {
        let failed = report(command, answer).await;
        assert!(failed.outcome.is_err(), "{command}");
        let found = failed.remedy.unwrap();
        assert!(found.contains(remedy), "{command}: {found}");
        let last = failed.conversation.last().unwrap();
        assert_eq!(last.speaker, MailSpeaker::MailServer, "{command}");
        assert_eq!(last.text, answer.replace('\u{7}', ""), "{command}");
    }
}

#[tokio::test]
async fn transcript_hides_the_password() {
    let config = MailConfig {
        from: "post@swap.example.org".to_owned(),
        host: "127.0.0.1".to_owned(),
        port: server("EHLO", "250-localhost\r\n250 AUTH PLAIN").await,
        security: Security::None,
        username: "the-user".to_owned(),
        password: "the-secret".to_owned(),
        ..MailConfig::default()
    };
    let to = MailMessage::new(TO, "site/hello");
    let at = "2026-03-02T10:00:00Z".parse().unwrap();
    let email = Email::new("one", &to, at, RenderedMail::default());
    let failed = SmtpMailer::new(&config).unwrap().try_out(&email).await;
    assert!(failed.outcome.is_err());
    assert!(failed.remedy.unwrap().contains("user name and password"));
    let [.., sent, reply] = failed.conversation.as_slice() else { panic!("no conversation") };
    assert_eq!(sent.text, "AUTH PLAIN (user name and password hidden)");
    assert_eq!(reply.text, "535 5.7.8 no such user");
    let shown = format!("{:?}", failed.conversation);
    assert!(!shown.contains("the-secret") && !shown.contains("the-user"), "{shown}");
}
