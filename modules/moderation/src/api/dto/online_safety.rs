use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId};

use crate::model::{
    online_safety::{
        Fact, Harm, HarmOnSite, Level, NamedAssessment, NewAssessment, OnlineSafety, Risk, Tally,
    },
    report::Reason,
};

/// The safety of the site as a whole.
#[derive(Debug, Object)]
#[oai(rename = "OnlineSafety", skip_serializing_if_is_none)]
pub(crate) struct OnlineSafetyView {
    /// Properties of the site that matter for its risks, as they are now.
    facts: Vec<SiteFact>,
    /// Kinds of harm to assess.
    harms: Vec<HarmToAssess>,
    /// Reports by reason: those that are open, and those decided in the last year. Those with the
    /// most come first; a reason without any is left out.
    reports: Vec<ReportTally>,
    /// Appeals that are open, or were decided in the last year.
    appeals: ComplaintTally,
    /// Latest risk assessment; absent before the first.
    latest: Option<RiskAssessment>,
}

/// A property of the site.
#[derive(Debug, Object)]
pub(crate) struct SiteFact {
    /// Name of the property.
    name: String,
    /// Value, in words.
    value: String,
}

impl From<Fact> for SiteFact {
    fn from(Fact { name, value }: Fact) -> Self {
        Self { name, value }
    }
}

/// A kind of harm to assess.
#[derive(Debug, Object)]
pub(crate) struct HarmToAssess {
    /// Kind of harm.
    harm: Harm,
    /// Title for readers.
    title: String,
    /// How it could appear among neighbours.
    example: String,
    /// Proposal for the measures, from the settings of the site.
    measures: String,
}

impl From<HarmOnSite> for HarmToAssess {
    fn from(HarmOnSite { harm, measures }: HarmOnSite) -> Self {
        let (title, example) = (harm.title().to_owned(), harm.example().to_owned());
        Self { harm, title, example, measures }
    }
}

/// Numbers of complaints.
#[derive(Debug, Object)]
pub(crate) struct ComplaintTally {
    /// Number of complaints.
    received: u64,
    /// Reports that were acted on, and appeals that reversed a decision.
    acted: u64,
    /// Dismissed reports, and appeals that upheld a decision.
    dismissed: u64,
    /// Complaints that await a decision.
    open: u64,
    /// Complaints decided later than promised, or still open after that time.
    late: u64,
}

impl From<Tally> for ComplaintTally {
    fn from(Tally { received, acted, dismissed, open, late }: Tally) -> Self {
        Self { received, acted, dismissed, open, late }
    }
}

/// Numbers of reports for a reason.
#[derive(Debug, Object)]
pub(crate) struct ReportTally {
    /// Reason given by the reporters.
    reason: Reason,
    /// Their numbers.
    tally: ComplaintTally,
}

/// Assessment of a kind of harm.
#[derive(Debug, Object)]
pub(crate) struct HarmRisk {
    /// Kind of harm.
    harm: Harm,
    /// Level of the risk.
    level: Level,
    /// Reasons for the level, 1 to 1,000 characters.
    #[oai(validator(max_length = 2000))]
    evidence: String,
    /// Measures against the harm, at most 1,000 characters; may be empty only if the risk is
    /// negligible.
    #[oai(validator(max_length = 2000))]
    measures: String,
}

impl From<Risk> for HarmRisk {
    fn from(Risk { harm, level, evidence, measures }: Risk) -> Self {
        Self { harm, level, evidence, measures }
    }
}

impl From<HarmRisk> for Risk {
    fn from(HarmRisk { harm, level, evidence, measures }: HarmRisk) -> Self {
        Self { harm, level, evidence, measures }
    }
}

/// Input of a risk assessment.
#[derive(Debug, Object)]
#[oai(rename = "NewRiskAssessment")]
pub(crate) struct AssessmentBody {
    /// Name of the person who answers for the safety of the site, at most 100 characters.
    #[oai(validator(max_length = 200))]
    responsible: String,
    /// Whether children are likely to use the site.
    children_likely: bool,
    /// Reasons, 1 to 1,000 characters.
    #[oai(validator(max_length = 2000))]
    children_note: String,
    /// Assessments, one of each kind of harm.
    #[oai(validator(max_items = 17))]
    risks: Vec<HarmRisk>,
}

impl From<AssessmentBody> for NewAssessment {
    fn from(body: AssessmentBody) -> Self {
        let AssessmentBody { responsible, children_likely, children_note, risks } = body;
        let risks = risks.into_iter().map(Risk::from).collect();
        Self { responsible, children_likely, children_note, risks }
    }
}

/// A risk assessment of the site.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct RiskAssessment {
    /// Id of the assessment.
    id: ItemId,
    /// Name of the person who answers for the safety of the site.
    responsible: String,
    /// Whether children are likely to use the site.
    children_likely: bool,
    /// Reasons.
    children_note: String,
    /// Assessments, one of each kind of harm.
    risks: Vec<HarmRisk>,
    /// Properties of the site at that time.
    facts: Vec<SiteFact>,
    /// Name of the admin who made it; absent once they have left.
    made_by: Option<String>,
    /// Time at which it was made, RFC 3339 in UTC.
    made_at: DateTime,
    /// Time at which it is due again, RFC 3339 in UTC.
    due_at: DateTime,
}

impl From<NamedAssessment> for RiskAssessment {
    fn from(NamedAssessment { assessment, made_by }: NamedAssessment) -> Self {
        Self {
            due_at: assessment.due_at().into(),
            id: assessment.id,
            responsible: assessment.responsible,
            children_likely: assessment.children_likely,
            children_note: assessment.children_note,
            risks: assessment.risks.into_iter().map(HarmRisk::from).collect(),
            facts: assessment.facts.into_iter().map(SiteFact::from).collect(),
            made_by: Some(made_by).filter(|name| !name.is_empty()),
            made_at: assessment.made_at.into(),
        }
    }
}

impl From<OnlineSafety> for OnlineSafetyView {
    fn from(safety: OnlineSafety) -> Self {
        let OnlineSafety { facts, harms, reports, appeals, latest } = safety;
        let tally = |(reason, tally): (Reason, Tally)| ReportTally { reason, tally: tally.into() };
        Self {
            facts: facts.into_iter().map(SiteFact::from).collect(),
            harms: harms.into_iter().map(HarmToAssess::from).collect(),
            reports: reports.into_iter().map(tally).collect(),
            appeals: appeals.into(),
            latest: latest.map(RiskAssessment::from),
        }
    }
}
