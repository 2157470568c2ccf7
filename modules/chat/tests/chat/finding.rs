//! The list of conversations, and search in it.

use std::time::Duration;

use serde_json::{Value, json};
use sparkyard_testkit::Member;

use crate::{
    TestApp,
    pair::{HELLO, Pair, column, conversations, list, send},
};

async fn search(who: &Member, q: &str) -> Vec<Value> {
    list(&who.get(&format!("/api/message/chat/history/users?q={q}")).await)
}

#[tokio::test]
async fn conversations_are_paged_newest_first() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let mut others = Vec::new();
    for name in ["bo", "cy", "di", "ed", "flo"] {
        others.push(app.member(name).await);
    }
    for other in &others {
        send(&ana, other, HELLO).await.ok();
        app.advance(Duration::from_secs(1));
    }
    send(&others[1], &ana, "It is").await.ok();
    let names = ["Cy Example", "Flo Example", "Ed Example", "Di Example", "Bo Example"];
    assert_eq!(column(&conversations(&ana).await, "name"), names);
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/message/chat/history/users?limit=2{cursor}");
        let page = ana.get(&path).await;
        seen.extend(list(&page));
        match page.next_cursor() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(column(&seen, "name"), names);
}

#[tokio::test]
async fn search_ignores_case_and_accents() {
    let Pair { app, ana, bo, stranger } = Pair::talking().await;
    send(&bo, &ana, "Ask at the Café, they have a LADDER.").await.ok();
    app.advance(Duration::from_secs(1));
    send(&stranger, &ana, "Do you know anybody who mends bicycles?").await.ok();
    for (q, expected) in [
        ("ladder", vec!["Bo Example"]),
        ("cafe%20lad", vec!["Bo Example"]),
        ("bicy", vec!["Cy Example"]),
        ("Exam", vec!["Cy Example", "Bo Example"]),
        ("adder", vec![]),
        ("!!!", vec![]),
        ("%3Cscript%3E", vec![]),
    ] {
        assert_eq!(column(&search(&ana, q).await, "name"), expected, "{q}");
    }
    let found = search(&ana, "ladder").await.remove(0)["match"].clone();
    assert_eq!(found["content"], "Ask at the Café, they have a LADDER.");
    assert_eq!((&found["seq"], found["created_at"].is_string()), (&json!(2), true));
    assert_eq!(search(&ana, "exampl").await[0].get("match"), None, "only the name fits");
    // Messages in other members' conversations are not found.
    assert!(search(&stranger, "ladder").await.is_empty());
    for short in ["la", "x"] {
        ana.get(&format!("/api/message/chat/history/users?q={short}")).await.invalid("q");
    }
    assert_eq!(search(&ana, "%20").await.len(), 2, "nothing is looked for");
}

#[tokio::test]
async fn search_pages_skip_conversations_without_a_match() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    for (number, name) in ["bo", "cy", "di", "ed", "flo", "gus"].into_iter().enumerate() {
        let text = if number % 2 == 0 { "About the ladder again" } else { "About the bicycle" };
        send(&app.member(name).await, &ana, text).await.ok();
        app.advance(Duration::from_secs(1));
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/message/chat/history/users?q=ladder&limit=1{cursor}");
        let page = ana.get(&path).await;
        seen.extend(list(&page));
        match page.next_cursor() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(column(&seen, "name"), ["Flo Example", "Di Example", "Bo Example"]);
}

/// Each of these emoji is compared by its name, which has eight words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn search_is_bounded_per_conversation() {
    let Pair { app, ana, bo, stranger } = Pair::meet().await;
    send(&stranger, &ana, "Is the zither still to be had?").await.ok();
    app.advance(Duration::from_secs(1));
    send(&bo, &ana, "We meet at the zebra crossing.").await.ok();
    let signs = "\u{1fae2}".repeat(4_000);
    for _ in 0..14 {
        send(&bo, &ana, &signs).await.ok();
    }
    send(&bo, &ana, "Bring the zoom lens.").await.ok();
    let same_word = format!("/api/message/chat/history/users?q={}", "z%20".repeat(49));
    let searches = (0..8).map(|_| {
        let (ana, path) = (ana.clone(), same_word.clone());
        tokio::spawn(async move { ana.get(&path).await })
    });
    let mut answered = 0;
    for response in searches.collect::<Vec<_>>() {
        let response = response.await.unwrap();
        // A search that waits too long for an earlier one of the same member gets 429.
        if response.status != 200 {
            response.refused(429, "chat.one_search_at_a_time");
            continue;
        }
        assert_eq!(column(&list(&response), "name"), ["Bo Example", "Cy Example"]);
        answered += 1;
    }
    assert!(answered > 0);
    assert_eq!(search(&ana, "zoom").await[0]["match"]["seq"], 16);
    assert!(search(&ana, "zebra").await.is_empty(), "older than what is looked through");
    assert_eq!(column(&search(&ana, "zither").await, "name"), ["Cy Example"]);
}
