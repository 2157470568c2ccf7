//! Set-up warnings and test mails, for admins.

use sparkyard_kernel::{
    Caller,
    ports::{SetUpWarning, TestMail},
};

use super::SiteService;
use crate::error::SiteError;

impl SiteService {
    /// Returns what has to be done before others can use the site safely, most urgent first.
    pub(crate) async fn set_up_warnings(&self) -> Result<Vec<SetUpWarning>, SiteError> {
        Ok(self.set_up.warnings().await?)
    }

    /// Sends a test mail to the calling admin.
    pub(crate) async fn send_test_mail(&self, admin: &Caller) -> Result<TestMail, SiteError> {
        Ok(self.set_up.send_test_mail(&admin.email).await?)
    }
}
