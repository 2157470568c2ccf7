//! Notifies members of decisions about them and their suggestions, with the reason.

use sparkyard_kernel::{
    Event, UserId,
    db::DbError,
    events::{
        auth::{Reinstated, Suspended},
        core::MAIL,
        moderation::{AppealDecided, ContentRemoved, SkillLetBack, SkillTakenDown},
        settings::{ExportAskedByStaff, ExportEnded},
        skills::NameDecided,
    },
    idempotency::digest,
    ports::{AccountInfo, MailMessage, MailTopic},
    zone,
};

use super::{NotificationService, notify::notice};
use crate::{
    error::{ALREADY_TOLD, NotificationError},
    model::{Kind, NewNotice, staff::Case, wording},
};

impl NotificationService {
    /// Notifies the members who wanted a skill of the decision about its name, by notice and mail.
    pub(crate) async fn skill_decided(
        &self,
        decided: &NameDecided,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::skill_decided(decided);
        for account in self.accounts.find(&decided.user_ids).await? {
            let template = match decided.approved {
                true => "notifications/skill_accepted",
                false => "notifications/skill_rejected",
            };
            let mail = self.skill_mail(&account, template, &decided.name).await?;
            let until = decided.appeal_until.map(zone::day_in_words);
            let mail = mail.with_some("reason", decided.reason.clone());
            let mail = mail.with_some("appeal_until", until);
            self.give_once(notice(event, &account.id, Kind::Account, text.clone()), mail, event)
                .await?;
        }
        self.work_is_done(&Case::skill(&decided.slug)).await
    }

    /// Notifies a member that a skill was taken down, and why, by notice and mail.
    pub(crate) async fn skill_taken_down(
        &self,
        skill: &SkillTakenDown,
        event: &Event,
    ) -> Result<(), NotificationError> {
        for account in self.accounts.find(std::slice::from_ref(&skill.user_id)).await? {
            let template = "notifications/skill_taken_down";
            let mail = self.skill_mail(&account, template, &skill.skill_type).await?;
            let until = skill.appeal_until.map(zone::day_in_words);
            let mail = mail.with("reason", skill.reason.clone()).with_some("appeal_until", until);
            let text = wording::skill_taken_down(skill);
            self.give_once(notice(event, &account.id, Kind::Account, text), mail, event).await?;
        }
        Ok(())
    }

    /// Notifies a member that a skill is back, by notice and mail.
    pub(crate) async fn skill_let_back(
        &self,
        skill: &SkillLetBack,
        event: &Event,
    ) -> Result<(), NotificationError> {
        for account in self.accounts.find(std::slice::from_ref(&skill.user_id)).await? {
            let template = "notifications/skill_let_back";
            let mail = self.skill_mail(&account, template, &skill.skill_type).await?;
            let text = wording::skill_let_back(skill);
            self.give_once(notice(event, &account.id, Kind::Account, text), mail, event).await?;
        }
        Ok(())
    }

    /// Notifies a member of the outcome of their appeal, by notice and mail: they may be suspended.
    pub(crate) async fn appeal_decided(
        &self,
        decided: &AppealDecided,
        event: &Event,
    ) -> Result<(), NotificationError> {
        for account in self.accounts.find(std::slice::from_ref(&decided.user_id)).await? {
            let found = self.find(&[&account.id]).await?;
            let firstname = found.get(&account.id).map(|person| person.firstname.clone());
            let yes = |is_so: bool| is_so.then(|| "yes".to_owned());
            let mail = MailMessage::new(account.email.clone(), "notifications/appeal_decided")
                .with_some("name", firstname)
                .with("about", &decided.about)
                .with("reason", &decided.reason)
                .with_some("overturned", yes(decided.overturned))
                .with_some("same_person", yes(decided.same_person));
            let text = wording::appeal_decided(decided);
            self.give_once(notice(event, &account.id, Kind::Account, text), mail, event).await?;
        }
        self.work_is_done(&Case::appeal(&decided.appeal_id)).await
    }

    /// Builds a mail about a skill to a member who offers it or wanted it.
    async fn skill_mail(
        &self,
        account: &AccountInfo,
        template: &str,
        skill: &str,
    ) -> Result<MailMessage, NotificationError> {
        let found = self.find(&[&account.id]).await?;
        let firstname = found.get(&account.id).map(|person| person.firstname.clone());
        Ok(MailMessage::new(account.email.clone(), template)
            .with_some("name", firstname)
            .with("skill", skill)
            .if_wanted(&account.id, MailTopic::Account))
    }

    /// Stores a notice together with a mail, once however often the event is delivered.
    async fn give_once(
        &self,
        notice: NewNotice,
        mail: MailMessage,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let id = mail_id(event, &notice.receiver);
        match self.store.give_with_mail(notice, (id, mail), self.cx.now()).await {
            Err(DbError::Refused(violation)) if *violation == ALREADY_TOLD => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Notifies a member of the reason for a suspension, for when they are back. The accounts
    /// module sends the mail.
    pub(crate) async fn account_suspended(
        &self,
        suspended: &Suspended,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::suspended(suspended);
        self.give(vec![notice(event, &suspended.user_id, Kind::Account, text)], None).await
    }

    /// Notifies a member of the reinstatement.
    pub(crate) async fn account_reinstated(
        &self,
        reinstated: &Reinstated,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::reinstated();
        self.give(vec![notice(event, &reinstated.user_id, Kind::Account, text)], None).await
    }

    /// Notifies a member that something they wrote was removed, and why.
    pub(crate) async fn content_removed(
        &self,
        down: &ContentRemoved,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::content_removed(down);
        let topic = Some(MailTopic::Account);
        let notice = notice(event, &down.user_id, Kind::Account, text);
        self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await
    }

    /// Notifies a member that staff have asked for an archive of their data.
    pub(crate) async fn export_asked_by_staff(
        &self,
        asked: &ExportAskedByStaff,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::export_asked_by_staff(asked);
        let topic = Some(MailTopic::Account);
        let notice = notice(event, &asked.user_id, Kind::Account, text);
        self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await
    }

    /// Notifies whoever asked for an archive that it is there, or could not be made.
    pub(crate) async fn export_ended(
        &self,
        ended: &ExportEnded,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let receiver = ended.asked_by.as_ref().unwrap_or(&ended.user_id);
        let text = wording::export_ended(ended);
        self.give(vec![notice(event, receiver, Kind::Account, text)], None).await
    }
}

/// Returns the id of the only mail that `receiver` gets about `event`.
fn mail_id(event: &Event, receiver: &UserId) -> String {
    let id = digest(&[b"mail", event.id.as_bytes(), receiver.as_str().as_bytes()]);
    format!("{}:{id}", MAIL.name())
}
