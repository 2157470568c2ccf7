//! Devices that have signed in before.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::AuthStore;

/// A device that has just signed in.
pub(crate) struct Remembered<'a> {
    pub(crate) id: &'a str,
    pub(crate) user: &'a UserId,
    pub(crate) at: Timestamp,
    pub(crate) until: Timestamp,
    /// Maximum number of devices kept for the account.
    pub(crate) most: i64,
}

impl AuthStore {
    /// Checks whether a device has signed in to the account of `user` and is not forgotten.
    pub(crate) async fn is_known_device(
        &self,
        user: &UserId,
        id: &str,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let known = self
            .db
            .query(
                "SELECT VALUE user_id FROM type::record('known_device', $id) \
                 WHERE user_id = $user AND expires_at > $at",
            )
            .bind("id", id.to_owned())
            .bind("user", user.clone())
            .bind("at", at);
        Ok(known.fetch_optional::<String>().await?.is_some())
    }
}

/// Remembers a device, and forgets the oldest ones of the account beyond the maximum.
pub(crate) fn remember_device(device: &Remembered<'_>) -> Fragment {
    Fragment::new("fn::auth::remember_device", &[])
        .arg(device.id.to_owned())
        .arg(device.user.clone())
        .arg(device.at)
        .arg(device.until)
        .arg(device.most)
}

/// Forgets all devices of an account.
pub(super) fn forget_devices(user: &UserId) -> Fragment {
    Fragment::new("fn::auth::forget_devices", &[]).arg(user.clone())
}
