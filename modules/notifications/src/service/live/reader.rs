//! One open event stream.

use std::{panic::resume_unwind, slice, sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt, stream};
use sparkyard_kernel::{auth::Authenticator, db::Waiting};
use tracing::warn;

use super::{
    BATCH,
    shared::{EventQuery, QueryResult},
    streams::StreamSlot,
};
use crate::{error::NotificationError, model::live::Step, store::NotificationStore};

/// State of an open stream, and its position.
pub(super) struct Reader {
    pub(super) store: NotificationStore,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) access_token: Arc<str>,
    /// Declared before `waiting` so that it is dropped first: the state shared by the streams
    /// depends on the wait.
    pub(super) slot: StreamSlot,
    pub(super) waiting: Waiting,
    pub(super) beat: Duration,
    /// Number of the last event sent.
    pub(super) last: i64,
    /// Whether there may be more events than were read last.
    pub(super) behind: bool,
}

/// Reason for the end of a wait.
enum Cause {
    /// A write: there may be a new event.
    Woken,
    /// An ephemeral event.
    Ephemeral(String),
    /// A heartbeat is due.
    Beat,
    /// Newer streams have taken the slot.
    Crowded,
}

impl Reader {
    /// Streams the steps until the session ends or the slot is lost. Reads only after the previous
    /// steps were taken, so that a slow client costs no memory.
    pub(super) fn steps(self) -> impl Stream<Item = Step> {
        let rounds = stream::unfold(Some(self), |reader| async {
            let mut reader = reader?;
            match reader.round().await {
                Ok(steps) => {
                    let ended = steps.last().is_none_or(|step| *step == Step::Crowded);
                    Some((steps, (!ended).then_some(reader)))
                }
                Err(error) => {
                    // The client reconnects and resumes where it was.
                    warn!("a live stream has ended early: {error}");
                    None
                }
            }
        });
        rounds.flat_map(stream::iter)
    }

    /// Returns the next steps; empty once the session has ended.
    async fn round(&mut self) -> Result<Vec<Step>, NotificationError> {
        loop {
            let cause = if self.behind { Cause::Woken } else { self.wait().await };
            let Some(events) = self.query(&cause).await? else {
                // The session has ended: send nothing more.
                return Ok(Vec::new());
            };
            let steps = match cause {
                Cause::Woken => self.go_on(events).await?,
                Cause::Ephemeral(news) => vec![Step::Ephemeral(news)],
                Cause::Beat => vec![Step::Beat],
                Cause::Crowded => vec![Step::Crowded],
            };
            if !steps.is_empty() {
                return Ok(steps);
            }
        }
    }

    async fn wait(&mut self) -> Cause {
        tokio::select! {
            () = self.waiting.woken() => Cause::Woken,
            ephemeral = self.slot.next_ephemeral() => ephemeral.map_or(Cause::Crowded, Cause::Ephemeral),
            () = tokio::time::sleep(self.beat) => Cause::Beat,
        }
    }

    /// Returns what the member's streams know of later events; `None` once the session has ended.
    async fn query(&self, cause: &Cause) -> Result<Option<QueryResult>, NotificationError> {
        if self.behind || !matches!(cause, Cause::Woken) {
            // No other stream was woken for this, so the answer is not shared.
            let own = slice::from_ref(&self.access_token);
            let good = self.authenticator.are_good(own).await?;
            return Ok((good == [true]).then_some(QueryResult::Unknown));
        }
        let query = EventQuery {
            store: self.store.clone(),
            authenticator: self.authenticator.clone(),
            streams: self.slot.streams(),
            member: self.slot.member().clone(),
            access_token: self.access_token.clone(),
            written: self.waiting.last(),
            after: self.last,
        };
        let shared = self.slot.shared();
        // A task of its own holds the lock: a slow client stops polling, and the others must not
        // wait.
        match tokio::spawn(async move { shared.lock().await.query(&query).await }).await {
            Ok(seen) => seen,
            Err(stopped) => match stopped.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // The runtime is shutting down.
                Err(_) => Ok(None),
            },
        }
    }

    /// Returns the steps for the events since the last one.
    async fn go_on(&mut self, seen: QueryResult) -> Result<Vec<Step>, NotificationError> {
        let member = self.slot.member();
        let events = match seen {
            QueryResult::All(events) => events,
            QueryResult::Unknown => self.store.events_after(member, self.last, BATCH).await?,
        };
        if events.first().is_some_and(|first| first.n != self.last + 1) {
            // The client was so slow that some events have been deleted.
            self.last = self.store.latest_number(member).await?;
            self.behind = true;
            return Ok(vec![Step::Reset(self.last)]);
        }
        self.behind = i64::try_from(events.len()).is_ok_and(|count| count == BATCH);
        self.last = events.last().map_or(self.last, |last| last.n);
        Ok(events.into_iter().map(Step::Event).collect())
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;
    use sparkyard_kernel::UserId;
    use tokio::time::timeout;

    use super::*;
    use crate::{
        service::live::{StreamRegistry, shared::tests::Sessions},
        store::tests::{database, tell_elsewhere},
    };

    #[tokio::test]
    async fn stalled_reader_does_not_block_others() {
        let db = database().await;
        let (store, ana) = (NotificationStore::new(db.clone()), UserId::from("ana"));
        let (streams, sessions) =
            (Arc::new(StreamRegistry::default()), Arc::new(Sessions::default()));
        let reader = |token: &str| Reader {
            store: store.clone(),
            authenticator: sessions.clone(),
            access_token: token.into(),
            slot: streams.take(&ana, token.into()),
            waiting: store.wait_for(&ana),
            beat: Duration::from_mins(1),
            last: 0,
            behind: false,
        };
        let (mut still, mut other) = (reader("still"), reader("other"));
        tell_elsewhere(&db, "ana").await;
        store.wake(&ana);
        // This one has started the query for both, and is not polled any more.
        let mut asking = Box::pin(still.round());
        assert!(poll!(&mut asking).is_pending());
        let steps = timeout(Duration::from_secs(10), other.round()).await.unwrap().unwrap();
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert_eq!(asking.await.unwrap(), steps);
    }
}
