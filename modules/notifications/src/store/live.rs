//! What members are told while it happens.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Waiting},
    ports::LiveNews,
};

use super::{
    NotificationStore,
    rows::{ReaderRow, ToldRow},
};
use crate::model::live::{Told, as_sent};

/// What was told to one member after something, in order.
pub(super) const AFTER: &str = "SELECT n, news FROM live_news WITH INDEX live_news_order \
    WHERE receiver = $receiver AND n > $after ORDER BY n LIMIT $limit";

/// The first of what was told to one member since some time.
pub(super) const SINCE: &str = "SELECT VALUE n FROM live_news WITH INDEX live_news_order \
    WHERE receiver = $receiver AND told_at >= $since ORDER BY n LIMIT 1";

/// What writes name that tell `member` something.
pub(super) fn name(member: &UserId) -> String {
    format!("live:{member}")
}

impl NotificationStore {
    /// Tells `to` something within another write.
    pub(crate) fn tell(to: &UserId, news: &LiveNews, now: Timestamp) -> Fragment {
        Fragment::new("fn::notifications::tell", &[])
            .arg(to.clone())
            .arg(as_sent(news))
            .arg(now)
            .wakes(name(to))
    }

    /// Waits from now on for something to be told to a member.
    pub(crate) fn wait_for(&self, member: &UserId) -> Waiting {
        self.db.wait_for(name(member))
    }

    /// Has those look again who wait for something to be told to a member.
    pub(crate) fn wake(&self, member: &UserId) {
        self.db.wake(&name(member));
    }

    /// How much a member was told so far.
    pub(crate) async fn told_so_far(&self, member: &UserId) -> Result<i64, DbError> {
        let told = self
            .db
            .query("SELECT VALUE n FROM type::record('live_reader', $member)")
            .bind("member", member.clone())
            .fetch_optional()
            .await?;
        Ok(told.unwrap_or(0))
    }

    /// The same of some members, a few hundred; who was told nothing is left out.
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

    /// The number of the first thing that a member was told since `since`, if it is still kept.
    pub(crate) async fn first_told_since(
        &self,
        member: &UserId,
        since: Timestamp,
    ) -> Result<Option<i64>, DbError> {
        let query = self.db.query(SINCE).bind("receiver", member.clone()).bind("since", since);
        query.fetch_optional().await
    }

    /// What a member was told after number `after`, in order, `limit` at most.
    pub(crate) async fn told_after(
        &self,
        member: &UserId,
        after: i64,
        limit: i64,
    ) -> Result<Vec<Told>, DbError> {
        let rows: Vec<ToldRow> = self
            .db
            .query(AFTER)
            .bind("receiver", member.clone())
            .bind("after", after)
            .bind("limit", limit)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(Told::from).collect())
    }
}
