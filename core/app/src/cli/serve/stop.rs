//! Signals to stop, and the time before the stop begins.

use std::{io, time::Duration};

use sparkyard_db::{Condition, Db};
use sparkyard_host::config::ServerConfig;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::time::sleep;
use tracing::info;

/// Requests to stop the process. Those that come between two waits are kept.
pub(super) struct StopSignals {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
}

impl StopSignals {
    /// Receives the signals from now on; before, they end the process at once.
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for the next signal.
    #[cfg(unix)]
    async fn requested(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    /// Waits for the next signal.
    #[cfg(not(unix))]
    async fn requested(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without signals, only the end of the process stops the server.
            std::future::pending::<()>().await;
        }
    }

    /// Waits until the process is asked to stop, or the database stops; returns the reason of the
    /// latter.
    pub(super) async fn requested_or_database_lost(&mut self, db: &Db) -> Option<String> {
        tokio::select! {
            () = self.requested() => None,
            why = closed(db) => Some(why),
        }
    }

    /// Waits for as long as the server is to go on; a second request to stop ends that.
    pub(super) async fn drain(&mut self, config: &ServerConfig) {
        let time = Duration::from_secs(config.drain_seconds);
        if !time.is_zero() {
            info!("stopping in {time:?}");
            tokio::select! {
                () = sleep(time) => {}
                () = self.requested() => {}
            }
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
