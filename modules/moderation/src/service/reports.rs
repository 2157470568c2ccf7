//! Reporting of messages, people, skills, needs and reviews by members.

use sparkyard_kernel::{
    BookingId, ItemId, SkillId, UserId, allowance,
    db::{DbError, Fragment},
    newest_first,
    ports::{LiveNews, LiveQueue, StaffQueue},
};

use super::ModerationService;
use crate::{
    error::{ModerationError, TOO_MANY_REPORTS},
    model::report::{Evidence, NewReport, Report, Subject},
    store::Reporting,
};

/// Maximum number of reports per member and day.
const REPORTS_PER_DAY: u32 = 20;

impl ModerationService {
    /// Stores a report, or returns the caller's open report of the same subject.
    pub(crate) async fn report(
        &self,
        caller: &UserId,
        report: NewReport,
    ) -> Result<Report, ModerationError> {
        let NewReport { subject, about, reason, words } = report.checked()?;
        let evidence = self.evidence(caller, subject, &about).await?;
        if evidence.reported == *caller {
            return Err(ModerationError::OwnThing);
        }
        if let Some(before) = self.store.open_report(caller, subject, &evidence.about).await? {
            return Ok(before);
        }
        let (id, now) = (ItemId(self.cx.ids.next()), self.cx.now());
        let due_at = Some(now + self.rules().await?.reports());
        let report = Report {
            place: newest_first(now, id.as_str()),
            id,
            reporter: caller.clone(),
            subject,
            evidence,
            reason,
            words,
            created_at: now,
            due_at,
            decision: None,
        };
        let daily = self.cx.limits.daily("moderation.reports", REPORTS_PER_DAY);
        let reporting = Reporting {
            counted: daily.use_up(caller.as_str(), 1, now, &TOO_MANY_REPORTS),
            flag: self.flagging(&report, true),
            news: self.queue_news(&report).await?,
        };
        match self.store.add_report(&report, reporting).await {
            Ok(()) => Ok(report),
            // A concurrent request of the caller stored it first.
            Err(DbError::AlreadyExists(cause)) => {
                let before = self.store.open_report(caller, subject, &report.evidence.about);
                Ok(before.await?.ok_or(DbError::AlreadyExists(cause))?)
            }
            Err(error) => Err(allowance::explain(error, &[&TOO_MANY_REPORTS], now)),
        }
    }

    /// Returns the reported subject. Fails with `NothingToReport` if the caller cannot see it.
    async fn evidence(
        &self,
        caller: &UserId,
        subject: Subject,
        about: &ItemId,
    ) -> Result<Evidence, ModerationError> {
        let found = match subject {
            Subject::Message => self.message(caller, about).await?,
            Subject::Person => self.person(about).await?,
            Subject::Skill => self.skill(caller, about).await?,
            Subject::Need => self.need(about).await?,
            Subject::Review => self.review(caller, about).await?,
            // Opened only with a review, by the port.
            Subject::Safety => None,
        };
        found.ok_or(ModerationError::NothingToReport)
    }

    /// Returns a message, if the caller is one of its two members.
    async fn message(
        &self,
        caller: &UserId,
        about: &ItemId,
    ) -> Result<Option<Evidence>, ModerationError> {
        let Some(conversations) = &self.conversations else { return Ok(None) };
        let found = conversations.around(about, 0, 0).await?.map(|found| found.message);
        let found = found.filter(|message| message.from == *caller || message.to == *caller);
        Ok(found.map(|message| Evidence {
            about: message.id,
            reported: message.from,
            quote: message.content,
            picture: message.picture,
        }))
    }

    async fn person(&self, about: &ItemId) -> Result<Option<Evidence>, ModerationError> {
        let id = UserId::from(about.as_str());
        let person = self.people.find(std::slice::from_ref(&id)).await?.remove(&id);
        Ok(person.filter(|person| person.listed).map(|_| Evidence {
            about: about.clone(),
            reported: id,
            quote: String::new(),
            picture: false,
        }))
    }

    /// Returns a skill that is on offer or the caller's own.
    async fn skill(
        &self,
        caller: &UserId,
        about: &ItemId,
    ) -> Result<Option<Evidence>, ModerationError> {
        let Some(skills) = &self.skills else { return Ok(None) };
        let found = skills.get(&SkillId::from(about.as_str()), false).await?;
        let skill = found.filter(|skill| skill.is_on_offer() || skill.user_id == *caller);
        Ok(skill.map(|skill| Evidence {
            about: about.clone(),
            reported: skill.user_id,
            quote: format!("{}\n\n{}", skill.skill_type, skill.description).trim().to_owned(),
            picture: false,
        }))
    }

    /// Returns a need that others can see.
    async fn need(&self, about: &ItemId) -> Result<Option<Evidence>, ModerationError> {
        let Some(needs) = &self.needs else { return Ok(None) };
        let need = needs.get(about).await?.filter(|need| need.moderation.is_shown());
        Ok(need.map(|need| Evidence {
            about: need.id,
            reported: need.author,
            quote: format!("{}\n\n{}", need.title, need.text).trim().to_owned(),
            picture: false,
        }))
    }

    /// Returns the write that counts one more open report about a skill, need or review, or one
    /// less.
    pub(super) fn flagging(&self, report: &Report, is_open: bool) -> Option<Fragment> {
        let about = &report.evidence.about;
        match report.subject {
            Subject::Skill => {
                let id = SkillId::from(about.as_str());
                self.skills.as_ref().map(|skills| skills.flag(&id, is_open))
            }
            Subject::Need => self.needs.as_ref().map(|needs| needs.flag(about, is_open)),
            Subject::Review => {
                let booking = BookingId(about.as_str().parse().ok()?);
                self.reviews.as_ref().map(|reviews| reviews.flag(booking, is_open))
            }
            Subject::Message | Subject::Person | Subject::Safety => None,
        }
    }

    /// Returns events that tell staff of a changed queue, except staff concerned by the report.
    pub(super) async fn queue_news(
        &self,
        report: &Report,
    ) -> Result<Vec<Fragment>, ModerationError> {
        self.staff_news(StaffQueue::Reports, |member| report.concerns(member)).await
    }

    /// Returns the events that tell staff of a changed queue, except members whom it concerns.
    pub(super) async fn staff_news(
        &self,
        queue: StaffQueue,
        concerns: impl Fn(&UserId) -> bool + Send,
    ) -> Result<Vec<Fragment>, ModerationError> {
        let Some(live) = &self.live else { return Ok(Vec::new()) };
        let news = LiveNews::Queue(LiveQueue { queue });
        let staff = self.accounts.staff().await?;
        let others = staff.iter().filter(|member| !concerns(&member.id));
        Ok(others.map(|member| live.publish(&member.id, &news)).collect())
    }
}
