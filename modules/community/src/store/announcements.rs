//! Queries and writes of announcements.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp,
    db::{DbError, Fragment, Idempotency},
    events::community::{ANNOUNCED, Announced},
};

use super::{
    CommunityStore,
    rows::{AnnouncementRow, Listed},
};
use crate::{
    error::ANNOUNCEMENT_ENDED,
    model::announcement::{Announcement, AnnouncementWords},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const SHOWN: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM announcement \
     WITH INDEX announcement_open WHERE open = true AND newest > '' ORDER BY newest LIMIT $limit";
pub(super) const ALL: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM announcement \
     WITH INDEX announcement_newest WHERE newest > $after ORDER BY newest LIMIT $limit";
pub(super) const OVER: &str = "SELECT VALUE record::id(id) FROM announcement \
     WITH INDEX announcement_due WHERE open = true AND until <= $now LIMIT $limit";

impl CommunityStore {
    /// Stores an announcement and publishes it. A repeated idempotency key returns the id of the
    /// first request.
    pub(crate) async fn announce(
        &self,
        announcement: &Announcement,
        (charge, audit): (Fragment, Fragment),
        key: Option<Idempotency>,
    ) -> Result<ItemId, DbError> {
        let event = Announced {
            announcement_id: announcement.id.clone(),
            author_id: announcement.author.clone(),
            title: announcement.words.title.clone(),
            segment: announcement.segment.clone(),
        };
        self.db
            .write("community.announce")
            .bind("id", announcement.id.clone())
            .bind("row", AnnouncementRow::from(announcement))
            .call(charge)
            .step("CREATE type::record('announcement', $id) CONTENT $row RETURN NONE")
            .call(audit)
            .publish(ANNOUNCED, announcement.id.to_string(), announcement.created_at, event)
            .idempotent(key)
            .returning("$id")
            .run()
            .await
    }

    /// Returns one announcement.
    pub(crate) async fn announcement(&self, id: &ItemId) -> Result<Option<Announcement>, DbError> {
        let row: Option<AnnouncementRow> = self.db.get("announcement", id.clone()).await?;
        Ok(row.map(|row| row.announcement(id.clone())))
    }

    /// Returns open announcements, newest first; the time of some may be over.
    pub(crate) async fn open_announcements(
        &self,
        limit: i64,
    ) -> Result<Vec<Announcement>, DbError> {
        let rows: Vec<Listed<AnnouncementRow>> =
            self.db.query(SHOWN).bind("limit", limit).fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.announcement(listed.id)).collect())
    }

    /// Returns a page of all announcements, newest first.
    pub(crate) async fn announcements(
        &self,
        page: &PageQuery,
    ) -> Result<Page<Announcement>, DbError> {
        let query = self.db.query(ALL).bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<Listed<AnnouncementRow>> =
            query.bind("limit", page.fetch_limit()).fetch().await?;
        let page = Page::cut(rows, page, |listed| listed.newest.clone());
        Ok(page.map(|listed| listed.row.announcement(listed.id)))
    }

    /// Replaces the text of an open announcement. Fails with `community.announcement_ended`.
    pub(crate) async fn edit_announcement(
        &self,
        id: &ItemId,
        words: AnnouncementWords,
        at: Timestamp,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("community.edit_announcement")
            .violations(std::slice::from_ref(&ANNOUNCEMENT_ENDED))
            .bind("id", id.clone())
            .bind("title", words.title)
            .bind("text", words.text)
            .bind("until", words.until)
            .bind("at", at)
            .step(
                "LET $edited = (UPDATE type::record('announcement', $id) SET title = $title, \
                 text = $text, until = $until, edited_at = $at WHERE open = true)",
            )
            .step("IF array::len($edited) = 0 { THROW 'community.announcement_ended' }")
            .call(audit)
            .run()
            .await
    }

    /// Ends an announcement. Fails with `community.announcement_ended` if it has ended.
    pub(crate) async fn end_announcement(
        &self,
        id: &ItemId,
        at: Timestamp,
        audit: Option<Fragment>,
    ) -> Result<(), DbError> {
        self.db
            .write("community.end_announcement")
            .violations(std::slice::from_ref(&ANNOUNCEMENT_ENDED))
            .bind("id", id.clone())
            .bind("ms", at.as_millis())
            .step(
                "LET $ended = (UPDATE type::record('announcement', $id) \
                 SET open = false, ended_ms = $ms WHERE open = true)",
            )
            .step("IF array::len($ended) = 0 { THROW 'community.announcement_ended' }")
            .calls(audit)
            .run()
            .await
    }

    /// Returns up to `limit` open announcements whose time is over.
    pub(crate) async fn announcements_over(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<ItemId>, DbError> {
        self.db.query(OVER).bind("now", now).bind("limit", limit).fetch().await
    }
}
