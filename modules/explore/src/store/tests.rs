use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes, Value},
};

use super::{CHANGES, IN_CITY, follows};

const SCHEMA: &[Migration] = sparkyard_kernel::migrations![
    "0001_explore",
    "0002_listed",
    "0003_changes",
    "0004_ratings",
    "0005_newest_first"
];

#[tokio::test]
async fn every_list_reads_a_range_of_an_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "explore", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (IN_CITY, "person_city"),
        (CHANGES, "person_moved"),
        (follows::FOLLOWINGS, "follows_in"),
        (follows::FOLLOWERS, "follows_out"),
        (follows::FOLLOWED, "follows_"),
    ] {
        let plan = db
            .query(format!("{query} EXPLAIN"))
            .bind("city", "leeds".to_owned())
            .bind("after", String::new())
            .bind("limit", 20)
            .bind("known", 7)
            .bind("until", 9)
            .bind("who", super::person(&"ana".into()))
            .fetch::<Value>()
            .await
            .unwrap();
        let plan = format!("{plan:?}");
        assert!(plan.contains(index), "{query}\n{plan}");
        // In the order of the index: nothing is collected to be sorted.
        let sorts = plan.contains("Sort") || plan.contains("MemoryOrdered");
        assert!(!sorts || query.contains("$users"), "{query}\n{plan}");
    }
}
