//! Messages shown to staff who decide a case, read through the port.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{
    Clock, Cursor, ItemId, Limit, PageQuery, Timestamp, UserId, ports::Conversations,
};

use crate::pair::{Pair, list, messages, path, send};

fn port(pair: &Pair) -> Arc<dyn Conversations> {
    pair.app.host.ports.require("tests").unwrap()
}

fn query(limit: u32, cursor: Option<String>) -> PageQuery {
    PageQuery::new(Some(Limit(limit)), cursor.map(Cursor)).unwrap()
}

/// Ana sends one numbered message a minute, from 1 on.
async fn chatter(pair: &Pair, count: usize) {
    for number in 1..=count {
        send(&pair.ana, &pair.bo, &format!("Hello, this is number {number}.")).await.ok();
        pair.app.advance(Duration::from_mins(1));
    }
}

fn number(words: &str) -> u32 {
    words.trim_end_matches('.').rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn between_pages_back_to_the_first_message() {
    let pair = Pair::meet().await;
    chatter(&pair, 7).await;
    let (ana, bo) = (UserId::from(pair.ana.id.as_str()), UserId::from(pair.bo.id.as_str()));
    let (mut cursor, mut seen) = (None, Vec::new());
    for (one, other) in [(&ana, &bo), (&bo, &ana), (&ana, &bo)] {
        let page = port(&pair)
            .between(one, other, Timestamp::EPOCH, &query(3, cursor.take()))
            .await
            .unwrap();
        let numbers: Vec<u32> = page.items.iter().map(|message| number(&message.content)).collect();
        assert!(
            page.items
                .iter()
                .all(|message| message.from == ana && message.to == bo && !message.picture)
        );
        seen.push(numbers);
        cursor = page.next_cursor;
    }
    assert_eq!((seen, cursor), (vec![vec![5, 6, 7], vec![2, 3, 4], vec![1]], None));
    // Reading through the port sets no read receipt.
    assert_eq!(messages(&pair.ana, &pair.bo).await[0]["mark_as_read"], false);
}

#[tokio::test]
async fn between_omits_messages_before_since() {
    let pair = Pair::meet().await;
    chatter(&pair, 3).await;
    let since = pair.app.clock.now();
    chatter(&pair, 4).await;
    let (ana, bo) = (UserId::from(pair.ana.id.as_str()), UserId::from(pair.bo.id.as_str()));
    let page = port(&pair).between(&ana, &bo, since, &query(3, None)).await.unwrap();
    assert_eq!(page.items.len(), 3);
    let rest = port(&pair).between(&ana, &bo, since, &query(3, page.next_cursor)).await.unwrap();
    let numbers: Vec<u32> = rest.items.iter().map(|message| number(&message.content)).collect();
    assert_eq!((numbers, rest.next_cursor), (vec![1], None));
    let stranger = UserId::from(pair.stranger.id.as_str());
    let none = port(&pair).between(&ana, &stranger, since, &query(3, None)).await.unwrap();
    assert!(none.items.is_empty() && none.next_cursor.is_none());
}

#[tokio::test]
async fn around_returns_neighbouring_messages() {
    let pair = Pair::meet().await;
    chatter(&pair, 5).await;
    let messages = list(&pair.ana.get(&path(&pair.ana, &pair.bo)).await);
    let around = async |index: usize, before, after| {
        let id = messages[index]["id"].as_str().unwrap().into();
        let found = port(&pair).around(&id, before, after).await.unwrap().unwrap();
        assert_eq!(found.message.id, id);
        let numbers = |side: &[sparkyard_kernel::ports::WrittenMessage]| -> Vec<u32> {
            side.iter().map(|message| number(&message.content)).collect()
        };
        (numbers(&found.before), number(&found.message.content), numbers(&found.after))
    };
    assert_eq!(around(2, 1, 1).await, (vec![2], 3, vec![4]));
    assert_eq!(around(0, 5, 0).await, (vec![], 1, vec![]));
    assert_eq!(around(4, 100_000, usize::MAX).await, (vec![1, 2, 3, 4], 5, vec![]));
    let last = messages[4]["id"].as_str().unwrap().replace("-5", "-6");
    for nothing in ["", "x", "01jnbxv3q4w8h7k2m5p6r9s0tz-1", &last] {
        assert_eq!(port(&pair).around(&nothing.into(), 1, 1).await.unwrap(), None, "{nothing}");
    }
}

#[tokio::test]
async fn unread_covers_the_readers_own_conversation_only() {
    let pair = Pair::meet().await;
    chatter(&pair, 3).await;
    let (ana, bo) = (UserId::from(pair.ana.id.as_str()), UserId::from(pair.bo.id.as_str()));
    let ids: Vec<ItemId> = messages(&pair.bo, &pair.ana)
        .await
        .iter()
        .map(|message| message["id"].as_str().unwrap().into())
        .collect();
    let unread = async |reader, from| port(&pair).unread(reader, from, &ids).await.unwrap();
    assert_eq!(unread(&bo, &ana).await, ids);
    let read = format!("/api/message/markasread/{}", ids[1]);
    pair.bo.put_empty(&read).await.ok();
    assert_eq!(unread(&bo, &ana).await, ids[2..]);
    let stranger = UserId::from(pair.stranger.id.as_str());
    assert_eq!(unread(&stranger, &ana).await, []);
    assert_eq!(port(&pair).unread(&bo, &ana, &["nothing".into()]).await.unwrap(), []);
}
