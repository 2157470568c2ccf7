use std::sync::Arc;

use poem::Request;
use poem_openapi::{
    ApiResponse, Object, OpenApi,
    param::{Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    DateTime, Failure, ItemId, Json, Reply, SignedIn, done,
    envelope::{FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{Remembered, Tag};
use crate::{
    error::AuthError,
    session::{Device, SignedInDevice},
    social::{Browser, Exchanged, HandOverCodes, Identities, Return, Social},
    store::IdentityRow,
};

/// A step on the way to the provider and back.
#[derive(ApiResponse)]
enum Onward {
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
struct SocialCodes {
    /// `accessToken` of the address.
    #[oai(rename = "accessToken", validator(max_length = 128))]
    access_token: String,
    /// `refreshToken` of the address.
    #[oai(rename = "refreshToken", validator(max_length = 128))]
    refresh_token: String,
    /// Where a second factor is set up: six digits from the authenticator app, or a recovery
    /// code.
    #[oai(validator(max_length = 256))]
    code: Option<String>,
}

/// What they are worth: a pair of tokens, or for somebody without an account, leave to make one.
#[derive(Object)]
#[oai(skip_serializing_if_is_none)]
struct SocialSignIn {
    /// As from `login`.
    #[oai(rename = "accessToken")]
    access_token: Option<String>,
    /// As from `login`.
    #[oai(rename = "refreshToken")]
    refresh_token: Option<String>,
    /// For somebody without an account.
    registration: Option<SocialRegistration>,
}

/// What `register` needs, as far as the provider knows it.
#[derive(Object)]
struct SocialRegistration {
    /// As from `verify_email`.
    #[oai(rename = "registrationToken")]
    registration_token: String,
    /// The proven address.
    email: String,
    /// May be empty.
    firstname: String,
    /// May be empty.
    lastname: String,
}

/// An account elsewhere that one can sign in with.
#[derive(Object)]
struct Identity {
    /// Its id.
    id: String,
    /// Where it is: `Google`.
    provider: String,
    /// The address it had when it was linked.
    email: String,
    /// When it was linked, RFC 3339 in UTC.
    created_at: DateTime,
}

/// Operations on signing in with an account elsewhere.
pub struct SocialApi {
    /// `None` when that is off.
    pub(crate) social: Option<Arc<Social>>,
    pub(crate) identities: Identities,
}

impl SocialApi {
    fn social(&self) -> Result<&Social, AuthError> {
        self.social.as_deref().ok_or(AuthError::SocialOff)
    }
}

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SocialApi {
    /// Sends the browser to the provider to sign in there. For links, not for scripts.
    ///
    /// It comes back to `finish_social_sign_in`. 404 `auth.social_off` where there is no
    /// provider.
    #[oai(path = "/google", method = "get", operation_id = "begin_social_sign_in")]
    async fn begin_social_sign_in(
        &self,
        /// The page of this site to end on; left out of the result unless it is a plain path.
        #[oai(validator(max_length = 2048))]
        next: Query<Option<String>>,
    ) -> Result<Onward, Failure<NOT_FOUND>> {
        let begun = self.social()?.begin(next.0.as_deref()).await;
        Ok(Onward::Found(begun.location, begun.cookie))
    }

    /// Where the provider sends the browser back to.
    ///
    /// Leads to `/oauth-callback` with `accessToken` and `refreshToken`, which are no tokens but
    /// codes for `exchange_social_codes`, and with `next` if it was given; or with `error`:
    /// `denied`, `email_unverified` or `failed`.
    #[oai(path = "/google/callback", method = "get", operation_id = "finish_social_sign_in")]
    async fn finish_social_sign_in(
        &self,
        request: &Request,
        /// The provider's code.
        code: Query<Option<String>>,
        /// What the sign-in was begun with.
        state: Query<Option<String>>,
        /// Why there is no code.
        error: Query<Option<String>>,
        /// Who answers.
        iss: Query<Option<String>>,
    ) -> Result<Onward, Failure<NOT_FOUND>> {
        let back = Return { code: code.0, state: state.0, error: error.0, issuer: iss.0 };
        let location = self.social()?.come_back(back, Browser::of(request)).await;
        Ok(Onward::Found(location, None))
    }

    /// Swaps the codes of a social sign-in, in the browser that began it.
    ///
    /// They are good for one minute and once. 401 `auth.handover_invalid` otherwise; with a
    /// second factor, 401 `auth.second_factor_required` or `auth.wrong_code`, after which they
    /// can be sent again with `code` for five minutes. 403 as for `login`, and its cookie.
    ///
    /// The first time that somebody comes to an account whose address only a code has proved, or
    /// a new one since, the account is handed to them: its other sessions end, its password and
    /// other identities are void, and they are told so.
    #[oai(path = "/exchange", method = "post", operation_id = "exchange_social_codes")]
    async fn exchange_social_codes(
        &self,
        request: &Request,
        body: Json<SocialCodes>,
    ) -> Remembered<SocialSignIn, { INPUT | UNAUTHORISED | FORBIDDEN | NOT_FOUND | TOO_MANY }> {
        let SocialCodes { access_token, refresh_token, code } = body.0;
        let social = self.social()?;
        let browser = Browser::of(request).ok_or(AuthError::HandOverInvalid)?;
        let codes = HandOverCodes { first: &access_token, second: &refresh_token };
        let device = Device::of(request);
        let exchanged = social.exchange(&codes, &browser, code.as_deref(), device).await?;
        let cookie = exchanged.cookie().map(str::to_owned);
        let answer = Response::new(ok(exchanged.into())?);
        Ok(cookie.into_iter().fold(answer, |answer, cookie| answer.header("Set-Cookie", cookie)))
    }

    /// Your accounts elsewhere that you can sign in with, newest first.
    #[oai(path = "/identities", method = "get", operation_id = "list_identities")]
    async fn list_identities(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<Identity>, UNAUTHORISED> {
        let linked = self.identities.list(&caller.id).await?;
        ok(linked.into_iter().map(Identity::from).collect())
    }

    /// Forgets one of them. Signing in with it again links it again.
    #[oai(path = "/identities/:id", method = "delete", operation_id = "unlink_identity")]
    async fn unlink_identity(
        &self,
        SignedIn(caller): SignedIn,
        /// Of one of your identities.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | NOT_FOUND }> {
        self.identities.unlink(&caller.id, id.as_str()).await?;
        done("It is no longer linked.", None)
    }
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

impl From<IdentityRow> for Identity {
    fn from(row: IdentityRow) -> Self {
        let IdentityRow { id, provider, email, created_at } = row;
        Self { id, provider, email, created_at: created_at.into() }
    }
}
