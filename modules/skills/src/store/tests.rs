use sparkyard_kernel::{
    SkillId, Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes},
};

use super::{IN_CATEGORY, OF_USER, OF_USERS, OFFERED, categories, forget, names, taken_down};
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
    "0009_taken_down",
    "0010_withheld_photos",
    "0011_imported",
    "0012_moderation",
    "0013_accepted_names",
    "0014_categories"
];

#[tokio::test]
async fn every_list_reads_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let schema = ModuleMigrations { module: "skills", migrations: SCHEMA };
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[schema], now).await.unwrap();
    let all = |rest: &str| format!("SELECT * {rest}");
    let deleted = format!("FROM skill WHERE {} LIMIT $limit", forget()[0].due);
    for (query, index) in [
        (all(IN_CATEGORY), "skill_listed"),
        (all(OF_USER), "skill_of_user"),
        (all(OF_USERS), "skill_of_user"),
        (all(OFFERED), "skill_of_user"),
        (names::APPROVED.to_owned(), "skill_name_queue"),
        (names::UNDECIDED.to_owned(), "skill_waiting"),
        (categories::UNSETTLED.to_owned(), "skill_waiting"),
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
            .bind("status", "pending".to_owned())
            .bind("target", "gardening".to_owned())
            .bind("title", "Gardening".to_owned())
            .plan()
            .await
            .unwrap();
        assert!(plan.is_range_of(index), "{query}\n{plan:?}");
        // The index gives the order: no rows are collected for sorting.
        assert!(!plan.sorts() || query.contains("$users"), "{query}\n{plan:?}");
    }
}

#[tokio::test]
async fn migration_sets_the_new_sort_key() {
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

#[tokio::test]
async fn migration_withholds_pictures_of_taken_down_skills() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00.123Z".parse().unwrap();
    let migrate = async |migrations: &'static [Migration]| {
        db.migrate(&[ModuleMigrations { module: "skills", migrations }], at).await.unwrap();
    };
    migrate(&SCHEMA[..9]).await;
    let mut write = db.write("test").bind("at", at);
    let takedown = "{ at: $at, by: 'iris', reason: 'Scam.' }";
    for (id, down, place) in [("up", "NONE", "NONE"), ("down", takedown, "'first'")] {
        write = write.step(&format!(
            "CREATE skill:{id} SET user_id = 'ana', category = 'plumbing', \
             skill_type = 'Plumbing', experience_level = 'expert', description = '', \
             hourly_rate_minor = 100, approval_status = 'approved', \
             cancellation_policy = 'flexible', created_at = $at, listed = false, revision = 0, \
             newest = '{id}', thumbnail02 = '/files/{id}.jpg', taken_down = {down}, \
             taken_down_place = {place}"
        ));
    }
    write.run::<()>().await.unwrap();
    migrate(SCHEMA).await;
    let withheld = db.query("SELECT VALUE name FROM stored_file WHERE withheld = 1");
    assert_eq!(withheld.fetch::<String>().await.unwrap(), ["public/down.jpg"]);
}
