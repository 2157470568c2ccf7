use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use super::{activity, exchanges, gifts};
use crate::Timebank;

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: Timebank::NAME, migrations: Timebank::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (gifts::OF_MEMBER, "spark_gift_side_newest"),
        (gifts::ALL, "spark_gift_newest"),
        (exchanges::OF_MEMBER, "exchange_side_newest"),
        (exchanges::WAITING, "exchange_waiting"),
        (exchanges::ALL, "exchange_newest"),
        (exchanges::DUE, "exchange_due"),
    ] {
        let plan = db
            .query(query)
            .bind("user", "iris".to_owned())
            .bind("after", String::new())
            .bind("now", now)
            .bind("limit", 20)
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        assert!(!plan.sorts(), "{query}\n{plan:?}");
    }
    let query = db.query(activity::COUNTED).bind("first", "2026-03-01".to_owned());
    let query = query.bind("last", "2026-03-31".to_owned()).bind("most", 10);
    let plan = query.plan().await.unwrap();
    assert!(plan.is_range_of("exchange_day"), "{plan:?}");
}
