use std::future::pending;

use super::*;

#[tokio::test]
async fn operation_that_never_ends_does_not_prevent_reopening() {
    let config = DbConfig::memory();
    let db = Db::connect(&config, Routes::default()).await.unwrap();
    let inner = db.inner.clone();
    let stuck = tokio::spawn(async move {
        let _store = inner.store.read().await;
        inner.unless_abandoned(pending::<()>()).await
    });
    // The operation has the store.
    while db.inner.store.try_write().is_ok() {
        tokio::task::yield_now().await;
    }
    db.inner.reopen().await;
    assert!(matches!(stuck.await.unwrap(), Err(DbError::Stopped(_))));
    db.ping().await.unwrap();
}
