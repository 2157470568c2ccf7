//! One open stream.

use std::{sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt, stream};
use sparkyard_kernel::{auth::Authenticator, db::Waiting};
use tracing::warn;

use super::{BATCH, seats::Seat};
use crate::{error::NotificationError, model::live::Step, store::NotificationStore};

/// Whoever reads it, and up to where they have been told.
pub(super) struct Reader {
    pub(super) store: NotificationStore,
    pub(super) authenticator: Arc<dyn Authenticator>,
    pub(super) access_token: String,
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
            // Whose session has ended is told nothing more.
            if !self.authenticator.is_good(&self.access_token).await? {
                return Ok(Vec::new());
            }
            let steps = match cause {
                Cause::Woken => self.read_on().await?,
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

    /// What has been told since.
    async fn read_on(&mut self) -> Result<Vec<Step>, NotificationError> {
        let member = self.seat.member();
        let told = self.store.told_after(member, self.last, BATCH).await?;
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
