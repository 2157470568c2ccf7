//! Files that were sent and have not been read yet.

use std::{fmt, future::Future, pin::Pin};

use bytes::Bytes;

use crate::ApiError;

type Reading = Pin<Box<dyn Future<Output = Result<Bytes, ApiError>> + Send>>;

/// The content of a file that waits until somebody needs it: whoever has several reads one after
/// the other, so that only one is in memory.
pub struct UnreadFile(Reading);

impl UnreadFile {
    /// What `reading` will find.
    pub fn new(reading: impl Future<Output = Result<Bytes, ApiError>> + Send + 'static) -> Self {
        Self(Box::pin(reading))
    }

    /// Reads it.
    pub async fn read(self) -> Result<Bytes, ApiError> {
        self.0.await
    }
}

impl fmt::Debug for UnreadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UnreadFile")
    }
}
