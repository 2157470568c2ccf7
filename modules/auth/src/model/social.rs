use sparkyard_kernel::{Timestamp, UserId, db::SurrealValue};

use super::{cookie::Cookie, session::SignedInDevice};

/// The cookie that holds a social sign-in together.
pub(crate) const BROWSER_COOKIE: &str = "sparkyard_social";
/// More than any state of ours, and any provider's code, is long.
const MAX_LENGTH: usize = 4096;

/// The secret that a browser keeps while somebody signs in.
pub(crate) struct Browser(pub(crate) String);

impl Browser {
    /// The browser that sent `cookies`, if it keeps a secret.
    pub(crate) fn from_cookies<'a>(
        mut cookies: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Option<Self> {
        let (_, secret) = cookies.find(|(name, _)| *name == BROWSER_COOKIE)?;
        bounded(secret.to_owned()).map(Self)
    }
}

/// Where a browser goes next on its way to the provider and back.
pub(crate) struct SocialRedirect {
    pub(crate) location: String,
    /// What it is to keep.
    pub(crate) cookie: Option<Cookie>,
}

/// What a browser comes back with from the provider.
#[derive(Default)]
pub(crate) struct SocialCallback {
    pub(crate) code: Option<String>,
    pub(crate) state: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) issuer: Option<String>,
}

/// Text that is neither empty nor longer than anything we would read.
pub(crate) fn bounded(text: String) -> Option<String> {
    (!text.is_empty() && text.len() <= MAX_LENGTH).then_some(text)
}

/// What the browser swaps for tokens.
pub(crate) struct HandOverCodes<'a> {
    pub(crate) first: &'a str,
    pub(crate) second: &'a str,
}

/// What it gets for them.
pub(crate) enum Exchanged {
    /// The person has an account: they are signed in.
    SignedIn(SignedInDevice),
    /// They have none: leave to make one, and what the provider says of them.
    Newcomer { token: String, email: String, firstname: String, lastname: String },
}

impl Exchanged {
    /// By which the device of somebody who was signed in is known from now on.
    pub(crate) fn cookie(&self) -> Option<&Cookie> {
        match self {
            Self::SignedIn(device) => Some(&device.cookie),
            Self::Newcomer { .. } => None,
        }
    }
}

/// A linked account, as its owner sees it.
#[derive(SurrealValue)]
pub(crate) struct Identity {
    pub(crate) id: String,
    pub(crate) provider: String,
    pub(crate) email: String,
    pub(crate) created_at: Timestamp,
}

/// Somebody who is at the provider.
#[derive(SurrealValue)]
pub(crate) struct Journey {
    /// The page they want to end on.
    pub(crate) next: Option<String>,
}

/// What a browser may swap for tokens.
#[derive(Debug, SurrealValue)]
pub(crate) struct HandOver {
    /// Hash of the second code; that of the first is the key.
    pub(crate) second_hash: String,
    /// Hash of the secret that the browser keeps.
    pub(crate) browser: String,
    /// The account, if there is one.
    pub(crate) user_id: Option<UserId>,
    /// Whether the account is yet to be linked with the identity.
    pub(crate) link: bool,
    pub(crate) identity: String,
    pub(crate) email: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}
