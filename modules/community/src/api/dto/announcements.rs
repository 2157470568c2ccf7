//! Bodies about announcements, for admins.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId, SegmentForm, SegmentView, Timestamp, segment::Segment};

use crate::model::announcement::Announcement;

/// Text and end of an announcement.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct AnnouncementForm {
    /// Title, one line of at most 120 characters.
    #[oai(validator(max_length = 400))]
    title: String,
    /// Text in Markdown, at most 5,000 characters.
    #[oai(validator(max_length = 20000))]
    text: String,
    /// Time until which members see it, RFC 3339, at most a year ahead.
    #[oai(validator(max_length = 64))]
    until: String,
}

impl AnnouncementForm {
    /// Returns title, text and end.
    pub(crate) fn parts(&self) -> (&str, &str, &str) {
        (&self.title, &self.text, &self.until)
    }
}

impl Example for AnnouncementForm {
    fn example() -> Self {
        Self {
            title: "Tool library opens on Saturday".to_owned(),
            text: "Bring **one tool** that you no longer need.".to_owned(),
            until: "2026-03-14T18:00:00Z".to_owned(),
        }
    }
}

/// An announcement to members.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct NewAnnouncement {
    #[oai(flatten)]
    pub(crate) form: AnnouncementForm,
    /// Members who see it and are notified; all members when left out.
    segment: Option<SegmentForm>,
}

impl NewAnnouncement {
    /// Returns the segment at `now`.
    pub(crate) fn segment(&self, now: Timestamp) -> Segment {
        self.segment.as_ref().map(|segment| segment.read(now)).unwrap_or_default()
    }
}

impl Example for NewAnnouncement {
    fn example() -> Self {
        Self { form: AnnouncementForm::example(), segment: None }
    }
}

/// An announcement as admins see it.
#[derive(Debug, Object)]
pub(crate) struct StoredAnnouncement {
    /// Id of the announcement.
    id: ItemId,
    /// Title.
    title: String,
    /// Text, in Markdown.
    text: String,
    /// Members who see it.
    segment: SegmentView,
    /// Time until which members see it, RFC 3339 in UTC.
    until: DateTime,
    /// Time of the announcement, RFC 3339 in UTC.
    created_at: DateTime,
    /// Time of the last change of its text; absent without one.
    edited_at: Option<DateTime>,
    /// Time at which it ended; absent while members see it.
    ended_at: Option<DateTime>,
}

impl From<Announcement> for StoredAnnouncement {
    fn from(stored: Announcement) -> Self {
        Self {
            id: stored.id,
            title: stored.words.title,
            text: stored.words.text,
            segment: stored.segment.into(),
            until: stored.words.until.into(),
            created_at: stored.created_at.into(),
            edited_at: stored.edited_at.map(DateTime::from),
            ended_at: stored.ended_at.map(DateTime::from),
        }
    }
}
