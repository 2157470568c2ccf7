use poem_openapi::{ApiResponse, Object};
use sparkyard_kernel::DateTime;

use crate::model::{
    session::SignedInDevice,
    social::{Exchanged, Identity as LinkedIdentity},
};

/// A redirect during social sign-in.
#[derive(ApiResponse)]
pub(crate) enum Onward {
    /// Redirects the browser.
    #[oai(status = 302)]
    Found(
        /// The next address of the browser.
        #[oai(header = "Location")]
        String,
        /// The secret that ties this sign-in to the browser, valid for ten minutes.
        #[oai(header = "Set-Cookie")]
        Option<String>,
    ),
}

/// The codes that a social sign-in left in the address bar.
#[derive(Object)]
pub(crate) struct SocialCodes {
    /// The `accessToken` parameter of the address.
    #[oai(rename = "accessToken", validator(max_length = 128))]
    pub(crate) access_token: String,
    /// The `refreshToken` parameter of the address.
    #[oai(rename = "refreshToken", validator(max_length = 128))]
    pub(crate) refresh_token: String,
    /// If a second factor is set up: six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// Result of a social sign-in: tokens, or a registration token if there is no account yet.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct SocialSignIn {
    /// The access token, as returned by `login`.
    #[oai(rename = "accessToken")]
    pub(crate) access_token: Option<String>,
    /// The refresh token, as returned by `login`.
    #[oai(rename = "refreshToken")]
    pub(crate) refresh_token: Option<String>,
    /// Registration data, if there is no account yet.
    pub(crate) registration: Option<SocialRegistration>,
}

/// Data for `register`, as far as the provider knows it.
#[derive(Object)]
pub(crate) struct SocialRegistration {
    /// The registration token, as returned by `verify_email`.
    #[oai(rename = "registrationToken")]
    pub(crate) registration_token: String,
    /// The verified address.
    pub(crate) email: String,
    /// First name; may be empty.
    pub(crate) firstname: String,
    /// Last name; may be empty.
    pub(crate) lastname: String,
}

/// A linked account at a provider, usable for signing in.
#[derive(Object)]
pub(crate) struct Identity {
    /// The id of the link.
    pub(crate) id: String,
    /// Name of the provider, such as `Google`.
    pub(crate) provider: String,
    /// Address of the provider's account when it was linked.
    pub(crate) email: String,
    /// When the account was linked, RFC 3339 in UTC.
    pub(crate) created_at: DateTime,
}

impl From<Exchanged> for SocialSignIn {
    fn from(exchanged: Exchanged) -> Self {
        match exchanged {
            Exchanged::SignedIn(SignedInDevice { tokens, .. }) => Self {
                access_token: Some(tokens.access),
                refresh_token: Some(tokens.refresh),
                registration: None,
            },
            Exchanged::Newcomer { token, email, firstname, lastname } => {
                let registration_token = token;
                let registration =
                    SocialRegistration { registration_token, email, firstname, lastname };
                Self { access_token: None, refresh_token: None, registration: Some(registration) }
            }
        }
    }
}

impl From<LinkedIdentity> for Identity {
    fn from(linked: LinkedIdentity) -> Self {
        let LinkedIdentity { id, provider, email, created_at } = linked;
        Self { id, provider, email, created_at: created_at.into() }
    }
}
