//! The audit log: its entries, what they can be narrowed to, and the file of them.

use sparkyard_kernel::{
    Period, Timestamp, UserId,
    csv::{LINE_END, table, text},
    zone,
};

const HEADINGS: &str = "Date,Time,Who,Who (id),Action,About,About (name),Detail";

/// An entry of the audit log: actor, action and subject.
#[derive(Clone, Debug)]
pub(crate) struct AuditRecord {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    /// Member id, `system` or `operator`.
    pub(crate) actor: UserId,
    /// Name of the actor.
    pub(crate) actor_name: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    /// Name of the subject, if it is a member who is still there.
    pub(crate) subject_name: Option<String>,
    pub(crate) detail: String,
}

impl AuditRecord {
    /// Returns the subject's id if it is a member.
    pub(crate) fn subject_user(&self) -> Option<UserId> {
        self.subject.strip_prefix("user:").map(UserId::from)
    }
}

/// Entries that are wanted; a part that is absent does not narrow them.
#[derive(Clone, Debug, Default)]
pub(crate) struct AuditFilter {
    /// Id of the member who acted, `system` or `operator`.
    pub(crate) actor: Option<String>,
    /// Subject, such as `user:ID`.
    pub(crate) subject: Option<String>,
    /// Action, such as `auth.suspend`.
    pub(crate) action: Option<String>,
    pub(crate) period: Period,
}

impl AuditFilter {
    /// Describes the filter, for the entry that records an export.
    pub(crate) fn describe(&self) -> String {
        let days = self.period.days().map(|(from, to)| format!("{from} to {to}"));
        let part = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{name} {value}"))
        };
        let parts = [
            days,
            part("by", &self.actor),
            part("about", &self.subject),
            part("action", &self.action),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Writes entries as comma-separated values, in their order, with a line of headings.
pub(crate) fn csv<'a>(records: impl IntoIterator<Item = &'a AuditRecord>) -> String {
    let mut file = table(HEADINGS);
    for record in records {
        let at = zone::in_britain(record.at);
        let line = [
            at.strftime("%Y-%m-%d").to_string(),
            at.strftime("%H:%M:%S").to_string(),
            text(&record.actor_name),
            text(record.actor.as_str()),
            text(&record.action),
            text(&record.subject),
            text(record.subject_name.as_deref().unwrap_or_default()),
            text(&record.detail),
        ];
        file.push_str(&line.join(","));
        file.push_str(LINE_END);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_line_for_each_entry_and_no_formulas() {
        let record = AuditRecord {
            id: "1".to_owned(),
            at: "2026-06-30T23:30:05Z".parse().unwrap(),
            actor: "iris".into(),
            actor_name: "Iris \"I\" Example".to_owned(),
            action: "auth.suspend".to_owned(),
            subject: "user:ana".to_owned(),
            subject_name: Some("=1+1".to_owned()),
            detail: "@SUM(A1),\r\nrude".to_owned(),
        };
        assert_eq!(record.subject_user(), Some("ana".into()));
        let expected = "\u{feff}Date,Time,Who,Who (id),Action,About,About (name),Detail\r\n\
                        2026-07-01,00:30:05,\"Iris \"\"I\"\" Example\",\"iris\",\"auth.suspend\",\
                        \"user:ana\",\"'=1+1\",\"'@SUM(A1),  rude\"\r\n";
        assert_eq!(csv([&record]), expected);
        assert_eq!(csv([]).lines().count(), 1);
    }

    #[test]
    fn a_filter_is_described_by_its_parts() {
        assert_eq!(AuditFilter::default().describe(), "");
        let filter = AuditFilter {
            actor: Some("iris".to_owned()),
            action: Some("auth.suspend".to_owned()),
            subject: None,
            period: Period::parse(Some("2026-03-01"), Some("2026-03-31")).unwrap(),
        };
        let expected = "2026-03-01 to 2026-03-31, by iris, action auth.suspend";
        assert_eq!(filter.describe(), expected);
    }
}
