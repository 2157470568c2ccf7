//! Release of files no longer needed: at once for requests that came to nothing, otherwise some
//! time after the booking closed. The next clean-up deletes the files themselves.

use std::time::Duration;

use sparkyard_kernel::{Timestamp, job::Retention};

use super::BookingService;
use crate::error::BookingError;

/// Retention of files of a booking and its dispute after closing.
const KEEP: Duration = Duration::from_hours(90 * 24);

/// Rule by which files are released.
pub(crate) const KEPT_FILES: Retention = Retention {
    data: "Pictures of a booking and its dispute",
    since: "after the booking is closed",
    keep: KEEP,
};

impl BookingService {
    /// Releases files whose retention has ended.
    pub(crate) async fn forget_files(&self, now: Timestamp) -> Result<(), BookingError> {
        Ok(self.store.forget_files(now - KEEP).await?)
    }
}
