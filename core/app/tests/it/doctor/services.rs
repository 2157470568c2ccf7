//! Mail, mailbox, Stripe, sign-in provider, addresses and clock.

use std::fs;

use sparkyard_kernel::{Clock, SystemClock};
use sparkyard_mail::Security;
use sparkyard_testkit::stripe::{FakeStripe, Fault, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

use super::{Diagnosis, doctor, set_mode};
use crate::{
    mail::{MailServer, Mailbox},
    social::Provider,
};

fn data() -> TempDir {
    let data = TempDir::new().unwrap();
    set_mode(data.path(), 0o700);
    data
}

/// Returns the settings of Stripe at `url`.
pub(super) fn stripe_at(url: &str) -> Vec<(&str, &str)> {
    vec![
        ("PAYMENTS__PROVIDER", "stripe"),
        ("PAYMENTS__API_URL", url),
        ("PAYMENTS__SECRET_KEY", SECRET_KEY),
        ("PAYMENTS__PUBLISHABLE_KEY", PUBLISHABLE_KEY),
        ("PAYMENTS__WEBHOOK_SECRET", WEBHOOK_SECRET),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_server_login_is_tested_without_a_mail() {
    const RIGHT: &str = "a password with spaces";
    let data = data();
    for security in [Security::StartTls, Security::Tls] {
        let mut server = MailServer::start(security, RIGHT).await;
        let port = server.port.to_string();
        let authority = server.authority.display().to_string();
        let kind = if security == Security::Tls { "tls" } else { "starttls" };
        let diagnosis = async |password: &str, authority: &str| -> Diagnosis {
            let settings = [
                ("MAIL__TRANSPORT", "smtp"),
                ("MAIL__FROM", "post@swap.example.org"),
                ("MAIL__HOST", "localhost"),
                ("MAIL__PORT", &*port),
                ("MAIL__SECURITY", kind),
                ("MAIL__USERNAME", "swap"),
                ("MAIL__PASSWORD", password),
                ("MAIL__CA_FILE", authority),
            ];
            doctor(data.path(), &settings).await
        };
        diagnosis(RIGHT, &authority).await.has_finding("mail", "ok", "accepts");
        assert_eq!(server.next_report("login").await["login"], true);
        assert!(server.taken().await.is_empty(), "no mail was sent");
        diagnosis("a wrong one", &authority).await.has_finding(
            "mail",
            "failure",
            "user name and password",
        );
        diagnosis(RIGHT, "").await.has_finding("mail", "failure", "certificate");
        server.stop();
        diagnosis(RIGHT, &authority).await.has_finding(
            "mail",
            "failure",
            "No mail server responds",
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mailbox_is_opened_and_stays_as_it_is() {
    let data = data();
    let mut mailbox = Mailbox::start();
    mailbox.put("From: a@example.org\r\nSubject: Hello\r\n\r\nHello.\r\n");
    let config = mailbox.config();
    let port = config.port.to_string();
    let diagnosis = async |password: &str, port: &str| {
        let settings = [
            ("MAIL__INBOUND__HOST", "127.0.0.1"),
            ("MAIL__INBOUND__PORT", port),
            ("MAIL__INBOUND__SECURITY", "none"),
            ("MAIL__INBOUND__USERNAME", "swap"),
            ("MAIL__INBOUND__PASSWORD", password),
            ("MAIL__INBOUND__ADDRESS", "reply+{token}@swap.example.org"),
        ];
        doctor(data.path(), &settings).await
    };
    diagnosis(&config.password, &port).await.has_finding("mailbox", "ok", "can be read");
    assert_eq!(mailbox.count("INBOX"), 1);
    diagnosis("a wrong one", &port).await.has_finding("mailbox", "failure", "cannot be read");
    diagnosis(&config.password, "1").await.has_finding("mailbox", "failure", "[mail.inbound]");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stripe_key_is_tested() {
    let data = data();
    let stripe = FakeStripe::start(SystemClock.now().as_seconds());
    let settings = stripe_at(&stripe.url);
    let well = doctor(data.path(), &settings).await;
    well.has_finding("stripe", "ok", "accepts the secret key");
    well.has_finding("clock", "ok", "from that of 127.0.0.1");
    stripe.deny(true);
    doctor(data.path(), &settings).await.has_finding("stripe", "failure", "refuses");
    stripe.deny(false);
    stripe.fail([Fault::Garbage, Fault::Garbage, Fault::Garbage]);
    doctor(data.path(), &settings).await.has_finding("stripe", "failure", "cannot be reached");
    stripe.recover();
    assert!(stripe.payments().is_empty(), "nothing was created");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sign_in_provider_is_discovered() {
    let data = data();
    let mut provider = Provider::start("id-token").await;
    let (issuer, id, secret) =
        (provider.issuer.clone(), provider.client_id.clone(), provider.client_secret.clone());
    let settings = [
        ("AUTH__SOCIAL__ISSUER", &*issuer),
        ("AUTH__SOCIAL__CLIENT_ID", &*id),
        ("AUTH__SOCIAL__CLIENT_SECRET", &*secret),
        ("AUTH__SOCIAL__LABEL", "Ours"),
    ];
    doctor(data.path(), &settings).await.has_finding("openid", "ok", "Ours answers");
    let mut elsewhere = settings;
    let other = format!("{issuer}/elsewhere");
    elsewhere[0].1 = &other;
    doctor(data.path(), &elsewhere).await.has_finding(
        "openid",
        "failure",
        "Ours does not answer for social sign-in",
    );
    provider.stop();
    doctor(data.path(), &settings).await.has_finding(
        "openid",
        "failure",
        "Ours does not answer for social sign-in",
    );
}

/// Answers every request with `head` and `body`; returns its URL.
async fn answering(head: &'static str, body: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            // A client that is gone needs no answer.
            let _ = stream.read(&mut request).await;
            let response = format!(
                "HTTP/1.1 {head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(response.as_bytes()).await;
        }
    });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn geocoding_provider_is_queried() {
    const LONDON: &str = r#"{"features":[{"geometry":{"type":"Point","coordinates":[-0.1278,51.5074]},
        "properties":{"name":"London","countrycode":"GB","osm_value":"city","type":"city"}}]}"#;
    const JSON: &str = "200 OK\r\ncontent-type: application/json";
    const NOWHERE: &str = r#"{"features":[]}"#;
    let data = data();
    let has_finding = async |url: &str, severity: &str, text: &str| {
        let settings = [("PLACES__PROVIDER", "photon"), ("PLACES__URL", url)];
        doctor(data.path(), &settings).await.has_finding("places", severity, text);
    };
    has_finding(&answering(JSON, LONDON).await, "ok", "answers").await;
    has_finding(&answering(JSON, NOWHERE).await, "warning", "no London").await;
    has_finding(&answering("500 Broken", "").await, "warning", "status 500").await;
    has_finding("http://127.0.0.1:1", "warning", "fails").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_clock_is_found() {
    let data = data();
    let url = answering("404 Not Found\r\ndate: Thu, 02 Jan 2020 10:00:00 GMT", "").await;
    let settings = [("AUTH__SOCIAL__ISSUER", &*url), ("AUTH__SOCIAL__CLIENT_ID", "swap")];
    doctor(data.path(), &settings).await.has_finding("clock", "failure", "NTP");
    assert!(fs::read_dir(data.path()).unwrap().next().is_none(), "nothing was created");
}
