//! State shared by the streams of one member. A write wakes all of them, and the first one queries
//! the database for all.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use sparkyard_kernel::{UserId, auth::Authenticator, db::Wake};

use super::{BATCH, streams::StreamRegistry};
use crate::{error::NotificationError, model::live::StreamEvent, store::NotificationStore};

/// Number of recent events kept for streams that have not taken them yet.
const KEPT: usize = 16;
/// Time for which the session check is reused by streams woken by the same write. Longer than these
/// streams need to run, and too short for a member to notice.
const FRESH: Duration = Duration::from_millis(100);

/// Shared state; empty until the first query.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Access tokens, and whether their sessions were valid.
    sessions: Vec<(Arc<str>, bool)>,
    /// Time of the session check.
    asked: Option<Instant>,
    /// Most recent events, without a gap.
    recent: VecDeque<StreamEvent>,
    /// Last write before the events were read, and the time of the read.
    read: Option<(Wake, Instant)>,
}

/// Query of one stream.
pub(super) struct EventQuery {
    pub(super) store: NotificationStore,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) streams: Arc<StreamRegistry>,
    pub(super) member: UserId,
    pub(super) access_token: Arc<str>,
    /// Last write that the stream knows of.
    pub(super) written: Wake,
    /// Number of the last event that the stream has sent.
    pub(super) after: i64,
}

/// Result of a query.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum QueryResult {
    /// All later events, at least up to the write.
    All(Vec<StreamEvent>),
    /// Not available here: query the database.
    Unknown,
}

impl Shared {
    /// Returns the events for a stream; `None` if its session has ended.
    pub(super) async fn query(
        &mut self,
        query: &EventQuery,
    ) -> Result<Option<QueryResult>, NotificationError> {
        let seen = self.events_after(query).await?;
        // Checked after the read: a session that ends in between must not get the events.
        Ok(self.is_good(query).await?.then_some(seen))
    }

    async fn is_good(&mut self, query: &EventQuery) -> Result<bool, NotificationError> {
        let read = self.read.map(|(_, at)| at);
        let is_fresh = self
            .asked
            .is_some_and(|at| read.is_some_and(|read| at >= read) && at.elapsed() < FRESH);
        if let Some(known) = self.session(&query.access_token).filter(|_| is_fresh) {
            return Ok(known);
        }
        let mut tokens = query.streams.access_tokens(&query.member);
        if !tokens.contains(&query.access_token) {
            // The stream has been evicted, and must learn that rather than a session's end.
            tokens.push(query.access_token.clone());
        }
        let asked = Instant::now();
        let good = query.authenticator.are_good(&tokens).await?;
        self.sessions = tokens.into_iter().zip(good).collect();
        self.asked = Some(asked);
        Ok(self.session(&query.access_token).unwrap_or(false))
    }

    fn session(&self, access_token: &str) -> Option<bool> {
        let mut sessions = self.sessions.iter();
        sessions.find(|(token, _)| **token == *access_token).map(|(_, is_good)| *is_good)
    }

    async fn events_after(&mut self, query: &EventQuery) -> Result<QueryResult, NotificationError> {
        let after = query.after;
        if self.read.is_none_or(|(read, _)| read < query.written) {
            let last = self.recent.back().map_or(after, |last| last.n);
            let events = query.store.events_after(&query.member, last, BATCH).await?;
            if events.first().is_some_and(|first| first.n != last + 1) {
                self.recent.clear();
            }
            let is_all = i64::try_from(events.len()).is_ok_and(|count| count < BATCH);
            self.recent.extend(events);
            self.read = is_all.then(|| (query.written, Instant::now()));
            self.recent.drain(..self.recent.len().saturating_sub(KEPT));
        }
        let reaches_back = self.recent.front().is_some_and(|first| first.n <= after + 1);
        if !reaches_back || self.read.is_none() {
            return Ok(QueryResult::Unknown);
        }
        Ok(QueryResult::All(self.recent.iter().filter(|event| event.n > after).cloned().collect()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use async_trait::async_trait;
    use sparkyard_kernel::{ApiError, Caller, UserId, db::Db};

    use super::*;
    use crate::{
        service::live::streams::StreamSlot,
        store::tests::{database, tell_elsewhere},
    };

    /// Accepts every token except those in `ended`.
    #[derive(Default)]
    pub(in crate::service::live) struct Sessions {
        pub(in crate::service::live) ended: Mutex<Vec<Arc<str>>>,
        asked: AtomicUsize,
    }

    #[async_trait]
    impl Authenticator for Sessions {
        async fn authenticate(&self, _: &str) -> Result<Caller, ApiError> {
            Err(sparkyard_kernel::auth::unauthorised())
        }

        async fn act_for(
            &self,
            _: &Caller,
            _: &UserId,
            _: Option<&str>,
        ) -> Result<Caller, ApiError> {
            Err(sparkyard_kernel::auth::forbidden())
        }

        async fn are_good(&self, access_tokens: &[Arc<str>]) -> Result<Vec<bool>, ApiError> {
            self.asked.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            let ended = self.ended.lock().unwrap();
            Ok(access_tokens.iter().map(|token| !ended.contains(token)).collect())
        }
    }

    struct Town {
        db: Db,
        store: NotificationStore,
        sessions: Arc<Sessions>,
        streams: Arc<StreamRegistry>,
        waiting: sparkyard_kernel::db::Waiting,
    }

    impl Town {
        async fn new() -> Self {
            let db = database().await;
            let store = NotificationStore::new(db.clone());
            let waiting = store.wait_for(&"ana".into());
            Self { db, store, sessions: Arc::default(), streams: Arc::default(), waiting }
        }

        fn stream(&self, token: &str) -> Stream {
            Stream {
                slot: self.streams.take(&"ana".into(), token.into()),
                token: token.into(),
                last: 0,
            }
        }

        async fn publish(&self) {
            tell_elsewhere(&self.db, "ana").await;
            self.store.wake(&"ana".into());
        }

        /// Returns what `stream` sees; falls back to the database as a stream does.
        async fn query(&self, stream: &mut Stream) -> Option<Vec<i64>> {
            let query = EventQuery {
                store: self.store.clone(),
                authenticator: self.sessions.clone(),
                streams: self.streams.clone(),
                member: "ana".into(),
                access_token: stream.token.clone(),
                written: self.waiting.last(),
                after: stream.last,
            };
            let events = match stream.slot.shared().lock().await.query(&query).await.unwrap()? {
                QueryResult::All(events) => events,
                QueryResult::Unknown => {
                    self.store.events_after(&"ana".into(), stream.last, 1000).await.unwrap()
                }
            };
            let numbers: Vec<_> = events.iter().map(|event| event.n).collect();
            stream.last = numbers.last().copied().unwrap_or(stream.last);
            Some(numbers)
        }
    }

    struct Stream {
        slot: StreamSlot,
        token: Arc<str>,
        last: i64,
    }

    #[tokio::test]
    async fn streams_woken_by_one_write_query_once() {
        let town = Town::new().await;
        let mut streams: Vec<_> = (0..8).map(|n| town.stream(&format!("{n}"))).collect();
        town.publish().await;
        assert_eq!(town.query(&mut streams[0]).await.unwrap(), [1]);
        // An event without a wake-up shows which streams query the database.
        tell_elsewhere(&town.db, "ana").await;
        for stream in &mut streams[1..] {
            assert_eq!(town.query(stream).await.unwrap(), [1]);
        }
        assert_eq!(town.sessions.asked.load(Ordering::SeqCst), 1);
        town.publish().await;
        for stream in &mut streams {
            assert_eq!(town.query(stream).await.unwrap(), [2, 3]);
        }
        assert_eq!(town.sessions.asked.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn slow_streams_miss_no_event() {
        let town = Town::new().await;
        let mut streams: Vec<_> = (0..4).map(|n| town.stream(&format!("{n}"))).collect();
        let mut published = 0;
        for round in 0..120_usize {
            // Sometimes more events than are kept, or than one read returns.
            let more = match round % 40 {
                7 => KEPT + 3,
                23 => usize::try_from(BATCH).unwrap() + 20,
                some => some % 3,
            };
            for _ in 0..more {
                town.publish().await;
            }
            published += i64::try_from(more).unwrap();
            for (number, stream) in streams.iter_mut().enumerate() {
                if round % (number * 5 + 1) == 0 {
                    let expected: Vec<_> = (stream.last + 1..=published).collect();
                    assert_eq!(town.query(stream).await.unwrap(), expected, "{round}, {number}");
                }
            }
        }
    }

    #[tokio::test]
    async fn ended_session_sees_no_later_event() {
        let town = Town::new().await;
        let (mut one, mut other) = (town.stream("one"), town.stream("other"));
        town.publish().await;
        assert!(town.query(&mut one).await.is_some());
        assert!(town.query(&mut other).await.is_some());
        town.sessions.ended.lock().unwrap().push("other".into());
        town.publish().await;
        assert_eq!(town.query(&mut one).await.unwrap(), [2]);
        assert_eq!(town.query(&mut other).await, None);
        // The same for a slow stream that was woken in time.
        town.sessions.ended.lock().unwrap().push("one".into());
        tokio::time::sleep(FRESH).await;
        assert_eq!(town.query(&mut one).await, None);
    }

    #[tokio::test]
    async fn evicted_stream_is_not_reported_as_signed_out() {
        let town = Town::new().await;
        let mut first = town.stream("first");
        let _others: Vec<_> = (0..20).map(|n| town.stream(&format!("{n}"))).collect();
        town.publish().await;
        assert_eq!(town.query(&mut first).await.unwrap(), [1]);
    }
}
