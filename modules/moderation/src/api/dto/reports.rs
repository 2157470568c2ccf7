use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, ItemId, ModerationState, UserId,
    ports::{MessageInContext, PersonInfo, WrittenMessage},
};

use super::{Member, skill::ReportedSkill};
use crate::model::report::{
    Case, Decision, NewReport, Reason, Report, ReportForViewer, Subject, Verdict,
};

/// A report of inappropriate content or behaviour.
#[derive(Debug, Object)]
#[oai(rename = "NewReport")]
pub(crate) struct ReportBody {
    /// Kind of the subject.
    subject: Subject,
    /// Id of the message, the person, the skill or the need; number of the booking for a review.
    id: ItemId,
    /// Reason for the report.
    reason: Reason,
    /// Description, at most 1,000 characters; required when the reason is `other`.
    #[oai(validator(max_length = 2000))]
    words: Option<String>,
}

impl From<ReportBody> for NewReport {
    fn from(body: ReportBody) -> Self {
        let ReportBody { subject, id: about, reason, words } = body;
        Self { subject, about, reason, words: words.unwrap_or_default() }
    }
}

/// A stored report.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportTaken {
    /// Id of the report.
    id: ItemId,
    /// Time of the report, RFC 3339 in UTC.
    created_at: DateTime,
    /// Time by which the operators mean to decide, RFC 3339 in UTC; absent for a report from before
    /// they said so.
    due_at: Option<DateTime>,
}

impl From<Report> for ReportTaken {
    fn from(report: Report) -> Self {
        let due_at = report.due_at.map(DateTime::from);
        Self { id: report.id, created_at: report.created_at.into(), due_at }
    }
}

/// State of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ReportState {
    /// Awaiting a decision.
    Open,
    /// Decided.
    Decided,
}

/// A report in the queue.
#[derive(Debug, Object)]
#[oai(rename = "Report", skip_serializing_if_is_none)]
pub(crate) struct ReportView {
    /// Id of the report.
    id: ItemId,
    /// Kind of the subject.
    subject: Subject,
    /// Id of the subject.
    subject_id: ItemId,
    /// Reason given by the reporter.
    reason: Reason,
    /// The reporter.
    reporter: ReportPerson,
    /// The reported person, or the owner of the message, skill, need or review.
    reported: ReportPerson,
    /// Time of the report, RFC 3339 in UTC.
    created_at: DateTime,
    /// Time by which it is to be decided, RFC 3339 in UTC; absent once it is, and for a report from
    /// before such times were set.
    due_at: Option<DateTime>,
    /// Decision; absent while the report is open.
    decision: Option<ReportDecision>,
}

/// A person involved in a report.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportPerson {
    /// Id of the person.
    id: UserId,
    /// Name; absent once they have left.
    name: Option<String>,
    /// Photo, root-relative.
    photourl: Option<String>,
}

impl ReportPerson {
    pub(super) fn new(id: UserId, person: Option<PersonInfo>) -> Self {
        let name = person.as_ref().map(PersonInfo::name);
        Self { id, name, photourl: person.and_then(|person| person.photourl) }
    }
}

/// Decision of staff on a report.
#[derive(Debug, Object)]
#[expect(clippy::struct_excessive_bools, reason = "each kind of subject has its own")]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportDecision {
    /// Whether something was done.
    acted: bool,
    /// Whether the message was removed for both.
    message_removed: bool,
    /// Whether the skill was taken down.
    skill_taken_down: bool,
    /// Whether the need was taken down.
    need_taken_down: bool,
    /// Whether the review was removed.
    review_removed: bool,
    /// Whether text, photo and website of the profile were removed.
    profile_cleared: bool,
    /// Text sent to the reported person.
    warning: Option<String>,
    /// Reason for the decision.
    reason: String,
    /// Staff member who decided.
    decided_by: ReportPerson,
    /// Time of the decision, RFC 3339 in UTC.
    decided_at: DateTime,
}

impl ReportDecision {
    fn new(subject: Subject, decision: Decision, by: Option<PersonInfo>) -> Self {
        Self {
            acted: decision.acted,
            message_removed: decision.removed && subject == Subject::Message,
            skill_taken_down: decision.removed && subject == Subject::Skill,
            need_taken_down: decision.removed && subject == Subject::Need,
            review_removed: decision.removed && subject == Subject::Review,
            profile_cleared: decision.removed && subject == Subject::Person,
            warning: decision.warning,
            reason: decision.reason,
            decided_by: ReportPerson::new(decision.by, by),
            decided_at: decision.at.into(),
        }
    }
}

impl From<ReportForViewer> for ReportView {
    fn from(seen: ReportForViewer) -> Self {
        let ReportForViewer { report, reporter, reported, decided_by } = seen;
        let subject = report.subject;
        let due_at = report.due_at.filter(|_| report.decision.is_none());
        let decision = |decision| ReportDecision::new(subject, decision, decided_by);
        Self {
            id: report.id,
            subject,
            subject_id: report.evidence.about,
            reason: report.reason,
            reporter: ReportPerson::new(report.reporter, reporter),
            reported: ReportPerson::new(report.evidence.reported, reported),
            created_at: report.created_at.into(),
            due_at: due_at.map(DateTime::from),
            decision: report.decision.map(decision),
        }
    }
}

/// A report with all information needed for a decision.
#[derive(Debug, Object)]
#[oai(rename = "ReportCase", skip_serializing_if_is_none)]
pub(crate) struct CaseView {
    /// The report.
    report: ReportView,
    /// Description by the reporter.
    words: String,
    /// Text of the message, skill, need or review at the time of the report.
    quote: String,
    /// URL of the message's picture, fetched with the access token; absent once decided.
    picture_url: Option<String>,
    /// Account of the reported person.
    member: Option<Member>,
    /// Messages before the reported one, oldest first.
    before: Vec<ReportContext>,
    /// Messages after the reported one, oldest first.
    after: Vec<ReportContext>,
    /// State of the reported skill, need or review; absent once it is deleted.
    moderation: Option<ModerationState>,
    /// The reported skill as it is now; absent once it is deleted.
    skill: Option<ReportedSkill>,
}

/// A message near the reported one.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct ReportContext {
    /// Id of the message.
    id: ItemId,
    /// Id of the sender.
    sender_id: UserId,
    /// Text of the message.
    content: String,
    /// URL of the picture, fetched with the access token.
    picture_url: Option<String>,
    /// Time of sending, RFC 3339 in UTC.
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
        let Case { seen, member, context, moderation, skill } = case;
        let near = |MessageInContext { before, message: _, after }| (before, after);
        let (before, after) = context.map(near).unwrap_or_default();
        let Report { id, words, evidence, .. } = &seen.report;
        let shows_picture = seen.report.shows_picture();
        let listed = |messages: Vec<WrittenMessage>| {
            messages.into_iter().map(|message| ReportContext::new(id, message)).collect()
        };
        let picture = shows_picture.then(|| format!("/api/admin/reports/{id}/picture"));
        Self {
            words: words.clone(),
            quote: evidence.quote.clone(),
            picture_url: picture,
            member: member.map(Member::from),
            before: listed(before),
            after: listed(after),
            moderation,
            skill: skill.map(ReportedSkill::from),
            report: seen.into(),
        }
    }
}

/// Input of a decision on a report.
#[derive(Debug, Object)]
#[oai(rename = "ReportVerdict")]
pub(crate) struct VerdictBody {
    /// Whether to act on the report or to dismiss it.
    decision: VerdictKind,
    /// Whether to remove the message for both members; only for messages, and only when acting.
    remove_message: Option<bool>,
    /// Whether to take the skill down until staff restore it: only its owner sees it, and nobody
    /// can book it; open bookings continue. Only for skills, and only when acting.
    take_down_skill: Option<bool>,
    /// Whether to take the need down for good: only its author sees it. Only for needs, and only
    /// when acting.
    take_down_need: Option<bool>,
    /// Whether to remove the review, with its stars and its reply. Only for reviews, and only when
    /// acting.
    take_down_review: Option<bool>,
    /// Whether to remove text, photo and website of the profile. Only for persons, and only when
    /// acting.
    clear_profile: Option<bool>,
    /// Text to the reported person, at most 500 characters; only when acting, and never about how
    /// safe somebody felt. They do not learn who reported them. Required when something is removed:
    /// it is the reason shown to the owner.
    #[oai(validator(max_length = 1000))]
    warning: Option<String>,
    /// Reason for the audit log, 3 to 500 characters.
    #[oai(validator(max_length = 1000))]
    reason: String,
}

/// Kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "ReportVerdictKind", rename_all = "snake_case")]
pub(crate) enum VerdictKind {
    /// Nothing is wrong.
    Dismiss,
    /// Something is wrong, and is acted on.
    Act,
}

impl From<VerdictBody> for Verdict {
    fn from(body: VerdictBody) -> Self {
        let VerdictBody {
            decision,
            remove_message,
            take_down_skill,
            take_down_need,
            take_down_review,
            clear_profile,
            warning,
            reason,
        } = body;
        let named = |wanted: Option<bool>, subject| (wanted == Some(true)).then_some(subject);
        Self {
            acted: decision == VerdictKind::Act,
            remove: remove_message.unwrap_or(false),
            take_down: named(take_down_skill, Subject::Skill)
                .or_else(|| named(take_down_need, Subject::Need))
                .or_else(|| named(take_down_review, Subject::Review))
                .or_else(|| named(clear_profile, Subject::Person)),
            warning,
            reason,
        }
    }
}
