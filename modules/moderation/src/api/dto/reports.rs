use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, ItemId, UserId,
    ports::{MessageInContext, PersonInfo, WrittenMessage},
};

use super::{Member, skill::ReportedSkill};
use crate::model::report::{
    Case, Decision, NewReport, Reason, Report, SeenReport, Subject, Verdict,
};

/// Something that does not belong here.
#[derive(Debug, Object)]
#[oai(rename = "NewReport")]
pub(crate) struct ReportBody {
    /// What it is.
    subject: Subject,
    /// Its id: of the message, the person or the skill.
    id: ItemId,
    /// What is wrong with it.
    reason: Reason,
    /// In your words, at most 1,000 characters; needed when the reason is `other`.
    #[oai(validator(max_length = 2000))]
    words: Option<String>,
}

impl From<ReportBody> for NewReport {
    fn from(body: ReportBody) -> Self {
        let ReportBody { subject, id: about, reason, words } = body;
        Self { subject, about, reason, words: words.unwrap_or_default() }
    }
}

/// A report that was taken.
#[derive(Debug, Object)]
pub(crate) struct ReportTaken {
    /// Identity of the report.
    id: ItemId,
    /// When it came, RFC 3339 in UTC.
    created_at: DateTime,
}

impl From<Report> for ReportTaken {
    fn from(report: Report) -> Self {
        Self { id: report.id, created_at: report.created_at.into() }
    }
}

/// Which reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ReportState {
    /// Those that wait for a decision.
    Open,
    /// The others.
    Decided,
}

/// A report, as the queue shows it.
#[derive(Debug, Object)]
#[oai(rename = "Report", skip_serializing_if_is_none)]
pub(crate) struct ReportView {
    /// Identity of the report.
    id: ItemId,
    /// What is reported.
    subject: Subject,
    /// Its id.
    subject_id: ItemId,
    /// What is said to be wrong with it.
    reason: Reason,
    /// Who reports it.
    reporter: ReportPerson,
    /// Who is reported, or whose message or skill it is.
    reported: ReportPerson,
    /// When it came, RFC 3339 in UTC.
    created_at: DateTime,
    /// What was decided; not there while it is open.
    decision: Option<ReportDecision>,
}

/// Somebody whom a report is by or about.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportPerson {
    /// Who.
    id: UserId,
    /// Their name; not there once they have left.
    name: Option<String>,
    /// Their picture, root-relative.
    photourl: Option<String>,
}

impl ReportPerson {
    pub(super) fn new(id: UserId, person: Option<PersonInfo>) -> Self {
        let name = person.as_ref().map(PersonInfo::name);
        Self { id, name, photourl: person.and_then(|person| person.photourl) }
    }
}

/// What staff decided about a report.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportDecision {
    /// Whether something was done.
    acted: bool,
    /// Whether the message was removed for both.
    message_removed: bool,
    /// Whether the skill was taken down.
    skill_taken_down: bool,
    /// What the reported person was told.
    warning: Option<String>,
    /// Why.
    reason: String,
    /// Who decided it.
    decided_by: ReportPerson,
    /// When, RFC 3339 in UTC.
    decided_at: DateTime,
}

impl ReportDecision {
    fn new(subject: Subject, decision: Decision, by: Option<PersonInfo>) -> Self {
        Self {
            acted: decision.acted,
            message_removed: decision.removed && subject == Subject::Message,
            skill_taken_down: decision.removed && subject == Subject::Skill,
            warning: decision.warning,
            reason: decision.reason,
            decided_by: ReportPerson::new(decision.by, by),
            decided_at: decision.at.into(),
        }
    }
}

impl From<SeenReport> for ReportView {
    fn from(seen: SeenReport) -> Self {
        let SeenReport { report, reporter, reported, decided_by } = seen;
        let subject = report.subject;
        let decision = |decision| ReportDecision::new(subject, decision, decided_by);
        Self {
            id: report.id,
            subject,
            subject_id: report.evidence.about,
            reason: report.reason,
            reporter: ReportPerson::new(report.reporter, reporter),
            reported: ReportPerson::new(report.evidence.reported, reported),
            created_at: report.created_at.into(),
            decision: report.decision.map(decision),
        }
    }
}

/// A report with all that whoever decides needs to know.
#[derive(Debug, Object)]
#[oai(rename = "ReportCase", skip_serializing_if_is_none)]
pub(crate) struct CaseView {
    /// The report.
    report: ReportView,
    /// What the reporter says.
    words: String,
    /// What the message or skill said when it was reported.
    quote: String,
    /// Where the message's picture is fetched from, with the access token.
    picture_url: Option<String>,
    /// The reported person's account.
    member: Option<Member>,
    /// What was said before the message, the oldest first.
    before: Vec<ReportContext>,
    /// What was said after it, the oldest first.
    after: Vec<ReportContext>,
    /// The reported skill as it is now; not there once it is deleted.
    skill: Option<ReportedSkill>,
}

/// A message near the reported one.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportContext {
    /// Identity of the message.
    id: ItemId,
    /// Who wrote it.
    sender_id: UserId,
    /// What it says.
    content: String,
    /// Where the picture that goes with it is fetched from, with the access token.
    picture_url: Option<String>,
    /// When it was sent, RFC 3339 in UTC.
    created_at: DateTime,
}

impl ReportContext {
    fn new(report: &ItemId, message: WrittenMessage) -> Self {
        let WrittenMessage { id, from, to: _, content, picture, at } = message;
        let picture_url =
            picture.then(|| format!("/api/admin/reports/{report}/messages/{id}/picture"));
        Self { id, sender_id: from, content, picture_url, created_at: at.into() }
    }
}

impl From<Case> for CaseView {
    fn from(case: Case) -> Self {
        let Case { seen, member, context, skill } = case;
        let near = |MessageInContext { before, message: _, after }| (before, after);
        let (before, after) = context.map(near).unwrap_or_default();
        let Report { id, words, evidence, .. } = &seen.report;
        let listed = |messages: Vec<WrittenMessage>| {
            messages.into_iter().map(|message| ReportContext::new(id, message)).collect()
        };
        let picture = evidence.picture.then(|| format!("/api/admin/reports/{id}/picture"));
        Self {
            words: words.clone(),
            quote: evidence.quote.clone(),
            picture_url: picture,
            member: member.map(Member::from),
            before: listed(before),
            after: listed(after),
            skill: skill.map(ReportedSkill::from),
            report: seen.into(),
        }
    }
}

/// What is decided about a report.
#[derive(Debug, Object)]
#[oai(rename = "ReportVerdict")]
pub(crate) struct VerdictBody {
    /// Whether to act on it or to dismiss it.
    decision: VerdictKind,
    /// Whether to remove the message for both; only of messages, and only when acting.
    remove_message: Option<bool>,
    /// Whether to take the skill down until staff let it back: nobody but its owner sees it, and
    /// nobody can book it; open bookings go on. Only of skills, and only when acting.
    take_down_skill: Option<bool>,
    /// What to tell the reported person, at most 500 characters; only when acting. They do not
    /// learn who reported them. Needed when a skill is taken down: it is the reason that they read.
    #[oai(validator(max_length = 1000))]
    warning: Option<String>,
    /// Why, for the audit log; 3 to 500 characters.
    #[oai(validator(max_length = 1000))]
    reason: String,
}

/// What becomes of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportVerdictKind", rename_all = "snake_case")]
pub(crate) enum VerdictKind {
    /// It is as it should be.
    Dismiss,
    /// It is not, and something is done about it.
    Act,
}

impl From<VerdictBody> for Verdict {
    fn from(body: VerdictBody) -> Self {
        let VerdictBody { decision, remove_message, take_down_skill, warning, reason } = body;
        Self {
            acted: decision == VerdictKind::Act,
            remove: remove_message.unwrap_or(false),
            take_down: take_down_skill.unwrap_or(false),
            warning,
            reason,
        }
    }
}
