//! Detects events written by other processes that share the database: those writes wake nobody
//! here.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, UserId, job::JobRunner};

use super::StreamRegistry;
use crate::store::NotificationStore;

/// Polling interval.
const EVERY: Duration = Duration::from_secs(1);
/// Members per query.
const BATCH: usize = 500;

/// Polls the event counters of the members who have a stream open here.
pub(crate) struct WatchOthers {
    store: NotificationStore,
    streams: Arc<StreamRegistry>,
    /// Counters at the last poll.
    known: Mutex<HashMap<UserId, i64>>,
}

impl WatchOthers {
    /// Creates the poller; needed only if other processes write to the database.
    pub(crate) fn new(store: NotificationStore, streams: Arc<StreamRegistry>) -> Self {
        Self { store, streams, known: Mutex::default() }
    }

    pub(crate) fn job(self) -> Job {
        Job::from_runner("notifications.watch_others", EVERY, Arc::new(self))
    }
}

#[async_trait]
impl JobRunner for WatchOthers {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let members = self.streams.members();
        let mut found = HashMap::new();
        for some in members.chunks(BATCH) {
            found.extend(self.store.all_told_so_far(some).await?);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (member, latest) in &found {
            if known.get(member) != Some(latest) {
                self.store.wake(member);
            }
        }
        *known = found;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::timeout;

    use super::*;
    use crate::store::tests::{database, tell_elsewhere};

    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_secs(5);

    #[tokio::test]
    async fn streams_are_woken_by_other_processes() {
        let db = database().await;
        let (store, streams) =
            (NotificationStore::new(db.clone()), Arc::new(StreamRegistry::default()));
        let (ana, bo) = (UserId::from("ana"), UserId::from("bo"));
        let watch = WatchOthers::new(store.clone(), streams.clone());
        let at = "2026-03-02T10:00:00Z".parse().unwrap();
        let (mut for_ana, mut for_bo) = (store.wait_for(&ana), store.wait_for(&bo));
        let _seats = (streams.take(&ana, "hers".into()), streams.take(&bo, "his".into()));
        for _ in 0..2 {
            tell_elsewhere(&db, "ana").await;
            timeout(NOW, for_ana.woken()).await.unwrap_err();
            watch.run(at).await.unwrap();
            timeout(SOON, for_ana.woken()).await.unwrap();
            timeout(NOW, for_bo.woken()).await.unwrap_err();
        }
        watch.run(at).await.unwrap();
        timeout(NOW, for_ana.woken()).await.unwrap_err();
    }
}
