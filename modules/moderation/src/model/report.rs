//! What members report, and what becomes of it.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, ItemId, Timestamp, UserId,
    ports::{MessageInContext, PersonInfo},
    text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

use super::{Member, skill::SeenSkill};

/// Longest text that goes with a report, a warning or a decision, in characters.
const MAX_WORDS: usize = 1_000;
const MAX_REASON: usize = 500;

/// What is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ReportSubject", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Subject {
    /// What somebody wrote to the reporter.
    Message,
    /// Somebody.
    Person,
    /// What somebody offers.
    Skill,
}

impl Subject {
    /// As the audit log has it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Message => "a message",
            Self::Person => "a person",
            Self::Skill => "a skill",
        }
    }
}

/// Why something is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "ReportReason", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Reason {
    /// Rude, threatening or hateful.
    Harassment,
    /// Fraud, or asks for money outside this site.
    Scam,
    /// Advertising, or the same again and again.
    Spam,
    /// Dangerous, or against the law.
    Danger,
    /// Sexual, or otherwise not for neighbours of all ages.
    Indecent,
    /// Not who they say they are, or not what they offer.
    Fake,
    /// Something else, which the words say.
    Other,
}

/// A report as it comes.
#[derive(Clone, Debug)]
pub(crate) struct NewReport {
    pub(crate) subject: Subject,
    pub(crate) about: ItemId,
    pub(crate) reason: Reason,
    pub(crate) words: String,
}

impl NewReport {
    /// The report with its words as they are kept; another reason than those to choose from has to
    /// be said.
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

/// What was reported, as it was then.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    /// Its id, as its own module writes it.
    pub(crate) about: ItemId,
    /// The person, or whose it is.
    pub(crate) reported: UserId,
    pub(crate) quote: String,
    pub(crate) picture: bool,
}

/// A report that was taken.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) id: ItemId,
    pub(crate) reporter: UserId,
    pub(crate) subject: Subject,
    pub(crate) evidence: Evidence,
    pub(crate) reason: Reason,
    pub(crate) words: String,
    pub(crate) created_at: Timestamp,
    /// `None` while it is open.
    pub(crate) decision: Option<Decision>,
    /// Its place in the queue.
    pub(crate) place: String,
}

impl Report {
    /// Whether `user` reported it or is reported by it.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        self.reporter == *user || self.evidence.reported == *user
    }
}

/// What staff want to do about a report, as it comes.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    pub(crate) acted: bool,
    /// The message, for both.
    pub(crate) remove: bool,
    /// The skill, for everybody but its owner, who is told why by `warning`.
    pub(crate) take_down: bool,
    pub(crate) warning: Option<String>,
    pub(crate) reason: String,
}

impl Verdict {
    /// The verdict about something of this kind with its words as they are kept.
    pub(crate) fn checked(self, subject: Subject) -> Result<Self, ApiError> {
        let warning = self.warning.as_deref().map(text::prose).filter(|words| !words.is_empty());
        let is_said = !self.take_down || warning.is_some();
        Checks::new()
            .prose("reason", &self.reason, 3, MAX_REASON)
            .prose("warning", self.warning.as_deref().unwrap_or_default(), 0, MAX_REASON)
            .check("remove", self.acted || !self.remove, "Nothing is removed by dismissing it.")
            .check("remove", !self.remove || subject == Subject::Message, ONLY_MESSAGES)
            .check("take_down", self.acted || !self.take_down, "Dismissing it takes nothing down.")
            .check("take_down", !self.take_down || subject == Subject::Skill, ONLY_SKILLS)
            .check("warning", self.acted || warning.is_none(), "Nobody is warned by dismissing it.")
            .check("warning", is_said, "Please say why: whoever offers the skill reads it.")
            .finish()?;
        Ok(Self { warning, reason: text::prose(&self.reason), ..self })
    }

    /// Whether what was reported goes from the eyes of others.
    pub(crate) fn removes(&self) -> bool {
        self.remove || self.take_down
    }

    /// As the audit log has it.
    pub(crate) fn words(&self) -> String {
        let parts = [
            Some(if self.acted { "acted" } else { "dismissed" }),
            self.remove.then_some("message removed"),
            self.take_down.then_some("skill taken down"),
            (self.warning.is_some() && !self.take_down).then_some("warned"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

const ONLY_MESSAGES: &str = "Only messages are removed like this.";
const ONLY_SKILLS: &str = "Only skills are taken down.";

/// What staff decided about a report.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Decision {
    pub(crate) acted: bool,
    /// The message, or the skill.
    pub(crate) removed: bool,
    pub(crate) warning: Option<String>,
    pub(crate) reason: String,
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
}

impl Decision {
    /// Whether it is what `verdict` asks for.
    pub(crate) fn is(&self, verdict: &Verdict) -> bool {
        self.acted == verdict.acted
            && self.removed == verdict.removes()
            && self.warning == verdict.warning
    }
}

/// A report in the queue.
#[derive(Clone, Debug)]
pub(crate) struct SeenReport {
    pub(crate) report: Report,
    /// Those who are still there.
    pub(crate) reporter: Option<PersonInfo>,
    pub(crate) reported: Option<PersonInfo>,
    pub(crate) decided_by: Option<PersonInfo>,
}

/// A report with all that whoever decides needs to know.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) seen: SeenReport,
    /// The reported person's account, if it is still there.
    pub(crate) member: Option<Member>,
    /// The reported message among what was said before and after it.
    pub(crate) context: Option<MessageInContext>,
    /// The reported skill as it is now, if it is still there.
    pub(crate) skill: Option<SeenSkill>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(reason: Reason, words: &str) -> Result<NewReport, ApiError> {
        let words = words.to_owned();
        NewReport { subject: Subject::Person, about: "bo".into(), reason, words }.checked()
    }

    #[test]
    fn words_are_needed_only_where_no_reason_fits() {
        assert_eq!(report(Reason::Spam, "").unwrap().words, "");
        assert_eq!(report(Reason::Other, " Shouts.\r\n").unwrap().words, "Shouts.");
        for (reason, words) in [(Reason::Other, " \n"), (Reason::Spam, &*"x".repeat(1_001))] {
            let refused = report(reason, words).unwrap_err();
            assert_eq!((refused.status.as_u16(), refused.fields.len()), (422, 1));
        }
    }

    #[test]
    fn only_acting_has_consequences() {
        let verdict = |acted, remove, warning: Option<&str>| Verdict {
            acted,
            remove,
            take_down: false,
            warning: warning.map(str::to_owned),
            reason: "Looked at it.".to_owned(),
        };
        for (verdict, subject, fine) in [
            (verdict(false, false, None), Subject::Person, true),
            (verdict(false, false, Some(" ")), Subject::Person, true),
            (verdict(true, true, Some("Please stop.")), Subject::Message, true),
            (verdict(true, true, None), Subject::Skill, false),
            (verdict(false, true, None), Subject::Message, false),
            (verdict(false, false, Some("Please stop.")), Subject::Person, false),
        ] {
            assert_eq!(verdict.clone().checked(subject).is_ok(), fine, "{verdict:?}");
        }
        let words = verdict(true, true, Some("Please stop.")).words();
        assert_eq!(words, "acted, message removed, warned");
    }

    #[test]
    fn a_skill_is_taken_down_with_a_word_to_its_owner() {
        let verdict = |acted, warning: Option<&str>| Verdict {
            acted,
            remove: false,
            take_down: true,
            warning: warning.map(str::to_owned),
            reason: "Looked at it.".to_owned(),
        };
        let why = Some("It asks for money first.");
        for (verdict, subject, fine) in [
            (verdict(true, why), Subject::Skill, true),
            (verdict(true, Some(" \n")), Subject::Skill, false),
            (verdict(true, None), Subject::Skill, false),
            (verdict(true, why), Subject::Message, false),
            (verdict(true, why), Subject::Person, false),
            (verdict(false, None), Subject::Skill, false),
        ] {
            assert_eq!(verdict.clone().checked(subject).is_ok(), fine, "{verdict:?} {subject:?}");
        }
        assert_eq!(verdict(true, why).words(), "acted, skill taken down");
    }
}
