//! Daily limits on the number and bytes of files a member may upload.

use sparkyard_db::{DbError, Timestamp};
use sparkyard_host::config::LimitsConfig;
use sparkyard_kernel::{
    ApiError, UserId,
    allowance::{self, DailyAllowance, in_words, until_tomorrow},
};

use super::store::{Records, USED_UP};

const MIB: i64 = 1 << 20;

/// Daily upload limits, or none where limits are off.
#[derive(Clone, Copy, Debug)]
pub(super) struct StorageAllowance(Option<Daily>);

#[derive(Clone, Copy, Debug)]
struct Daily {
    bytes: DailyAllowance,
    files: DailyAllowance,
}

impl StorageAllowance {
    /// Creates the limits from the configuration.
    pub(super) fn new(limits: &LimitsConfig) -> Self {
        let daily = |what, most| DailyAllowance { what, most };
        Self(limits.enabled.then(|| Daily {
            bytes: daily("files.bytes", i64::from(limits.upload_mb_per_day.get()) * MIB),
            files: daily("files.files", i64::from(limits.uploads_per_day.get())),
        }))
    }

    /// Returns the daily limit of bytes.
    pub(super) fn bytes(self) -> Option<DailyAllowance> {
        self.0.map(|daily| daily.bytes)
    }

    /// Checks the size of a file; 413 when it exceeds a whole day's limit.
    pub(super) fn check_size(self, bytes: usize) -> Result<i64, ApiError> {
        let bytes = i64::try_from(bytes).map_err(ApiError::internal)?;
        match self.bytes() {
            Some(daily) if bytes > daily.most => {
                let message =
                    format!("Files can have up to {} MB in a day here.", daily.most / MIB);
                Err(ApiError::new(413, "files.too_large", message))
            }
            _ => Ok(bytes),
        }
    }

    /// Counts one more upload; 429 when the member's limits for today are exhausted.
    pub(super) async fn begin(
        self,
        records: &Records,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let Some(Daily { bytes, files }) = self.0 else { return Ok(()) };
        if records.left(bytes, owner, now).await? == 0 {
            return Err(used_up(bytes, now));
        }
        match records.spend(files, owner, now).await? {
            true => Ok(()),
            false => Err(allowance::used_up(&USED_UP, now)),
        }
    }

    /// Converts an error of the store to one for people.
    pub(super) fn explain(self, error: DbError, now: Timestamp) -> ApiError {
        match (error, self.bytes()) {
            (DbError::Refused(violation), Some(daily)) if *violation == USED_UP => {
                used_up(daily, now)
            }
            (error, _) => error.into(),
        }
    }
}

fn used_up(daily: DailyAllowance, now: Timestamp) -> ApiError {
    let (most, wait) = (daily.most / MIB, until_tomorrow(now));
    let message = format!(
        "You have sent as many files as one person can in a day, about {most} MB. \
         You can send more in {}.",
        in_words(wait)
    );
    ApiError::new(USED_UP.status, USED_UP.code, message).retry_after(wait)
}
