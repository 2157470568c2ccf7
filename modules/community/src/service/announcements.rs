//! Announcements as admins write, change and end them.

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Timestamp, allowance, audit::AuditEntry, db::DbError,
    idempotency::idempotency, segment::Segment,
};

use super::CommunityService;
use crate::{
    error::{ANNOUNCEMENT_ENDED, CommunityError, TOO_MANY_ANNOUNCEMENTS},
    model::announcement::{Announcement, AnnouncementWords},
};

/// Maximum number of announcements per day, over all admins: each may notify everybody.
const ANNOUNCEMENTS_PER_DAY: u32 = 5;

impl CommunityService {
    /// Returns the time by which segments are read.
    pub(crate) fn now(&self) -> Timestamp {
        self.cx.now()
    }

    /// Publishes an announcement to a segment on behalf of an admin, and records it in the audit log.
    pub(crate) async fn announce(
        &self,
        caller: &Caller,
        (title, text, until): (&str, &str, &str),
        segment: Segment,
        key: Option<&str>,
    ) -> Result<Announcement, CommunityError> {
        let now = self.cx.now();
        let words = AnnouncementWords::checked(title, text, until, now)?;
        let until = words.until.as_millis().to_be_bytes();
        // Without the time of joining, which moves on until a request is repeated.
        let whom = format!("{:?}", (&segment.town, segment.offers, &segment.category));
        let parts = [words.title.as_bytes(), words.text.as_bytes(), &until, whom.as_bytes()];
        let key = idempotency(caller, "create_announcement", key, &parts, now)?;
        let announcement = Announcement {
            id: ItemId(self.cx.ids.next()),
            words,
            author: caller.id.clone(),
            segment,
            created_at: now,
            edited_at: None,
            open: true,
            ended_at: None,
        };
        let daily = self.cx.limits.daily("community.announcements", ANNOUNCEMENTS_PER_DAY);
        let charge = daily.use_up("all", 1, now, &TOO_MANY_ANNOUNCEMENTS);
        let audit = self.audit(caller, "community.announced", &announcement, now);
        let made = self.store.announce(&announcement, (charge, audit.fragment()), key).await;
        let id = made.map_err(|error| {
            allowance::explain::<CommunityError>(error, &[&TOO_MANY_ANNOUNCEMENTS], now)
        })?;
        self.stored(&id).await
    }

    /// Returns a page of all announcements, newest first, for admins.
    pub(crate) async fn announcements(
        &self,
        page: &PageQuery,
    ) -> Result<Page<Announcement>, CommunityError> {
        Ok(self.store.announcements(page).await?)
    }

    /// Replaces text and end of an announcement on behalf of an admin. Its segment stays, and nobody
    /// is notified again.
    pub(crate) async fn edit_announcement(
        &self,
        caller: &Caller,
        id: &ItemId,
        (title, text, until): (&str, &str, &str),
    ) -> Result<Announcement, CommunityError> {
        let now = self.cx.now();
        let words = AnnouncementWords::checked(title, text, until, now)?;
        let announcement = self.stored(id).await?;
        if !announcement.open {
            return Err(CommunityError::AnnouncementEnded);
        }
        let detail = announcement.words.changes(&words);
        if detail.is_empty() {
            return Ok(announcement);
        }
        let audit = self.audit(caller, "community.announcement_edited", &announcement, now);
        let audit = AuditEntry { detail, ..audit };
        self.store.edit_announcement(id, words, now, audit.fragment()).await?;
        self.stored(id).await
    }

    /// Ends an announcement on behalf of an admin. Repeating it changes nothing.
    pub(crate) async fn end_announcement(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<Announcement, CommunityError> {
        let now = self.cx.now();
        let announcement = self.stored(id).await?;
        if announcement.open {
            let audit = self.audit(caller, "community.announcement_ended", &announcement, now);
            match self.store.end_announcement(id, now, Some(audit.fragment())).await {
                // Somebody else ended it first.
                Err(DbError::Refused(violation)) if *violation == ANNOUNCEMENT_ENDED => {}
                outcome => outcome?,
            }
        }
        self.stored(id).await
    }

    async fn stored(&self, id: &ItemId) -> Result<Announcement, CommunityError> {
        let found = self.store.announcement(id).await?;
        found.ok_or(CommunityError::AnnouncementNotFound)
    }

    fn audit<'a>(
        &self,
        caller: &'a Caller,
        action: &'static str,
        announcement: &Announcement,
        at: Timestamp,
    ) -> AuditEntry<'a> {
        AuditEntry {
            id: self.cx.ids.next(),
            at,
            actor: caller.id.as_str(),
            action,
            subject: format!("announcement:{}", announcement.id),
            detail: announcement.words.title.clone(),
        }
    }
}
