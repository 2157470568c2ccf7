//! Notifications of commits: a write names what it changes, and waiters for that name are woken
//! once it has been committed.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

/// Sequence number of a notification; greater than all earlier ones of any name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wake(u64);

/// Current waiters.
#[derive(Default)]
pub(crate) struct Wakes(Mutex<Waited>);

#[derive(Default)]
struct Waited {
    /// Names that are waited for.
    names: HashMap<String, watch::Sender<Wake>>,
    last: Wake,
}

impl Wakes {
    /// Wakes those that wait for `name`.
    pub(crate) fn wake(&self, name: &str) {
        let mut waited = self.lock();
        let now = Wake(waited.last.0 + 1);
        if let Some(waiting) = waited.names.get(name) {
            waiting.send_replace(now);
            waited.last = now;
        }
    }

    /// Subscribes to `name`.
    pub(crate) fn wait_for(self: &Arc<Self>, name: String) -> Waiting {
        let Waited { names, last } = &mut *self.lock();
        let waiting = names.entry(name.clone()).or_insert_with(|| watch::Sender::new(*last));
        let woken = waiting.subscribe();
        Waiting { name, woken, wakes: self.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, Waited> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A subscription to writes of one name. Commits after its creation wake it, even if nobody awaits
/// it at that moment.
pub struct Waiting {
    name: String,
    woken: watch::Receiver<Wake>,
    wakes: Arc<Wakes>,
}

impl Waiting {
    /// Completes when there was a write since the last completion, or since creation; several count
    /// as one. Cancel safe.
    pub async fn woken(&mut self) {
        // The sender is in `wakes` for as long as a subscription exists.
        let _ = self.woken.changed().await;
    }

    /// Returns the last notification received. A read started after this call sees that write.
    pub fn last(&self) -> Wake {
        *self.woken.borrow()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let names = &mut self.wakes.lock().names;
        // This subscription still counts.
        if names.get(&self.name).is_some_and(|waiting| waiting.receiver_count() <= 1) {
            names.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;
    use crate::{Db, DbConfig, Fragment, Routes, RuleViolation};

    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_secs(5);
    const NO: &[RuleViolation] = &[RuleViolation::new(409, "test.no", "No.")];

    async fn database() -> Db {
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        db.write("test.define")
            .step(
                "DEFINE FUNCTION fn::test::note($text: string) { \
            IF $text = 'no' { THROW 'test.no' }; CREATE note SET text = $text; RETURN NONE }",
            )
            .run::<()>()
            .await
            .unwrap();
        db
    }

    async fn note(db: &Db, text: &str, whom: &str) {
        let note = Fragment::new("fn::test::note", NO).arg(text.to_owned()).wakes(whom.to_owned());
        let _ = db.write("test.note").call(note).run::<()>().await;
    }

    #[tokio::test]
    async fn only_commits_of_the_name_wake_a_waiter() {
        let db = database().await;
        let (mut ana, mut bo) = (db.wait_for("ana".to_owned()), db.wait_for("bo".to_owned()));
        note(&db, "one", "ana").await;
        note(&db, "two", "ana").await;
        timeout(SOON, ana.woken()).await.unwrap();
        timeout(NOW, ana.woken()).await.unwrap_err();
        timeout(NOW, bo.woken()).await.unwrap_err();
        note(&db, "no", "bo").await;
        timeout(NOW, bo.woken()).await.unwrap_err();
        let write = db.write("test.plain").step("CREATE note SET text = 'x'");
        write.wakes(["bo".to_owned(), "cy".to_owned()]).run::<()>().await.unwrap();
        timeout(SOON, bo.woken()).await.unwrap();
    }

    #[tokio::test]
    async fn dropped_waiters_are_removed() {
        let wakes = Arc::new(Wakes::default());
        let (one, mut other) = (wakes.wait_for("a".to_owned()), wakes.wait_for("a".to_owned()));
        drop(one);
        wakes.wake("a");
        timeout(SOON, other.woken()).await.unwrap();
        drop(other);
        assert!(wakes.lock().names.is_empty());
        wakes.wake("a");
    }
}
