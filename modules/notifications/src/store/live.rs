//! Events of the event streams.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Waiting},
    ports::LiveNews,
};

use super::{
    NotificationStore,
    rows::{ReaderRow, StreamEventRow},
};
use crate::model::live::{StreamEvent, as_sent};

/// Events of one member after a number, in order.
pub(super) const AFTER: &str = "SELECT n, news FROM live_news WITH INDEX live_news_order \
    WHERE receiver = $receiver AND n > $after ORDER BY n LIMIT $limit";

/// First event of one member since a time.
pub(super) const SINCE: &str = "SELECT VALUE n FROM live_news WITH INDEX live_news_order \
    WHERE receiver = $receiver AND told_at >= $since ORDER BY n LIMIT 1";

/// Returns the name under which writes wake the streams of `member`.
pub(super) fn name(member: &UserId) -> String {
    format!("live:{member}")
}

impl NotificationStore {
    /// Returns a fragment that adds an event for `to` within another write.
    pub(crate) fn live_event(to: &UserId, news: &LiveNews, now: Timestamp) -> Fragment {
        Fragment::new("fn::notifications::tell", &[])
            .arg(to.clone())
            .arg(as_sent(news))
            .arg(now)
            .wakes(name(to))
    }

    /// Starts waiting for events of a member.
    pub(crate) fn wait_for(&self, member: &UserId) -> Waiting {
        self.db.wait_for(name(member))
    }

    /// Wakes the streams of a member.
    pub(crate) fn wake(&self, member: &UserId) {
        self.db.wake(&name(member));
    }

    /// Returns the number of the member's last event.
    pub(crate) async fn latest_number(&self, member: &UserId) -> Result<i64, DbError> {
        let latest = self
            .db
            .query("SELECT VALUE n FROM type::record('live_reader', $member)")
            .bind("member", member.clone())
            .fetch_optional()
            .await?;
        Ok(latest.unwrap_or(0))
    }

    /// Returns the numbers of the last events of up to a few hundred members; members without
    /// events are left out.
    pub(crate) async fn all_told_so_far(
        &self,
        members: &[UserId],
    ) -> Result<Vec<(UserId, i64)>, DbError> {
        let rows: Vec<ReaderRow> = self
            .db
            .query(
                "SELECT record::id(id) AS member, n \
                 FROM $members.map(|$member| type::record('live_reader', $member))",
            )
            .bind("members", members.to_vec())
            .fetch()
            .await?;
        Ok(rows.into_iter().map(|row| (row.member, row.n)).collect())
    }

    /// Returns the number of the member's first event since `since`, if it is still stored.
    pub(crate) async fn first_told_since(
        &self,
        member: &UserId,
        since: Timestamp,
    ) -> Result<Option<i64>, DbError> {
        let query = self.db.query(SINCE).bind("receiver", member.clone()).bind("since", since);
        query.fetch_optional().await
    }

    /// Returns up to `limit` events of a member after number `after`, in order.
    pub(crate) async fn events_after(
        &self,
        member: &UserId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<StreamEvent>, DbError> {
        let rows: Vec<StreamEventRow> = self
            .db
            .query(AFTER)
            .bind("receiver", member.clone())
            .bind("after", after)
            .bind("limit", limit)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(StreamEvent::from).collect())
    }
}
