//! Reports by members, and decisions on them.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, ModerationState, Timestamp, UserId,
    ports::{MessageInContext, PersonInfo, PostKind},
    text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::{Member, skill::SkillForViewer};

/// Maximum length of the text of a report, in characters.
const MAX_WORDS: usize = 1_000;
const MAX_REASON: usize = 500;

/// Kind of the reported subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ReportSubject", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Subject {
    /// A message to the reporter.
    Message,
    /// A person.
    Person,
    /// A skill on offer.
    Skill,
    /// A need on the board.
    Need,
    /// A review, by the number of its booking.
    Review,
    /// How safe a member felt, by the number of the booking. Opened with a review, never reported.
    Safety,
}

impl Subject {
    /// Returns the kind of post; `None` for what is none.
    pub(crate) const fn post(self) -> Option<PostKind> {
        match self {
            Self::Skill => Some(PostKind::Skill),
            Self::Need => Some(PostKind::Need),
            Self::Review => Some(PostKind::Review),
            Self::Message | Self::Person | Self::Safety => None,
        }
    }

    /// Returns the wording for the audit log.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Person => "a person",
            Self::Skill => "a skill",
            Self::Need => "a need",
            Self::Review => "a review",
            Self::Safety => "how safe somebody felt",
        }
    }
}

/// Reason for a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ReportReason", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Reason {
    /// Rude, threatening or hateful.
    Harassment,
    /// Fraud, or a demand for money outside this site.
    Scam,
    /// Advertising or repetition.
    Spam,
    /// Dangerous or illegal.
    Danger,
    /// Sexual, or otherwise unsuitable for neighbours of all ages.
    Indecent,
    /// False identity or false offer.
    Fake,
    /// The reporter did not feel safe.
    Unsafe,
    /// Another reason, stated in `words`.
    Other,
}

/// All reasons.
pub(crate) const REASONS: [Reason; 8] = [
    Reason::Harassment,
    Reason::Scam,
    Reason::Spam,
    Reason::Danger,
    Reason::Indecent,
    Reason::Fake,
    Reason::Unsafe,
    Reason::Other,
];

/// An unchecked report, as received.
#[derive(Clone, Debug)]
pub(crate) struct NewReport {
    pub(crate) subject: Subject,
    pub(crate) about: ItemId,
    pub(crate) reason: Reason,
    pub(crate) words: String,
}

impl NewReport {
    /// Validates and normalises the report. The reason `other` requires `words`.
    pub(crate) fn checked(self) -> Result<Self, ApiError> {
        let words = text::prose(&self.words);
        let is_said = self.reason != Reason::Other || !words.is_empty();
        Checks::new()
            .check("words", is_said, "Please say what is wrong.")
            .prose("words", &self.words, 0, MAX_WORDS)
            .finish()?;
        Ok(Self { words, ..self })
    }
}

/// The reported subject, as it was at the time.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// Id in the format of the owning module.
    pub(crate) about: ItemId,
    /// The reported person, or the owner of the message, skill, need or review.
    pub(crate) reported: UserId,
    pub(crate) quote: String,
    pub(crate) picture: bool,
}

/// A stored report.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) id: ItemId,
    pub(crate) reporter: UserId,
    pub(crate) subject: Subject,
    pub(crate) evidence: Evidence,
    pub(crate) reason: Reason,
    pub(crate) words: String,
    pub(crate) created_at: Timestamp,
    /// Time by which staff promised to decide; `None` for a report from before there were promises.
    pub(crate) due_at: Option<Timestamp>,
    /// `None` while the report is open.
    pub(crate) decision: Option<Decision>,
    /// Sort key and cursor of the queue.
    pub(crate) place: String,
}

impl Report {
    /// Checks whether `user` is the reporter or the reported person.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        self.reporter == *user || self.evidence.reported == *user
    }

    /// Checks whether staff may see the picture of the message: only until the decision.
    pub(crate) fn shows_picture(&self) -> bool {
        self.evidence.picture && self.decision.is_none()
    }
}

/// An unchecked decision of staff, as received.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) acted: bool,
    /// Removes the message for both members; its author reads the reason in `warning`.
    pub(crate) remove: bool,
    /// Hides the skill or need from everybody but its owner, removes the review, or clears the
    /// profile; the owner reads the reason in `warning`. Holds the kind of subject that the request
    /// names.
    pub(crate) take_down: Option<Subject>,
    pub(crate) warning: Option<String>,
    pub(crate) reason: String,
}

impl Verdict {
    /// Validates and normalises the verdict on a subject of this kind.
    pub(crate) fn checked(self, subject: Subject) -> Result<Self, ApiError> {
        let warning = self.warning.as_deref().map(text::prose).filter(|words| !words.is_empty());
        let is_said = !self.removes() || warning.is_some();
        Checks::new()
            .prose("reason", &self.reason, 3, MAX_REASON)
            .prose("warning", self.warning.as_deref().unwrap_or_default(), 0, MAX_REASON)
            .check("remove", self.acted || !self.remove, "Nothing is removed by dismissing it.")
            .check("remove", !self.remove || subject == Subject::Message, ONLY_MESSAGES)
            .check(
                "take_down",
                self.acted || self.take_down.is_none(),
                "Dismissing it takes nothing down.",
            )
            .check(
                "take_down",
                self.take_down.is_none_or(|named| named == subject),
                "Only the reported skill, need, review or profile is taken down.",
            )
            .check("warning", self.acted || warning.is_none(), "Nobody is warned by dismissing it.")
            .check("warning", subject != Subject::Safety || warning.is_none(), UNTOLD)
            .check(
                "warning",
                is_said,
                "Please say why: the neighbour whose post or message it is reads it.",
            )
            .finish()?;
        Ok(Self { warning, reason: text::prose(&self.reason), ..self })
    }

    /// Checks whether the reported subject is hidden from others.
    pub(crate) fn removes(&self) -> bool {
        self.remove || self.take_down.is_some()
    }

    /// Checks whether the reported member is warned, with nothing removed.
    pub(crate) fn warns(&self) -> bool {
        self.warning.is_some() && !self.removes()
    }

    /// Returns the wording for the audit log.
    pub(crate) fn words(&self) -> String {
        let parts = [
            Some(if self.acted { "acted" } else { "dismissed" }),
            self.remove.then_some("message removed"),
            self.take_down.map(|subject| match subject {
                Subject::Need => "need taken down",
                Subject::Review => "review removed",
                Subject::Person => "profile cleared",
                Subject::Skill | Subject::Message | Subject::Safety => "skill taken down",
            }),
            self.warns().then_some("warned"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

const ONLY_MESSAGES: &str = "Only messages are removed like this.";
const UNTOLD: &str = "They must not learn of this answer, so no message goes to them.";

/// Decision of staff on a report.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Decision {
    pub(crate) acted: bool,
    /// Whether the message or review was removed, the skill or need taken down, or the profile
    /// cleared.
    pub(crate) removed: bool,
    pub(crate) warning: Option<String>,
    pub(crate) reason: String,
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
}

impl Decision {
    /// Checks whether the decision equals `verdict`.
    pub(crate) fn is(&self, verdict: &Verdict) -> bool {
        self.acted == verdict.acted
            && self.removed == verdict.removes()
            && self.warning == verdict.warning
    }
}

/// A report with the people involved.
#[derive(Clone, Debug)]
pub(crate) struct ReportForViewer {
    pub(crate) report: Report,
    /// Profiles of the people involved; `None` for people who have left.
    pub(crate) reporter: Option<PersonInfo>,
    pub(crate) reported: Option<PersonInfo>,
    pub(crate) decided_by: Option<PersonInfo>,
}

/// A report with all information needed for a decision.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) seen: ReportForViewer,
    /// Account of the reported person; `None` if deleted.
    pub(crate) member: Option<Member>,
    /// The reported message with earlier and later messages.
    pub(crate) context: Option<MessageInContext>,
    /// Moderation state of the reported skill, need or review; `None` if deleted.
    pub(crate) moderation: Option<ModerationState>,
    /// Current state of the reported skill; `None` if deleted.
    pub(crate) skill: Option<SkillForViewer>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(reason: Reason, words: &str) -> Result<NewReport, ApiError> {
        let words = words.to_owned();
        NewReport { subject: Subject::Person, about: "bo".into(), reason, words }.checked()
    }

    #[test]
    fn reason_other_requires_words() {
        assert_eq!(report(Reason::Spam, "").unwrap().words, "");
        assert_eq!(report(Reason::Other, " Shouts.\r\n").unwrap().words, "Shouts.");
        for (reason, words) in [(Reason::Other, " \n"), (Reason::Spam, &*"x".repeat(1_001))] {
            let refused = report(reason, words).unwrap_err();
            assert_eq!((refused.status.as_u16(), refused.fields.len()), (422, 1));
        }
    }

    #[test]
    fn dismissal_has_no_consequences() {
        let verdict = |acted, remove, warning: Option<&str>| Verdict {
            acted,
            remove,
            take_down: None,
            warning: warning.map(str::to_owned),
            reason: "Looked at it.".to_owned(),
        };
        for (verdict, subject, fine) in [
            (verdict(false, false, None), Subject::Person, true),
            (verdict(false, false, Some(" ")), Subject::Person, true),
            (verdict(true, true, Some("Please stop.")), Subject::Message, true),
            (verdict(true, true, None), Subject::Message, false),
            (verdict(true, false, Some("Please stop.")), Subject::Message, true),
            (verdict(true, true, None), Subject::Skill, false),
            (verdict(true, false, None), Subject::Safety, true),
            (verdict(true, false, Some("Please stop.")), Subject::Safety, false),
            (verdict(false, true, None), Subject::Message, false),
            (verdict(false, false, Some("Please stop.")), Subject::Person, false),
        ] {
            assert_eq!(verdict.clone().checked(subject).is_ok(), fine, "{verdict:?}");
        }
        let words = |remove| verdict(true, remove, Some("Please stop.")).words();
        assert_eq!(words(true), "acted, message removed");
        assert_eq!(words(false), "acted, warned");
    }

    #[test]
    fn takedown_requires_a_reason_for_the_owner() {
        let verdict = |acted, named, warning: Option<&str>| Verdict {
            acted,
            remove: false,
            take_down: Some(named),
            warning: warning.map(str::to_owned),
            reason: "Looked at it.".to_owned(),
        };
        let why = Some("It asks for money first.");
        let (skill, need, review) = (Subject::Skill, Subject::Need, Subject::Review);
        for (verdict, subject, fine) in [
            (verdict(true, skill, why), skill, true),
            (verdict(true, skill, Some(" \n")), skill, false),
            (verdict(true, skill, None), skill, false),
            (verdict(true, skill, why), Subject::Message, false),
            (verdict(true, skill, why), Subject::Person, false),
            (verdict(false, skill, None), skill, false),
            (verdict(true, need, why), need, true),
            (verdict(true, need, None), need, false),
            (verdict(true, need, why), skill, false),
            (verdict(true, skill, why), need, false),
            (verdict(true, review, why), review, true),
            (verdict(true, review, None), review, false),
            (verdict(true, review, why), Subject::Safety, false),
        ] {
            assert_eq!(verdict.clone().checked(subject).is_ok(), fine, "{verdict:?} {subject:?}");
        }
        assert_eq!(verdict(true, skill, why).words(), "acted, skill taken down");
        assert_eq!(verdict(true, need, why).words(), "acted, need taken down");
        assert_eq!(verdict(true, review, why).words(), "acted, review removed");
    }
}
