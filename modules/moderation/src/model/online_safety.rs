//! Duties of the operator under the Online Safety Act 2023: a risk assessment that is reviewed each
//! year, and complaints that are decided in time.

mod harm;
mod pdf;

use std::time::Duration;

use poem_openapi::Enum;
use sparkyard_kernel::{ApiError, ItemId, Timestamp, UserId, newest_first, text, validate::Checks};
use surrealdb::types::SurrealValue;

pub(crate) use self::{
    harm::{HARMS, Harm, HarmOnSite},
    pdf::pdf,
};
use super::report::Reason;

/// Time after which an assessment is due again:
/// <https://www.legislation.gov.uk/ukpga/2023/50/section/23> asks for regular reviews, and Ofcom's
/// codes for one a year.
const REVIEW_EVERY: Duration = Duration::from_hours(365 * 24);
/// Maximum length of the name of the person responsible, in characters.
const MAX_NAME: usize = 100;
/// Maximum length of each of the other texts, in characters.
const MAX_TEXT: usize = 1_000;

/// Likelihood that a kind of harm happens, and how bad it would be, taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "RiskLevel", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Level {
    /// So small that nothing need be done.
    Negligible,
    /// Small.
    Low,
    /// Neither small nor large.
    Medium,
    /// Large.
    High,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Self::Negligible => "Negligible",
            Self::Low => "Low",
            Self::Medium => "Medium",
            Self::High => "High",
        }
    }
}

/// Assessment of a kind of harm.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Risk {
    pub(crate) harm: Harm,
    pub(crate) level: Level,
    /// Reasons for the level.
    pub(crate) evidence: String,
    /// Measures against the harm.
    pub(crate) measures: String,
}

/// A property of the site, such as how people join.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Fact {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Fact {
    pub(crate) fn new(name: &str, value: impl Into<String>) -> Self {
        Self { name: name.to_owned(), value: value.into() }
    }
}

/// An unchecked assessment, as received.
#[derive(Clone, Debug)]
pub(crate) struct NewAssessment {
    pub(crate) responsible: String,
    pub(crate) children_likely: bool,
    pub(crate) children_note: String,
    pub(crate) risks: Vec<Risk>,
}

/// A stored assessment.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Assessment {
    pub(crate) id: ItemId,
    pub(crate) responsible: String,
    pub(crate) children_likely: bool,
    pub(crate) children_note: String,
    /// One for each kind of harm.
    pub(crate) risks: Vec<Risk>,
    /// The site as it was at that time.
    pub(crate) facts: Vec<Fact>,
    pub(crate) made_by: UserId,
    pub(crate) made_at: Timestamp,
    /// Sorts the newest first.
    pub(crate) newest: String,
}

impl Assessment {
    /// Checks an assessment and completes it. A 422 names the texts to correct, those of a harm as
    /// `risks.3.evidence`, where 3 is its place.
    pub(crate) fn new(
        id: ItemId,
        new: NewAssessment,
        facts: Vec<Fact>,
        (made_by, made_at): (UserId, Timestamp),
    ) -> Result<Self, ApiError> {
        let NewAssessment { responsible, children_likely, children_note, risks } = new;
        let mut checks = Checks::new()
            .name("responsible", &responsible, MAX_NAME)
            .prose("children_note", &children_note, 1, MAX_TEXT)
            .check("risks", is_complete(&risks), "Please assess each kind of harm once.");
        for (place, risk) in risks.iter().enumerate() {
            let name = |field: &str| format!("risks.{place}.{field}");
            let fewest = usize::from(risk.level != Level::Negligible);
            checks = checks.prose(&name("evidence"), &risk.evidence, 1, MAX_TEXT).prose(
                &name("measures"),
                &risk.measures,
                fewest,
                MAX_TEXT,
            );
        }
        checks.finish()?;
        let tidy = |risk: Risk| Risk {
            evidence: text::prose(&risk.evidence),
            measures: text::prose(&risk.measures),
            ..risk
        };
        Ok(Self {
            newest: newest_first(made_at, id.as_str()),
            id,
            responsible: text::line(&responsible),
            children_likely,
            children_note: text::prose(&children_note),
            risks: risks.into_iter().map(tidy).collect(),
            facts,
            made_by,
            made_at,
        })
    }

    /// Returns the time at which it is due again.
    pub(crate) fn due_at(&self) -> Timestamp {
        self.made_at + REVIEW_EVERY
    }
}

fn is_complete(risks: &[Risk]) -> bool {
    let times = |harm| risks.iter().filter(|risk| risk.harm == harm).count();
    HARMS.iter().all(|harm| times(*harm) == 1)
}

/// An assessment with the name of its author, empty once they have left.
#[derive(Clone, Debug)]
pub(crate) struct NamedAssessment {
    pub(crate) assessment: Assessment,
    pub(crate) made_by: String,
}

/// A report or an appeal, as far as it counts.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct Complaint {
    /// `None` for an appeal.
    pub(crate) reason: Option<Reason>,
    pub(crate) due_at: Option<Timestamp>,
    /// `None` while it is open.
    pub(crate) acted: Option<bool>,
    pub(crate) decided_at: Option<Timestamp>,
}

/// Numbers of complaints: those that are open, and those decided in the last year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) received: u64,
    /// Reports that were acted on, and appeals that reversed the decision.
    pub(crate) acted: u64,
    pub(crate) dismissed: u64,
    pub(crate) open: u64,
    /// Decided later than promised, or still open after that time.
    pub(crate) late: u64,
}

impl Tally {
    /// Counts complaints at `now`.
    pub(crate) fn of<'a>(
        complaints: impl IntoIterator<Item = &'a Complaint>,
        now: Timestamp,
    ) -> Self {
        let mut tally = Self::default();
        for complaint in complaints {
            tally.received += 1;
            tally.acted += u64::from(complaint.acted == Some(true));
            tally.dismissed += u64::from(complaint.acted == Some(false));
            tally.open += u64::from(complaint.acted.is_none());
            let ended = complaint.decided_at.unwrap_or(now);
            tally.late += u64::from(complaint.due_at.is_some_and(|due| ended > due));
        }
        tally
    }

    /// Returns the numbers in words.
    pub(crate) fn in_words(self) -> String {
        let Self { received, acted, dismissed, open, late } = self;
        match received {
            0 => "None".to_owned(),
            _ => format!(
                "{received}: {acted} acted on, {dismissed} dismissed, {open} open, {late} late"
            ),
        }
    }
}

/// The state of the operator's duties.
#[derive(Clone, Debug)]
pub(crate) struct OnlineSafety {
    pub(crate) facts: Vec<Fact>,
    pub(crate) harms: Vec<HarmOnSite>,
    /// Reports by reason, those with the most first; reasons without a report are left out.
    pub(crate) reports: Vec<(Reason, Tally)>,
    pub(crate) appeals: Tally,
    pub(crate) latest: Option<NamedAssessment>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn risks() -> Vec<Risk> {
        let risk = |harm: &Harm| Risk {
            harm: *harm,
            level: Level::Low,
            evidence: " We know\r\neach other. ".to_owned(),
            measures: "Members can report it.".to_owned(),
        };
        HARMS.iter().map(risk).collect()
    }

    fn assessment(responsible: &str, risks: Vec<Risk>) -> Result<Assessment, ApiError> {
        let new = NewAssessment {
            responsible: responsible.to_owned(),
            children_likely: false,
            children_note: "Members are 18 or over.".to_owned(),
            risks,
        };
        let made = (UserId::from("iris"), at("2026-03-02T10:00:00Z"));
        Assessment::new(ItemId("one".to_owned()), new, Vec::new(), made)
    }

    #[test]
    fn each_harm_is_assessed_once() {
        let made = assessment(" Iris  Example ", risks()).unwrap();
        assert_eq!(made.responsible, "Iris Example");
        assert_eq!(made.risks[0].evidence, "We know\neach other.");
        assert_eq!(made.due_at(), at("2027-03-02T10:00:00Z"));
        let [mut missing, mut twice] = [risks(), risks()];
        missing.pop();
        twice[1] = twice[0].clone();
        for wrong in [missing, twice, Vec::new()] {
            let refused = assessment("Iris Example", wrong).unwrap_err();
            assert_eq!(refused.fields.keys().collect::<Vec<_>>(), ["risks"]);
        }
    }

    #[test]
    fn wrong_texts_are_named() {
        let mut wrong = risks();
        wrong[0].evidence = String::new();
        wrong[1].measures = String::new();
        wrong[2].measures = "x".repeat(1_001);
        wrong[3] = Risk { level: Level::Negligible, measures: String::new(), ..wrong[3].clone() };
        let refused = assessment("see https://spam.example", wrong).unwrap_err();
        let mut named: Vec<_> = refused.fields.keys().map(String::as_str).collect();
        named.sort_unstable();
        let expected = ["responsible", "risks.0.evidence", "risks.1.measures", "risks.2.measures"];
        assert_eq!(named, expected);
    }

    #[test]
    fn late_are_those_decided_or_open_after_their_time() {
        let due = Some(at("2026-03-05T10:00:00Z"));
        let complaint = |acted, decided: Option<&str>| Complaint {
            reason: Some(Reason::Spam),
            due_at: due,
            acted,
            decided_at: decided.map(at),
        };
        let all = [
            complaint(Some(true), Some("2026-03-05T10:00:00Z")),
            complaint(Some(false), Some("2026-03-05T10:00:01Z")),
            complaint(None, None),
            Complaint { due_at: None, ..complaint(None, None) },
        ];
        let before = Tally::of(&all, at("2026-03-05T10:00:00Z"));
        assert_eq!((before.received, before.open, before.late), (4, 2, 1));
        let after = Tally::of(&all, at("2026-03-06T10:00:00Z"));
        assert_eq!(after.in_words(), "4: 1 acted on, 1 dismissed, 2 open, 2 late");
        assert_eq!(Tally::default().in_words(), "None");
    }
}
