use sparkyard_kernel::{
    SkillId, Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes},
};

use super::{IN_CATEGORY, OF_USER, OF_USERS, OFFERED, forget_deleted, names, taken_down};
use crate::model::position;

const SCHEMA: &[Migration] = sparkyard_kernel::migrations![
    "0001_skills",
    "0002_search",
    "0003_names",
    "0004_deleted_photos",
    "0005_bounds",
    "0006_newest_first",
    "0007_adding",
    "0008_words",
    "0009_taken_down"
];

#[tokio::test]
async fn every_list_reads_a_range_of_an_index() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "skills", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let all = |rest: &str| format!("SELECT * {rest}");
    let deleted = format!("FROM skill WHERE {} LIMIT $limit", forget_deleted(db.clone()).due);
    for (query, index) in [
        (all(IN_CATEGORY), "skill_listed"),
        (all(OF_USER), "skill_of_user"),
        (all(OF_USERS), "skill_of_user"),
        (all(OFFERED), "skill_of_user"),
        (names::APPROVED.to_owned(), "skill_name_queue"),
        (names::UNDECIDED.to_owned(), "skill_waiting"),
        (all(&deleted), "skill_deleted"),
        (all(taken_down::TAKEN_DOWN), "skill_taken_down"),
    ] {
        let plan = db
            .query(query.clone())
            .bind("category", "plumbing".to_owned())
            .bind("after", String::new())
            .bind("before", now)
            .bind("limit", 20)
            .bind("user", "ana".to_owned())
            .bind("users", vec!["ana".to_owned(), "bo".to_owned()])
            .bind("all", false)
            .bind("slug", "bee-whispering".to_owned())
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        // In the order of the index: nothing is collected to be sorted.
        assert!(!plan.sorts() || query.contains("$users"), "{query}\n{plan:?}");
    }
}

#[tokio::test]
async fn skills_of_before_are_listed_by_the_new_key() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00.123Z".parse().unwrap();
    let migrate = async |migrations: &'static [Migration]| {
        db.migrate(&[ModuleMigrations { module: "skills", migrations }], at).await.unwrap();
    };
    migrate(&SCHEMA[..5]).await;
    let id = SkillId::from("01jz0000000000000000000000");
    db.write("test")
        .bind("at", at)
        .bind("id", id.clone())
        .step(
            "CREATE type::record('skill', $id) SET user_id = 'ana', category = 'plumbing', \
             skill_type = 'Plumbing', experience_level = 'expert', description = '', \
             hourly_rate_minor = 100, approval_status = 'approved', \
             cancellation_policy = 'flexible', created_at = $at, listed = true, revision = 0, \
             newest = 'zyd0zzzzzzzzzzzzzzzzzzzzzz'",
        )
        .run::<()>()
        .await
        .unwrap();
    migrate(SCHEMA).await;
    let keys = db.query("SELECT VALUE newest FROM skill").fetch::<String>().await.unwrap();
    assert_eq!(keys, [position(at, &id)]);
}
