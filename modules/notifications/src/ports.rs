//! What the module offers: what members have chosen, for whoever sends mails, and a way to tell
//! them at once, for whoever has news.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Clock, UserId,
    db::Fragment,
    ports::{Live, LiveNews, MailChoices, MailTopic, OptionalMail},
};

use crate::{
    model::{choices::Choices, live::as_sent},
    service::live::Seats,
    store::NotificationStore,
};

/// What members have chosen.
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

/// Tells those who have a page open.
pub(crate) struct LivePort {
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) seats: Arc<Seats>,
}

impl Live for LivePort {
    fn tell(&self, to: &UserId, news: &LiveNews) -> Fragment {
        NotificationStore::tell(to, news, self.clock.now())
    }

    fn hint(&self, to: &UserId, news: &LiveNews) {
        self.seats.hint(to, &as_sent(news));
    }
}
