//! Cached results equal those of the database.

#![allow(clippy::unwrap_used, reason = "a failed test may panic")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use sparkyard_db::{Db, DbConfig, Query, Routes, StatementCounts, Value};
use tempfile::TempDir;
use tokio::sync::RwLock;

const GROUPS: i64 = 4;
const KEYS: i64 = 12;
const TIME: Duration = Duration::from_secs(3);

/// All kinds of reads: an index range, one row, ordered and limited, counted, by a function, and
/// through a link to another row.
const STATEMENTS: [&str; 6] = [
    "SELECT record::id(id) AS id, n FROM item WITH INDEX item_group WHERE group = $at",
    "SELECT * FROM ONLY type::record('item', $at)",
    "SELECT VALUE n FROM item WITH INDEX item_group_n WHERE group = $at ORDER BY n DESC LIMIT 2",
    "SELECT VALUE n FROM (SELECT count() AS n FROM item GROUP ALL)",
    "RETURN fn::total($at)",
    "SELECT VALUE friend.n FROM type::record('item', $at)",
];

const SCHEMA: [&str; 6] = [
    "DEFINE TABLE item SCHEMAFULL",
    "DEFINE FIELD group ON item TYPE int; DEFINE FIELD n ON item TYPE int; \
     DEFINE FIELD friend ON item TYPE record<item>",
    "DEFINE INDEX item_group ON item FIELDS group",
    "DEFINE INDEX item_group_n ON item FIELDS group, n",
    "DEFINE TABLE other SCHEMALESS",
    "DEFINE FUNCTION fn::total($at: int) { \
     RETURN math::sum(SELECT VALUE n FROM item WHERE group = $at) }",
];

async fn open(folder: &TempDir) -> Db {
    let config = DbConfig::at(format!("surrealkv://{}", folder.path().join("db").display()));
    // Small enough for memtables to be rotated.
    let config = DbConfig { reserve_bytes: 0, memtable_bytes: 64 << 10, ..config };
    let db = Db::connect(&config, Routes::default()).await.unwrap();
    for part in SCHEMA {
        db.write("test.schema").step(part).run::<()>().await.unwrap();
    }
    db
}

fn query<'a>(db: &'a Db, statement: &'static str, at: i64) -> Query<'a> {
    db.query(statement).bind("at", at)
}

async fn change(db: &Db, chance: &mut StdRng, n: i64) {
    let write = db.write("test.change").bind("key", chance.random_range(0..KEYS));
    let write = write.bind("friend", chance.random_range(0..KEYS)).bind("n", n);
    let write = write.bind("group", chance.random_range(0..GROUPS));
    let write = match chance.random_range(0..4) {
        0 => write.step("DELETE type::record('item', $key)"),
        1 => write.step("CREATE other SET n = $n"),
        _ => write.step(
            "UPSERT type::record('item', $key) SET group = $group, n = $n, \
             friend = type::record('item', $friend)",
        ),
    };
    write.run::<()>().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cached_results_stay_correct_under_writes() {
    let folder = TempDir::new().unwrap();
    let db = open(&folder).await;
    // Writers take it shared; taking it exclusively proves that no write is in progress.
    let still = Arc::new(RwLock::new(()));
    let ended = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for seed in 0..3 {
        let (db, still, ended) = (db.clone(), still.clone(), ended.clone());
        tasks.push(tokio::spawn(async move {
            let mut chance = StdRng::seed_from_u64(seed);
            let mut n = 0;
            while !ended.load(Ordering::Relaxed) {
                n += 1;
                let _writing = still.read().await;
                change(&db, &mut chance, n).await;
            }
        }));
    }
    let read_while_written = Arc::new(AtomicU32::new(0));
    for seed in 10..13 {
        let (db, ended, count) = (db.clone(), ended.clone(), read_while_written.clone());
        tasks.push(tokio::spawn(async move {
            let mut chance = StdRng::seed_from_u64(seed);
            while !ended.load(Ordering::Relaxed) {
                let statement = STATEMENTS[chance.random_range(0..STATEMENTS.len())];
                let read = query(&db, statement, chance.random_range(0..KEYS));
                read.fetch::<Value>().await.unwrap();
                count.fetch_add(1, Ordering::Relaxed);
                // Cached results come without a pause, and other tasks have to run.
                tokio::task::yield_now().await;
            }
        }));
    }
    let (begun, mut compared, mut kept) = (Instant::now(), 0, 0);
    while begun.elapsed() < TIME {
        tokio::time::sleep(Duration::from_millis(5)).await;
        let _still = still.write().await;
        // Reads of a snapshot are not cached.
        let snapshot = db.snapshot().await.unwrap();
        for statement in STATEMENTS {
            for at in 0..KEYS {
                let cached = query(&db, statement, at).fetch::<Value>();
                let (cached, counts) = StatementCounts::during(cached).await;
                let plain = query(&snapshot, statement, at).fetch::<Value>().await.unwrap();
                assert_eq!(cached.unwrap(), plain, "{statement} at {at}");
                compared += 1;
                kept += counts.cached;
            }
        }
    }
    ended.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
    // The test proves nothing unless some results came from the cache and some reads ran beside
    // writers.
    assert!(kept > compared / 10, "{kept} of {compared}");
    assert!(read_while_written.load(Ordering::Relaxed) > 1_000);
    db.close().await.unwrap();
}

#[tokio::test]
async fn only_dependent_results_are_read_again() {
    let folder = TempDir::new().unwrap();
    let db = open(&folder).await;
    let put = async |key: i64, group: i64| {
        let write = db.write("test.put").bind("key", key).bind("group", group);
        let step = "UPSERT type::record('item', $key) SET group = $group, n = 1, \
                    friend = type::record('item', $key)";
        write.step(step).run::<()>().await.unwrap();
    };
    let asks = async |statement: usize, at: i64| {
        let read = query(&db, STATEMENTS[statement], at).fetch::<Value>();
        1 - StatementCounts::during(read).await.1.cached
    };
    put(1, 1).await;
    put(2, 2).await;
    for statement in [0, 1, 2, 5] {
        assert_eq!(asks(statement, 1).await, 1, "{}", STATEMENTS[statement]);
        put(2, 2).await;
        put(3, 2).await;
        assert_eq!(asks(statement, 1).await, 0, "{}", STATEMENTS[statement]);
    }
    // One row joins the range, and one leaves it.
    put(3, 1).await;
    assert_eq!((asks(0, 1).await, asks(1, 1).await, asks(0, 1).await), (1, 0, 0));
    put(3, 2).await;
    assert_eq!((asks(0, 1).await, asks(5, 1).await), (1, 0));
    put(1, 1).await;
    assert_eq!((asks(0, 1).await, asks(1, 1).await, asks(5, 1).await), (1, 1, 1));
    db.close().await.unwrap();
}
