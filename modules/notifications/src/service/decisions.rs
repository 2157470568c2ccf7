//! What was decided about members and what they suggested: they are told, with the reason.

use sparkyard_kernel::{
    Event, UserId,
    db::DbError,
    events::{
        auth::{Reinstated, Suspended},
        core::MAIL,
        moderation::{SkillLetBack, SkillTakenDown},
        skills::NameDecided,
    },
    idempotency::digest,
    ports::{AccountInfo, MailMessage, MailTopic},
};

use super::{NotificationService, tell::notice};
use crate::{
    error::{ALREADY_TOLD, NotificationError},
    model::{Kind, NewNotice, staff::Case, wording},
};

impl NotificationService {
    /// Tells those who wanted a skill what was decided about its name, by a notice and a mail each.
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
            let mail = mail.with_some("reason", decided.reason.clone());
            self.give_once(notice(event, &account.id, Kind::Account, text.clone()), mail, event)
                .await?;
        }
        self.work_is_done(&Case::skill(&decided.slug)).await
    }

    /// Tells a member that a skill of theirs was taken down, and why, by a notice and a mail.
    pub(crate) async fn skill_taken_down(
        &self,
        skill: &SkillTakenDown,
        event: &Event,
    ) -> Result<(), NotificationError> {
        for account in self.accounts.find(std::slice::from_ref(&skill.user_id)).await? {
            let template = "notifications/skill_taken_down";
            let mail = self.skill_mail(&account, template, &skill.skill_type).await?;
            let mail = mail.with("reason", skill.reason.clone());
            let text = wording::skill_taken_down(skill);
            self.give_once(notice(event, &account.id, Kind::Account, text), mail, event).await?;
        }
        Ok(())
    }

    /// Tells a member that a skill of theirs is back, in the same ways.
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

    /// A mail about a skill to whoever offers it, or wanted it.
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

    /// Gives a notice together with a mail, however often the event comes.
    async fn give_once(
        &self,
        notice: NewNotice,
        mail: MailMessage,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let id = mail_id(event, &notice.receiver);
        match self.store.give_with_mail(notice, (id, mail), self.cx.now()).await {
            Err(DbError::Refused(refusal)) if *refusal == ALREADY_TOLD => Ok(()),
            outcome => Ok(outcome?),
        }
    }

    /// Tells a member why they were kept out, for when they are back; the mail is sent by whoever
    /// keeps accounts.
    pub(crate) async fn account_suspended(
        &self,
        suspended: &Suspended,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::suspended(suspended);
        self.give(vec![notice(event, &suspended.user_id, Kind::Account, text)], None).await
    }

    /// Tells a member that they are let in again.
    pub(crate) async fn account_reinstated(
        &self,
        reinstated: &Reinstated,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::reinstated();
        self.give(vec![notice(event, &reinstated.user_id, Kind::Account, text)], None).await
    }
}

/// The one mail that `receiver` gets of `event`.
fn mail_id(event: &Event, receiver: &UserId) -> String {
    let id = digest(&[b"mail", event.id.as_bytes(), receiver.as_str().as_bytes()]);
    format!("{}:{id}", MAIL.name())
}
