//! Reports as cases: reading and deciding by staff.

use std::collections::HashMap;

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Page, PageQuery, UserId,
    audit::{AuditEntry, Reading},
    db::{DbError, Fragment},
    download::PrivateFile,
    events::moderation::REPORT_DECIDED,
    newest_first,
    ports::{
        LiveNews, LiveRemoved, MessageInContext, NEED_CHANGED, PROFILE_CHANGED, PersonInfo,
        REVIEW_CHANGED, SKILL_CHANGED,
    },
};

use super::{ModerationService, takedowns::TakingDown};
use crate::{
    error::{DECIDED, ModerationError},
    model::{
        Member,
        report::{Case, Decision, Report, ReportForViewer, Subject, Verdict},
    },
    store::{Deciding, put_sanction},
};

/// Number of messages shown before and after a reported message.
const BEFORE: usize = 10;
const AFTER: usize = 3;
/// Maximum number of retries of a decision when the skill, need or review changes concurrently.
const MAX_ROUNDS: usize = 8;

impl ModerationService {
    /// Returns open or decided reports, newest first, except those that concern the caller.
    pub(crate) async fn reports(
        &self,
        caller: &UserId,
        open: bool,
        page: &PageQuery,
    ) -> Result<Page<ReportForViewer>, ModerationError> {
        let reports = self.store.reports(open, caller, page).await?;
        let Page { items, next_cursor } = Page::cut(reports, page, |report| report.place.clone());
        let people = self.people_of(&items).await?;
        Ok(Page {
            items: items.into_iter().map(|report| seen(report, &people)).collect(),
            next_cursor,
        })
    }

    /// Returns a report with the reported subject. Access is written to the audit log first.
    pub(crate) async fn case(&self, caller: &Caller, id: &ItemId) -> Result<Case, ModerationError> {
        let report = self.report_for(caller, id).await?;
        self.record_reading(caller, &report, "moderation.report_read").await?;
        self.as_case(report).await
    }

    /// Returns the picture of a reported message, until the report is decided. Access is written to
    /// the audit log first.
    pub(crate) async fn report_picture(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<PrivateFile, ModerationError> {
        let report = self.report_for(caller, id).await?;
        let key = match &self.conversations {
            Some(conversations) if report.shows_picture() => {
                conversations.picture(&report.evidence.about).await?
            }
            _ => None,
        };
        let key = key.ok_or(ModerationError::NoPicture)?;
        self.record_reading(caller, &report, "moderation.report_picture_read").await?;
        self.picture_file(&key, format!("report-{id}")).await
    }

    /// Returns the picture of a message in the report's context. All pictures of a report that a
    /// staff member views within an hour share one audit entry.
    pub(crate) async fn context_picture(
        &self,
        caller: &Caller,
        id: &ItemId,
        message: &ItemId,
    ) -> Result<PrivateFile, ModerationError> {
        let report = self.report_for(caller, id).await?;
        let context = self.context(&report).await?.ok_or(ModerationError::NoMessage)?;
        let mut near = context.before.into_iter().chain(context.after);
        let found = near.find(|near| near.id == *message).ok_or(ModerationError::NoMessage)?;
        let key = match &self.conversations {
            // A message removed by staff has no picture.
            Some(conversations) if found.picture => conversations.picture(&found.id).await?,
            _ => None,
        };
        let key = key.ok_or(ModerationError::NoPicture)?;
        self.record_reading(caller, &report, "moderation.report_picture_read").await?;
        self.picture_file(&key, format!("message-{}", found.id)).await
    }

    /// Reads the picture of a message, to be downloaded as `name`.
    async fn picture_file(&self, key: &str, name: String) -> Result<PrivateFile, ModerationError> {
        let content = self.files.get_private(key).await?;
        let lost = || ApiError::internal(format!("the picture {key} is gone"));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            name: format!("{name}.jpg"),
        })
    }

    /// Returns the reported message with its neighbours, until the report is decided. `None` if the
    /// subject is not a message.
    async fn context(&self, report: &Report) -> Result<Option<MessageInContext>, ModerationError> {
        match &self.conversations {
            Some(conversations)
                if report.subject == Subject::Message && report.decision.is_none() =>
            {
                Ok(conversations.around(&report.evidence.about, BEFORE, AFTER).await?)
            }
            _ => Ok(None),
        }
    }

    /// Decides on a report in the name of `caller`. Repeating the same decision changes nothing.
    pub(crate) async fn decide(
        &self,
        caller: &Caller,
        id: &ItemId,
        verdict: Verdict,
    ) -> Result<Case, ModerationError> {
        let report = self.report_for(caller, id).await?;
        self.check_rank(caller, &report.evidence.reported).await?;
        self.check_no_party(caller, &report.evidence.reported).await?;
        let verdict = verdict.checked(report.subject)?;
        if report.decision.is_none() {
            match self.save(caller, &report, &verdict).await {
                Err(ModerationError::Db(DbError::Refused(violation))) if *violation == DECIDED => {}
                outcome => outcome?,
            }
        }
        // Reads the report again: somebody else may have decided meanwhile.
        let report = self.store.report(id).await?.ok_or(ModerationError::NoReport)?;
        if !report.decision.as_ref().is_some_and(|decision| decision.is(&verdict)) {
            return Err(ModerationError::Decided);
        }
        self.as_case(report).await
    }

    async fn save(
        &self,
        caller: &Caller,
        report: &Report,
        verdict: &Verdict,
    ) -> Result<(), ModerationError> {
        let mut rounds = 0;
        loop {
            match self.try_to_save(caller, report, verdict).await {
                // Concurrently taken down by another report, or deleted.
                Err(ModerationError::Db(DbError::Refused(violation)))
                    if [SKILL_CHANGED, NEED_CHANGED, REVIEW_CHANGED, PROFILE_CHANGED]
                        .contains(&violation.code)
                        && rounds < MAX_ROUNDS =>
                {
                    rounds += 1;
                }
                outcome => return outcome,
            }
        }
    }

    async fn try_to_save(
        &self,
        caller: &Caller,
        report: &Report,
        verdict: &Verdict,
    ) -> Result<(), ModerationError> {
        let (ids, now) = (&self.cx.ids, self.cx.now());
        let decision = Decision {
            acted: verdict.acted,
            removed: verdict.removes(),
            warning: verdict.warning.clone(),
            reason: verdict.reason.clone(),
            by: caller.id.clone(),
            at: now,
        };
        let audit = AuditEntry {
            id: ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: REPORT_DECIDED.name(),
            subject: subject(report),
            detail: format!("{}, {}: {}", detail(report), verdict.words(), verdict.reason),
        };
        let mut removal = Vec::from_iter(self.flagging(report, false));
        let (mut taken_down, mut appeal_until, mut photo) = (None, None, None);
        if verdict.removes() {
            let taking = self.taking_down(caller, report, verdict, now).await?;
            let TakingDown { effects, payload, photo: removed } = taking;
            removal.extend(effects);
            photo = removed;
            taken_down = Some((ids.next(), payload));
        } else if verdict.warns() {
            let sanction = self.warning(caller, report, verdict, now);
            appeal_until = Some(sanction.until());
            removal.push(put_sanction(sanction));
        }
        let deciding = Deciding {
            place: newest_first(now, report.id.as_str()),
            audit: audit.fragment(),
            removal,
            taken_down,
            appeal_until,
            news: self.queue_news(report).await?,
            event: ids.next(),
        };
        self.store.decide_report(report, decision, deciding).await?;
        self.files.take_back(photo.as_slice()).await;
        Ok(())
    }

    /// Returns the events that tell both members of the removal.
    pub(super) fn removal_news(&self, report: &Report) -> Vec<Fragment> {
        let Some(live) = &self.live else { return Vec::new() };
        let news = LiveNews::Removed(LiveRemoved { id: report.evidence.about.clone() });
        vec![live.publish(&report.reporter, &news), live.publish(&report.evidence.reported, &news)]
    }

    /// Returns a report. Fails with `OwnReport` if the caller made it, is reported by it, or is the
    /// subject of the reported review.
    pub(super) async fn report_for(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<Report, ModerationError> {
        let report = self.store.report(id).await?.ok_or(ModerationError::NoReport)?;
        if report.concerns(&caller.id) || self.is_about_review_of(&report, &caller.id).await? {
            return Err(ModerationError::OwnReport);
        }
        Ok(report)
    }

    async fn record_reading(
        &self,
        caller: &Caller,
        report: &Report,
        action: &'static str,
    ) -> Result<(), ModerationError> {
        let reading = Reading {
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: subject(report),
            detail: detail(report),
        };
        Ok(reading.record(&self.cx.db).await?)
    }

    async fn as_case(&self, report: Report) -> Result<Case, ModerationError> {
        let context = self.context(&report).await?;
        let skill = match report.subject {
            Subject::Skill => self.reported_skill(&report).await?,
            Subject::Message
            | Subject::Person
            | Subject::Need
            | Subject::Review
            | Subject::Safety => None,
        };
        let post = match report.subject.post() {
            Some(kind) => self.post_content(kind, report.evidence.about.as_str()).await?,
            None => None,
        };
        let moderation = post.map(|post| post.moderation);
        let people = self.people_of(std::slice::from_ref(&report)).await?;
        let reported = &report.evidence.reported;
        let account = self.accounts.find(std::slice::from_ref(reported)).await?.pop();
        let member = account.map(|account| Member::new(account, people.get(reported)));
        Ok(Case { seen: seen(report, &people), member, context, moderation, skill })
    }

    /// Looks up everybody involved in these reports; omits those who have left.
    async fn people_of(
        &self,
        reports: &[Report],
    ) -> Result<HashMap<UserId, PersonInfo>, ModerationError> {
        let people = |report: &Report| {
            let decided = report.decision.as_ref().map(|decision| decision.by.clone());
            [Some(report.reporter.clone()), Some(report.evidence.reported.clone()), decided]
        };
        let mut ids: Vec<UserId> = reports.iter().flat_map(people).flatten().collect();
        ids.sort_unstable();
        ids.dedup();
        match ids.is_empty() {
            true => Ok(HashMap::new()),
            false => Ok(self.people.find(&ids).await?),
        }
    }
}

fn seen(report: Report, people: &HashMap<UserId, PersonInfo>) -> ReportForViewer {
    let decided_by = report.decision.as_ref().and_then(|decision| people.get(&decision.by));
    ReportForViewer {
        reporter: people.get(&report.reporter).cloned(),
        reported: people.get(&report.evidence.reported).cloned(),
        decided_by: decided_by.cloned(),
        report,
    }
}

/// Returns the subject for the audit log. A case about safety names nobody: admins read the log,
/// and one of them may be the person who must not learn of it.
fn subject(report: &Report) -> String {
    match report.subject {
        Subject::Safety => format!("report:{}", report.id),
        _ => format!("user:{}", report.evidence.reported),
    }
}

fn detail(report: &Report) -> String {
    format!("report {} about {}", report.id, report.subject.words())
}
