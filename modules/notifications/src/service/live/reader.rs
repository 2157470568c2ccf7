//! One open stream.

use std::{panic::resume_unwind, sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt, stream};
use sparkyard_kernel::{auth::Authenticator, db::Waiting};
use tracing::warn;

use super::{
    BATCH,
    seats::Seat,
    shared::{Look, Seen},
};
use crate::{error::NotificationError, model::live::Step, store::NotificationStore};

/// Whoever reads it, and up to where they have been told.
pub(super) struct Reader {
    pub(super) store: NotificationStore,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) access_token: Arc<str>,
    /// Given back before `waiting`: what the seats share goes by what was waited for.
    pub(super) seat: Seat,
    pub(super) waiting: Waiting,
    pub(super) beat: Duration,
    /// The number of the last thing told.
    pub(super) last: i64,
    /// Whether there may be more than what was read last.
    pub(super) behind: bool,
}

/// What ends the waiting.
enum Cause {
    /// Something may have been told.
    Woken,
    /// Something that is only for those who are there.
    Hint(String),
    /// It is time for a sign of life.
    Beat,
    /// Others have taken the seat.
    Crowded,
}

impl Reader {
    /// All that follows, until the session ends or the seat is gone. Nothing is read before what
    /// came before has been taken, so that a slow reader costs no memory.
    pub(super) fn steps(self) -> impl Stream<Item = Step> {
        let rounds = stream::unfold(Some(self), |reader| async {
            let mut reader = reader?;
            match reader.round().await {
                Ok(steps) => {
                    let ended = steps.last().is_none_or(|step| *step == Step::Crowded);
                    Some((steps, (!ended).then_some(reader)))
                }
                Err(error) => {
                    // Whoever reads comes back, and goes on where they were.
                    warn!("a live stream has ended early: {error}");
                    None
                }
            }
        });
        rounds.flat_map(stream::iter)
    }

    /// The next steps; none once the session has ended.
    async fn round(&mut self) -> Result<Vec<Step>, NotificationError> {
        loop {
            let cause = if self.behind { Cause::Woken } else { self.wait().await };
            let Some(told) = self.look(&cause).await? else {
                // Whose session has ended is told nothing more.
                return Ok(Vec::new());
            };
            let steps = match cause {
                Cause::Woken => self.go_on(told).await?,
                Cause::Hint(news) => vec![Step::Hint(news)],
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
            hint = self.seat.hint() => hint.map_or(Cause::Crowded, Cause::Hint),
            () = tokio::time::sleep(self.beat) => Cause::Beat,
        }
    }

    /// What the streams of the member know of what follows; `None` once the session has ended.
    async fn look(&self, cause: &Cause) -> Result<Option<Seen>, NotificationError> {
        let is_news = matches!(cause, Cause::Woken) && !self.behind;
        let look = Look {
            store: self.store.clone(),
            authenticator: self.authenticator.clone(),
            seats: self.seat.seats(),
            member: self.seat.member().clone(),
            access_token: self.access_token.clone(),
            written: self.waiting.last(),
            after: is_news.then_some(self.last),
        };
        let shared = self.seat.shared();
        // Nobody goes on with this one while its reader is slow: the others must not wait for it.
        match tokio::spawn(async move { shared.lock().await.look(&look).await }).await {
            Ok(seen) => seen,
            Err(stopped) => match stopped.try_into_panic() {
                Ok(panic) => resume_unwind(panic),
                // The process ends.
                Err(_) => Ok(None),
            },
        }
    }

    /// What has been told since.
    async fn go_on(&mut self, seen: Seen) -> Result<Vec<Step>, NotificationError> {
        let member = self.seat.member();
        let told = match seen {
            Seen::All(told) => told,
            Seen::Unknown => self.store.told_after(member, self.last, BATCH).await?,
        };
        if told.first().is_some_and(|first| first.n != self.last + 1) {
            // So slow that some of it has been forgotten.
            self.last = self.store.told_so_far(member).await?;
            self.behind = true;
            return Ok(vec![Step::Reset(self.last)]);
        }
        self.behind = i64::try_from(told.len()).is_ok_and(|count| count == BATCH);
        self.last = told.last().map_or(self.last, |last| last.n);
        Ok(told.into_iter().map(Step::Told).collect())
    }
}

#[cfg(test)]
mod tests {
    use futures_util::poll;
    use sparkyard_kernel::UserId;
    use tokio::time::timeout;

    use super::*;
    use crate::{
        service::live::{Seats, shared::tests::Sessions},
        store::tests::{database, tell_elsewhere},
    };

    #[tokio::test]
    async fn a_reader_that_stands_still_keeps_nothing_from_the_others() {
        let db = database().await;
        let (store, ana) = (NotificationStore::new(db.clone()), UserId::from("ana"));
        let (seats, sessions) = (Arc::new(Seats::default()), Arc::new(Sessions::default()));
        let reader = |token: &str| Reader {
            store: store.clone(),
            authenticator: sessions.clone(),
            access_token: token.into(),
            seat: seats.take(&ana, token.into()),
            waiting: store.wait_for(&ana),
            beat: Duration::from_mins(1),
            last: 0,
            behind: false,
        };
        let (mut still, mut other) = (reader("still"), reader("other"));
        tell_elsewhere(&db, "ana").await;
        store.wake(&ana);
        // It has begun to ask for both, and is not looked after any more.
        let mut asking = Box::pin(still.round());
        assert!(poll!(&mut asking).is_pending());
        let steps = timeout(Duration::from_secs(10), other.round()).await.unwrap().unwrap();
        assert_eq!(steps.len(), 1, "{steps:?}");
        assert_eq!(asking.await.unwrap(), steps);
    }
}
