//! Rendering of documents, on other threads than those that serve requests, because it takes long.

use std::sync::Arc;

use sparkyard_pdf::PdfError;
use tokio::{sync::Semaphore, task::spawn_blocking};

use crate::ApiError;

/// Most documents written at once: one of 10,000 lines takes a second and 20 MB.
const AT_ONCE: usize = 2;

/// Writer of documents, a few at once. Clones share the limit.
#[derive(Clone, Debug)]
pub struct Documents {
    /// One for each document.
    permits: Arc<Semaphore>,
}

impl Default for Documents {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Documents {
    /// Writes a document once it is its turn.
    pub async fn write(
        &self,
        write: impl FnOnce() -> Result<Vec<u8>, PdfError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let permit = self.permits.clone().acquire_owned().await.map_err(ApiError::internal)?;
        let write = move || {
            let written = write();
            drop(permit);
            written
        };
        spawn_blocking(write).await.map_err(ApiError::internal)?.map_err(ApiError::internal)
    }
}
