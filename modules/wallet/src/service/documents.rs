//! Documents as PDF: who issues them, for whom, and how many are written at once.

use sparkyard_kernel::{ApiError, UserId, pdf::PdfError, ports::PersonInfo};
use tokio::task::spawn_blocking;

use super::WalletService;
use crate::{error::WalletError, model::pdf::Issue};

/// Most documents written at once: one of 10,000 lines takes a second and 20 MB.
pub(super) const AT_ONCE: usize = 2;

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

    /// Writes a document beside the threads that answer requests, once it is its turn.
    pub(super) async fn write_pdf(
        &self,
        write: impl FnOnce() -> Result<Vec<u8>, PdfError> + Send + 'static,
    ) -> Result<Vec<u8>, WalletError> {
        let turn = self.writing.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let write = move || {
            let written = write();
            drop(turn);
            written
        };
        Ok(spawn_blocking(write).await.map_err(ApiError::internal)?.map_err(ApiError::internal)?)
    }
}
