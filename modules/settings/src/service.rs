//! Business logic of the module.

mod archive;
pub(crate) mod exports;
pub(crate) mod leaving;
mod sealed;
mod staff_exports;
mod unsubscribe;

use std::sync::Arc;

use sparkyard_kernel::{
    Cx, UserId,
    job::Retention,
    ports::{Mails, MemberPreferences, NoticeChoices, Retentions},
    unsubscribe::Unsubscribe,
};

use crate::{error::SettingsError, model::Delivery, store::SettingsStore};

pub(crate) struct SettingsService {
    cx: Cx,
    store: SettingsStore,
    mails: Arc<dyn Mails>,
    retentions: Arc<dyn Retentions>,
    links: Unsubscribe,
}

impl SettingsService {
    /// Creates the service; `mails` knows the available languages, `retentions` what
    /// is deleted when.
    pub(crate) fn new(cx: &Cx, mails: Arc<dyn Mails>, retentions: Arc<dyn Retentions>) -> Self {
        Self {
            store: SettingsStore::new(cx.db.clone()),
            mails,
            retentions,
            links: Unsubscribe::new(&cx.keys),
            cx: cx.clone(),
        }
    }

    /// Returns the preferences of a member.
    pub(crate) async fn preferences(
        &self,
        user: &UserId,
    ) -> Result<MemberPreferences, SettingsError> {
        Ok(self.store.one(user).await?)
    }

    /// Returns the rules by which this site deletes data.
    pub(crate) fn retention(&self) -> Vec<Retention> {
        self.retentions.all()
    }

    /// Returns the languages that a member can choose from.
    pub(crate) fn languages(&self) -> Vec<String> {
        self.mails.languages()
    }

    /// Stores the notification preferences of a member.
    pub(crate) async fn choose(
        &self,
        user: &UserId,
        choices: NoticeChoices,
    ) -> Result<(), SettingsError> {
        Ok(self.store.set_choices(user, choices, self.cx.now()).await?)
    }

    /// Stores what others see of a member: what they have read, and a preview of their profile.
    pub(crate) async fn set_privacy(
        &self,
        user: &UserId,
        receipts: bool,
        preview: bool,
    ) -> Result<(), SettingsError> {
        Ok(self.store.set_privacy(user, receipts, preview).await?)
    }

    /// Stores the delivery preferences of a member.
    pub(crate) async fn set_delivery(
        &self,
        user: &UserId,
        delivery: Delivery,
    ) -> Result<(), SettingsError> {
        if !self.languages().contains(&delivery.language) {
            return Err(SettingsError::UnknownLanguage);
        }
        Ok(self.store.set_delivery(user, delivery).await?)
    }
}
