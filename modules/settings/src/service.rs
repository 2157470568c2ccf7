//! The module at work.

mod unsubscribe;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, UserId,
    ports::{Mails, MemberPreferences, NoticeChoices},
    site::SiteConfig,
    unsubscribe::Unsubscribe,
};

use crate::{error::SettingsError, model::Manner, store::SettingsStore};

/// What all operations share.
pub(crate) struct SettingsService {
    store: SettingsStore,
    mails: Arc<dyn Mails>,
    links: Unsubscribe,
    site: Arc<SiteConfig>,
}

impl SettingsService {
    /// With what knows the languages of mails.
    pub(crate) fn new(cx: &Cx, mails: Arc<dyn Mails>) -> Self {
        Self {
            store: SettingsStore::new(cx.db.clone()),
            mails,
            links: Unsubscribe::new(&cx.keys),
            site: cx.site.clone(),
        }
    }

    /// What a member wants.
    pub(crate) async fn preferences(
        &self,
        user: &UserId,
    ) -> Result<MemberPreferences, SettingsError> {
        Ok(self.store.one(user).await?)
    }

    /// The languages that a member can choose from.
    pub(crate) fn languages(&self) -> Vec<String> {
        self.mails.languages()
    }

    /// Remembers what a member wants to be told.
    pub(crate) async fn choose(
        &self,
        user: &UserId,
        choices: NoticeChoices,
    ) -> Result<(), SettingsError> {
        Ok(self.store.set_choices(user, choices).await?)
    }

    /// Remembers how and when a member wants to be told.
    pub(crate) async fn set_manner(
        &self,
        user: &UserId,
        manner: Manner,
    ) -> Result<(), SettingsError> {
        if !self.languages().contains(&manner.language) {
            return Err(SettingsError::UnknownLanguage);
        }
        Ok(self.store.set_manner(user, manner).await?)
    }
}
