//! Work that waits for staff: a notice for each case, and at most one mail a day.

use sparkyard_kernel::{
    Event, Role, Timestamp, UserId,
    db::DbError,
    events::{
        auth::Applied,
        kyc::DocumentHandedIn,
        moderation::{Appealed, AssessmentDue, ComplaintsLate, Reported},
        payouts::WithdrawalChanged,
        site::ContactEvent,
        skills::Suggested,
    },
    ports::{AccountInfo, LiveNews, LiveQueue, MailMessage, MailTopic, StaffQueue},
    zone,
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::{ALREADY_TOLD, NotificationError},
    model::{
        Kind, NewNotice, Text,
        staff::{Case, in_words, least_role},
        wording,
    },
    store::StaffMail,
};

/// Hour, in British time, from which mails about work are sent.
const MORNING: i8 = 8;

impl NotificationService {
    /// Notifies staff of a waiting document, except its owner.
    pub(crate) async fn document_waits(
        &self,
        document: &DocumentHandedIn,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&document.user_id]).await?;
        let text = wording::document_waits(document, &name(&found, &document.user_id));
        let case = Case::document(&document.document_id);
        self.work_waits(&case, &[&document.user_id], text, event).await
    }

    /// Notifies admins of a withdrawal to be paid, except its owner.
    pub(crate) async fn withdrawal_waits(
        &self,
        asked: &WithdrawalChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&asked.user_id]).await?;
        let text = wording::withdrawal_waits(asked, &name(&found, &asked.user_id));
        let case = Case::withdrawal(&asked.withdrawal_id);
        self.work_waits(&case, &[&asked.user_id], text, event).await
    }

    /// Notifies staff of a suggested skill, except its author.
    pub(crate) async fn skill_waits(
        &self,
        skill: &Suggested,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&skill.user_id]).await?;
        let text = wording::skill_waits(skill, &name(&found, &skill.user_id));
        self.work_waits(&Case::skill(&skill.slug), &[&skill.user_id], text, event).await
    }

    /// Notifies staff of a person who asks to join.
    pub(crate) async fn applicant_waits(
        &self,
        applied: &Applied,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&applied.user_id]).await?;
        let text = wording::applicant_waits(&name(&found, &applied.user_id));
        self.work_waits(&Case::applicant(&applied.user_id), &[], text, event).await
    }

    /// Notifies staff of a report, except its parties.
    pub(crate) async fn report_waits(
        &self,
        reported: &Reported,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let parties = [&reported.reporter_id, &reported.reported_id];
        let case = Case::report(&reported.report_id);
        self.work_waits(&case, &parties, wording::report_waits(), event).await
    }

    /// Notifies staff of an appeal, except its author and those who may not review it.
    pub(crate) async fn appeal_waits(
        &self,
        appealed: &Appealed,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let case = Case::appeal(&appealed.appeal_id);
        let staff = self.accounts.staff().await?;
        let lower = staff.iter().filter(|one| appealed.admins_only && one.role < Role::Admin);
        let others = std::iter::once(&appealed.user_id).chain(&appealed.not_by);
        let others: Vec<&UserId> = others.chain(lower.map(|one| &one.id)).collect();
        self.work_waits(&case, &others, wording::appeal_waits(), event).await
    }

    /// Notifies a member of staff of complaints that are late.
    pub(crate) async fn complaints_late(
        &self,
        late: &ComplaintsLate,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::complaints_late(late.count);
        let shared = notice(event, &late.user_id, Kind::Admin, text);
        self.give(vec![NewNotice { by_mail: Some(MailTopic::Account), ..shared }], None).await
    }

    /// Notifies admins that a risk assessment is due.
    pub(crate) async fn assessment_due(
        &self,
        due: &AssessmentDue,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::assessment_due(due.due_at, self.cx.now());
        let admins = self.accounts.admins().await?;
        let notices = admins.iter().map(|to| NewNotice {
            by_mail: Some(MailTopic::Account),
            ..notice(event, &to.id, Kind::Admin, text.clone())
        });
        self.give(notices.collect(), None).await
    }

    /// Notifies staff of a message from the contact page.
    pub(crate) async fn contact_waits(
        &self,
        contacted: &ContactEvent,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let case = Case::contact(&contacted.message_id);
        self.work_waits(&case, &[], wording::contact_waits(), event).await
    }

    /// Notifies the staff who may settle a case, except its parties.
    pub(crate) async fn work_waits(
        &self,
        case: &Case,
        parties: &[&UserId],
        text: Text,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let staff = self.staff_of(case.queue).await?;
        let others = staff.iter().filter(|one| !parties.contains(&&one.id));
        let notices = others.map(|one| NewNotice {
            case: Some(case.clone()),
            ..notice(event, &one.id, Kind::Admin, text.clone())
        });
        let also = queue_news(&staff, case.queue);
        Ok(self.store.give(notices.collect(), also, self.cx.now()).await?)
    }

    /// Marks a case as settled, and its notices as seen.
    pub(crate) async fn work_is_done(&self, case: &Case) -> Result<(), NotificationError> {
        let also = queue_news(&self.staff_of(case.queue).await?, case.queue);
        Ok(self.store.settle(case, also, self.cx.now()).await?)
    }

    /// Mails all staff with new work since their last mail, at most once a day.
    pub(crate) async fn mail_staff(&self, now: Timestamp) -> Result<(), NotificationError> {
        let here = zone::in_britain(now);
        if here.hour() < MORNING {
            return Ok(());
        }
        let day = here.date().to_string();
        for member in self.accounts.staff().await? {
            self.mail_one(&member, &day, now).await?;
        }
        Ok(())
    }

    async fn mail_one(
        &self,
        member: &AccountInfo,
        day: &str,
        now: Timestamp,
    ) -> Result<(), NotificationError> {
        let waiting = self.store.waiting_for(&member.id).await?;
        let Some(newest) = waiting.iter().map(|waiting| waiting.newest).max() else {
            return Ok(());
        };
        if self.store.knows_by_mail(&member.id, day, newest).await? {
            return Ok(());
        }
        let found = self.find(&[&member.id]).await?;
        let firstname = found.get(&member.id).map(|person| person.firstname.clone());
        let mail = MailMessage::new(member.email.clone(), "notifications/staff");
        let mail = mail.with_some("name", firstname);
        let mail = waiting
            .into_iter()
            .map(in_words)
            .fold(mail, |mail, (key, words)| mail.with(key, words));
        let sent = StaffMail { user: &member.id, day, newest, mail, at: now };
        match self.store.mail_staff(sent).await {
            // Another process was faster.
            Err(DbError::Refused(violation)) if *violation == ALREADY_TOLD => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    async fn staff_of(&self, queue: StaffQueue) -> Result<Vec<AccountInfo>, NotificationError> {
        let mut staff = self.accounts.staff().await?;
        staff.retain(|one| one.role >= least_role(queue));
        Ok(staff)
    }
}

/// Returns the live news for staff about a change of a queue.
fn queue_news(staff: &[AccountInfo], queue: StaffQueue) -> Vec<(UserId, LiveNews)> {
    let news = LiveNews::Queue(LiveQueue { queue });
    staff.iter().map(|one| (one.id.clone(), news.clone())).collect()
}
