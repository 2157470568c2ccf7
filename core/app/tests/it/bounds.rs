//! Clean-up of temporary rows: many repetitions leave few rows.

mod store;

use std::time::Duration;

use serde_json::json;
use sparkyard_kernel::Clock;
use sparkyard_testkit::count;

use crate::TestApp;

const DAY: Duration = Duration::from_hours(24);
/// More rows than one batch deletes; fewer in a debug build, which is slower.
const MANY: i64 = if cfg!(debug_assertions) { 1_200 } else { 10_000 };

#[tokio::test]
async fn idempotency_records_expire_after_a_day() {
    let app = TestApp::start().await;
    let ana = app.member("ana").await;
    store::answers(&app.db, app.clock.now(), MANY).await;
    app.advance(DAY);
    let ana = app.log_in(&ana).await.with_header("Idempotency-Key", "one");
    let fund = async |ana: &sparkyard_testkit::Member| {
        ana.post("/api/wallet/fund", json!({ "amount": 5 })).await.ok()
    };
    let first = fund(&ana).await;
    assert_eq!(count(&app.db, "idempotency").await, MANY + 1);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "idempotency").await, MANY + 1, "a day is not over");
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "idempotency").await, 1);
    assert_eq!(fund(&ana).await, first, "what is younger is remembered");
}

#[tokio::test]
async fn only_read_records_expire_from_the_audit_log() {
    let app = TestApp::start().await;
    store::readings(&app.db, app.clock.now(), MANY).await;
    store::deeds(&app.db, app.clock.now(), 5).await;
    let before = count(&app.db, "audit").await;
    assert!(before >= MANY + 5);
    app.advance(DAY * 730);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "audit").await, before);
    app.advance(Duration::from_secs(1));
    app.run_jobs().await;
    assert_eq!(count(&app.db, "audit").await, before - MANY);
    // Audit records cannot be deleted or changed in any other way.
    for rewrite in store::REWRITES {
        assert!(store::run(&app.db, rewrite).await.is_err(), "{rewrite}");
    }
    assert_eq!(count(&app.db, "audit").await, before - MANY);
}

#[tokio::test]
async fn daily_quotas_expire() {
    let app = TestApp::start().await;
    store::allowances(&app.db, "2026-03-02", MANY).await;
    store::allowances(&app.db, "2026-03-03", 3).await;
    app.advance(DAY);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "allowance").await, MANY + 3, "yesterday's stay");
    app.advance(DAY);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "allowance").await, 3);
}

/// An interrupted run is continued by the next.
#[tokio::test]
async fn interrupted_clean_up_continues() {
    let app = TestApp::start().await;
    store::answers(&app.db, app.clock.now(), MANY).await;
    app.advance(DAY + Duration::from_secs(1));
    let host = app.host.clone();
    let broken_off = tokio::time::timeout(Duration::from_millis(30), host.run_jobs()).await;
    let left = count(&app.db, "idempotency").await;
    assert!(broken_off.is_ok() || left <= MANY);
    app.run_jobs().await;
    assert_eq!(count(&app.db, "idempotency").await, 0);
}

/// Rejected requests and reads leave the database as it was.
#[tokio::test]
async fn refused_requests_and_reads_leave_no_rows() {
    let app = TestApp::start().await;
    let (ana, bo) = (app.member("ana").await, app.member("bo").await);
    app.run_jobs().await;
    let refused = async || {
        for path in [
            "/api/wallet/balance",
            "/api/wallet/transactions",
            "/api/settings/kyc/status",
            "/api/settings/kyc/get/identity",
            "/api/notifications",
            "/api/bookings/get/user/outward",
            "/api/bookings/99",
            "/api/places/search?q=Leeds",
            "/api/users/profile",
            "/api/skills/user/all",
            "/api/auth/sessions",
        ] {
            assert!(ana.get(path).await.status < 500, "{path}");
        }
        let hold = json!({ "amount": 5000, "currency": "gbp", "paymentMethod": "wallet" });
        ana.with_header("Idempotency-Key", "k")
            .post("/api/users/stripe/payment/intent", hold)
            .await;
        let booking = [("skills_id", "none"), ("booked_user_id", bo.id.as_str())];
        ana.post_form("/api/bookings", &booking, &[("file", "a.pdf", b"%PDF-1.4")]).await;
        let photo = [("photo", "me.png", &b"no picture"[..])];
        ana.post_form("/api/users/profile/upload", &[], &photo).await;
        ana.post("/api/auth/register", json!({ "registrationToken": "x" })).await;
        bo.put("/api/admin/members/x/role", json!({ "role": "admin" })).await;
    };
    refused().await;
    let before = store::all(&app.db).await;
    for _ in 0..100 {
        refused().await;
    }
    assert_eq!(store::all(&app.db).await, before);
}
