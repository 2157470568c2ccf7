//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, auth::forbidden, db::RuleViolation, errors};

/// The caller has used up the daily quota of reports.
pub(crate) const TOO_MANY_REPORTS: RuleViolation = RuleViolation::new(
    429,
    "moderation.too_many_reports",
    "You have reported as much as one person can in a day. In an emergency call 999.",
);

/// The report was decided differently by somebody else.
pub(crate) const DECIDED: RuleViolation = RuleViolation::new(
    409,
    "moderation.decided",
    "Somebody else has decided about this report already.",
);

/// The caller has used up the daily quota of notes.
pub(crate) const TOO_MANY_NOTES: RuleViolation = RuleViolation::new(
    429,
    "moderation.too_many_notes",
    "You have written as many notes as one person can in a day.",
);

/// The task was done by somebody else.
pub(crate) const TASK_DONE: RuleViolation =
    RuleViolation::new(409, "moderation.task_done", "Somebody else has done this already.");

/// The member has appealed already, or the decision was reversed.
pub(crate) const APPEALED_ALREADY: RuleViolation = RuleViolation::new(
    409,
    "moderation.appealed",
    "You have appealed against this decision already. There is one appeal for each.",
);

/// Somebody has decided the appeal.
pub(crate) const APPEAL_CLOSED: RuleViolation = RuleViolation::new(
    409,
    "moderation.appeal_decided",
    "Somebody else has decided about this appeal already.",
);

/// Somebody has decided about the post, or its author has deleted it.
pub(crate) const POST_CLOSED: RuleViolation = RuleViolation::new(
    409,
    "moderation.post_decided",
    "Somebody else has decided about this post already.",
);

/// A colleague has claimed the case.
pub(crate) const CASE_TAKEN: RuleViolation = RuleViolation::new(
    409,
    "moderation.case_taken",
    "A colleague is taking care of this. You can take it over a day after they began.",
);

/// The list of replies is full.
pub(crate) const TOO_MANY_REPLIES: RuleViolation = RuleViolation::new(
    409,
    "moderation.too_many_replies",
    "There are 100 replies already. Delete one that nobody needs first.",
);

/// Another process has sent the reminders.
pub(crate) const REMINDED: RuleViolation =
    RuleViolation::new(409, "moderation.reminded", "The reminders were sent already.");

/// The reply was deleted.
pub(crate) const REPLY_GONE: RuleViolation =
    RuleViolation::new(404, "moderation.no_reply", "There is no such reply any more.");

/// Rule violations that statements of the store may throw.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    DECIDED,
    TASK_DONE,
    APPEALED_ALREADY,
    APPEAL_CLOSED,
    POST_CLOSED,
    CASE_TAKEN,
    TOO_MANY_REPLIES,
    REPLY_GONE,
];

errors! {
    /// Errors of the module.
    pub(crate) enum ModerationError {
        /// The account is the caller's own.
        OwnAccount => 403, "moderation.own_account",
            "This is your own account, so somebody else has to decide.";
        /// The caller has an open booking with the member.
        OwnBooking => 403, "moderation.own_booking",
            "You have an open booking with this member, so somebody else has to decide.";
        /// The member is staff, and the caller is not an admin.
        StaffAccount => forbidden();
        /// Only admins decide such cases.
        ForAdmins => forbidden();
        /// The cursor belongs to another list.
        ForeignCursor => ApiError::invalid("cursor", "This cursor did not come from this list.");
        /// The export would have too many entries.
        AuditTooLong => ApiError::invalid(
            "to",
            "This choice has more than 10,000 entries. Choose fewer days.",
        );
        /// The member does not exist.
        NoMember => 404, "moderation.no_member", "There is no such member.";
        /// The note does not exist.
        NoNote => 404, "moderation.no_note", "There is no such note any more.";
        /// The note is a colleague's, and the caller is no admin.
        OthersNote => 403, "moderation.others_note",
            "A colleague wrote this. Only they or an admin can delete it.";
        /// The reported subject does not exist, or the caller cannot see it.
        NothingToReport => 404, "moderation.nothing_to_report",
            "This is no longer there, so there is nothing to report.";
        /// The caller owns the reported subject.
        OwnThing => 422, "moderation.own_thing",
            "You cannot report yourself, or your own messages, skills, needs or reviews.";
        /// The report does not exist.
        NoReport => 404, "moderation.no_report", "There is no such report.";
        /// The caller made the report or is reported by it.
        OwnReport => 403, "moderation.own_report",
            "This report is by you or about you, so somebody else has to look at it.";
        /// The message is not part of the report's context.
        NoMessage => 404, "moderation.no_message",
            "There is no such message near the reported one.";
        /// The message has no picture.
        NoPicture => 404, "moderation.no_picture", "There is no picture, or it was removed.";
        /// The skill does not exist.
        NoSkill => 404, "moderation.no_skill", "There is no such skill any more.";
        /// The skill to be taken down was deleted.
        SkillGone => 409, "moderation.skill_gone",
            "This skill was deleted, so there is nothing to take down.";
        /// The skill to be taken down is already down, by another report.
        SkillDown => 409, "moderation.skill_down",
            "This skill has already been taken down. The reason is shown with it.";
        /// The need to be taken down was deleted.
        NeedGone => 409, "moderation.need_gone",
            "This need was deleted, so there is nothing to take down.";
        /// The need to be taken down is already down, by another report.
        NeedDown => 409, "moderation.need_down", "This need has already been taken down.";
        /// The review to be removed is gone already.
        ReviewGone => 409, "moderation.review_gone",
            "This review was removed already, so there is nothing to take down.";
        /// The skill is the caller's own.
        OwnSkill => 403, "moderation.own_skill",
            "You offer this skill yourself, so somebody else has to decide.";
        /// Somebody else decided first, and differently.
        Decided => &DECIDED;
        /// The link is forged or incomplete, or has expired.
        UnknownLink => 404, "moderation.unknown_link",
            "This link is incomplete or has expired. Sign in to get a new one.";
        /// There is no such decision about the caller.
        NoDecision => 404, "moderation.no_decision", "There is no such decision any more.";
        /// The time for an appeal is over. Holds its last day in words.
        AppealLate(until: String) => 409, "moderation.appeal_late",
            "You could appeal until {until}.";
        /// The member has appealed already.
        AppealedAlready => &APPEALED_ALREADY;
        /// The decision was reversed.
        Reversed => 409, "moderation.reversed",
            "This decision was reversed, so there is nothing to appeal against.";
        /// The appeal does not exist.
        NoAppeal => 404, "moderation.no_appeal", "There is no such appeal any more.";
        /// The appeal is the caller's own.
        OwnAppeal => 403, "moderation.own_appeal",
            "This is your own appeal, so somebody else has to decide.";
        /// The caller took the decision, and somebody else may review it.
        OwnDecision => 403, "moderation.own_decision",
            "You took this decision, so somebody else has to look at it again.";
        /// Somebody has decided the appeal differently.
        AppealDecided => &APPEAL_CLOSED;
        /// The post does not exist.
        NoPost => 404, "moderation.no_post", "There is no such post any more.";
        /// The post is by or about the caller.
        OwnPost => 403, "moderation.own_post",
            "This is by or about you, so somebody else has to decide.";
        /// Somebody has decided about the post differently.
        PostDecided => &POST_CLOSED;
        /// Its author changed the post since it was read.
        PostChanged => 409, "moderation.post_changed",
            "This was changed after you opened it. Please read it again.";
        /// A colleague has claimed the case.
        CaseTaken => &CASE_TAKEN;
        /// The risk assessment does not exist.
        NoAssessment => 404, "moderation.no_assessment", "There is no such risk assessment.";
        /// The reply does not exist.
        NoReply => &REPLY_GONE;
    }
}
