//! Order and paging of messages.

use std::{collections::HashSet, sync::Arc};

use serde_json::{Value, json};

use crate::pair::{HELLO, Pair, column, head, list, messages, path, send, send_as};

const CLIENT: &str = "0c2f3a5e-90b4-4f0e-8f0f-3f4c0f1f2a11";

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_repeats_make_one_message() {
    let Pair { ana, bo, .. } = Pair::meet().await;
    let sends = (0..32).map(|_| {
        let (ana, bo) = (ana.clone(), bo.clone());
        tokio::spawn(async move { send_as(&ana, &bo, HELLO, CLIENT).await.ok() })
    });
    let mut ids = HashSet::new();
    for sent in sends.collect::<Vec<_>>() {
        ids.insert(sent.await.unwrap()["id"].as_str().unwrap().to_owned());
    }
    assert_eq!((ids.len(), messages(&bo, &ana).await.len()), (1, 1));
    assert_eq!(head(&bo, &ana).await["unread"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_sends_have_one_order_for_both() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let writers = (0..24).map(|number| {
        let (from, to) = if number % 2 == 0 { (&ana, &bo) } else { (&bo, &ana) };
        let (from, to) = (from.clone(), to.clone());
        tokio::spawn(async move { send(&from, &to, &format!("Number {number}")).await.ok() })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let (hers, his) = (messages(&ana, &bo).await, messages(&bo, &ana).await);
    let places: Vec<Value> = (1..=25).map(Value::from).collect();
    assert_eq!(column(&hers, "seq"), places.iter().collect::<Vec<_>>());
    assert_eq!(column(&hers, "id"), column(&his, "id"));
    assert!(hers.is_sorted_by_key(|message| message["created_at"].as_str().unwrap().to_owned()));
    let texts: HashSet<_> = column(&hers, "content").into_iter().map(Value::to_string).collect();
    assert_eq!(texts.len(), 25);
    assert_eq!(
        (&head(&ana, &bo).await["unread"], &head(&bo, &ana).await["unread"]),
        (&json!(12), &json!(13))
    );
}

#[tokio::test]
async fn pages_have_no_gaps_while_messages_arrive() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    for number in 2..=50 {
        send(&ana, &bo, &number.to_string()).await.ok();
    }
    let (mut seen, mut cursor) = (Vec::new(), None);
    loop {
        let from = cursor.map_or(String::new(), |cursor| format!("&cursor={cursor}"));
        let response = bo.get(&format!("{}?limit=7{from}", path(&bo, &ana))).await;
        let page = list(&response);
        assert!(page.is_sorted_by_key(|message| message["seq"].as_u64()), "oldest first");
        seen.splice(0..0, page);
        cursor = response.next_cursor();
        if cursor.is_none() {
            break;
        }
        send(&ana, &bo, "And another").await.ok();
    }
    let places: Vec<Value> = (1..=50).map(Value::from).collect();
    assert_eq!(column(&seen, "seq"), places.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn after_returns_newer_messages() {
    let Pair { ana, bo, .. } = Pair::talking().await;
    let mut ids = vec![messages(&ana, &bo).await[0]["id"].clone()];
    for number in 2..=10 {
        ids.push(send(&ana, &bo, &number.to_string()).await.ok()["id"].clone());
    }
    let after = async |from: &str, limit: u32| {
        list(&bo.get(&format!("{}?after={from}&limit={limit}", path(&bo, &ana))).await)
    };
    let third = ids[2].as_str().unwrap();
    for from in ["3", third] {
        let some = after(from, 4).await;
        assert_eq!(column(&some, "id"), ids[3..7].iter().collect::<Vec<_>>());
    }
    assert_eq!(column(&after("7", 100).await, "id"), ids[7..].iter().collect::<Vec<_>>());
    assert_eq!(after("0", 100).await.len(), 10);
    for nothing in ["10", "11", "9007199254740991"] {
        assert!(after(nothing, 100).await.is_empty(), "{nothing}");
    }
    for bad in ["", "x", "-1", "1.5", "9007199254740992", "nobody-1"] {
        bo.get(&format!("{}?after={bad}", path(&bo, &ana))).await.invalid("after");
    }
    for bad in ["cursor=x", "limit=0", "limit=101", "cursor=LTE"] {
        let refused = bo.get(&format!("{}?{bad}", path(&bo, &ana))).await;
        assert!([400, 422].contains(&refused.status), "{bad}: {}", refused.body);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_first_messages_share_one_conversation() {
    for _ in 0..4 {
        let pair = Arc::new(Pair::meet().await);
        let sends = [true, false].map(|hers| {
            let pair = pair.clone();
            tokio::spawn(async move {
                let (from, to) = if hers { (&pair.ana, &pair.bo) } else { (&pair.bo, &pair.ana) };
                send(from, to, HELLO).await.ok()
            })
        });
        for sent in sends {
            sent.await.unwrap();
        }
        let (hers, his) =
            (messages(&pair.ana, &pair.bo).await, messages(&pair.bo, &pair.ana).await);
        assert_eq!(column(&hers, "seq"), [1, 2]);
        assert_eq!(column(&hers, "id"), column(&his, "id"));
    }
}
