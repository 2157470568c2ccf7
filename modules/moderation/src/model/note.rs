//! Notes of staff about members, and tasks.

use jiff::civil::Date;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId, newest_first, text, validate::Checks, zone,
};
use surrealdb::types::SurrealValue;

/// Author of tasks that are added automatically, in place of a member's id.
pub(crate) const SYSTEM: &str = "system";
/// Maximum length of a note, in characters.
const MAX_WORDS: usize = 1_000;
/// Furthest day on which a task can be due, in days from today.
const MAX_AHEAD: i32 = 366;

/// A note about a member, or a task.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Note {
    pub(crate) id: ItemId,
    /// The member.
    pub(crate) about: UserId,
    pub(crate) words: String,
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
    /// Day on which a task is due, `2026-03-02`; `None` for a note.
    pub(crate) due: Option<String>,
    /// Whether the task is still to be done.
    pub(crate) open: bool,
    pub(crate) done_by: Option<UserId>,
    pub(crate) done_at: Option<Timestamp>,
    /// Time since which nobody needs it, in milliseconds; 0 while the task is open.
    pub(crate) settled_ms: i64,
    /// Sorts the newest first.
    pub(crate) newest: String,
    /// Sorts tasks by day.
    pub(crate) turn: String,
}

impl Note {
    /// Creates a note, or a task with a day on which it is due. A 422 names the fields that are
    /// wrong.
    pub(crate) fn new(
        id: ItemId,
        (by, about): (UserId, UserId),
        words: &str,
        due: Option<&str>,
        at: Timestamp,
    ) -> Result<Self, ApiError> {
        let today = zone::in_britain(at).date();
        let day = due.map(|due| Date::strptime("%Y-%m-%d", due).ok());
        let is_day = day != Some(None);
        let ahead = day.flatten().map(|day| (day - today).get_days());
        Checks::new()
            .prose("text", words, 1, MAX_WORDS)
            .check("due", is_day, "Write the date as 2026-12-24.")
            .check(
                "due",
                ahead.is_none_or(|days| (0..=MAX_AHEAD).contains(&days)),
                "Choose a day from today on, within a year.",
            )
            .finish()?;
        let due = day.flatten().map(|day| day.to_string());
        let newest = newest_first(at, id.as_str());
        Ok(Self {
            words: text::prose(words),
            open: due.is_some(),
            settled_ms: if due.is_some() { 0 } else { at.as_millis() },
            turn: format!("{}.{newest}", due.as_deref().unwrap_or_default()),
            id,
            about,
            by,
            at,
            due,
            done_by: None,
            done_at: None,
            newest,
        })
    }
}

/// A note with the names of the people in it.
#[derive(Clone, Debug)]
pub(crate) struct NamedNote {
    pub(crate) note: Note,
    pub(crate) about: Option<String>,
    pub(crate) by: Option<String>,
    pub(crate) done_by: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(words: &str, due: Option<&str>) -> Result<Note, ApiError> {
        let now = "2026-06-30T23:30:00Z".parse().unwrap();
        Note::new("n".into(), ("iris".into(), "ana".into()), words, due, now)
    }

    #[test]
    fn tasks_are_due_from_today_on() {
        let wrong = |words: &str, due| {
            let error = note(words, due).err();
            error.and_then(|error| error.fields.keys().next().cloned()).unwrap_or_default()
        };
        for (words, due, field) in [
            ("Ring.", None, ""),
            // It is July in Britain.
            ("Ring.", Some("2026-07-01"), ""),
            ("Ring.", Some("2026-06-30"), "due"),
            ("Ring.", Some("2027-07-02"), ""),
            ("Ring.", Some("2027-07-03"), "due"),
            ("Ring.", Some("9999-12-31"), "due"),
            ("Ring.", Some("tomorrow"), "due"),
            ("Ring.", Some(""), "due"),
            (" ", None, "text"),
            ("\u{0}", None, "text"),
        ] {
            assert_eq!(wrong(words, due), field, "{words:?} {due:?}");
        }
        assert_eq!(wrong(&"x".repeat(1_001), None), "text");
    }

    #[test]
    fn a_note_is_settled_when_it_is_written() {
        let (plain, task) = (note("Deaf.", None).unwrap(), note("Ring.", Some("2026-07-02")));
        assert!(!plain.open && plain.settled_ms > 0);
        assert!(task.is_ok_and(|task| task.open && task.settled_ms == 0));
    }
}
