use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes},
    newest_first,
};

use super::{CHANGES, blocks, follows};

const SCHEMA: &[Migration] = sparkyard_kernel::migrations![
    "0001_explore",
    "0002_listed",
    "0003_changes",
    "0004_ratings",
    "0005_newest_first",
    "0006_rated",
    "0007_cities",
    "0008_blocks",
    "0009_snapshots"
];

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "explore", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (CHANGES, "person_moved"),
        (follows::FOLLOWINGS, "follows_in"),
        (follows::FOLLOWERS, "follows_out"),
        (follows::FOLLOWED, "follows_"),
        (blocks::BLOCKED, "block_newest"),
    ] {
        let plan = db
            .query(query)
            .bind("after", String::new())
            .bind("limit", 20)
            .bind("known", 7)
            .bind("until", 9)
            .bind("member", "ana".to_owned())
            .bind("who", super::person(&"ana".into()))
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        // Results come in index order, without sorting.
        assert!(!plan.sorts() || query.contains("$users"), "{query}\n{plan:?}");
    }
}

#[tokio::test]
async fn migration_gives_old_rows_the_new_sort_key() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00.123Z".parse().unwrap();
    let migrate = async |migrations: &'static [Migration]| {
        db.migrate(&[ModuleMigrations { module: "explore", migrations }], at).await.unwrap();
    };
    migrate(&SCHEMA[..4]).await;
    db.write("test")
        .bind("at", at)
        .step(
            "CREATE person:ana, person:bo SET firstname = '', lastname = '', gender = 'other', \
             phone = '', bio = '', website = '', location = '', street = '', zip_code = '', \
             city_key = 'leeds', visible = true, total_followers = 0, total_following = 0, \
             rating_sum = 0, review_count = 0, referral_code = '', created_at = $at, \
             newest = '1', words = '', moved = 0",
        )
        .step("RELATE person:ana -> follows -> person:bo SET created_at = $at, newest = '7.event'")
        .run::<()>()
        .await
        .unwrap();
    migrate(SCHEMA).await;
    let listed = async |query: &'static str| db.query(query).fetch::<String>().await.unwrap();
    let people = listed("SELECT VALUE newest FROM person ORDER BY newest").await;
    assert_eq!(people, [newest_first(at, "ana"), newest_first(at, "bo")]);
    assert_eq!(listed("SELECT VALUE newest FROM follows").await, [newest_first(at, "event")]);
}
