//! Streams: each tells one member, in order, what they are told.

mod reader;
mod seats;
mod shared;
mod watch;

use std::{sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt, stream};
use sparkyard_kernel::{Cx, Ports, UserId, auth::Authenticator};

use self::reader::Reader;
use crate::{
    config::NotificationsConfig,
    error::NotificationError,
    model::live::{Start, Step},
    store::NotificationStore,
};

pub(crate) use self::{seats::Seats, watch::WatchOthers};

/// Most that is read at one time.
const BATCH: i64 = 100;
/// Most that is told to whoever holds no stream: all that is ever kept.
const ALL: i64 = 500;

/// Who is told what happens while it happens.
pub(crate) struct LiveService {
    cx: Cx,
    store: NotificationStore,
    authenticator: Arc<dyn Authenticator>,
    seats: Arc<Seats>,
    beat: Duration,
}

impl LiveService {
    /// Takes the ports; an error names the one that is missing.
    pub(crate) fn new(
        cx: &Cx,
        ports: &Ports,
        seats: Arc<Seats>,
        config: &NotificationsConfig,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            authenticator: ports.require("notifications")?,
            seats,
            beat: Duration::from_secs(config.heartbeat_seconds.get().into()),
        })
    }

    /// What `member` is told after `start`, for as long as `access_token` is good and anybody
    /// reads.
    pub(crate) async fn follow(
        &self,
        member: &UserId,
        access_token: Arc<str>,
        start: Start,
    ) -> Result<impl Stream<Item = Step> + use<>, NotificationError> {
        // Before anything is read: what is told from here on wakes it.
        let waiting = self.store.wait_for(member);
        let (steps, last) = self.begin(member, start, BATCH).await?;
        let reader = Reader {
            store: self.store.clone(),
            authenticator: self.authenticator.clone(),
            seat: self.seats.take(member, access_token.clone()),
            access_token,
            waiting,
            beat: self.beat,
            last,
            // Something may have been told since.
            behind: true,
        };
        Ok(stream::iter(steps).chain(reader.steps()))
    }

    /// What `member` was told after `start`, and nothing of what is to come.
    pub(crate) async fn so_far(
        &self,
        member: &UserId,
        start: Start,
    ) -> Result<impl Stream<Item = Step> + use<>, NotificationError> {
        let (steps, _) = self.begin(member, start, ALL).await?;
        Ok(stream::iter(steps))
    }

    /// The first steps, and the number of the last thing that they tell.
    async fn begin(
        &self,
        member: &UserId,
        start: Start,
        limit: i64,
    ) -> Result<(Vec<Step>, i64), NotificationError> {
        let told = self.store.told_so_far(member).await?;
        let from = match start {
            Start::After(n) => n,
            Start::Recent(0) | Start::Nowhere => told,
            Start::Recent(seconds) => {
                let since = self.cx.now() - Duration::from_secs(seconds.into());
                let first = self.store.first_told_since(member, since).await?;
                first.map_or(told, |first| first - 1)
            }
        };
        let rest = match from < told {
            true => self.store.told_after(member, from, limit).await?,
            false => Vec::new(),
        };
        if !start.is_known(told, rest.first().map(|first| first.n)) {
            return Ok((vec![Step::Reset(told)], told));
        }
        let last = rest.last().map_or(from, |last| last.n);
        let steps = [Step::Hello(from)].into_iter().chain(rest.into_iter().map(Step::Told));
        Ok((steps.collect(), last))
    }
}
