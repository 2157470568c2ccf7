//! Lets go of files that nobody needs any more: those of requests that came to nothing at once,
//! all others some time after the booking is over. The files themselves are deleted with the next
//! clean-up.

use std::time::Duration;

use sparkyard_kernel::Timestamp;

use super::BookingService;
use crate::error::BookingError;

/// How long the files of a booking and of its dispute are kept once it is over.
const KEEP: Duration = Duration::from_hours(90 * 24);

impl BookingService {
    /// Lets go of what has been kept long enough.
    pub(crate) async fn forget_files(&self, now: Timestamp) -> Result<(), BookingError> {
        Ok(self.store.forget_files(now - KEEP).await?)
    }
}
