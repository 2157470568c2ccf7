//! First start of a site: the printed warnings, and the commands for set-up.

use std::{fs, path::Path, process::Output};

use serde_json::{Value, json};
use sparkyard_testkit::PASSWORD;
use tempfile::TempDir;
use tokio::task::spawn_blocking;

use crate::{
    TestApp,
    binary::{Server, Signal, sparkyard},
};

const LACKS: [&str; 3] =
    ["emails do not leave", "can be reached on this machine only", "There is no backup"];

/// Runs a command to its end.
async fn run(args: &[&str], data_dir: &Path) -> (Output, String) {
    let mut command = sparkyard();
    command.args(args).arg("--data-dir").arg(data_dir);
    let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let messages = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let messages = messages.concat();
    (output, messages)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn first_start_prints_warnings_then_the_set_up_link() {
    let (data, backups) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut server = Server::start(data.path(), &[]).await;
    for lack in LACKS {
        assert!(server.greeting.contains(lack), "{lack}: {}", server.greeting);
    }
    assert!(!server.greeting.contains('\u{1b}'), "no colours where there is no terminal");
    let secret = server.set_up_secret().await;
    let printed = server.printed.lock().unwrap().clone();
    let last = printed.lines().last().unwrap();
    assert_eq!(last, format!("{}/setup#{secret}", server.url));

    // Opening the link signs the new admin in.
    let http = reqwest::Client::new();
    let body = json!({
        "secret": secret, "email": "iris@example.org", "firstname": "Iris", "lastname": "Example",
        "password": PASSWORD,
    });
    let made =
        http.post(format!("{}/api/auth/setup", server.url)).json(&body).send().await.unwrap();
    let made: Value = made.json().await.unwrap();
    let token = made["data"]["accessToken"].as_str().unwrap().to_owned();
    let topics = async || {
        let asked = http.get(format!("{}/api/admin/set-up", server.url)).bearer_auth(&token);
        let state: Value = asked.send().await.unwrap().json().await.unwrap();
        let warnings = state["data"]["warnings"].as_array().unwrap().clone();
        warnings.iter().map(|one| one["topic"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(topics().await, ["mail", "public_address", "backup"]);
    let site = http.get(format!("{}/api/site", server.url)).send().await.unwrap();
    let site: Value = site.json().await.unwrap();
    assert_eq!(site["data"]["delivers_mail"], false, "shown to visitors who want to join");
    let folder = backups.path().join("first");
    let (output, messages) = run(&["backup", folder.to_str().unwrap()], data.path()).await;
    assert!(output.status.success(), "{messages}");
    assert_eq!(topics().await, ["mail", "public_address", "backup"], "its key is nowhere else");
    let (output, messages) = run(&["key", "export"], data.path()).await;
    assert!(output.status.success(), "{messages}");
    assert_eq!(topics().await, ["mail", "public_address"], "the running server knows of both");

    server.stop(Signal::Terminate).await;
    let again = Server::start(data.path(), &[]).await;
    assert!(!again.greeting.contains(LACKS[2]), "{}", again.greeting);
    let printed = again.printed.lock().unwrap().clone();
    assert!(!printed.contains("/setup#"), "there is an admin: {printed}");
}

#[tokio::test]
async fn test_mail_reports_its_outcome() {
    let data = TempDir::new().unwrap();
    let (output, messages) = run(&["mail", "test", "nobody"], data.path()).await;
    assert!(!output.status.success() && messages.contains("not an email address"), "{messages}");
    let (output, messages) = run(&["mail", "test", "iris@example.org"], data.path()).await;
    assert!(!output.status.success() && messages.contains("no mail server is set"), "{messages}");
    let mails = fs::read_dir(data.path().join("outbox")).unwrap();
    let mails: Vec<_> =
        mails.map(|mail| fs::read_to_string(mail.unwrap().path()).unwrap()).collect();
    assert!(
        mails.len() == 1 && mails[0].contains("Subject: A test email from Sparkyard"),
        "{mails:?}"
    );
    assert!(!data.path().join("db").exists(), "it needs no database");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_payment_settings_stop_the_start() {
    let refused = async |settings: &[(&str, &str)], args: &[&str], reason: &str| {
        let data = TempDir::new().unwrap();
        TestApp::put_database(data.path()).await;
        let mut command = sparkyard();
        for (name, value) in settings {
            command.env(format!("SPARKYARD_PAYMENTS__{name}"), value);
        }
        command.args(args).arg("--data-dir").arg(data.path());
        let output = spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && messages.contains(reason), "{messages}");
        assert!(!messages.contains("0123456789abcdef"), "{messages}");
    };
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    let good = [
        ("PROVIDER", "stripe"),
        ("SECRET_KEY", "sk_test_0123456789abcdef"),
        ("PUBLISHABLE_KEY", "pk_test_0123456789abcdef"),
        ("WEBHOOK_SECRET", "whsec_0123456789abcdef"),
    ];
    refused(&good[..1], &serve, "payments.secret_key").await;
    refused(&good[..2], &serve, "payments.publishable_key").await;
    refused(&good[..3], &serve, "payments.webhook_secret").await;
    let guess = [&good[..3], &[("WEBHOOK_SECRET", "0123456789abcdef")]].concat();
    refused(&guess, &serve, "payments.webhook_secret").await;
    refused(&good, &["serve", "--demo"], "a sample community takes no real cards").await;
    refused(&[], &["payments", "sync"], "payments.provider is \"none\"").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_community_uses_sparks_until_its_admin_chooses_and_keeps_the_choice() {
    let data = TempDir::new().unwrap();
    let unsaid = || {
        let mut command = sparkyard();
        command.env_remove("SPARKYARD_SITE__MODE");
        command
    };
    let http = reqwest::Client::new();
    let current = async |server: &Server| {
        let site = http.get(format!("{}/api/site", server.url)).send().await.unwrap();
        site.json::<Value>().await.unwrap()["data"]["mode"].clone()
    };
    let mut server = Server::launch(unsaid(), data.path(), &[]).await;
    assert_eq!(current(&server).await, "tokens");
    let body = json!({
        "secret": server.set_up_secret().await, "email": "iris@example.org",
        "firstname": "Iris", "lastname": "Example", "password": PASSWORD,
    });
    let made =
        http.post(format!("{}/api/auth/setup", server.url)).json(&body).send().await.unwrap();
    let made: Value = made.json().await.unwrap();
    let chosen = http
        .put(format!("{}/api/admin/site/mode", server.url))
        .bearer_auth(made["data"]["accessToken"].as_str().unwrap())
        .json(&json!({ "mode": "cash+tokens" }))
        .send()
        .await
        .unwrap();
    assert_eq!(chosen.status(), 200);
    server.stop(Signal::Terminate).await;
    let again = Server::launch(unsaid(), data.path(), &[]).await;
    assert_eq!(current(&again).await, "cash+tokens");
}
