//! Unsubscribe links in mails.

use sparkyard_kernel::ports::OptionalMail;

use super::SettingsService;
use crate::error::SettingsError;

impl SettingsService {
    /// Returns the URL of the confirmation page.
    pub(crate) fn unsubscribe_page(&self, token: &str) -> String {
        format!("{}/unsubscribe/{token}", self.cx.site.public_url)
    }

    /// Returns the mails of a link, and whether the receiver still wants any of them.
    pub(crate) async fn stoppable(
        &self,
        token: &str,
    ) -> Result<(OptionalMail, bool), SettingsError> {
        let mails = self.links.read(token).ok_or(SettingsError::UnknownLink)?;
        let choices = self.store.one(&mails.user).await?.choices;
        let wanted = mails.topics().any(|topic| choices.wants(topic));
        Ok((mails, wanted))
    }

    /// Switches off the mails of a link; idempotent.
    pub(crate) async fn unsubscribe(&self, token: &str) -> Result<(), SettingsError> {
        let mails = self.links.read(token).ok_or(SettingsError::UnknownLink)?;
        Ok(self.store.stop(&mails, self.cx.now()).await?)
    }
}
