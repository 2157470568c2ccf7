//! Checks, and records of the members who passed them.

use jiff::{ToSpan, civil::Date};
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId, text, text_folding::fold, validate::Checks, zone,
};
use surrealdb::types::SurrealValue;

/// Maximum number of checks.
pub(crate) const MAX_CHECKS: i64 = 20;
/// Maximum lengths, in characters.
const MAX_TITLE: usize = 60;
const MAX_ABOUT: usize = 500;
const MAX_NOTE: usize = 500;
/// Longest time for which a check counts, in months.
const MAX_MONTHS: i64 = 120;
/// Maximum number of categories that need a check.
const MAX_CATEGORIES: usize = 50;
/// Days before its end on which a member is reminded of a check.
const REMINDED_BEFORE: i64 = 30;
/// Last day of a check that holds for ever; sorts after all others.
pub(crate) const FOREVER: &str = "9999-12-31";

/// A check that the operators make.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Check {
    pub(crate) id: ItemId,
    pub(crate) title: String,
    /// What it is, and how a member gets it.
    pub(crate) about: String,
    /// Months after which it has to be made again; `None` if it holds for ever.
    pub(crate) valid_months: Option<i64>,
    /// Whether profiles show it.
    pub(crate) badge: bool,
    /// Slugs of the categories that need it.
    pub(crate) categories: Vec<String>,
    /// Sorts by title.
    pub(crate) place: String,
    pub(crate) changed_at: Timestamp,
}

/// A check as an admin writes it.
#[derive(Clone, Debug)]
pub(crate) struct CheckDraft {
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) valid_months: Option<i64>,
    pub(crate) badge: bool,
    pub(crate) categories: Vec<String>,
}

impl CheckDraft {
    /// Creates the check; `is_category` says which slugs exist. A 422 names the fields that are
    /// wrong.
    pub(crate) fn checked(
        self,
        id: ItemId,
        at: Timestamp,
        is_category: impl Fn(&str) -> bool,
    ) -> Result<Check, ApiError> {
        let Self { title, about, valid_months, badge, mut categories } = self;
        categories.sort_unstable();
        categories.dedup();
        let known = categories.iter().all(|slug| is_category(slug));
        Checks::new()
            .line("title", &title, 1, MAX_TITLE)
            .prose("about", &about, 0, MAX_ABOUT)
            .check(
                "valid_months",
                valid_months.is_none_or(|months| (1..=MAX_MONTHS).contains(&months)),
                "Enter 1 to 120 months.",
            )
            .check(
                "categories",
                categories.len() <= MAX_CATEGORIES,
                "Choose at most 50 categories.",
            )
            .check("categories", known, "Choose categories from the list.")
            .finish()?;
        let title = text::line(&title);
        let place = format!("{}.{id}", fold(&title));
        let about = text::prose(&about);
        Ok(Check { id, title, about, valid_months, badge, categories, place, changed_at: at })
    }
}

impl Check {
    /// Returns the check for the audit log.
    pub(crate) fn audited(&self) -> String {
        let Self { title, valid_months, badge, categories, .. } = self;
        let until = valid_months.map_or("for ever".to_owned(), |months| format!("{months} months"));
        let shown = if *badge { "shown" } else { "not shown" };
        let needed = match &categories[..] {
            [] => "needed nowhere".to_owned(),
            slugs => format!("needed for {}", slugs.join(", ")),
        };
        format!("“{title}” ({until}, {shown}, {needed})")
    }
}

/// A check that a member passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) user_id: UserId,
    pub(crate) check: ItemId,
    pub(crate) title: String,
    pub(crate) passed_on: String,
    /// Last day on which it counts, or [`FOREVER`].
    pub(crate) good_until: String,
    pub(crate) note: String,
    pub(crate) recorded_by: UserId,
    pub(crate) recorded_at: Timestamp,
    /// Day on which the member is reminded next.
    pub(crate) remind_on: Option<String>,
}

impl Record {
    /// Returns the last day on which it counts; `None` if it holds for ever.
    pub(crate) fn expires_on(&self) -> Option<&str> {
        (self.good_until != FOREVER).then_some(&*self.good_until)
    }

    /// Checks whether it counts on the day `today`.
    pub(crate) fn counts_on(&self, today: &str) -> bool {
        *self.good_until >= *today
    }
}

/// A passed check as an admin writes it down.
#[derive(Clone, Debug)]
pub(crate) struct RecordDraft {
    /// Day on which it was passed, as `2026-03-02`.
    pub(crate) passed_on: String,
    /// Last day on which it counts; from the months of the check when left out.
    pub(crate) expires_on: Option<String>,
    pub(crate) note: String,
}

impl RecordDraft {
    /// Creates the record of a check of `user` by the admin `by`, at the time `at`. A 422 names the
    /// fields that are wrong.
    pub(crate) fn checked(
        self,
        (user_id, check): (UserId, &Check),
        (by, at): (UserId, Timestamp),
    ) -> Result<Record, ApiError> {
        const WRITE: &str = "Write the date as 2026-12-24.";
        let today = zone::in_britain(at).date();
        let passed = day(&self.passed_on);
        let expires = self.expires_on.as_deref().map(day);
        let oldest = today.saturating_sub(MAX_MONTHS.months());
        let until = match (expires, check.valid_months, passed) {
            (Some(day), ..) => day,
            (None, Some(months), Some(passed)) => passed.checked_add(months.months()).ok(),
            _ => None,
        };
        let furthest = today.saturating_add(MAX_MONTHS.months());
        let expiry = if expires.is_some() { "expires_on" } else { "passed_on" };
        Checks::new()
            .check("passed_on", passed.is_some(), WRITE)
            .check("expires_on", expires != Some(None), WRITE)
            .check(
                "passed_on",
                passed.is_none_or(|day| (oldest..=today).contains(&day)),
                "Choose a day within the last ten years, today at the latest.",
            )
            .check(
                expiry,
                until.is_none_or(|day| (today..=furthest).contains(&day)),
                "It would have run out by now, or hold for more than ten years.",
            )
            .prose("note", &self.note, 0, MAX_NOTE)
            .finish()?;
        Ok(Record {
            user_id,
            check: check.id.clone(),
            title: check.title.clone(),
            passed_on: passed.map(|day| day.to_string()).unwrap_or_default(),
            good_until: until.map_or_else(|| FOREVER.to_owned(), |day| day.to_string()),
            note: text::prose(&self.note),
            recorded_by: by,
            recorded_at: at,
            remind_on: until.map(|day| first_reminder(day).to_string()),
        })
    }
}

/// Returns the British day of `at`, as `2026-03-02`.
pub(crate) fn today(at: Timestamp) -> String {
    zone::in_britain(at).date().to_string()
}

/// Returns the day on which a member is first reminded of a check whose last day is `until`.
fn first_reminder(until: Date) -> Date {
    until.saturating_sub(REMINDED_BEFORE.days())
}

/// Returns the day of the reminder that follows the one of the day `today`: the day after the last
/// one, or `None` if the check has run out by `today`.
pub(crate) fn next_reminder(until: &str, today: &str) -> Option<String> {
    let over = day(until)?.tomorrow().ok()?.to_string();
    (*over > *today).then_some(over)
}

fn day(text: &str) -> Option<Date> {
    Date::strptime("%Y-%m-%d", text).ok()
}

/// A check as its member sees it.
#[derive(Clone, Debug)]
pub(crate) struct OwnCheck {
    pub(crate) check: Check,
    /// Titles of the categories that need it.
    pub(crate) categories: Vec<String>,
    pub(crate) record: Option<Record>,
    /// Whether it counts today.
    pub(crate) counts: bool,
}

/// A record with the names of the people in it.
#[derive(Clone, Debug)]
pub(crate) struct NamedRecord {
    pub(crate) record: Record,
    /// Name of the member; empty for a former one.
    pub(crate) name: String,
    /// Name of the admin; empty for a former member.
    pub(crate) recorded_by: String,
    /// Whether it counts today.
    pub(crate) counts: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(valid_months: Option<i64>) -> Check {
        let draft = CheckDraft {
            title: " DBS  check ".to_owned(),
            about: String::new(),
            valid_months,
            badge: true,
            categories: vec!["childcare".to_owned(), "childcare".to_owned()],
        };
        draft.checked("dbs".into(), Timestamp::EPOCH, |slug| slug == "childcare").unwrap()
    }

    fn record(months: Option<i64>, passed: &str, until: Option<&str>) -> Result<Record, ApiError> {
        let draft = RecordDraft {
            passed_on: passed.to_owned(),
            expires_on: until.map(str::to_owned),
            note: String::new(),
        };
        // It is 1 July in Britain.
        let at = "2026-06-30T23:30:00Z".parse().unwrap();
        draft.checked(("ana".into(), &check(months)), ("iris".into(), at))
    }

    #[test]
    fn checks_have_a_title_and_known_categories() {
        let fine = check(Some(36));
        assert_eq!((&*fine.title, &fine.categories[..]), ("DBS check", &["childcare".into()][..]));
        assert_eq!(fine.audited(), "“DBS check” (36 months, shown, needed for childcare)");
        let wrong = |title: &str, months, category: &str| {
            let draft = CheckDraft {
                title: title.to_owned(),
                about: "a".repeat(501),
                valid_months: months,
                badge: false,
                categories: vec![category.to_owned()],
            };
            let error = draft.checked("c".into(), Timestamp::EPOCH, |_| false).unwrap_err();
            error.fields.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(
            wrong("\u{200b}", Some(0), "nothing"),
            ["about", "categories", "title", "valid_months"]
        );
        assert_eq!(wrong("Fine", Some(121), "x"), ["about", "categories", "valid_months"]);
    }

    #[test]
    fn records_end_after_the_months_of_the_check() {
        for (months, passed, until, good_until) in [
            (Some(36), "2026-07-01", None, "2029-07-01"),
            (Some(1), "2026-06-30", Some("2027-01-31"), "2027-01-31"),
            (None, "2016-07-01", None, FOREVER),
            (None, "2020-02-29", Some("2026-07-01"), "2026-07-01"),
            // The last day of a shorter month.
            (Some(6), "2026-03-31", None, "2026-09-30"),
        ] {
            assert_eq!(record(months, passed, until).unwrap().good_until, good_until, "{passed}");
        }
        for (months, passed, until, field) in [
            (None, "2026-07-02", None, "passed_on"),
            (None, "2016-06-30", None, "passed_on"),
            (None, "1 July 2026", None, "passed_on"),
            (Some(12), "2025-06-30", None, "passed_on"),
            (Some(12), "2026-01-01", Some("2026-06-30"), "expires_on"),
            (Some(12), "2026-01-01", Some("2036-07-02"), "expires_on"),
            (Some(12), "2026-01-01", Some(""), "expires_on"),
        ] {
            let error = record(months, passed, until).unwrap_err();
            assert_eq!(error.fields.keys().collect::<Vec<_>>(), [field], "{passed} {until:?}");
        }
    }

    #[test]
    fn members_are_reminded_a_month_before_and_once_it_is_over() {
        let fine = record(Some(12), "2026-07-01", None).unwrap();
        assert_eq!(fine.remind_on.as_deref(), Some("2027-06-01"));
        let next = |today| next_reminder(&fine.good_until, today);
        assert_eq!(next("2027-06-01").as_deref(), Some("2027-07-02"));
        assert_eq!(next("2027-07-01").as_deref(), Some("2027-07-02"));
        assert_eq!(next("2027-07-02"), None);
        assert_eq!(record(None, "2026-07-01", None).unwrap().remind_on, None);
    }
}
