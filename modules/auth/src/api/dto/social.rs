use poem_openapi::{ApiResponse, Object};
use sparkyard_kernel::DateTime;

use crate::model::{
    session::SignedInDevice,
    social::{Exchanged, Identity as LinkedIdentity},
};

/// A step on the way to the provider and back.
#[derive(ApiResponse)]
pub(crate) enum Onward {
    /// Go there.
    #[oai(status = 302)]
    Found(
        /// Where the browser goes next.
        #[oai(header = "Location")]
        String,
        /// The secret that holds this sign-in together, for ten minutes.
        #[oai(header = "Set-Cookie")]
        Option<String>,
    ),
}

/// The codes that a social sign-in left in the address bar.
#[derive(Object)]
pub(crate) struct SocialCodes {
    /// `accessToken` of the address.
    #[oai(rename = "accessToken", validator(max_length = 128))]
    pub(crate) access_token: String,
    /// `refreshToken` of the address.
    #[oai(rename = "refreshToken", validator(max_length = 128))]
    pub(crate) refresh_token: String,
    /// Where a second factor is set up: six digits from the authenticator app, or a recovery
    /// code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// What they are worth: a pair of tokens, or for somebody without an account, leave to make one.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct SocialSignIn {
    /// As from `login`.
    #[oai(rename = "accessToken")]
    pub(crate) access_token: Option<String>,
    /// As from `login`.
    #[oai(rename = "refreshToken")]
    pub(crate) refresh_token: Option<String>,
    /// For somebody without an account.
    pub(crate) registration: Option<SocialRegistration>,
}

/// What `register` needs, as far as the provider knows it.
#[derive(Object)]
pub(crate) struct SocialRegistration {
    /// As from `verify_email`.
    #[oai(rename = "registrationToken")]
    pub(crate) registration_token: String,
    /// The proven address.
    pub(crate) email: String,
    /// May be empty.
    pub(crate) firstname: String,
    /// May be empty.
    pub(crate) lastname: String,
}

/// An account elsewhere that one can sign in with.
#[derive(Object)]
pub(crate) struct Identity {
    /// Its id.
    pub(crate) id: String,
    /// Where it is: `Google`.
    pub(crate) provider: String,
    /// The address it had when it was linked.
    pub(crate) email: String,
    /// When it was linked, RFC 3339 in UTC.
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
