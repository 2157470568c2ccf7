//! Devices that have signed in before. A cookie that no script can read tells them apart, so that
//! strangers who guess at an account's password use up none of theirs.

use std::time::Duration;

use poem::Request;
use sparkyard_kernel::{Cx, Timestamp, UserId, db::Fragment};

use crate::{
    cookie::{self, SameSite},
    error::AuthError,
    secret::{Pepper, random_secret},
    store::{AccountRow, Remembered, Store, remember_device},
};

/// A device is forgotten when it has not signed in for this long.
const LIFE: Duration = Duration::from_hours(365 * 24);
/// So many devices of an account are remembered; a program without cookies is a new one each
/// time.
const MOST: i64 = 20;
/// Names of our cookies begin so; the account's own part follows, as several people may share a
/// device.
const COOKIE: &str = "sparkyard_device_";
/// Characters of the account's part.
const NAME_LENGTH: usize = 16;
/// Cookies looked at, and how long one may be.
const LOOKED_AT: usize = 50;
const LONGEST: usize = 128;

/// The cookies of a request by which devices are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<(String, String)>);

impl Marks {
    pub(crate) fn of(request: &Request) -> Self {
        let ours = cookie::all(request)
            .filter(|(name, value)| name.starts_with(COOKIE) && value.len() <= LONGEST);
        let owned = ours.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self(owned.take(LOOKED_AT).collect())
    }
}

/// What a device is known by at one account.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// What is stored of it.
    pub(crate) id: String,
    secret: String,
}

impl Mark {
    /// Remembers the device that has it.
    pub(crate) fn remember(&self, user: &UserId, at: Timestamp) -> Fragment {
        remember_device(&Remembered { id: &self.id, user, at, until: at + LIFE, most: MOST })
    }
}

/// Tells known devices from strangers.
#[derive(Clone)]
pub(crate) struct KnownDevices {
    pub(crate) cx: Cx,
    pub(crate) store: Store,
    pub(crate) pepper: Pepper,
}

impl KnownDevices {
    /// The mark of a device that has signed in to `account` before.
    pub(crate) async fn recognise(
        &self,
        account: &AccountRow,
        marks: &Marks,
    ) -> Result<Option<Mark>, AuthError> {
        let name = self.cookie_name(&account.id);
        let Some((_, secret)) = marks.0.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let mark = self.mark(&account.id, secret.clone());
        let known = self.store.is_known_device(&account.user(), &mark.id, self.cx.now()).await?;
        Ok(known.then_some(mark))
    }

    /// The mark that a device is to keep from now on: the one it has, or a new one.
    pub(crate) async fn mark_of(
        &self,
        account: &AccountRow,
        marks: &Marks,
    ) -> Result<Mark, AuthError> {
        let known = self.recognise(account, marks).await?;
        Ok(known.unwrap_or_else(|| self.new_mark(&account.user())))
    }

    /// A mark that no device has yet.
    pub(crate) fn new_mark(&self, user: &UserId) -> Mark {
        self.mark(user.as_str(), random_secret())
    }

    /// What has the browser keep `mark`.
    pub(crate) fn cookie(&self, user: &UserId, mark: &Mark) -> String {
        let name = self.cookie_name(user.as_str());
        cookie::set((&name, &mark.secret), LIFE, SameSite::Strict, &self.cx.site.public_url)
    }

    fn mark(&self, user: &str, secret: String) -> Mark {
        Mark { id: self.pepper.hash(&["device", user, &secret]), secret }
    }

    fn cookie_name(&self, user: &str) -> String {
        let own = self.pepper.hash(&["device cookie", user]);
        format!("{COOKIE}{}", &own[..NAME_LENGTH])
    }
}
