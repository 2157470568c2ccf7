//! Decisions of staff against members, and appeals against them.

use std::time::Duration;

use sparkyard_kernel::{
    ApiError, ItemId, Role, Timestamp, UserId, newest_first,
    ports::{AccountInfo, PersonInfo, SanctionKind},
    text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

/// Time in which a member may appeal.
pub(crate) const APPEAL_WITHIN: Duration = Duration::from_hours(30 * 24);
/// Maximum length of an appeal, in characters.
const MAX_TEXT: usize = 2_000;
/// Maximum length of the reason for the outcome, in characters.
const MAX_REASON: usize = 500;

/// Place of a decision in the queue of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Queue {
    /// There is no appeal.
    None,
    /// An appeal waits.
    Open,
    /// The appeal is decided.
    Decided,
}

/// A decision against a member, which they may appeal once.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Sanction {
    pub(crate) id: ItemId,
    pub(crate) kind: SanctionKind,
    /// Id of the account, also of a deleted one, or of the profile, message, skill, need or document;
    /// for a warning that of the report, for a review the number of the booking, for the name of a
    /// skill its slug with the member.
    pub(crate) about: String,
    /// Name of the skill, also of a reviewed one, title of the need, or type of the document; empty for
    /// all others.
    pub(crate) title: String,
    /// Report that led to it, for a message, a profile or a warning: nothing else shows what it was
    /// about.
    pub(crate) report: Option<ItemId>,
    /// The member.
    pub(crate) user: UserId,
    pub(crate) by: UserId,
    pub(crate) reason: String,
    pub(crate) at: Timestamp,
    /// Whether it is the last one about its subject, and nobody has reversed it.
    pub(crate) in_force: bool,
    pub(crate) appeal: Option<Appeal>,
    pub(crate) queue: Queue,
    /// Sorts the queue, newest first.
    pub(crate) place: String,
    /// Sorts the decisions about a member, newest first.
    pub(crate) newest: String,
    /// Time since which nothing waits, in milliseconds; 0 while an appeal is open.
    pub(crate) settled_ms: i64,
}

/// An appeal.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Appeal {
    pub(crate) text: String,
    pub(crate) at: Timestamp,
    /// Time by which staff promised to decide; `None` for one from before there were promises.
    pub(crate) due_at: Option<Timestamp>,
    pub(crate) outcome: Option<Outcome>,
}

/// The end of an appeal.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Outcome {
    pub(crate) overturned: bool,
    pub(crate) reason: String,
    pub(crate) by: UserId,
    /// Whether nobody else could decide than who had taken the decision.
    pub(crate) same_person: bool,
    pub(crate) at: Timestamp,
}

/// Subject of a decision, and the member against whom it is.
pub(crate) struct Target {
    pub(crate) kind: SanctionKind,
    pub(crate) about: String,
    pub(crate) title: String,
    pub(crate) user: UserId,
}

impl Sanction {
    /// Creates a decision that takes effect at `at`.
    pub(crate) fn new(
        id: ItemId,
        Target { kind, about, title, user }: Target,
        (by, reason): (UserId, String),
        at: Timestamp,
    ) -> Self {
        let newest = newest_first(at, id.as_str());
        Self {
            id,
            kind,
            about,
            title,
            report: None,
            user,
            by,
            reason,
            at,
            in_force: true,
            appeal: None,
            queue: Queue::None,
            place: newest.clone(),
            newest,
            settled_ms: at.as_millis(),
        }
    }

    /// Returns the end of the time in which the member may appeal.
    pub(crate) fn until(&self) -> Timestamp {
        self.at + APPEAL_WITHIN
    }

    /// Checks whether the member may appeal at `now`.
    pub(crate) fn is_appealable(&self, now: Timestamp) -> bool {
        self.in_force && self.appeal.is_none() && now <= self.until()
    }

    /// Returns the subject in words for the member.
    pub(crate) fn in_words(&self) -> String {
        match self.kind {
            SanctionKind::Suspension => "the suspension of your account".to_owned(),
            SanctionKind::Message => "the removal of your message".to_owned(),
            SanctionKind::Profile => "the removal of text and photo of your profile".to_owned(),
            SanctionKind::Warning => "the warning that we sent you".to_owned(),
            SanctionKind::Skill => format!("the takedown of your skill {}", self.title),
            SanctionKind::Need => format!("the takedown of your need {}", self.title),
            SanctionKind::Review => format!("the removal of your review of {}", self.title),
            SanctionKind::Document => format!("the refusal of your {}", self.title),
            SanctionKind::SkillName => format!("the refusal of {} as a skill", self.title),
            SanctionKind::Application => "the refusal of your application".to_owned(),
        }
    }

    /// Returns the subject for the audit log.
    pub(crate) const fn audited(&self) -> &'static str {
        match self.kind {
            SanctionKind::Suspension => "suspension",
            SanctionKind::Message => "message removed",
            SanctionKind::Profile => "profile cleared",
            SanctionKind::Warning => "warned",
            SanctionKind::Skill => "skill taken down",
            SanctionKind::Need => "need taken down",
            SanctionKind::Review => "review removed",
            SanctionKind::Document => "document refused",
            SanctionKind::SkillName => "skill name refused",
            SanctionKind::Application => "application declined",
        }
    }

    /// Checks whether only admins may review it, as nobody else sees identity documents.
    pub(crate) fn is_for_admins(&self) -> bool {
        self.kind == SanctionKind::Document
    }

    /// Returns the lowest role that may review the decision against `about`: only admins decide about
    /// staff, and about identity documents.
    pub(crate) fn least_reviewer(&self, about: Option<&AccountInfo>) -> Role {
        let of_staff = about.is_some_and(|account| account.role > Role::Member);
        match of_staff || self.is_for_admins() {
            true => Role::Admin,
            false => Role::Moderator,
        }
    }

    /// Checks whether a member of staff other than the one who took the decision may review it.
    /// `about` is the account of the member who appeals.
    pub(crate) fn has_other_reviewer(
        &self,
        staff: &[AccountInfo],
        about: Option<&AccountInfo>,
    ) -> bool {
        let least = self.least_reviewer(about);
        staff.iter().any(|one| one.id != self.by && one.id != self.user && one.role >= least)
    }
}

impl Appeal {
    /// Creates an appeal that is decided by `due_at`. Fails with a 422 for a text that is empty or too
    /// long.
    pub(crate) fn new(text: &str, at: Timestamp, due_at: Timestamp) -> Result<Self, ApiError> {
        Checks::new().prose("text", text, 1, MAX_TEXT).finish()?;
        let due_at = Some(due_at);
        Ok(Self { text: text::prose(text), at, due_at, outcome: None })
    }
}

impl Outcome {
    /// Checks the reason and creates the outcome.
    pub(crate) fn new(
        (overturned, reason): (bool, &str),
        (by, same_person): (UserId, bool),
        at: Timestamp,
    ) -> Result<Self, ApiError> {
        Checks::new().prose("reason", reason, 3, MAX_REASON).finish()?;
        Ok(Self { overturned, reason: text::prose(reason), by, same_person, at })
    }

    /// Checks whether `other` repeats this decision.
    pub(crate) fn is_repeated_by(&self, other: &Self) -> bool {
        let parts = |one: &Self| (one.overturned, one.reason.clone(), one.by.clone());
        parts(self) == parts(other)
    }

    /// Returns the outcome for the audit log.
    pub(crate) fn audited(&self) -> String {
        let outcome = if self.overturned { "overturned" } else { "upheld" };
        let by = if self.same_person { " by the same person, as the only one" } else { "" };
        format!("{outcome}{by}")
    }
}

/// An appeal as staff see it, with the names of the people in it.
#[derive(Clone, Debug)]
pub(crate) struct AppealForStaff {
    pub(crate) sanction: Sanction,
    pub(crate) appeal: Appeal,
    pub(crate) user: Option<PersonInfo>,
    pub(crate) by: Option<PersonInfo>,
    pub(crate) decided_by: Option<PersonInfo>,
    /// Whether the reader may decide, as somebody else than who took the decision or as the only one.
    pub(crate) may_decide: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanction() -> Sanction {
        let target = Target {
            kind: SanctionKind::Suspension,
            about: "ana".to_owned(),
            title: String::new(),
            user: "ana".into(),
        };
        let at = "2026-03-02T10:00:00Z".parse().unwrap();
        Sanction::new("s".into(), target, ("mo".into(), "Rude.".to_owned()), at)
    }

    #[test]
    fn there_are_thirty_days_and_one_appeal() {
        let (mut sanction, at) = (sanction(), |text: &str| text.parse().unwrap());
        assert!(sanction.is_appealable(at("2026-04-01T10:00:00Z")));
        assert!(!sanction.is_appealable(at("2026-04-01T10:00:01Z")));
        sanction.in_force = false;
        assert!(!sanction.is_appealable(at("2026-03-03T10:00:00Z")));
        sanction.in_force = true;
        sanction.appeal = Appeal::new("No.", sanction.at, sanction.at).ok();
        assert!(!sanction.is_appealable(at("2026-03-03T10:00:00Z")));
    }

    #[test]
    fn appeals_have_a_text_of_at_most_2000_characters() {
        let at = sanction().at;
        for (text, fine) in [("x".repeat(2_000), true), ("x".repeat(2_001), false)] {
            assert_eq!(Appeal::new(&text, at, at).is_ok(), fine);
        }
        assert!(Appeal::new(" \n", at, at).is_err());
    }
}
