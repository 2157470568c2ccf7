//! What members have chosen, for whoever sends mails.

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError,
    ports::{MailChoices, MailTopic, OptionalMail},
};

use crate::{model::choices::Choices, store::NotificationStore};

/// The port, over the store.
pub(crate) struct MailChoicesPort {
    pub(crate) store: NotificationStore,
}

#[async_trait]
impl MailChoices for MailChoicesPort {
    async fn wants(&self, mail: &OptionalMail) -> Result<bool, ApiError> {
        let choices = self.store.choices(&mail.user).await?;
        let Choices { order_updates, account_notifications, .. } = choices;
        Ok(match mail.topic {
            MailTopic::OrderUpdates => order_updates,
            MailTopic::Account => account_notifications,
        })
    }
}
