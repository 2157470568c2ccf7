//! Who waits for a write: a write names what it changes, and whoever waits for that is woken once
//! it has been committed.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::watch;

/// When somebody was woken: less than every later time, whatever it was that they waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wake(u64);

/// Who waits at present.
#[derive(Default)]
pub(crate) struct Wakes(Mutex<Waited>);

#[derive(Default)]
struct Waited {
    /// What is waited for, by its name.
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

    /// Begins to wait for `name`.
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

/// Waits for writes that name one thing. What is committed from its beginning on wakes it, also
/// when nobody looks just then.
pub struct Waiting {
    name: String,
    woken: watch::Receiver<Wake>,
    wakes: Arc<Wakes>,
}

impl Waiting {
    /// Ends when there was a write since it ended last, or since the beginning; several count as
    /// one. Giving up on it loses none.
    pub async fn woken(&mut self) {
        // Whoever would wake it is in `wakes` for as long as it waits.
        let _ = self.woken.changed().await;
    }

    /// When what it waits for was written last, as far as anybody was woken: whoever asks the
    /// database afterwards finds it.
    pub fn last(&self) -> Wake {
        *self.woken.borrow()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let names = &mut self.wakes.lock().names;
        // This one still counts.
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
    use crate::{Db, DbConfig, Fragment, Refusal, Routes};

    const NOW: Duration = Duration::ZERO;
    const SOON: Duration = Duration::from_secs(5);
    const NO: &[Refusal] = &[Refusal { code: "test.no", status: 409, message: "No." }];

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
    async fn who_waits_is_woken_by_what_was_committed_and_by_nothing_else() {
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
    async fn nobody_is_remembered_who_waits_no_more() {
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
