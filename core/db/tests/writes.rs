//! Writes, migrations and the outbox against a real database.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed test may panic")]

use std::{
    future::poll_fn,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    task::Poll,
    time::Duration,
};

use sparkyard_db::{
    Db, DbConfig, DbError, Fragment, Idempotency, MigrateError, Migration, ModuleMigrations,
    Routes, RuleViolation, SurrealValue, Timestamp, Topic,
};

const BROKE: &[RuleViolation] = &[RuleViolation::new(409, "till.broke", "Not enough.")];

const TILL: ModuleMigrations = ModuleMigrations {
    module: "till",
    migrations: &[Migration {
        name: "0001_till",
        text: "DEFINE TABLE till SCHEMAFULL; DEFINE FIELD n ON till TYPE int;
               CREATE till:one SET n = 10;
               DEFINE FUNCTION fn::till::take($n: int) {
                   LET $till = (SELECT * FROM ONLY till:one);
                   IF $till.n < $n { THROW 'till.broke' };
                   UPDATE till:one SET n -= $n;
                   RETURN $till.n - $n;
               };",
    }],
};

fn now() -> Timestamp {
    Timestamp::from_millis(1_772_474_640_000).unwrap()
}

async fn open() -> Db {
    let mut routes = Routes::default();
    routes.add("till.taken", "ledger");
    let db = Db::connect(&DbConfig::memory(), routes).await.unwrap();
    db.migrate(&[TILL], now()).await.unwrap();
    db
}

fn take(n: i64) -> Fragment {
    Fragment::new("fn::till::take", BROKE).arg(n)
}

async fn level(db: &Db) -> i64 {
    db.query("SELECT VALUE n FROM till").fetch_optional().await.unwrap().unwrap()
}

#[tokio::test]
async fn dry_run_reports_the_result_without_changes() {
    let db = open().await;
    let key = Idempotency { id: "k".to_owned(), fingerprint: "f".to_owned(), at: now() };
    let write = |n| db.write("test.take").call_as("left", take(n)).returning("$left");
    assert_eq!(write(4).dry_run::<i64>().await.unwrap(), None);
    let keyed =
        write(4).idempotent(Some(key.clone())).publish(TAKEN, "e".into(), now(), Taken { n: 4 });
    assert_eq!(keyed.dry_run::<i64>().await.unwrap(), None);
    assert!(matches!(
        write(11).dry_run::<i64>().await,
        Err(DbError::Refused(violation)) if violation.code == "till.broke"
    ));
    assert_eq!(level(&db).await, 10);
    assert!(db.claim("ledger", now(), 10).await.unwrap().is_empty(), "nobody hears of it");
    assert_eq!(write(4).idempotent(Some(key.clone())).run::<i64>().await.unwrap(), 6);
    let again = write(4).idempotent(Some(key)).dry_run::<i64>().await.unwrap();
    assert_eq!((again, level(&db).await), (Some(6), 6), "what it answered the first time");
}

#[tokio::test]
async fn rule_violation_rolls_back_every_step() {
    let db = open().await;
    let result: Result<(), _> = db.write("t").call(take(4)).call(take(7)).run().await;
    assert!(matches!(result, Err(DbError::Refused(violation)) if violation.code == "till.broke"));
    assert_eq!(level(&db).await, 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_writes_never_overdraw() {
    let db = open().await;
    let rivals = (0..64).map(|_| {
        let db = db.clone();
        tokio::spawn(async move { db.write("t").call(take(1)).run::<()>().await.is_ok() })
    });
    let mut won = 0;
    for rival in rivals.collect::<Vec<_>>() {
        won += usize::from(rival.await.unwrap());
    }
    assert_eq!((won, level(&db).await), (10, 0));
}

#[tokio::test]
async fn idempotency_key_repeats_the_first_answer() {
    let db = open().await;
    let key = |print: &str| {
        Some(Idempotency { id: "ana:take:1".into(), fingerprint: print.into(), at: now() })
    };
    let run = |print| {
        db.write("t")
            .call_as("left", take(3))
            .returning("$left")
            .idempotent(key(print))
            .run::<i64>()
    };
    assert_eq!(run("a").await.unwrap(), 7);
    assert_eq!(run("a").await.unwrap(), 7);
    assert_eq!(level(&db).await, 7);
    let other = run("b").await;
    assert!(matches!(other, Err(DbError::Refused(r)) if r.code == "request.idempotency_conflict"));
}

const TAKEN: Topic<Taken> = Topic::new("till.taken");

#[derive(SurrealValue, Clone)]
struct Taken {
    n: i64,
}

#[tokio::test]
async fn waiting_event_is_not_overwritten() {
    let db = open().await;
    let publish = |n| db.write("t").publish(TAKEN, "1".into(), now(), Taken { n });
    publish(1).run::<()>().await.unwrap();
    let together = publish(2).publish(TAKEN, "1".into(), now(), Taken { n: 3 });
    together.publish(TAKEN, "2".into(), now(), Taken { n: 4 }).run::<()>().await.unwrap();
    let claimed = db.claim("ledger", now(), 10).await.unwrap();
    let said =
        claimed.iter().map(|delivery| Taken::from_value(delivery.payload.clone()).unwrap().n);
    let mut said: Vec<i64> = said.collect();
    said.sort_unstable();
    assert_eq!(said, [1, 4]);
    db.settle(&claimed.iter().collect::<Vec<_>>()).await.unwrap();
    publish(5).run::<()>().await.unwrap();
    let later = db.claim("ledger", now(), 10).await.unwrap();
    assert_eq!(later.len(), 1, "what was handled may come again");
}

#[tokio::test]
async fn events_are_leased_settled_and_postponed() {
    let db = open().await;
    for (id, topic) in [("1", TAKEN), ("2", TAKEN), ("3", Topic::new("nobody.listens"))] {
        db.write("t").publish(topic, id.into(), now(), Taken { n: 1 }).run::<()>().await.unwrap();
    }
    let claimed = db.claim("ledger", now(), 10).await.unwrap();
    assert_eq!(claimed.len(), 2);
    assert_eq!(claimed[0].attempts, 1);
    assert!(db.claim("ledger", now(), 10).await.unwrap().is_empty(), "a lease keeps others away");
    db.settle(&[&claimed[0]]).await.unwrap();
    db.postpone(&claimed[1], now()).await.unwrap();
    let later = now() + Duration::from_secs(3);
    let again = db.claim("ledger", later, 10).await.unwrap();
    assert_eq!((again.len(), again[0].attempts), (1, 2));
}

#[tokio::test]
async fn sequence_numbers_are_unique() {
    let db = open().await;
    assert_eq!(db.next_number("bookings").await.unwrap(), 1);
    assert_eq!(db.next_number("bookings").await.unwrap(), 2);
}

#[tokio::test]
async fn audit_log_is_append_only() {
    let db = open().await;
    let entry = Fragment::new("fn::core::audit", &[])
        .arg("1".to_owned())
        .arg(now())
        .arg("ana".to_owned())
        .arg("role".to_owned())
        .arg("bo".to_owned())
        .arg(String::new());
    db.write("t").call(entry).run::<()>().await.unwrap();
    for attempt in ["DELETE audit", "UPDATE audit SET action = 'x'"] {
        assert!(db.write("t").step(attempt).run::<()>().await.is_err(), "{attempt}");
    }
    let left: Vec<String> = db.query("SELECT VALUE action FROM audit").fetch().await.unwrap();
    assert_eq!(left, ["role"]);
}

#[tokio::test]
async fn inconsistent_migrations_are_refused() {
    let db = open().await;
    db.migrate(&[TILL], now()).await.unwrap();
    let changed = ModuleMigrations {
        module: "till",
        migrations: &[Migration { name: "0001_till", text: "DEFINE TABLE other" }],
    };
    assert!(matches!(db.migrate(&[changed], now()).await, Err(MigrateError::Changed(_))));
    let missing = ModuleMigrations { module: "till", migrations: &[] };
    assert!(matches!(db.migrate(&[missing], now()).await, Err(MigrateError::Unknown(_))));
    db.migrate(&[], now()).await.unwrap();
    let gap = ModuleMigrations {
        module: "gap",
        migrations: &[Migration { name: "0002_gap", text: "DEFINE TABLE gap" }],
    };
    assert!(matches!(db.migrate(&[gap], now()).await, Err(MigrateError::OutOfOrder(_))));
    let broken = ModuleMigrations {
        module: "broken",
        migrations: &[Migration { name: "0001_b", text: "DEFINE TABLE half; THROW 'no'" }],
    };
    assert!(matches!(db.migrate(&[broken], now()).await, Err(MigrateError::Failed { .. })));
}

async fn cached_level(db: &Db) -> i64 {
    let level = db.query("SELECT VALUE n FROM till");
    level.fetch_optional().await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cached_result_includes_every_acknowledged_write() {
    let db = open().await;
    db.write("t").step("UPDATE till:one SET n = 200").run::<()>().await.unwrap();
    let left = Arc::new(AtomicI64::new(200));
    let readers: Vec<_> = (0..4)
        .map(|_| {
            let (db, left) = (db.clone(), left.clone());
            tokio::spawn(async move {
                let mut reads = 0;
                while left.load(Ordering::Acquire) > 0 {
                    let acknowledged = left.load(Ordering::Acquire);
                    let seen = cached_level(&db).await;
                    assert!(seen <= acknowledged, "{seen} after {acknowledged}");
                    reads += 1;
                    // Cached results come at once: without this, no other task would ever run.
                    tokio::task::yield_now().await;
                }
                reads
            })
        })
        .collect();
    for acknowledged in (0..200).rev() {
        db.write("t").call(take(1)).run::<()>().await.unwrap();
        left.store(acknowledged, Ordering::Release);
    }
    for reader in readers {
        assert!(reader.await.unwrap() > 0);
    }
    assert_eq!(cached_level(&db).await, 0);
}

/// Polls `work` once and drops it.
async fn begin(work: impl Future) {
    let mut work = pin!(work);
    poll_fn(|cx| Poll::Ready(work.as_mut().poll(cx).is_ready())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn write_continues_when_the_caller_is_dropped() {
    let db = open().await;
    for taken in 1..=10 {
        let before = cached_level(&db).await;
        begin(db.write("t").call(take(1)).run::<()>()).await;
        while level(&db).await == before {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // The commit is visible before it is recorded and acknowledged; until then the cache may be
        // older.
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(cached_level(&db).await, 10 - taken);
    }
}
