//! Searches for numbers of cards and bank accounts in the files of a community, its log and mails,
//! and in the memory of the running binary.

use std::{
    fs::{self, File},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
    process::{ChildStdin, Command, Stdio},
};

use reqwest::Method;
use serde_json::{Value, json};
use sparkyard_db::{Db, DbConfig, Routes};
use tempfile::TempDir;

use crate::{
    binary::{Server, Signal, sparkyard},
    stops::{person::Person, request::Request, town},
};

/// Numbers as they are typed, and without spaces. The security code is searched for as it is sent.
const CARD: [&str; 4] = ["5105 1051 0510 5100", "5105105105105100", "\"cvv\":\"8361\"", "\"8361\""];
const ACCOUNT: [&str; 2] = ["60381957", "20-71-93"];
/// Requests that reuse the buffers of earlier ones, and how often they are repeated at most.
const OTHERS: usize = 150;
const ROUNDS: usize = 10;
/// Bytes read from memory at once.
const CHUNK: usize = 1 << 20;

#[tokio::test]
async fn numbers_of_cards_and_accounts_are_neither_stored_nor_kept_in_memory() {
    let data_dir = TempDir::new().unwrap();
    let log = data_dir.path().join("log.txt");
    let command = || {
        let mut command = sparkyard();
        let log = File::options().create(true).append(true).open(&log).unwrap();
        command.env("RUST_LOG", "trace").stderr(log);
        command
    };
    let mut server = Server::launch(command(), data_dir.path(), &[]).await;
    // A connection that is kept open keeps what it has received last.
    let client = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap();
    let person = Person::new(&client, "Ana");
    let person = town::sign_up(person, &server.url, data_dir.path()).await;
    let account = add_account(&person, &server.url).await;
    assert_eq!(account["account_number"], "****1957");
    type_card(&person, &server.url, 404).await;
    is_mailed(data_dir.path(), "1957").await;
    assert_eq!(left_in_memory(&server, &person, &[&CARD[..], &ACCOUNT].concat()).await, "");
    assert_ne!(in_memory(&server, &[&person.email]), "", "the search finds what is there");
    server.stop(Signal::Terminate).await;

    // Cards are typed into a form of ours in a sample community only.
    make_sample(data_dir.path()).await;
    let mut server = Server::launch(command(), data_dir.path(), &["--demo"]).await;
    let card = type_card(&person, &server.url, 200).await;
    assert_eq!(card["data"]["card_number"], "**** 5100");
    assert_eq!(left_in_memory(&server, &person, &CARD).await, "");
    server.stop(Signal::Terminate).await;
    let found = searched(&[&CARD[..2], &ACCOUNT].concat(), &["-r"], Some(data_dir.path()), |_| {});
    assert_eq!(found, "");
    assert_ne!(searched(&["mastercard"], &["-r"], Some(data_dir.path()), |_| {}), "");
}

async fn add_account(person: &Person, url: &str) -> Value {
    let body = json!({
        "bank_name": "Calder Bank", "account_name": "Ana Example",
        "sort_code": ACCOUNT[1], "account_number": ACCOUNT[0],
    });
    let path = "/api/settings/payment/withdrawalmethod";
    person.ask(url, Request::new(Method::POST, path).json(body)).await
}

async fn type_card(person: &Person, url: &str, expected: u16) -> Value {
    let body = json!({
        "card_number": CARD[0], "expiry_date": "08/91", "cvv": "8361",
        "address": "14 Crown Street", "city": "Leeds",
    });
    let path = "/api/settings/payment/billingmethod";
    let response = person.attempt(url, &Request::new(Method::POST, path).json(body)).await;
    let Ok((status, response)) = response else { panic!("no answer") };
    assert_eq!(status.as_u16(), expected, "{response}");
    response
}

/// Returns which of `needles` are in memory although other requests have reused the buffers.
async fn left_in_memory(server: &Server, person: &Person, needles: &[&str]) -> String {
    let mut left = String::new();
    for _ in 0..ROUNDS {
        ask_for_other_things(person, &server.url).await;
        left = in_memory(server, needles);
        if left.is_empty() {
            break;
        }
    }
    left
}

/// Sends requests with bodies of the same size, and others.
async fn ask_for_other_things(person: &Person, url: &str) {
    for number in 0..OTHERS {
        let body = json!({
            "card_number": "no number at all...", "expiry_date": "08/91", "cvv": "none",
            "address": format!("{number:02} Crown Street"), "city": "Leeds",
        });
        let path = "/api/settings/payment/billingmethod";
        let refused = Request::new(Method::POST, path).json(body);
        assert!(person.attempt(url, &refused).await.is_ok());
        person.get(url, "/api/wallet/balance".to_owned()).await;
    }
}

/// Waits for a mail that contains `text`.
async fn is_mailed(data_dir: &Path, text: &str) {
    for _ in 0..600 {
        let mails = fs::read_dir(data_dir.join("outbox")).into_iter().flatten().flatten();
        let mut texts = mails.map(|mail| fs::read_to_string(mail.path()).unwrap_or_default());
        if texts.any(|mail| mail.contains(text)) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no mail contains {text:?}");
}

/// Turns a community into a complete sample community, with no server running.
async fn make_sample(data_dir: &Path) {
    let config = DbConfig::at(format!("surrealkv://{}", data_dir.join("db").display()));
    let db = Db::connect(&config, Routes::default()).await.unwrap();
    super::store::set_kind(&db, "demo").await;
    db.close().await.unwrap();
    fs::write(data_dir.join("demo-logins.txt"), "Sample logins:\n").unwrap();
}

/// Returns which of `needles` are in the memory that the process of `server` can read.
fn in_memory(server: &Server, needles: &[&str]) -> String {
    let process = format!("/proc/{}", server.id());
    let maps = fs::read_to_string(format!("{process}/maps")).unwrap();
    let mut memory = File::open(format!("{process}/mem")).unwrap();
    searched(needles, &[], None, |grep| {
        for line in maps.lines().filter(|line| !line.contains("[v")) {
            let (range, rest) = line.split_once(' ').unwrap();
            if rest.starts_with('r') {
                copy(&mut memory, range, grep);
            }
        }
    })
}

/// Copies a mapping. Its pages can be gone by now.
fn copy(memory: &mut File, range: &str, to: &mut ChildStdin) {
    let address = |text: &str| u64::from_str_radix(text, 16).unwrap();
    let (start, end) = range.split_once('-').map(|(a, b)| (address(a), address(b))).unwrap();
    memory.seek(SeekFrom::Start(start)).unwrap();
    let mut rest = memory.take(end - start);
    let mut chunk = vec![0; CHUNK];
    while let Ok(count @ 1..) = rest.read(&mut chunk) {
        to.write_all(&chunk[..count]).unwrap();
    }
}

/// Returns which of `needles` grep finds, in files or in what `write` gives it.
fn searched(
    needles: &[&str],
    options: &[&str],
    folder: Option<&Path>,
    write: impl FnOnce(&mut ChildStdin),
) -> String {
    let mut grep = Command::new("grep");
    grep.args(["-a", "-o", "-F"]).args(options).env("LC_ALL", "C");
    for needle in needles {
        grep.args(["-e", needle]);
    }
    grep.args(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut grep = grep.spawn().unwrap();
    let mut input = grep.stdin.take().unwrap();
    write(&mut input);
    drop(input);
    let output = grep.wait_with_output().unwrap();
    assert!(output.status.code().is_some_and(|code| code < 2), "grep fails");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
