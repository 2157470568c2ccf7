use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbConfig, Migration, ModuleMigrations, Routes},
    newest_first,
};

const SCHEMA: &[Migration] = sparkyard_kernel::migrations![
    "0001_auth",
    "0002_trust",
    "0003_social",
    "0004_end_sessions",
    "0005_invitations",
    "0006_guessing",
    "0007_bounds",
    "0008_roles",
    "0009_newest_first",
    "0010_saved_mail",
    "0011_sign_in_changed",
    "0012_leaving",
    "0013_agreements",
    "0014_imported",
];

#[tokio::test]
async fn old_accounts_are_migrated_to_the_new_key() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00.123Z".parse().unwrap();
    let migrate = async |migrations: &'static [Migration]| {
        db.migrate(&[ModuleMigrations { module: "auth", migrations }], at).await.unwrap();
    };
    migrate(&SCHEMA[..8]).await;
    db.write("test")
        .bind("at", at)
        .step(
            "CREATE account:ana SET email = 'ana@example.org', email_key = 'k', \
             password_hash = '', role = 'member', created_at = $at, position = '1'",
        )
        .run::<()>()
        .await
        .unwrap();
    migrate(SCHEMA).await;
    let keys = db.query("SELECT VALUE position FROM account").fetch::<String>().await.unwrap();
    assert_eq!(keys, [newest_first(at, "ana")]);
}

#[tokio::test]
async fn joined_accounts_are_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[ModuleMigrations { module: "auth", migrations: SCHEMA }], at).await.unwrap();
    let query = db.query(super::joined_by_month::joined(13)).bind("newest", newest_first(at, ""));
    let plan = query.bind("bounds", vec![at; 13]).bind("most", 10).plan().await.unwrap();
    assert!(plan.is_range_of("account_position"), "{plan:?}");
}

#[tokio::test]
async fn agreements_are_index_ranges() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[ModuleMigrations { module: "auth", migrations: SCHEMA }], at).await.unwrap();
    for (statement, index) in [
        (super::agreements::EDITIONS, "agreement_edition_newest"),
        (super::agreements::LATEST_REQUEST, "agreement_request_newest"),
        (super::agreements::CONSENTS, "consent_user"),
        (super::agreements::AGREED, "account_agreed"),
        (super::agreements::ACTIVE, "account_standing"),
    ] {
        let query = db.query(statement).bind("limit", 10).bind("user", "ana").bind("most", 10);
        let plan = query.bind("edition", 1).plan().await.unwrap();
        assert!(plan.is_range_of(index), "{statement}: {plan:?}");
    }
}

#[tokio::test]
async fn invitations_that_are_due_are_an_index_range() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let at: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    db.migrate(&[ModuleMigrations { module: "auth", migrations: SCHEMA }], at).await.unwrap();
    let plan =
        db.query(super::imported::DUE).bind("now", at).bind("limit", 10).plan().await.unwrap();
    assert!(plan.is_range_of("welcome_mail_due"), "{plan:?}");
}
