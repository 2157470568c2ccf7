//! Uploaded files whose content is read on demand.

use std::{fmt, future::Future, pin::Pin};

use bytes::Bytes;

use crate::ApiError;

type Reading = Pin<Box<dyn Future<Output = Result<Bytes, ApiError>> + Send>>;

/// Content of a file, read on demand. A caller with several files reads them one after the other,
/// so that only one is in memory.
pub struct UnreadFile(Reading);

impl UnreadFile {
    /// Wraps the future that reads the content.
    pub fn new(reading: impl Future<Output = Result<Bytes, ApiError>> + Send + 'static) -> Self {
        Self(Box::pin(reading))
    }

    /// Reads the content.
    pub async fn read(self) -> Result<Bytes, ApiError> {
        self.0.await
    }
}

impl fmt::Debug for UnreadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnreadFile")
    }
}
