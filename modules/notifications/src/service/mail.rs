//! Mail that could not be delivered: notices about it, and its state.

use sparkyard_kernel::{
    Event, Page, PageQuery, UserId, events::core::MailBounced, ports::MailTrouble,
};

use super::NotificationService;
use crate::{
    error::NotificationError,
    model::{Kind, mail::MemberTrouble, wording},
};

impl NotificationService {
    /// Returns the problem with mail to a member.
    pub(crate) async fn mail_trouble(
        &self,
        user: &UserId,
    ) -> Result<Option<MailTrouble>, NotificationError> {
        Ok(self.troubles.of(user).await?)
    }

    /// Resumes mail to a member.
    pub(crate) async fn retry_mail(&self, user: &UserId) -> Result<(), NotificationError> {
        self.troubles.delete(user).await?;
        Ok(())
    }

    /// Lists the members whose mail is returned.
    pub(crate) async fn mail_troubles(
        &self,
        page: &PageQuery,
    ) -> Result<Page<MemberTrouble>, NotificationError> {
        let found = self.troubles.list(page).await?;
        let users: Vec<UserId> = found.items.iter().map(|trouble| trouble.user.clone()).collect();
        let people = self.people.find(&users).await?;
        Ok(found.map(|trouble| {
            let person = people.get(&trouble.user);
            let name = person.map_or_else(String::new, |person| {
                format!("{} {}", person.firstname, person.lastname).trim().to_owned()
            });
            MemberTrouble { name, trouble }
        }))
    }

    /// Notifies a member, and the admins, that mail to the member is returned.
    pub(crate) async fn mail_returned(
        &self,
        returned: &MailBounced,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let user = &returned.user_id;
        let found = self.find(&[user]).await?;
        let text = wording::mail_returned(returned);
        let mut notices = vec![super::notify::notice(event, user, Kind::Account, text)];
        let name = found.get(user).map_or_else(
            || "a member".to_owned(),
            |person| format!("{} {}", person.firstname, person.lastname),
        );
        let text = wording::mail_returned_to(returned, &name);
        let admins = self.accounts.admins().await?;
        // An admin whose own mail is returned has the first notice already.
        let admins = admins.iter().filter(|admin| admin.id != *user);
        notices.extend(
            admins.map(|admin| super::notify::notice(event, &admin.id, Kind::Admin, text.clone())),
        );
        self.give(notices, None).await
    }
}
