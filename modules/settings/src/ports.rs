//! Ports through which other modules read preferences.

use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    db::Fragment,
    ports::{MailChoices, MailTopic, MemberPreferences, OptionalMail, Preferences},
};

use crate::store::SettingsStore;

pub(crate) struct SettingsPort {
    pub(crate) store: SettingsStore,
}

#[async_trait]
impl Preferences for SettingsPort {
    async fn of(&self, users: &[UserId]) -> Result<HashMap<UserId, MemberPreferences>, ApiError> {
        let mut chosen = self.store.of(users).await?;
        let all = users.iter().map(|user| {
            let preferences = chosen.remove(user).unwrap_or_default();
            (user.clone(), preferences)
        });
        Ok(all.collect())
    }

    fn switch_off(&self, user: &UserId, topic: MailTopic) -> Fragment {
        SettingsStore::switch_off(user, topic)
    }
}

#[async_trait]
impl MailChoices for SettingsPort {
    async fn wants(&self, mail: &OptionalMail) -> Result<bool, ApiError> {
        let choices = self.store.one(&mail.user).await?.choices;
        Ok(mail.topics().any(|topic| choices.wants(topic)))
    }

    async fn language(&self, user: &UserId) -> Result<String, ApiError> {
        Ok(self.store.one(user).await?.language)
    }
}
