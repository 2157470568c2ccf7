//! The beginning of the stop.

use std::time::Duration;

use sparkyard_db::{Condition, Db};
use sparkyard_host::config::ServerConfig;
use tokio::time::sleep;
use tracing::info;

/// Waits until the process is asked to stop, or the database stops; returns the reason of the
/// latter.
pub(super) async fn asked_or_lost(db: &Db) -> Option<String> {
    tokio::select! {
        () = asked() => None,
        why = closed(db) => Some(why),
    }
}

/// Waits for as long as the server is to go on; a second request to stop ends that.
pub(super) async fn drain(config: &ServerConfig) {
    let time = Duration::from_secs(config.drain_seconds);
    if !time.is_zero() {
        info!("stopping in {time:?}");
        tokio::select! {
            () = sleep(time) => {}
            () = asked() => {}
        }
    }
}

/// Waits until the database stops accepting writes; returns the reason.
async fn closed(db: &Db) -> String {
    let mut condition = db.condition();
    loop {
        if let Condition::Closed(why) = &*condition.borrow_and_update() {
            return why.clone();
        }
        if condition.changed().await.is_err() {
            // Unreachable: our handle keeps the sender alive.
            std::future::pending::<()>().await;
        }
    }
}

async fn asked() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if interrupt.await.is_err() {
        // Without signals, only the end of the process stops the server.
        std::future::pending::<()>().await;
    }
}
