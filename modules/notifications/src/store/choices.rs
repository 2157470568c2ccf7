use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    db::DbError,
    ports::{MailChoices, MailTopic, OptionalMail},
};

use super::Store;
use crate::choices::Choices;

impl Store {
    /// What a member wants to be told.
    pub(crate) async fn choices(&self, user: &UserId) -> Result<Choices, DbError> {
        let chosen = self
            .db
            .query("SELECT * OMIT id FROM type::record('notice_choice', $user)")
            .bind("user", user.clone())
            .fetch_optional()
            .await?;
        Ok(chosen.unwrap_or_default())
    }

    /// Remembers what a member wants to be told.
    pub(crate) async fn set_choices(&self, user: &UserId, choices: Choices) -> Result<(), DbError> {
        self.db
            .write("notifications.set_choices")
            .bind("user", user.clone())
            .bind("choices", choices)
            .step("UPSERT type::record('notice_choice', $user) CONTENT $choices")
            .run()
            .await
    }
}

#[async_trait]
impl MailChoices for Store {
    async fn wants(&self, mail: &OptionalMail) -> Result<bool, ApiError> {
        let Choices { order_updates, account_notifications, .. } = self.choices(&mail.user).await?;
        Ok(match mail.topic {
            MailTopic::OrderUpdates => order_updates,
            MailTopic::Account => account_notifications,
        })
    }
}
