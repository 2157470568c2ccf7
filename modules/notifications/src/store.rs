//! All SurrealQL of the module.

pub(crate) mod away;
mod forget;
mod leave;
pub(crate) mod letters;
mod live;
mod own;
mod push;
mod rows;
mod staff;
#[cfg(test)]
pub(crate) mod tests;

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{Db, DbError, Write},
    events::core::MAIL,
    ports::{LiveNews, MailMessage},
};
use surrealdb::types::RecordId;

pub(crate) use self::{
    forget::forget, leave::LEAVING, own::own, push::Delivered, staff::StaffMail,
};

use self::rows::{CountRow, NoticeNewsRow, NoticeRow, away::MissedRow};
use crate::{
    error::VIOLATIONS,
    model::{Kind, NewNotice, Notice, UnreadCounts},
};

/// Notices marked per write.
const BATCH: i64 = 500;
/// Maximum number of unseen notices counted.
const MAX_COUNTED: i64 = 1000;

/// Unseen notices of a member up to a sequence number, optionally of one kind.
const UNREAD_UP_TO: &str = "SELECT VALUE id FROM notice WITH INDEX notice_unread \
    WHERE receiver = $receiver AND read = false AND seq <= $up_to \
    AND ($kind = NONE OR kind = $kind) LIMIT $limit";

/// Store of the module; cheap to clone.
#[derive(Clone)]
pub(crate) struct NotificationStore {
    db: Db,
}

impl NotificationStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores notices and sends them to open streams, together with `also`. Existing notices stay
    /// unchanged.
    pub(crate) async fn give(
        &self,
        notices: Vec<NewNotice>,
        also: Vec<(UserId, LiveNews)>,
        now: Timestamp,
    ) -> Result<(), DbError> {
        let also = also.iter().map(|(to, news)| Self::live_event(to, news, now));
        let write = self.db.write("notifications.give");
        Self::giving(write, notices, now).calls(also).run().await
    }

    /// Adds the steps that store notices, unless their receiver has left, and send them to open
    /// streams.
    fn giving(write: Write<'_>, notices: Vec<NewNotice>, now: Timestamp) -> Write<'_> {
        let news: Vec<NoticeNewsRow> = notices.iter().map(NoticeNewsRow::from).collect();
        let woken: Vec<String> =
            notices.iter().map(|notice| live::name(&notice.receiver)).collect();
        let missed: Vec<MissedRow> = notices.iter().filter_map(MissedRow::of).collect();
        let rows: Vec<NoticeRow> = notices.into_iter().map(NoticeRow::from).collect();
        write
            .bind("rows", rows)
            .bind("news", news)
            .bind("missed", missed)
            .bind("now", now)
            .step(
                "LET $new = (SELECT * FROM $rows WHERE !record::exists(type::record('notice', id)) \
                 AND !fn::core::has_left(receiver))",
            )
            .step("INSERT IGNORE INTO notice $new RETURN NONE")
            .step("LET $new = $new.id")
            .step(
                "FOR $one IN $news { IF $one.id IN $new { \
                 LET $n = fn::notifications::tell($one.receiver, $one.news, $now); \
                 UPDATE type::record('notice', $one.id) SET seq = $n RETURN NONE } }",
            )
            .step(
                "FOR $one IN $missed { IF $one.item.item IN $new { \
                 fn::notifications::miss($one.key, $one.item, $one.due) } }",
            )
            .wakes(woken)
    }

    /// Stores a notice and a mail in one transaction; fails with `notifications.already_told` if
    /// the notice exists.
    pub(crate) async fn give_with_mail(
        &self,
        notice: NewNotice,
        (id, mail): (String, MailMessage),
        now: Timestamp,
    ) -> Result<(), DbError> {
        let at = notice.at;
        let write = self
            .db
            .write("notifications.give_with_mail")
            .violations(VIOLATIONS)
            .bind("notice", notice.id.clone())
            .step(
                "IF record::exists(type::record('notice', $notice)) \
                 { THROW 'notifications.already_told' }",
            )
            .publish(MAIL, id, at, mail);
        Self::giving(write, vec![notice], now).run().await
    }

    /// Lists notices of a member, newest first, optionally of one kind.
    pub(crate) async fn list(
        &self,
        receiver: &UserId,
        kind: Option<Kind>,
        page: &PageQuery,
    ) -> Result<Page<Notice>, DbError> {
        let text = match kind {
            None => {
                "SELECT *, record::id(id) AS id FROM notice \
                 WHERE receiver = $receiver AND position > $after \
                 ORDER BY position LIMIT $limit"
            }
            Some(_) => {
                "SELECT *, record::id(id) AS id FROM notice \
                 WHERE receiver = $receiver AND kind = $kind AND position > $after \
                 ORDER BY position LIMIT $limit"
            }
        };
        let rows: Vec<NoticeRow> = self
            .db
            .query(text)
            .bind("receiver", receiver.clone())
            .bind("kind", kind)
            .bind("after", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()).map(Notice::from))
    }

    /// Counts the unseen notices of a member, up to [`MAX_COUNTED`].
    pub(crate) async fn unread(&self, receiver: &UserId) -> Result<UnreadCounts, DbError> {
        let rows: Vec<CountRow> = self
            .db
            .query(
                "SELECT kind, count() AS n FROM (SELECT kind FROM notice \
                 WHERE receiver = $receiver AND read = false LIMIT $most) GROUP BY kind",
            )
            .bind("receiver", receiver.clone())
            .bind("most", MAX_COUNTED)
            .fetch()
            .await?;
        let mut counts = UnreadCounts::default();
        for row in rows {
            counts.add(row.kind, row.n);
        }
        Ok(counts)
    }

    /// Marks notices of a member up to a sequence number as seen, optionally of one kind. Commits a
    /// few hundred at a time.
    pub(crate) async fn mark_up_to(
        &self,
        receiver: &UserId,
        up_to: i64,
        kind: Option<Kind>,
    ) -> Result<(), DbError> {
        loop {
            let marked: i64 = self
                .db
                .write("notifications.mark_up_to")
                .from_reserve()
                .bind("receiver", receiver.clone())
                .bind("up_to", up_to)
                .bind("kind", kind)
                .bind("limit", BATCH)
                .step(&format!("LET $unread = ({UNREAD_UP_TO})"))
                .step("UPDATE $unread SET read = true WHERE read = false RETURN NONE")
                .returning("array::len($unread)")
                .run()
                .await?;
            if marked < BATCH {
                return Ok(());
            }
        }
    }

    /// Marks those of `ids` that belong to this member as seen.
    pub(crate) async fn mark_some(
        &self,
        receiver: &UserId,
        ids: Vec<ItemId>,
    ) -> Result<(), DbError> {
        let ids: Vec<RecordId> = ids.into_iter().map(|id| RecordId::new("notice", id.0)).collect();
        self.db
            .write("notifications.mark_some")
            .from_reserve()
            .bind("receiver", receiver.clone())
            .bind("ids", ids)
            .step(
                "UPDATE $ids SET read = true \
                 WHERE receiver = $receiver AND read = false RETURN NONE",
            )
            .run()
            .await
    }

    /// Records the start or end of a follow, unless a later change is known.
    pub(crate) async fn set_follow(
        &self,
        follower: &UserId,
        following: &UserId,
        active: bool,
        at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("notifications.set_follow")
            .bind("follower", follower.clone())
            .bind("following", following.clone())
            .bind("active", active)
            .bind("at", at)
            .step("LET $pair = type::record('notice_follow', [$following, $follower])")
            .step("LET $known = (SELECT VALUE at FROM ONLY $pair)")
            .step(
                "IF $known = NONE OR $known <= $at { UPSERT $pair SET \
                 follower = $follower, following = $following, active = $active, at = $at }",
            )
            .run()
            .await
    }

    /// Checks whether `follower` follows `following`, according to the events so far.
    pub(crate) async fn follows(
        &self,
        follower: &UserId,
        following: &UserId,
    ) -> Result<bool, DbError> {
        let active: Option<bool> = self
            .db
            .query(
                "SELECT VALUE active FROM type::record('notice_follow', [$following, $follower])",
            )
            .bind("follower", follower.clone())
            .bind("following", following.clone())
            .fetch_optional()
            .await?;
        Ok(active.unwrap_or(false))
    }

    /// Returns up to `limit` followers of a member, by id, starting after `after`.
    pub(crate) async fn followers(
        &self,
        following: &UserId,
        after: &str,
        limit: i64,
    ) -> Result<Vec<UserId>, DbError> {
        self.db
            .query(
                "SELECT VALUE follower FROM notice_follow \
                 WHERE following = $following AND active = true AND follower > $after \
                 ORDER BY follower LIMIT $limit",
            )
            .bind("following", following.clone())
            .bind("after", after.to_owned())
            .bind("limit", limit)
            .fetch()
            .await
    }
}
