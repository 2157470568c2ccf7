use sparkyard_kernel::{
    Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes},
};

use crate::Imports;

#[tokio::test]
async fn every_query_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: Imports::NAME, migrations: Imports::MIGRATIONS };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    for (query, index) in [
        (super::LIST, "member_import_newest"),
        (super::ROWS, "import_row_place"),
        (super::ISSUES, "import_issue_place"),
    ] {
        let query = db.query(query).bind("import", "one".to_owned()).bind("limit", 20);
        let query = match index {
            "member_import_newest" => query.bind("after", String::new()),
            _ => query.bind("after", 0),
        };
        let plan = query.plan().await.unwrap();
        assert!(plan.is_range_of(index), "{index}\n{plan:?}");
        assert!(!plan.sorts(), "{index}\n{plan:?}");
    }
}
