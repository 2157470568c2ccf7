//! What the streams of one member share: a write wakes all of them, and one of them asks the
//! database for the others as well.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use sparkyard_kernel::{UserId, auth::Authenticator, db::Wake};

use super::{BATCH, seats::Seats};
use crate::{error::NotificationError, model::live::Told, store::NotificationStore};

/// What was told last and is kept for those who have not taken it yet.
const KEPT: usize = 16;
/// How long it is believed that a session has not ended, by streams that were woken by the same
/// write: longer than they take, and less than anybody notices.
const FRESH: Duration = Duration::from_millis(100);

/// Empty until somebody looks.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Whose sessions were good.
    sessions: Vec<(Arc<str>, bool)>,
    /// When they were asked for.
    asked: Option<Instant>,
    /// What was told last, without a gap.
    recent: VecDeque<Told>,
    /// The write after which it was read, and when.
    read: Option<(Wake, Instant)>,
}

/// What a stream wants to know.
pub(super) struct Look {
    pub(super) store: NotificationStore,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) seats: Arc<Seats>,
    pub(super) member: UserId,
    pub(super) access_token: Arc<str>,
    /// The last write of which it knows.
    pub(super) written: Wake,
    /// The number of the last thing that it has told, if it wants what follows.
    pub(super) after: Option<i64>,
}

/// What the streams of a member know.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// All that follows, up to the write at least.
    All(Vec<Told>),
    /// Not enough: the database must be asked.
    Unknown,
}

impl Shared {
    /// `None` for whoever's session has ended.
    pub(super) async fn look(&mut self, look: &Look) -> Result<Option<Seen>, NotificationError> {
        let Some(after) = look.after else {
            // What comes of no write is told to one after the other.
            let own = std::slice::from_ref(&look.access_token);
            let good = look.authenticator.are_good(own).await?;
            return Ok((good == [true]).then_some(Seen::Unknown));
        };
        let seen = self.told_after(after, look).await?;
        // Asked afterwards: whose session ends between the two is told nothing of it.
        Ok(self.is_good(look).await?.then_some(seen))
    }

    async fn is_good(&mut self, look: &Look) -> Result<bool, NotificationError> {
        let read = self.read.map(|(_, at)| at);
        let is_fresh = self
            .asked
            .is_some_and(|at| read.is_some_and(|read| at >= read) && at.elapsed() < FRESH);
        if let Some(known) = self.session(&look.access_token).filter(|_| is_fresh) {
            return Ok(known);
        }
        let mut tokens = look.seats.access_tokens(&look.member);
        if !tokens.contains(&look.access_token) {
            // It has lost its place, and is to hear so.
            tokens.push(look.access_token.clone());
        }
        let asked = Instant::now();
        let good = look.authenticator.are_good(&tokens).await?;
        self.sessions = tokens.into_iter().zip(good).collect();
        self.asked = Some(asked);
        Ok(self.session(&look.access_token).unwrap_or(false))
    }

    fn session(&self, access_token: &str) -> Option<bool> {
        let mut sessions = self.sessions.iter();
        sessions.find(|(token, _)| **token == *access_token).map(|(_, is_good)| *is_good)
    }

    async fn told_after(&mut self, after: i64, look: &Look) -> Result<Seen, NotificationError> {
        if self.read.is_none_or(|(read, _)| read < look.written) {
            let last = self.recent.back().map_or(after, |last| last.n);
            let told = look.store.told_after(&look.member, last, BATCH).await?;
            if told.first().is_some_and(|first| first.n != last + 1) {
                self.recent.clear();
            }
            let is_all = i64::try_from(told.len()).is_ok_and(|count| count < BATCH);
            self.recent.extend(told);
            self.read = is_all.then(|| (look.written, Instant::now()));
            self.recent.drain(..self.recent.len().saturating_sub(KEPT));
        }
        let reaches_back = self.recent.front().is_some_and(|first| first.n <= after + 1);
        if !reaches_back || self.read.is_none() {
            return Ok(Seen::Unknown);
        }
        Ok(Seen::All(self.recent.iter().filter(|told| told.n > after).cloned().collect()))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use async_trait::async_trait;
    use sparkyard_kernel::{ApiError, Caller, db::Db};

    use super::*;
    use crate::{
        service::live::seats::Seat,
        store::tests::{database, tell_elsewhere},
    };

    /// Takes every token but those that have ended.
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
        seats: Arc<Seats>,
        waiting: sparkyard_kernel::db::Waiting,
    }

    impl Town {
        async fn new() -> Self {
            let db = database().await;
            let store = NotificationStore::new(db.clone());
            let waiting = store.wait_for(&"ana".into());
            Self { db, store, sessions: Arc::default(), seats: Arc::default(), waiting }
        }

        fn stream(&self, token: &str) -> Stream {
            Stream {
                seat: self.seats.take(&"ana".into(), token.into()),
                token: token.into(),
                last: 0,
            }
        }

        async fn tell(&self) {
            tell_elsewhere(&self.db, "ana").await;
            self.store.wake(&"ana".into());
        }

        /// What `stream` sees; what it does not see so, it reads by itself.
        async fn look(&self, stream: &mut Stream) -> Option<Vec<i64>> {
            let look = Look {
                store: self.store.clone(),
                authenticator: self.sessions.clone(),
                seats: self.seats.clone(),
                member: "ana".into(),
                access_token: stream.token.clone(),
                written: self.waiting.last(),
                after: Some(stream.last),
            };
            let told = match stream.seat.shared().lock().await.look(&look).await.unwrap()? {
                Seen::All(told) => told,
                Seen::Unknown => {
                    self.store.told_after(&"ana".into(), stream.last, 1000).await.unwrap()
                }
            };
            let numbers: Vec<_> = told.iter().map(|told| told.n).collect();
            stream.last = numbers.last().copied().unwrap_or(stream.last);
            Some(numbers)
        }
    }

    struct Stream {
        seat: Seat,
        token: Arc<str>,
        last: i64,
    }

    #[tokio::test]
    async fn those_whom_one_write_woke_ask_the_database_once() {
        let town = Town::new().await;
        let mut streams: Vec<_> = (0..8).map(|n| town.stream(&format!("{n}"))).collect();
        town.tell().await;
        assert_eq!(town.look(&mut streams[0]).await.unwrap(), [1]);
        // What nobody was woken for shows who asks the database.
        tell_elsewhere(&town.db, "ana").await;
        for stream in &mut streams[1..] {
            assert_eq!(town.look(stream).await.unwrap(), [1]);
        }
        assert_eq!(town.sessions.asked.load(Ordering::SeqCst), 1);
        town.tell().await;
        for stream in &mut streams {
            assert_eq!(town.look(stream).await.unwrap(), [2, 3]);
        }
        assert_eq!(town.sessions.asked.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn nobody_misses_anything_however_far_behind_they_are() {
        let town = Town::new().await;
        let mut streams: Vec<_> = (0..4).map(|n| town.stream(&format!("{n}"))).collect();
        let mut told = 0;
        for round in 0..120_usize {
            // Now and then more at once than is kept, or is read in one go.
            let more = match round % 40 {
                7 => KEPT + 3,
                23 => usize::try_from(BATCH).unwrap() + 20,
                some => some % 3,
            };
            for _ in 0..more {
                town.tell().await;
            }
            told += i64::try_from(more).unwrap();
            for (number, stream) in streams.iter_mut().enumerate() {
                if round % (number * 5 + 1) == 0 {
                    let expected: Vec<_> = (stream.last + 1..=told).collect();
                    assert_eq!(town.look(stream).await.unwrap(), expected, "{round}, {number}");
                }
            }
        }
    }

    #[tokio::test]
    async fn whose_session_has_ended_sees_nothing_of_what_came_later() {
        let town = Town::new().await;
        let (mut one, mut other) = (town.stream("one"), town.stream("other"));
        town.tell().await;
        assert!(town.look(&mut one).await.is_some());
        assert!(town.look(&mut other).await.is_some());
        town.sessions.ended.lock().unwrap().push("other".into());
        town.tell().await;
        assert_eq!(town.look(&mut one).await.unwrap(), [2]);
        assert_eq!(town.look(&mut other).await, None);
        // Also one that was woken in time and is slow.
        town.sessions.ended.lock().unwrap().push("one".into());
        tokio::time::sleep(FRESH).await;
        assert_eq!(town.look(&mut one).await, None);
    }

    #[tokio::test]
    async fn a_stream_that_has_lost_its_place_is_not_taken_for_one_whose_session_has_ended() {
        let town = Town::new().await;
        let mut first = town.stream("first");
        let _others: Vec<_> = (0..20).map(|n| town.stream(&format!("{n}"))).collect();
        town.tell().await;
        assert_eq!(town.look(&mut first).await.unwrap(), [1]);
    }
}
