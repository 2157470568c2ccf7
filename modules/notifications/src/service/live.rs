//! Event streams: each sends one member their events, in order.

mod reader;
mod shared;
mod streams;
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

pub(crate) use self::{streams::StreamRegistry, watch::WatchOthers};

/// Maximum number of events per read.
const BATCH: i64 = 100;
/// Maximum number of events for a client without a stream: as many as are ever kept.
const ALL: i64 = 500;

/// Opens event streams.
pub(crate) struct LiveService {
    cx: Cx,
    store: NotificationStore,
    authenticator: Arc<dyn Authenticator>,
    streams: Arc<StreamRegistry>,
    beat: Duration,
}

impl LiveService {
    /// Creates the service; fails with the name of a missing port.
    pub(crate) fn new(
        cx: &Cx,
        ports: &Ports,
        streams: Arc<StreamRegistry>,
        config: &NotificationsConfig,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            store: NotificationStore::new(cx.db.clone()),
            authenticator: ports.require("notifications")?,
            streams,
            beat: Duration::from_secs(config.heartbeat_seconds.get().into()),
        })
    }

    /// Streams the events of `member` after `start`, until `access_token` expires or the client
    /// leaves.
    pub(crate) async fn follow(
        &self,
        member: &UserId,
        access_token: Arc<str>,
        start: Start,
    ) -> Result<impl Stream<Item = Step> + use<>, NotificationError> {
        // Subscribe before the first read, so that no later write is missed.
        let waiting = self.store.wait_for(member);
        let (steps, last) = self.begin(member, start, BATCH).await?;
        let reader = Reader {
            store: self.store.clone(),
            authenticator: self.authenticator.clone(),
            slot: self.streams.take(member, access_token.clone()),
            access_token,
            waiting,
            beat: self.beat,
            last,
            // Something may have been written since.
            behind: true,
        };
        Ok(stream::iter(steps).chain(reader.steps()))
    }

    /// Returns the events of `member` after `start` up to now.
    pub(crate) async fn so_far(
        &self,
        member: &UserId,
        start: Start,
    ) -> Result<impl Stream<Item = Step> + use<>, NotificationError> {
        let (steps, _) = self.begin(member, start, ALL).await?;
        Ok(stream::iter(steps))
    }

    /// Returns the first steps, and the number of the last event among them.
    async fn begin(
        &self,
        member: &UserId,
        start: Start,
        limit: i64,
    ) -> Result<(Vec<Step>, i64), NotificationError> {
        let latest = self.store.latest_number(member).await?;
        let from = match start {
            Start::After(n) => n,
            Start::Recent(0) | Start::Nowhere => latest,
            Start::Recent(seconds) => {
                let since = self.cx.now() - Duration::from_secs(seconds.into());
                let first = self.store.first_told_since(member, since).await?;
                first.map_or(latest, |first| first - 1)
            }
        };
        let rest = match from < latest {
            true => self.store.events_after(member, from, limit).await?,
            false => Vec::new(),
        };
        if !start.is_known(latest, rest.first().map(|first| first.n)) {
            return Ok((vec![Step::Reset(latest)], latest));
        }
        let last = rest.last().map_or(from, |last| last.n);
        let steps = [Step::Hello(from)].into_iter().chain(rest.into_iter().map(Step::Event));
        Ok((steps.collect(), last))
    }
}
