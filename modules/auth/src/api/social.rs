use std::sync::Arc;

use poem::Request;
use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    Failure, ItemId, Json, Reply, SignedIn, done,
    envelope::{FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Remembered, Tag,
    cookies::{browser, device, set_cookie},
    dto::{Identity, Onward, SocialCodes, SocialSignIn},
};
use crate::{
    model::social::{HandOverCodes, SocialCallback},
    service::AuthService,
};

/// Operations on signing in with an account at a provider.
pub struct SocialApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SocialApi {
    /// Redirects the browser to the provider to sign in. For links, not for scripts.
    ///
    /// The browser returns to `finish_social_sign_in`. 503 `auth.not_configured` without a
    /// provider.
    #[oai(path = "/google", method = "get", operation_id = "begin_social_sign_in")]
    async fn begin_social_sign_in(
        &self,
        /// The page of this site to end on; ignored unless it is a plain path.
        #[oai(validator(max_length = 2048))]
        next: Query<Option<String>>,
    ) -> Result<Onward, Failure<NOT_FOUND>> {
        let begun = self.0.begin_social_sign_in(next.0.as_deref()).await?;
        Ok(Onward::Found(begun.location, begun.cookie.as_ref().map(set_cookie)))
    }

    /// Receives the browser when it returns from the provider.
    ///
    /// Redirects to `/oauth-callback` with `accessToken` and `refreshToken`, which are not tokens
    /// but codes for `exchange_social_codes`, and with `next` if it was given; or with `error`:
    /// `denied`, `email_unverified` or `failed`.
    #[oai(path = "/google/callback", method = "get", operation_id = "finish_social_sign_in")]
    async fn finish_social_sign_in(
        &self,
        request: &Request,
        /// The provider's authorisation code.
        code: Query<Option<String>>,
        /// The state that the sign-in was begun with.
        state: Query<Option<String>>,
        /// The error, if there is no code.
        error: Query<Option<String>>,
        /// The issuer of the response.
        iss: Query<Option<String>>,
    ) -> Result<Onward, Failure<NOT_FOUND>> {
        let back = SocialCallback { code: code.0, state: state.0, error: error.0, issuer: iss.0 };
        let location = self.0.finish_social_sign_in(back, browser(request)).await?;
        Ok(Onward::Found(location, None))
    }

    /// Exchanges the codes of a social sign-in, in the browser that began it.
    ///
    /// The codes work once and for one minute; 401 `auth.handover_invalid` otherwise. With a second
    /// factor: 401 `auth.second_factor_required` or `auth.wrong_code`, after which they can be sent
    /// again with `code` for five minutes. 403 and cookie as for `login`.
    ///
    /// If the address of the account had only been verified by a code so far, the first social
    /// sign-in gives its owner full control: other sessions end, the password and other identities
    /// are removed, and the owner is notified.
    #[oai(path = "/exchange", method = "post", operation_id = "exchange_social_codes")]
    async fn exchange_social_codes(
        &self,
        request: &Request,
        body: Json<SocialCodes>,
    ) -> Remembered<SocialSignIn, { INPUT | UNAUTHORISED | FORBIDDEN | NOT_FOUND | TOO_MANY }> {
        let SocialCodes { access_token, refresh_token, code } = body.0;
        let browser = browser(request);
        let codes = HandOverCodes { first: &access_token, second: &refresh_token };
        let (code, device) = (code.as_deref(), device(request));
        let exchanged = self.0.exchange_social_codes(&codes, browser, code, device).await?;
        let cookie = exchanged.cookie().map(set_cookie);
        let answer = Response::new(ok(exchanged.into())?);
        Ok(cookie.into_iter().fold(answer, |answer, cookie| answer.header("Set-Cookie", cookie)))
    }

    /// Lists your linked accounts at providers, newest first.
    #[oai(path = "/identities", method = "get", operation_id = "list_identities")]
    async fn list_identities(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<Identity>, UNAUTHORISED> {
        let linked = self.0.identities(&caller.id).await?;
        ok(linked.into_iter().map(Identity::from).collect())
    }

    /// Removes a linked account. Signing in with it again links it again.
    #[oai(path = "/identities/:id", method = "delete", operation_id = "unlink_identity")]
    async fn unlink_identity(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of one of your identities.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.unlink_identity(&caller.id, id.as_str()).await?;
        done("It is no longer linked.", None)
    }
}
