//! Mails about unseen messages, from a server that is killed repeatedly. It is killed between
//! storing a message and recording it as unseen, and between that and the mail.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
    time::Duration,
};

use futures_util::future::join_all;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};
use sparkyard::modules::Installed;
use sparkyard_db::{Db, LEASE};
use sparkyard_host::{Host, config::Config};
use sparkyard_kernel::SystemClock;
use sparkyard_mail::Security;
use tempfile::TempDir;

use super::{MailServer, PASSWORD, store};
use crate::{
    binary::{Server, Signal, sparkyard},
    stops::{person::Person, plan, request::Request, town::sign_up},
};

const READERS: usize = 24;
/// Number of messages in flight when the server is killed.
const AT_ONCE: usize = 3;
/// Number of mails sent before the server is killed again.
const MAILS: usize = 6;
/// Number of mails sent concurrently.
const UNDER_WAY: usize = 4;
/// Number of restarts within which acknowledged messages must be recorded as unseen.
const PATIENCE: usize = 60;
/// Longer than the time after which an unseen message is mailed.
const LONG_ENOUGH: Duration = Duration::from_mins(16);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn absent_readers_are_mailed_once_despite_crashes() {
    let seed = plan::seed();
    println!("SPARKYARD_SEED={seed}");
    let mut chance = StdRng::seed_from_u64(seed);
    let data_dir = TempDir::new().unwrap();
    let server = Server::start(data_dir.path(), &[]).await;
    let (writer, readers) = people(&server, data_dir.path()).await;
    write(server, data_dir.path(), &writer, &readers, &mut chance).await;
    age_unseen_items(data_dir.path()).await;
    let (mails, kills) = mails(data_dir.path()).await;
    assert!(kills >= 3, "the server was killed {kills} times only: that proves nothing");

    // A crash after the mail server has accepted a mail causes a retry with the same `Message-ID`,
    // by which mailboxes recognise it.
    let mut by_word: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (number, reader) in readers.iter().enumerate() {
        let ids = by_word.entry(word(number)).or_default();
        for mail in &mails {
            let has_message = text(mail).contains(&word(number));
            assert!(
                !has_message || mail["to"][0] == reader.email.as_str(),
                "to somebody else: {mail}"
            );
            ids.extend(has_message.then(|| message_id(mail)));
        }
    }
    let numbers: Vec<_> = by_word.values().map(BTreeSet::len).collect();
    assert_eq!(numbers, [1; READERS], "each message in one mail: {by_word:?}");
    let again = mails.len() - READERS;
    println!("{READERS} messages, {kills} kills among their mails, {again} sent again by their id");
    assert!(again <= kills * UNDER_WAY, "{again} mails came again");
}

/// Signs up a writer, and readers who never look.
async fn people(server: &Server, data_dir: &Path) -> (Person, Vec<Person>) {
    let http = reqwest::Client::builder().timeout(Duration::from_mins(1)).build().unwrap();
    let writer = sign_up(Person::new(&http, "Wren"), &server.url, data_dir).await;
    let readers = (0..READERS).map(|number| Person::new(&http, &format!("Reader{number}")));
    let readers = readers.map(|reader| async {
        let reader = sign_up(reader, &server.url, data_dir).await;
        // Enables mails about messages from strangers.
        let choices = json!({
            "bookingMessages": true, "orderUpdates": true, "orderMessages": true,
            "promotions": false, "accountNotifications": true, "marketingNotifications": false,
        });
        let choices = Request::new(Method::PUT, "/api/settings/notifications").json(choices);
        reader.ask(&server.url, choices).await;
        reader
    });
    (writer, join_all(readers).await)
}

/// Returns a word that occurs in one message only.
fn word(number: usize) -> String {
    format!("ladder{number:03}")
}

/// Writes to all readers while the server is killed; repeats unanswered requests.
async fn write(
    mut server: Server,
    data_dir: &Path,
    writer: &Person,
    readers: &[Person],
    chance: &mut StdRng,
) {
    let all: Vec<_> = (0..READERS).collect();
    for some in all.chunks(AT_ONCE) {
        let request = |&number: &usize| {
            let body = json!({
                "senderId": writer.id, "receiverId": readers[number].id,
                "content": format!("Would you lend me {} on Tuesday?", word(number)),
                "clientId": format!("00000000-0000-4000-8000-{number:012}"),
            });
            Request::new(Method::POST, "/api/message").json(body)
        };
        let requests: Vec<_> = some.iter().map(request).collect();
        let pause = Duration::from_millis(chance.random_range(0..150));
        let sending = join_all(requests.iter().map(|request| writer.send(&server.url, request)));
        // The server may be gone, so errors are ignored.
        let _ = tokio::time::timeout(pause, sending).await;
        server.stop(Signal::Kill).await;
        server = Server::start(data_dir, &[]).await;
        for request in requests {
            writer.ask(&server.url, request).await;
        }
        server.stop(Signal::Kill).await;
        server = Server::start(data_dir, &[]).await;
    }
    server.stop(Signal::Terminate).await;
}

/// Waits until all messages are recorded as unseen, and moves them past the waiting time.
async fn age_unseen_items(data_dir: &Path) {
    for _ in 0..PATIENCE {
        let db = open(data_dir).await;
        let remembered = store::waiting_items(&db).await == READERS;
        // Deliveries in progress become available when their lease ends.
        store::wait(&db, if remembered { LONG_ENOUGH } else { LEASE }).await;
        db.close().await.unwrap();
        drop(db);
        if remembered {
            return;
        }
        // The last events may not have been handled yet.
        let mut server = Server::start(data_dir, &[]).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        server.stop(Signal::Terminate).await;
    }
    panic!("what was acknowledged is not remembered, though the server had time for it");
}

/// Opens the database of a stopped server.
async fn open(data_dir: &Path) -> Db {
    let mut config = Config::layered(&[]).unwrap();
    config.data_dir = data_dir.to_owned();
    Host::open_db::<Installed>(&config, &SystemClock).await.unwrap()
}

/// Kills the server after every few mails until all are sent; returns the mails and the number of
/// kills.
async fn mails(data_dir: &Path) -> (Vec<Value>, usize) {
    let mut mail_server = MailServer::start(Security::StartTls, PASSWORD).await;
    let (mut mails, mut kills) = (Vec::new(), 0);
    let distinct = |mails: &[Value]| mails.iter().map(message_id).collect::<BTreeSet<_>>().len();
    while READERS - distinct(&mails) > MAILS {
        let mut server = Server::launch(with_mail(&mail_server), data_dir, &[]).await;
        for _ in 0..MAILS {
            mails.push(mail_server.next_report("data").await);
        }
        server.stop(Signal::Kill).await;
        kills += 1;
        mails.extend(mail_server.taken().await);
        let db = open(data_dir).await;
        store::wait(&db, LEASE).await;
        db.close().await.unwrap();
    }
    // The last run is not killed: it sends the rest, and then has nothing left to send.
    let mut server = Server::launch(with_mail(&mail_server), data_dir, &[]).await;
    while distinct(&mails) < READERS {
        mails.push(mail_server.next_report("data").await);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    server.stop(Signal::Terminate).await;
    mails.extend(mail_server.taken().await);
    (mails, kills)
}

fn with_mail(mail_server: &MailServer) -> Command {
    let mut command = sparkyard();
    for (name, value) in [
        ("TRANSPORT", "smtp"),
        ("FROM", "post@swap.example.org"),
        ("HOST", "localhost"),
        ("USERNAME", "swap"),
        ("PASSWORD", PASSWORD),
    ] {
        command.env(format!("SPARKYARD_MAIL__{name}"), value);
    }
    command.env("SPARKYARD_MAIL__PORT", mail_server.port.to_string());
    command.env("SPARKYARD_MAIL__CA_FILE", &mail_server.authority);
    command
}

fn text(mail: &Value) -> &str {
    mail["data"].as_str().unwrap()
}

fn message_id(mail: &Value) -> String {
    let mut lines = text(mail).lines();
    lines.find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned()
}
