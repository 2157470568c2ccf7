//! Documents as PDF: who issues them, and for whom.

use sparkyard_kernel::{ApiError, UserId, pdf::PdfError, ports::PersonInfo};

use super::WalletService;
use crate::{error::WalletError, model::pdf::Issue};

impl WalletService {
    /// Returns the site and the time, which stand on every document.
    pub(super) fn issue(&self) -> Issue {
        Issue { site: self.cx.site.details().as_ref().clone(), at: self.cx.now() }
    }

    /// Returns first and last name of a member.
    pub(super) async fn full_name(&self, user: &UserId) -> Result<String, ApiError> {
        let people = self.people.get()?.find(std::slice::from_ref(user)).await?;
        Ok(people.get(user).map(PersonInfo::name).unwrap_or_default())
    }

    /// Writes a document.
    pub(super) async fn write_pdf(
        &self,
        write: impl FnOnce() -> Result<Vec<u8>, PdfError> + Send + 'static,
    ) -> Result<Vec<u8>, WalletError> {
        Ok(self.writing.write(write).await?)
    }
}
