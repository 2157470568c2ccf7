use tempfile::TempDir;
use tokio::time::timeout;

use super::*;
use crate::{DbConfig, Fragment, Idempotency, StatementCounts};

fn now() -> Timestamp {
    Timestamp::from_millis(1_772_474_640_000).unwrap()
}

async fn database() -> Db {
    open(&DbConfig::memory()).await
}

async fn open(config: &DbConfig) -> Db {
    let mut routes = Routes::default();
    for consumer in ["flooded", "calm"] {
        routes.add(consumer, consumer);
    }
    let db = Db::connect(config, routes).await.unwrap();
    db.migrate(&[], now()).await.unwrap();
    db
}

async fn publish(db: &Db, consumer: &str, id: &str, at: Timestamp) {
    let fragment = Fragment::new("fn::core::publish", &[])
        .arg(id.to_owned())
        .arg(consumer.to_owned())
        .arg(vec![consumer.to_owned()])
        .arg(at)
        .arg(Value::None);
    db.write("test").call(fragment).run::<()>().await.unwrap();
}

fn events(claimed: &[Delivery]) -> Vec<&str> {
    claimed.iter().map(|due| due.event.as_str()).collect()
}

/// Deliveries to other consumers do not slow a claim down: each query reads an index range.
#[tokio::test]
async fn claims_read_an_index_range_per_consumer() {
    let (db, now) = (database().await, now());
    for number in 0..200 {
        publish(&db, "flooded", &format!("{number}"), now).await;
    }
    publish(&db, "calm", "only", now).await;

    for (query, index) in [
        (UNTRIED, "outbox_untried"),
        (FRESH, "outbox_untried"),
        (DUE, "outbox_due_to"),
        (WAITING, "outbox_due_to"),
        (TIMES, "outbox_due_to"),
    ] {
        let plan = db.query(query).bind("consumer", "calm".to_owned());
        let plan = plan.bind("now", now).bind("limit", 5_i64).plan().await.unwrap();
        assert!(plan.is_range_of(index), "{plan:?}");
    }

    let claimed = db.claim("calm", now, 5).await.unwrap();
    assert_eq!(events(&claimed), ["only"]);
    assert_eq!(db.claim("flooded", now, 150).await.unwrap().len(), 150);
    // The rest, and all of them again once their leases have ended.
    assert_eq!(db.claim("flooded", now, 150).await.unwrap().len(), 50);
    assert_eq!(db.claim("flooded", now + LEASE, 500).await.unwrap().len(), 200);
    assert_eq!(db.claim("nobody", now, 5).await.unwrap().len(), 0);
}

#[tokio::test]
async fn backlog_is_counted_up_to_a_limit() {
    let (db, now) = (database().await, now());
    for number in 0..7 {
        publish(&db, "flooded", &format!("{number}"), now).await;
    }
    let waiting = async |most| db.waiting(Topic::<Value>::new("flooded"), most).await.unwrap();
    let claimed = db.claim("flooded", now, 3).await.unwrap();
    assert_eq!((waiting(100).await, waiting(5).await), (7, 5));
    let untried = async |most| db.untried(Topic::<Value>::new("flooded"), most).await.unwrap();
    assert_eq!((untried(100).await, untried(3).await), (7, 3));
    db.postpone(&claimed[0], now).await.unwrap();
    db.settle(&[&claimed[1]]).await.unwrap();
    assert_eq!((waiting(100).await, untried(100).await), (6, 5));
    assert_eq!(db.waiting(Topic::<Value>::new("calm"), 100).await.unwrap(), 0);
    assert_eq!(db.waiting(Topic::<Value>::new("unheard"), 100).await.unwrap(), 0);
}

#[tokio::test]
async fn new_deliveries_come_before_failed_ones() {
    let (db, now) = (database().await, now());
    for number in 0..40 {
        publish(&db, "flooded", &format!("dead {number}"), now).await;
    }
    for delivery in db.claim("flooded", now, 40).await.unwrap() {
        db.postpone(&delivery, now).await.unwrap();
    }
    let later = now + Duration::from_secs(10);
    publish(&db, "flooded", "fresh", later).await;
    let claimed = db.claim("flooded", later, 4).await.unwrap();
    assert_eq!((claimed.len(), claimed[0].attempts), (4, 1), "{claimed:?}");
    let (fresh, failed) = events(&claimed).into_iter().partition::<Vec<_>, _>(|id| *id == "fresh");
    assert_eq!((fresh.len(), failed.len()), (1, 3), "the rest of the places is theirs");
    assert_eq!(db.claim("flooded", later, 50).await.unwrap().len(), 37);
}

#[tokio::test]
async fn only_one_process_leases_a_delivery() {
    let (db, now) = (database().await, now());
    for id in ["one", "two"] {
        publish(&db, "flooded", id, now).await;
    }
    let due = db.due(UNTRIED, "flooded", now, 5).await.unwrap();
    let (mine, theirs) = tokio::join!(db.lease(due.clone(), now), db.lease(due.clone(), now));
    let mut claimed = [mine.unwrap(), theirs.unwrap()].concat();
    claimed.sort_by(|one, other| one.event.cmp(&other.event));
    assert_eq!(events(&claimed), ["one", "two"]);
    assert!(db.claim("flooded", now, 5).await.unwrap().is_empty());
    let after = db.claim("flooded", now + LEASE, 5).await.unwrap();
    assert_eq!((after.len(), after[0].attempts), (2, 1));
}

#[tokio::test]
async fn publishing_wakes_only_consumers_of_the_event() {
    let (db, now) = (database().await, now());
    let (mut flooded, mut calm) = (db.deliveries_to("flooded"), db.deliveries_to("calm"));
    let publish = async |id: &str, at| {
        let topic = Topic::<String>::new("flooded");
        let write = db.write("test.publish").publish(topic, id.to_owned(), at, "x".to_owned());
        write.run::<()>().await.unwrap();
    };
    let soon = Duration::from_secs(5);
    publish("failing", now).await;
    timeout(soon, flooded.woken()).await.unwrap();
    for delivery in db.claim_untried("flooded", now, 5).await.unwrap() {
        db.postpone(&delivery, now).await.unwrap();
    }
    let later = now + Duration::from_secs(10);
    publish("fresh", later).await;
    timeout(soon, flooded.woken()).await.unwrap();
    assert_eq!(events(&db.claim_untried("flooded", later, 5).await.unwrap()), ["fresh"]);
    assert_eq!(events(&db.claim("flooded", later, 5).await.unwrap()), ["failing"]);
    timeout(Duration::ZERO, calm.woken()).await.unwrap_err();
}

#[tokio::test]
async fn backlogs_of_all_consumers_are_read_in_one_statement() {
    let (db, now) = (database().await, now());
    for seconds in [3, 1, 2] {
        publish(&db, "flooded", &format!("{seconds}"), now + Duration::from_secs(seconds)).await;
    }
    let (backlogs, counts) = StatementCounts::during(db.backlogs(100)).await;
    let (calm, flooded) = ("calm".to_owned(), "flooded".to_owned());
    let oldest = Some(now + Duration::from_secs(1));
    let expected = [
        Backlog { consumer: calm, waiting: 0, oldest: None },
        Backlog { consumer: flooded, waiting: 3, oldest },
    ];
    assert_eq!((backlogs.unwrap().as_slice(), counts.queries), (&expected[..], 1));
    assert_eq!(db.backlogs(2).await.unwrap()[1].waiting, 2);
}

/// Publishes as modules do, which also hands the delivery over in memory.
async fn write(db: &Db, id: &str, at: Timestamp, idempotency: Option<Idempotency>) {
    let topic = Topic::<String>::new("flooded");
    let write = db.write("test.publish").publish(topic, id.to_owned(), at, id.to_owned());
    write.idempotent(idempotency).run::<()>().await.unwrap();
}

async fn untried(db: &Db, now: Timestamp, limit: usize) -> Vec<String> {
    let claimed = db.claim_untried("flooded", now, limit).await.unwrap();
    assert!(claimed.iter().all(|due| due.payload == Value::String(due.event.clone())));
    db.settle(&claimed.iter().collect::<Vec<_>>()).await.unwrap();
    claimed.into_iter().map(|due| due.event).collect()
}

#[tokio::test]
async fn local_deliveries_are_claimed_without_a_query() {
    let (db, now) = (database().await, now());
    write(&db, "one", now, None).await;
    write(&db, "two", now, None).await;
    let (claimed, counts) = StatementCounts::during(db.claim_untried("flooded", now, 5)).await;
    assert_eq!(events(&claimed.unwrap()), ["one", "two"]);
    assert_eq!((counts.queries, counts.key_reads, counts.writes), (0, 0, 0));
    assert!(db.claim("flooded", now, 5).await.unwrap().is_empty(), "they are claimed");
    let again = db.claim("flooded", now + LEASE, 5).await.unwrap();
    assert_eq!(again.len(), 2, "and stored");
}

#[tokio::test]
async fn polls_for_an_idle_consumer_are_answered_from_the_cache() {
    let folder = TempDir::new().unwrap();
    let config = DbConfig::at(format!("surrealkv://{}", folder.path().join("db").display()));
    let (db, now) = (open(&DbConfig { reserve_bytes: 0, ..config }).await, now());
    assert!(db.claim("calm", now, 5).await.unwrap().is_empty());
    write(&db, "elsewhere", now, None).await;
    let (claimed, counts) = StatementCounts::during(db.claim("calm", now + LEASE, 5)).await;
    assert!(claimed.unwrap().is_empty());
    assert_eq!((counts.queries, counts.cached), (1, 1));
    publish(&db, "calm", "later", now + LEASE).await;
    assert!(db.claim("calm", now, 5).await.unwrap().is_empty());
    let due = db.claim("calm", now + LEASE, 5).await.unwrap();
    assert_eq!(events(&due), ["later"]);
    db.postpone(&due[0], now + LEASE).await.unwrap();
    assert_eq!(db.claim("calm", now + LEASE * 2, 5).await.unwrap().len(), 1, "tried again");
    db.close().await.unwrap();
}

#[tokio::test]
async fn overflow_is_delivered_exactly_once() {
    let (db, now) = (database().await, now());
    let all: Vec<String> = (0..1_100).map(|number| format!("{number:04}")).collect();
    for id in &all {
        write(&db, id, now, None).await;
    }
    let mut delivered = Vec::new();
    loop {
        let some = untried(&db, now, 32).await;
        if some.is_empty() {
            break;
        }
        delivered.extend(some);
    }
    delivered.sort_unstable();
    assert_eq!(delivered, all);
}

#[tokio::test]
async fn deliveries_not_handed_over_are_read_from_the_table() {
    let (db, now) = (database().await, now());
    let key = |id: &str| Idempotency { id: id.to_owned(), fingerprint: "a".to_owned(), at: now };
    write(&db, "handed", now, None).await;
    write(&db, "read", now, Some(key("1"))).await;
    // A repeated request publishes nothing.
    write(&db, "read", now, Some(key("1"))).await;
    assert_eq!(untried(&db, now, 1).await, ["handed"]);
    assert_eq!(untried(&db, now, 5).await, ["read"]);
    write(&db, "now", now, None).await;
    write(&db, "later", now + LEASE, None).await;
    assert_eq!(untried(&db, now, 5).await, ["now"]);
    assert!(untried(&db, now, 5).await.is_empty());
    assert_eq!(untried(&db, now + LEASE, 5).await, ["later"]);
    // Refused writes and dry runs publish nothing.
    let topic = Topic::<String>::new("flooded");
    let write = || db.write("test.refused").publish(topic, "no".to_owned(), now, "no".to_owned());
    write().step("THROW 'no'").run::<()>().await.unwrap_err();
    assert_eq!(write().dry_run::<()>().await.unwrap(), None);
    assert!(untried(&db, now, 5).await.is_empty());
    assert_eq!(db.claims().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_claims_deliver_each_event_once() {
    let (db, now) = (database().await, now());
    let publishing = {
        let db = db.clone();
        tokio::spawn(async move {
            for number in 0..200 {
                write(&db, &format!("{number:03}"), now, None).await;
            }
        })
    };
    let (mut delivered, mut round) = (Vec::new(), 0);
    while !publishing.is_finished() || round % 2 > 0 || delivered.len() < 200 {
        assert!(round < 20_000, "{} have come", delivered.len());
        round += 1;
        let claimed = match round % 2 {
            0 => db.claim("flooded", now, 7).await.unwrap(),
            _ => db.claim_untried("flooded", now, 7).await.unwrap(),
        };
        delivered.extend(claimed.iter().map(|due| due.event.clone()));
        db.settle(&claimed.iter().collect::<Vec<_>>()).await.unwrap();
    }
    publishing.await.unwrap();
    delivered.sort_unstable();
    let all: Vec<String> = (0..200).map(|number| format!("{number:03}")).collect();
    assert_eq!(delivered, all);
}
