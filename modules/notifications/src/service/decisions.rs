//! What was decided about members and what they suggested: they are told, with the reason.

use sparkyard_kernel::{
    Event, UserId,
    db::DbError,
    events::{
        auth::{Reinstated, Suspended},
        core::MAIL,
        skills::NameDecided,
    },
    idempotency::digest,
    ports::{AccountInfo, MailMessage, MailTopic},
};

use super::{NotificationService, tell::notice};
use crate::{
    error::{ALREADY_TOLD, NotificationError},
    model::{Kind, staff::Case, wording},
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
            let notice = notice(event, &account.id, Kind::Account, text.clone());
            let mail = self.skill_mail(&account, decided).await?;
            let id = mail_id(event, &account.id);
            match self.store.give_with_mail(notice, (id, mail), self.cx.now()).await {
                Err(DbError::Refused(refusal)) if *refusal == ALREADY_TOLD => {}
                outcome => outcome?,
            }
        }
        self.work_is_done(&Case::skill(&decided.slug)).await
    }

    async fn skill_mail(
        &self,
        account: &AccountInfo,
        decided: &NameDecided,
    ) -> Result<MailMessage, NotificationError> {
        let template = match decided.approved {
            true => "notifications/skill_accepted",
            false => "notifications/skill_rejected",
        };
        let found = self.find(&[&account.id]).await?;
        let firstname = found.get(&account.id).map(|person| person.firstname.clone());
        Ok(MailMessage::new(account.email.clone(), template)
            .with_some("name", firstname)
            .with("skill", decided.name.clone())
            .with_some("reason", decided.reason.clone())
            .if_wanted(&account.id, MailTopic::Account))
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
