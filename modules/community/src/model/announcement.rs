//! Announcements of the admins.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId, audit::changes, segment::Segment, text, validate::Checks,
};

const MAX_TITLE: usize = 120;
const MAX_TEXT: usize = 5_000;
/// Maximum time until the end of an announcement.
const LONGEST: Duration = Duration::from_hours(366 * 24);

/// An announcement.
#[derive(Clone, Debug)]
pub(crate) struct Announcement {
    pub(crate) id: ItemId,
    pub(crate) words: AnnouncementWords,
    /// Admin who wrote it.
    pub(crate) author: UserId,
    /// Members who see it.
    pub(crate) segment: Segment,
    pub(crate) created_at: Timestamp,
    pub(crate) edited_at: Option<Timestamp>,
    /// Whether neither an admin nor the job has ended it.
    pub(crate) open: bool,
    /// Time at which it ended; `None` while it is open.
    pub(crate) ended_at: Option<Timestamp>,
}

impl Announcement {
    /// Checks whether members of its segment see it at `now`.
    pub(crate) fn is_shown(&self, now: Timestamp) -> bool {
        self.open && self.words.until > now
    }
}

/// Text of an announcement, and its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnnouncementWords {
    pub(crate) title: String,
    /// Markdown.
    pub(crate) text: String,
    pub(crate) until: Timestamp,
}

impl AnnouncementWords {
    /// Returns what `after` changes, for the audit log.
    pub(crate) fn changes(&self, after: &Self) -> String {
        let [was, is] = [self.until, after.until].map(|until| until.to_string());
        changes([
            ("title", &self.title, &after.title),
            ("text", &self.text, &after.text),
            ("end", &was, &is),
        ])
    }

    /// Normalises the text and checks the end at `now`; a 422 names all fields that are wrong.
    pub(crate) fn checked(
        title: &str,
        text: &str,
        until: &str,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        let until = until.parse::<Timestamp>().ok();
        Checks::new()
            .line("title", title, 1, MAX_TITLE)
            .prose("text", text, 1, MAX_TEXT)
            .check("until", until.is_some(), "Choose a day and a time.")
            .check(
                "until",
                until.is_some_and(|until| until > now),
                "Choose a time that is still to come.",
            )
            .check(
                "until",
                until.is_some_and(|until| until <= now + LONGEST),
                "Choose a time within a year.",
            )
            .finish()?;
        let until = until.unwrap_or(now);
        Ok(Self { title: text::line(title), text: text::prose(text), until })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_have_a_title_a_text_and_an_end() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let now = at("2026-03-02T10:00:00Z");
        let wrong = |title: &str, text: &str, until: &str| {
            let refused = AnnouncementWords::checked(title, text, until, now).unwrap_err();
            refused.fields.into_keys().collect::<Vec<_>>()
        };
        let soon = "2026-03-09T10:00:00Z";
        assert_eq!(wrong(" ", "\n\u{200b}", "2026-03-02T10:00:00Z"), ["text", "title", "until"]);
        assert_eq!(wrong(&"a".repeat(121), &"b".repeat(5_001), soon), ["text", "title"]);
        assert_eq!(wrong("A\nB", "Text", "2027-03-04T10:00:00Z"), ["title", "until"]);
        let fine = AnnouncementWords::checked(" Gŵyl  ", "**Bore** da\r\n", soon, now).unwrap();
        assert_eq!((&*fine.title, &*fine.text), ("Gŵyl", "**Bore** da"));
    }
}
