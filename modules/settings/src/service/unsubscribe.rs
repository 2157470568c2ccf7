//! Switching mails off by a link in one of them.

use sparkyard_kernel::ports::OptionalMail;

use super::SettingsService;
use crate::error::SettingsError;

impl SettingsService {
    /// The page that asks before anything is switched off.
    pub(crate) fn unsubscribe_page(&self, token: &str) -> String {
        format!("{}/unsubscribe/{token}", self.site.public_url)
    }

    /// Which mails a link is about, and whether their receiver still wants any of them.
    pub(crate) async fn stoppable(
        &self,
        token: &str,
    ) -> Result<(OptionalMail, bool), SettingsError> {
        let mails = self.links.read(token).ok_or(SettingsError::UnknownLink)?;
        let choices = self.store.one(&mails.user).await?.choices;
        let wanted = mails.topics().any(|topic| choices.wants(topic));
        Ok((mails, wanted))
    }

    /// Switches off what a link is about; doing it again changes nothing.
    pub(crate) async fn unsubscribe(&self, token: &str) -> Result<(), SettingsError> {
        let mails = self.links.read(token).ok_or(SettingsError::UnknownLink)?;
        Ok(self.store.stop(&mails).await?)
    }
}
