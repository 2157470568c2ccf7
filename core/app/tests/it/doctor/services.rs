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
async fn mail_server_is_signed_in_to_without_a_mail() {
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
        diagnosis(RIGHT, &authority).await.says("mail", "ok", "accepts");
        assert_eq!(server.heard("login").await["login"], true);
        assert!(server.taken().await.is_empty(), "no mail was sent");
        diagnosis("a wrong one", &authority).await.says(
            "mail",
            "failure",
            "user name and password",
        );
        diagnosis(RIGHT, "").await.says("mail", "failure", "certificate");
        server.go_down();
        diagnosis(RIGHT, &authority).await.says("mail", "failure", "Nobody talks");
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
    diagnosis(&config.password, &port).await.says("mailbox", "ok", "can be read");
    assert_eq!(mailbox.count("INBOX"), 1);
    diagnosis("a wrong one", &port).await.says("mailbox", "failure", "cannot be read");
    diagnosis(&config.password, "1").await.says("mailbox", "failure", "[mail.inbound]");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn key_of_stripe_is_tried() {
    let data = data();
    let stripe = FakeStripe::start(SystemClock.now().as_seconds());
    let settings = stripe_at(&stripe.url);
    let well = doctor(data.path(), &settings).await;
    well.says("stripe", "ok", "accepts the secret key");
    well.says("clock", "ok", "from that of 127.0.0.1");
    stripe.deny(true);
    doctor(data.path(), &settings).await.says("stripe", "failure", "refuses");
    stripe.deny(false);
    stripe.fail([Fault::Garbage, Fault::Garbage, Fault::Garbage]);
    doctor(data.path(), &settings).await.says("stripe", "failure", "cannot be reached");
    stripe.recover();
    assert!(stripe.payments().is_empty(), "nothing was created");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn provider_of_sign_in_is_discovered() {
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
    doctor(data.path(), &settings).await.says("openid", "ok", "Ours answers");
    let mut elsewhere = settings;
    let other = format!("{issuer}/elsewhere");
    elsewhere[0].1 = &other;
    doctor(data.path(), &elsewhere).await.says("openid", "failure", "Nobody can sign in with Ours");
    provider.stop();
    doctor(data.path(), &settings).await.says("openid", "failure", "Nobody can sign in with Ours");
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
            let answer = format!(
                "HTTP/1.1 {head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            );
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn provider_of_addresses_is_asked() {
    const LONDON: &str = r#"{"features":[{"geometry":{"type":"Point","coordinates":[-0.1278,51.5074]},
        "properties":{"name":"London","countrycode":"GB","osm_value":"city","type":"city"}}]}"#;
    const JSON: &str = "200 OK\r\ncontent-type: application/json";
    const NOWHERE: &str = r#"{"features":[]}"#;
    let data = data();
    let says = async |url: &str, severity: &str, text: &str| {
        let settings = [("PLACES__PROVIDER", "photon"), ("PLACES__URL", url)];
        doctor(data.path(), &settings).await.says("places", severity, text);
    };
    says(&answering(JSON, LONDON).await, "ok", "answers").await;
    says(&answering(JSON, NOWHERE).await, "warning", "no London").await;
    says(&answering("500 Broken", "").await, "warning", "status 500").await;
    says("http://127.0.0.1:1", "warning", "fails").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_clock_is_found() {
    let data = data();
    let url = answering("404 Not Found\r\ndate: Thu, 02 Jan 2020 10:00:00 GMT", "").await;
    let settings = [("AUTH__SOCIAL__ISSUER", &*url), ("AUTH__SOCIAL__CLIENT_ID", "swap")];
    doctor(data.path(), &settings).await.says("clock", "failure", "NTP");
    assert!(fs::read_dir(data.path()).unwrap().next().is_none(), "nothing was created");
}
