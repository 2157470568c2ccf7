use sparkyard_kernel::{Timestamp, UserId, db::SurrealValue};

use super::{cookie::Cookie, session::SignedInDevice};

/// Name of the cookie that ties a social sign-in to a browser.
pub(crate) const BROWSER_COOKIE: &str = "sparkyard_social";
/// Maximum length, in bytes, of a state, a provider's code and the browser's secret.
const MAX_LENGTH: usize = 4096;

/// Secret that a browser keeps during a social sign-in.
pub(crate) struct Browser(pub(crate) String);

impl Browser {
    /// Returns the browser that sent `cookies`, if it has the secret.
    pub(crate) fn from_cookies<'a>(
        mut cookies: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Option<Self> {
        let (_, secret) = cookies.find(|(name, _)| *name == BROWSER_COOKIE)?;
        bounded(secret.to_owned()).map(Self)
    }
}

/// The next redirect of a social sign-in.
pub(crate) struct SocialRedirect {
    pub(crate) location: String,
    /// Cookie for the browser to store.
    pub(crate) cookie: Option<Cookie>,
}

/// Query parameters with which a browser returns from the provider.
#[derive(Default)]
pub(crate) struct SocialCallback {
    pub(crate) code: Option<String>,
    pub(crate) state: Option<String>,
    pub(crate) error: Option<String>,
    pub(crate) issuer: Option<String>,
}

/// Returns `text` unless it is empty or longer than the maximum.
pub(crate) fn bounded(text: String) -> Option<String> {
    (!text.is_empty() && text.len() <= MAX_LENGTH).then_some(text)
}

/// Single-use codes that the browser exchanges for tokens. The address bar carries them as
/// `accessToken` and `refreshToken`.
pub(crate) struct HandOverCodes<'a> {
    pub(crate) first: &'a str,
    pub(crate) second: &'a str,
}

/// Result of exchanging hand-over codes.
pub(crate) enum Exchanged {
    /// There is an account, which is now signed in.
    SignedIn(SignedInDevice),
    /// There is no account: a registration token, and the provider's data about the person.
    Newcomer { token: String, email: String, firstname: String, lastname: String },
}

impl Exchanged {
    /// Returns the device cookie, if somebody was signed in.
    pub(crate) fn cookie(&self) -> Option<&Cookie> {
        match self {
            Self::SignedIn(device) => Some(&device.cookie),
            Self::Newcomer { .. } => None,
        }
    }
}

/// A linked account at a provider, as its owner sees it.
#[derive(SurrealValue)]
pub(crate) struct Identity {
    pub(crate) id: String,
    pub(crate) provider: String,
    pub(crate) email: String,
    pub(crate) created_at: Timestamp,
}

/// A social sign-in in progress at the provider.
#[derive(SurrealValue)]
pub(crate) struct SignInAtProvider {
    /// Page to end on.
    pub(crate) next: Option<String>,
}

/// A sign-in that the provider has finished, until the browser exchanges its codes for tokens.
#[derive(Debug, SurrealValue)]
pub(crate) struct HandOver {
    /// Hash of the second code; the hash of the first one is the key.
    pub(crate) second_hash: String,
    /// Hash of the browser's secret.
    pub(crate) browser: String,
    /// The account, if there is one.
    pub(crate) user_id: Option<UserId>,
    /// Whether the account is yet to be linked with the identity.
    pub(crate) link: bool,
    /// Id of the identity, a hash of the issuer and the person's subject there.
    pub(crate) identity: String,
    pub(crate) email: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}
