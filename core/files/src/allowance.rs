//! How many bytes a member may store within a day.

use std::num::NonZeroU32;

use sparkyard_db::{DbError, Timestamp};
use sparkyard_kernel::{
    ApiError, UserId,
    allowance::{DailyAllowance, in_words, until_tomorrow},
};

use super::store::{Records, USED_UP};

const MIB: i64 = 1 << 20;

/// The allowance, or none where limits are switched off.
#[derive(Clone, Copy, Debug)]
pub(super) struct StorageAllowance(Option<DailyAllowance>);

impl StorageAllowance {
    /// So many mebibytes, if there is a limit.
    pub(super) fn new(mebibytes: Option<NonZeroU32>) -> Self {
        let daily = |mebibytes: NonZeroU32| DailyAllowance {
            what: "files.bytes",
            most: i64::from(mebibytes.get()) * MIB,
        };
        Self(mebibytes.map(daily))
    }

    pub(super) const fn daily(self) -> Option<DailyAllowance> {
        self.0
    }

    /// The size of a file; 413 when it is more than a whole day's allowance.
    pub(super) fn check_size(self, bytes: usize) -> Result<i64, ApiError> {
        let bytes = i64::try_from(bytes).map_err(ApiError::internal)?;
        match self.0 {
            Some(daily) if bytes > daily.most => {
                let message =
                    format!("Files can have up to {} MB in a day here.", daily.most / MIB);
                Err(ApiError::new(413, "files.too_large", message))
            }
            _ => Ok(bytes),
        }
    }

    /// 429 for somebody who has nothing left today.
    pub(super) async fn check_left(
        self,
        records: &Records,
        owner: &UserId,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let Some(daily) = self.0 else { return Ok(()) };
        match records.left(daily, owner, now).await? {
            0 => Err(used_up(daily, now)),
            _ => Ok(()),
        }
    }

    /// An error of the store, as it is told to people.
    pub(super) fn explain(self, error: DbError, now: Timestamp) -> ApiError {
        match (error, self.0) {
            (DbError::Refused(refusal), Some(daily)) if *refusal == USED_UP => used_up(daily, now),
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
