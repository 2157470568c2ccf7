//! Devices that have signed in before. A cookie that no script can read tells them apart, so that
//! strangers who guess at an account's password use up none of theirs.

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

/// A device is forgotten when it has not signed in for this long.
const LIFE: Duration = Duration::from_hours(365 * 24);
/// So many devices of an account are remembered; a program without cookies is a new one each
/// time.
const MOST: i64 = 20;
/// Characters of the account's part.
const NAME_LENGTH: usize = 16;

/// What a device is known by at one account.
#[derive(Clone, Debug)]
pub(crate) struct DeviceMark {
    /// What is stored of it.
    pub(crate) id: String,
    secret: String,
}

impl DeviceMark {
    /// Remembers the device that has it.
    pub(crate) fn remember(&self, user: &UserId, at: Timestamp) -> Fragment {
        remember_device(&Remembered { id: &self.id, user, at, until: at + LIFE, most: MOST })
    }
}

/// Tells known devices from strangers.
#[derive(Clone)]
pub(crate) struct KnownDevices {
    pub(crate) cx: Cx,
    pub(crate) store: AuthStore,
    pub(crate) pepper: Pepper,
}

impl KnownDevices {
    /// The mark of a device that has signed in to `account` before.
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

    /// The mark that a device is to keep from now on: the one it has, or a new one.
    pub(crate) async fn mark_of(
        &self,
        account: &Account,
        marks: &DeviceMarks,
    ) -> Result<DeviceMark, AuthError> {
        let known = self.recognise(account, marks).await?;
        Ok(known.unwrap_or_else(|| self.new_mark(&account.id)))
    }

    /// A mark that no device has yet.
    pub(crate) fn new_mark(&self, user: &UserId) -> DeviceMark {
        self.mark(user.as_str(), random_secret())
    }

    /// What has the browser keep `mark`.
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
