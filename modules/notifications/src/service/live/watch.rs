//! What other processes tell, where several share one database: their writes wake nobody here.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use sparkyard_kernel::{Job, Timestamp, UserId, job::JobRunner};

use super::Seats;
use crate::store::NotificationStore;

/// How often to look.
const EVERY: Duration = Duration::from_secs(1);
/// Members asked about at one time.
const BATCH: usize = 500;

/// Looks how much those who have a stream open here have been told.
pub(crate) struct WatchOthers {
    store: NotificationStore,
    seats: Arc<Seats>,
    /// As it was when last looked at.
    known: Mutex<HashMap<UserId, i64>>,
}

impl WatchOthers {
    /// For a database that others write to.
    pub(crate) fn new(store: NotificationStore, seats: Arc<Seats>) -> Self {
        Self { store, seats, known: Mutex::default() }
    }

    /// The job.
    pub(crate) fn job(self) -> Job {
        Job { name: "notifications.watch_others", every: EVERY, runner: Arc::new(self) }
    }
}

#[async_trait]
impl JobRunner for WatchOthers {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        let members = self.seats.members();
        let mut found = HashMap::new();
        for some in members.chunks(BATCH) {
            found.extend(self.store.all_told_so_far(some).await?);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        for (member, told) in &found {
            if known.get(member) != Some(told) {
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
    async fn who_has_a_stream_here_is_woken_by_what_others_write() {
        let db = database().await;
        let (store, seats) = (NotificationStore::new(db.clone()), Arc::new(Seats::default()));
        let (ana, bo) = (UserId::from("ana"), UserId::from("bo"));
        let watch = WatchOthers::new(store.clone(), seats.clone());
        let at = "2026-03-02T10:00:00Z".parse().unwrap();
        let (mut for_ana, mut for_bo) = (store.wait_for(&ana), store.wait_for(&bo));
        let _seats = (seats.take(&ana, "hers".into()), seats.take(&bo, "his".into()));
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
