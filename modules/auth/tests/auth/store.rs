//! Contents and retention of the database.

use std::time::Duration;

use serde_json::json;
use sparkyard_auth::Auth;
use sparkyard_kernel::{
    Clock, Module, Timestamp,
    db::{Db, DbConfig, ModuleMigrations, Routes, Value as Stored},
};
use sparkyard_testkit::{Member, PASSWORD};
use totp_rs::{Builder, Secret};

use super::{MINUTE, log_in, prove, reset_link};
use crate::TestApp;

const TABLES: &[&str] = &[
    "account",
    "account_email",
    "consent",
    "session",
    "email_code",
    "registration",
    "admin_link",
    "password_reset",
    "email_change",
    "totp",
    "recovery",
    "wrong_guess",
    "known_device",
    "mail_window",
    "outbox",
];

/// Returns the rows of these tables as text.
pub(super) async fn stored(app: &TestApp, tables: &[&str]) -> String {
    let mut all = Vec::new();
    for table in tables {
        let rows: Vec<Stored> =
            app.db.query(format!("SELECT * FROM {table}")).fetch().await.unwrap();
        all.push(format!("{table}: {rows:?}\n"));
    }
    all.concat()
}

#[tokio::test]
async fn database_contains_no_plain_secrets() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    let tokens = log_in(&app, "ana@example.org", PASSWORD).await.ok();
    let refresh = tokens["refreshToken"].as_str().unwrap().split('.').nth(2).unwrap().to_owned();
    let begun = ana.post("/api/auth/second-factor/totp", json!({ "password": PASSWORD })).await;
    let secret = begun.ok()["secret"].as_str().unwrap().to_owned();
    let key = Secret::try_from_base32(&secret).unwrap();
    let code = Builder::new().with_secret(key.clone()).build().unwrap();
    let code = code.generate(app.clock.now().as_seconds().unsigned_abs()).to_string();
    let confirmed = ana.post("/api/auth/second-factor/totp/confirm", json!({ "code": code })).await;
    let recovery = confirmed.ok()["recovery_codes"][0].as_str().unwrap().to_owned();
    let registration = prove(&app, "bo").await.as_str().unwrap().to_owned();
    let link = reset_link(&app, "ana@example.org").await;
    let admin = app.accounts().add_admin("eve@example.org").await.unwrap();
    let admin = format!("{admin:?}");
    let admin = admin.split_once('#').unwrap().1.trim_end_matches(['"', ')']).to_owned();
    app.settle().await;
    let all = stored(&app, TABLES).await;
    let bytes = key.as_bytes().iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    for (what, secret) in [
        ("password", PASSWORD),
        ("access token", tokens["accessToken"].as_str().unwrap()),
        ("refresh token", &refresh),
        ("second factor", &secret),
        ("second factor as bytes", &bytes),
        ("recovery code", &recovery),
        ("recovery code without its dash", &recovery.replace('-', "")),
        ("registration token", &registration),
        ("reset token", &link),
        ("set-up link", &admin),
    ] {
        assert!(!all.contains(secret), "the {what} can be read");
    }
    assert!(all.contains("$argon2id$"));
}

#[tokio::test]
async fn expired_rows_are_deleted() {
    let app = TestApp::start().await;
    app.member("ana").await;
    prove(&app, "bo").await;
    reset_link(&app, "ana@example.org").await;
    log_in(&app, "ana@example.org", "not the password").await;
    app.accounts().add_admin("eve@example.org").await.unwrap();
    let passing = [
        "email_code",
        "registration",
        "admin_link",
        "password_reset",
        "wrong_guess",
        "mail_window",
    ];
    app.run_jobs().await;
    for table in passing.iter().chain(&["session"]) {
        assert!(!is_empty(&app, table).await, "{table} is forgotten too early");
    }
    app.advance(49 * 60 * MINUTE);
    app.run_jobs().await;
    for table in passing {
        assert!(is_empty(&app, table).await, "{table} is kept");
    }
    assert!(!is_empty(&app, "session").await);
    app.advance(61 * 24 * 60 * MINUTE);
    app.run_jobs().await;
    assert!(is_empty(&app, "session").await);
    log_in(&app, "ana@example.org", PASSWORD).await.ok();
}

async fn is_empty(app: &TestApp, table: &str) -> bool {
    stored(app, &[table]).await == format!("{table}: []\n")
}

#[tokio::test]
async fn accounts_of_the_first_version_keep_their_standing() {
    let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
    let now: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
    let until = |migrations| ModuleMigrations { module: Auth::NAME, migrations };
    db.migrate(&[until(&Auth::MIGRATIONS[..1])], now).await.unwrap();
    let mut write = db.write("test.old_accounts").bind("now", now);
    for (name, suspended) in [("ana", false), ("sid", true)] {
        write = write.step(&format!(
            "CREATE account:{name} SET email = '{name}@example.org', email_key = '{name}', \
             password_hash = 'x', role = 'member', suspended = {suspended}, created_at = $now, \
             position = '{name}'"
        ));
    }
    write.run::<()>().await.unwrap();
    db.migrate(&[until(Auth::MIGRATIONS)], now).await.unwrap();
    let standings: Vec<String> =
        db.query("SELECT VALUE standing FROM account ORDER BY id").fetch().await.unwrap();
    assert_eq!(standings, ["active", "suspended"]);
    let touched = db.write("test.touch").step("UPDATE account SET stamp += 1");
    touched.run::<()>().await.unwrap();
}

/// Creates sessions for `member`, each used earlier than the last.
pub(crate) async fn with_old_sessions(app: &TestApp, member: &Member, many: i64) {
    let write = app.db.write("test.old_sessions");
    let write = write.bind("user", member.id.clone()).bind("now", app.clock.now());
    let write = write.bind("all", (1..=many).collect::<Vec<i64>>()).step(
        "FOR $n IN $all { CREATE type::record('session', 'old' + <string> $n) SET \
         user_id = $user, refresh_hash = 'x', generation = 0, grace_from = 0, device = '', \
         created_at = $now, last_seen_at = time::from_unix(time::unix($now) - $n), \
         expires_at = $now + 60d, address = '10.0.0.1' }",
    );
    write.run::<()>().await.unwrap();
}

/// Creates social sign-ins that were begun and never finished.
pub(crate) async fn begin_sign_ins(app: &TestApp, many: i64) {
    let write = app.db.write("test.begun").bind("until", app.clock.now() + Duration::from_mins(10));
    let write = write.bind("all", (0..many).collect::<Vec<i64>>()).step(
        "FOR $n IN $all { \
         CREATE type::record('social_journey', <string> $n) \
         SET browser = 'x', expires_at = $until; \
         CREATE type::record('hand_over', <string> $n) SET second_hash = 'x', browser = 'x', \
         link = false, identity = 'x', email = 'x', firstname = 'x', lastname = 'x', \
         created_at = $until, expires_at = $until }",
    );
    write.run::<()>().await.unwrap();
}

/// Removes what is recorded of a member's agreement, as for members who joined before.
pub(super) async fn forget_consents(app: &TestApp, member: &str) {
    app.db
        .write("test.forget_consents")
        .bind("member", member.to_owned())
        .step("DELETE consent WHERE user_id = $member")
        .step(
            "UPDATE type::record('account', $member) \
             SET agreed_edition = NONE, agreed_at = NONE",
        )
        .run::<()>()
        .await
        .unwrap();
}
