//! The list of conversations, and looking for words in it.

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
async fn conversations_come_newest_first_page_by_page() {
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
async fn words_and_names_are_found_whatever_their_case_and_accents() {
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
    // What stands in a conversation of others is not found.
    assert!(search(&stranger, "ladder").await.is_empty());
    for short in ["la", "x"] {
        ana.get(&format!("/api/message/chat/history/users?q={short}")).await.invalid("q");
    }
    assert_eq!(search(&ana, "%20").await.len(), 2, "nothing is looked for");
}

#[tokio::test]
async fn a_search_goes_on_past_what_does_not_fit() {
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
