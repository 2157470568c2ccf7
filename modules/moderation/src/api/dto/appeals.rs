use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, ItemId, Timestamp, ports::SanctionKind};

use super::reports::ReportPerson;
use crate::model::appeal::{Appeal, AppealForStaff, Outcome, Sanction};

/// Input of an appeal.
#[derive(Debug, Object)]
#[oai(rename = "NewAppeal")]
pub(crate) struct AppealBody {
    /// Text to those who look at the decision again, 1 to 2,000 characters.
    #[oai(validator(max_length = 4000))]
    pub(crate) text: String,
}

/// A decision of staff against a member.
#[derive(Debug, Object)]
#[oai(rename = "Decision", skip_serializing_if_is_none)]
pub(crate) struct DecisionView {
    /// Id of the decision.
    id: ItemId,
    /// Kind of the decision.
    kind: SanctionKind,
    /// Name of the skill, also of a reviewed or refused one, title of the need, or type of the
    /// document; absent for an account.
    title: Option<String>,
    /// Reason, in the words of staff.
    reason: String,
    /// Time of the decision, RFC 3339 in UTC.
    decided_at: DateTime,
    /// Whether it still holds: nobody has reversed it or decided again.
    in_force: bool,
    /// End of the time in which the member may appeal, RFC 3339 in UTC; absent if they cannot.
    appeal_until: Option<DateTime>,
    /// Appeal; absent without one.
    appeal: Option<OwnAppeal>,
}

/// An appeal as the member sees it.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct OwnAppeal {
    /// State of the appeal.
    state: OwnAppealState,
    /// Text of the appeal; absent for whoever opens a link.
    text: Option<String>,
    /// Time of the appeal, RFC 3339 in UTC.
    sent_at: DateTime,
    /// Time by which the operators mean to decide, RFC 3339 in UTC; absent once they have, and for
    /// an appeal from before they said so.
    due_at: Option<DateTime>,
    /// Reason for the outcome, in the words of staff; absent while it is open.
    reason: Option<String>,
    /// Whether it was reviewed by the member of staff who had decided, as this community has nobody
    /// else.
    same_person: bool,
    /// Time of the outcome, RFC 3339 in UTC; absent while it is open.
    decided_at: Option<DateTime>,
}

/// State of an appeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum OwnAppealState {
    /// Staff are looking at the decision again.
    Open,
    /// The decision stands.
    Upheld,
    /// The decision is reversed.
    Overturned,
}

impl DecisionView {
    /// Shows a decision to the member.
    pub(crate) fn new(sanction: Sanction, now: Timestamp) -> Self {
        let until = sanction.is_appealable(now).then(|| sanction.until().into());
        Self {
            appeal_until: until,
            appeal: sanction.appeal.map(OwnAppeal::from),
            id: sanction.id,
            kind: sanction.kind,
            title: Some(sanction.title).filter(|title| !title.is_empty()),
            reason: sanction.reason,
            decided_at: sanction.at.into(),
            in_force: sanction.in_force,
        }
    }

    /// Shows a decision to whoever opens a link.
    pub(crate) fn linked(sanction: Sanction, now: Timestamp) -> Self {
        let shown = Self::new(sanction, now);
        let appeal = shown.appeal.map(|appeal| OwnAppeal { text: None, ..appeal });
        Self { appeal, ..shown }
    }
}

impl From<Appeal> for OwnAppeal {
    fn from(appeal: Appeal) -> Self {
        let Appeal { text, at, due_at, outcome } = appeal;
        let state = match outcome.as_ref().map(|outcome| outcome.overturned) {
            None => OwnAppealState::Open,
            Some(false) => OwnAppealState::Upheld,
            Some(true) => OwnAppealState::Overturned,
        };
        Self {
            state,
            text: Some(text),
            sent_at: at.into(),
            due_at: due_at.filter(|_| outcome.is_none()).map(DateTime::from),
            same_person: outcome.as_ref().is_some_and(|outcome| outcome.same_person),
            decided_at: outcome.as_ref().map(|outcome| outcome.at.into()),
            reason: outcome.map(|outcome| outcome.reason),
        }
    }
}

/// State of appeals in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum AppealState {
    /// Awaiting a decision.
    Open,
    /// Decided.
    Decided,
}

/// An appeal in the queue.
#[derive(Debug, Object)]
#[oai(rename = "Appeal", skip_serializing_if_is_none)]
pub(crate) struct AppealView {
    /// Id of the appeal.
    id: ItemId,
    /// Kind of the decision.
    kind: SanctionKind,
    /// Id of the account, skill, need or document, number of the reviewed booking, or slug of the
    /// name with the member.
    subject_id: String,
    /// Name of the skill, also of a reviewed or refused one, title of the need, or type of the
    /// document; absent for an account.
    title: Option<String>,
    /// Id of the report, which quotes what the decision was about; only for a message, a profile or
    /// a warning.
    report_id: Option<ItemId>,
    /// Member who appeals.
    user: ReportPerson,
    /// Text of the appeal.
    text: String,
    /// Time of the appeal, RFC 3339 in UTC.
    sent_at: DateTime,
    /// Time by which it is to be decided, RFC 3339 in UTC; absent once it is, and for an appeal
    /// from before such times were set.
    due_at: Option<DateTime>,
    /// Reason for the decision.
    decision_reason: String,
    /// Member of staff who took the decision.
    decision_by: ReportPerson,
    /// Time of the decision, RFC 3339 in UTC.
    decision_at: DateTime,
    /// Whether the decision still holds: nobody has reversed it or decided again.
    in_force: bool,
    /// Outcome; absent while the appeal is open.
    outcome: Option<AppealOutcome>,
    /// Whether you may decide: you did not take the decision, or nobody else may review it; and you
    /// are an admin if it is about staff or an identity document.
    may_decide: bool,
}

/// The outcome of an appeal.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct AppealOutcome {
    /// Whether the decision was reversed.
    overturned: bool,
    /// Reason, which the member reads.
    reason: String,
    /// Member of staff who decided.
    by: ReportPerson,
    /// Whether they had also taken the decision, as nobody else could review it.
    same_person: bool,
    /// Time of the outcome, RFC 3339 in UTC.
    at: DateTime,
}

impl From<AppealForStaff> for AppealView {
    fn from(shown: AppealForStaff) -> Self {
        let AppealForStaff { sanction, appeal, user, by, decided_by, may_decide } = shown;
        let outcome = |outcome: Outcome| AppealOutcome {
            overturned: outcome.overturned,
            reason: outcome.reason,
            by: ReportPerson::new(outcome.by, decided_by),
            same_person: outcome.same_person,
            at: outcome.at.into(),
        };
        Self {
            id: sanction.id,
            kind: sanction.kind,
            subject_id: sanction.about,
            title: Some(sanction.title).filter(|title| !title.is_empty()),
            report_id: sanction.report,
            user: ReportPerson::new(sanction.user, user),
            text: appeal.text,
            sent_at: appeal.at.into(),
            due_at: appeal.due_at.filter(|_| appeal.outcome.is_none()).map(DateTime::from),
            decision_reason: sanction.reason,
            decision_by: ReportPerson::new(sanction.by, by),
            decision_at: sanction.at.into(),
            in_force: sanction.in_force,
            outcome: appeal.outcome.map(outcome),
            may_decide,
        }
    }
}

/// Input of a decision on an appeal.
#[derive(Debug, Object)]
pub(crate) struct AppealVerdict {
    /// Whether the first decision stands or is reversed.
    decision: AppealVerdictKind,
    /// Reason, which the member reads, 3 to 500 characters.
    #[oai(validator(max_length = 1000))]
    pub(crate) reason: String,
}

/// Kind of decision on an appeal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum AppealVerdictKind {
    /// The first decision stands.
    Uphold,
    /// The first decision is reversed.
    Overturn,
}

impl AppealVerdict {
    /// Checks whether the first decision is reversed.
    pub(crate) fn overturns(&self) -> bool {
        self.decision == AppealVerdictKind::Overturn
    }
}
