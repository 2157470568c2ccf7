//! Devices that have signed in before. A cookie that scripts cannot read identifies them, so that
//! strangers' wrong guesses at an account do not count against them.

use std::time::Duration;

use sparkyard_kernel::{Cx, Timestamp, UserId, db::Fragment};

use super::secret::{Pepper, random_secret};
use crate::{
    error::AuthError,
    model::{
        account::Account,
        cookie::{Cookie, SameSite, is_secure},
        device::{DeviceMarks, MARK_PREFIX},
    },
    store::{AuthStore, Remembered, remember_device},
};

/// Time after which a device that has not signed in is forgotten.
const LIFE: Duration = Duration::from_hours(365 * 24);
/// Maximum number of devices remembered per account. A client without cookies is a new device each
/// time.
const MOST: i64 = 20;
/// Length of the account's part of the cookie name.
const NAME_LENGTH: usize = 16;

/// Identification of a device at one account.
#[derive(Clone, Debug)]
pub(crate) struct DeviceMark {
    /// Keyed hash of the secret, as stored.
    pub(crate) id: String,
    secret: String,
}

impl DeviceMark {
    /// Returns the write that remembers the device.
    pub(crate) fn remember(&self, user: &UserId, at: Timestamp) -> Fragment {
        remember_device(&Remembered { id: &self.id, user, at, until: at + LIFE, most: MOST })
    }
}

/// Tells known devices from unknown ones.
#[derive(Clone)]
pub(crate) struct KnownDevices {
    pub(crate) cx: Cx,
    pub(crate) store: AuthStore,
    pub(crate) pepper: Pepper,
}

impl KnownDevices {
    /// Returns the mark of a device that has signed in to `account` before.
    pub(crate) async fn recognise(
        &self,
        account: &Account,
        marks: &DeviceMarks,
    ) -> Result<Option<DeviceMark>, AuthError> {
        let name = self.cookie_name(account.id.as_str());
        let Some(secret) = marks.secret(&name) else { return Ok(None) };
        let mark = self.mark(account.id.as_str(), secret.to_owned());
        let known = self.store.is_known_device(&account.id, &mark.id, self.cx.now()).await?;
        Ok(known.then_some(mark))
    }

    /// Returns the existing mark of a device, or a new one.
    pub(crate) async fn mark_of(
        &self,
        account: &Account,
        marks: &DeviceMarks,
    ) -> Result<DeviceMark, AuthError> {
        let known = self.recognise(account, marks).await?;
        Ok(known.unwrap_or_else(|| self.new_mark(&account.id)))
    }

    /// Returns a new mark.
    pub(crate) fn new_mark(&self, user: &UserId) -> DeviceMark {
        self.mark(user.as_str(), random_secret())
    }

    /// Returns the cookie that stores `mark`.
    pub(crate) fn cookie(&self, user: &UserId, mark: &DeviceMark) -> Cookie {
        Cookie {
            name: self.cookie_name(user.as_str()),
            value: mark.secret.clone(),
            life: LIFE,
            same_site: SameSite::Strict,
            secure: is_secure(&self.cx.site.public_url),
        }
    }

    fn mark(&self, user: &str, secret: String) -> DeviceMark {
        DeviceMark { id: self.pepper.hash(&["device", user, &secret]), secret }
    }

    fn cookie_name(&self, user: &str) -> String {
        let own = self.pepper.hash(&["device cookie", user]);
        format!("{MARK_PREFIX}{}", &own[..NAME_LENGTH])
    }
}
