use std::sync::Arc;

use poem::Request;
use poem_openapi::{
    OpenApi, SecurityScheme,
    auth::Bearer,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ItemId, Json, Reply, SignedIn, SignedInWithoutAgreement, done,
    envelope::{FORBIDDEN, INPUT, MALFORMED, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Remembered, Tag,
    cookies::device,
    dto::{Credentials, EndedSessions, Session, Tokens},
    remembering,
};
use crate::service::AuthService;

/// Bearer scheme that takes the refresh token in place of the access token.
#[derive(SecurityScheme)]
#[oai(rename = "refresh", ty = "bearer")]
struct RefreshToken(Bearer);

/// Operations on signing in and out, and on sessions.
pub struct SessionApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SessionApi {
    /// Signs in on this device.
    ///
    /// 401 `auth.invalid_credentials` for a wrong password and for an unknown address alike. After
    /// ten failures at an account from one network, or twenty from anywhere, each failure starts a
    /// wait that grows up to an hour, or to 15 minutes; during the wait the response is 429
    /// `auth.too_many_failures`. A hundred failures from one network at any accounts start waits of
    /// up to a minute. The cookie set by a success exempts the device from these limits: it has ten
    /// failures and a wait of its own. With a second factor: 401 `auth.second_factor_required`
    /// without `code`, 401 `auth.wrong_code` for a wrong or used one. 403 `auth.awaiting_approval`
    /// or `auth.suspended` for accounts that may not be used.
    #[oai(path = "/login", method = "post", operation_id = "login")]
    async fn login(
        &self,
        request: &Request,
        body: Json<Credentials>,
    ) -> Remembered<Tokens, { INPUT | UNAUTHORISED | FORBIDDEN | TOO_MANY }> {
        let Credentials { email, password, code } = body.0;
        let entered = self.0.sign_in(&email, password, code.as_deref(), device(request)).await?;
        remembering(done("Welcome back!", entered.tokens.into()), &entered.cookie)
    }

    /// Exchanges a refresh token for a new pair of tokens.
    ///
    /// Send the refresh token as the bearer. It works once; reusing it ends the session. Within 30
    /// seconds after it was replaced, reuse returns its current successor instead.
    #[oai(path = "/get/refreshtokenweb", method = "get", operation_id = "refresh_session")]
    async fn refresh_session(
        &self,
        request: &Request,
        token: RefreshToken,
    ) -> Reply<Tokens, UNAUTHORISED> {
        ok(self.0.refresh_session(&token.0.token, device(request)).await?.into())
    }

    /// Signs out of this device. Its tokens stop working at once.
    #[oai(path = "/logout", method = "post", operation_id = "logout")]
    async fn logout(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
    ) -> Reply<Option<bool>, UNAUTHORISED> {
        self.0.sign_out(&caller).await?;
        done("You are signed out.", None)
    }

    /// Lists your signed-in devices, most recently used first.
    #[oai(path = "/sessions", method = "get", operation_id = "list_sessions")]
    async fn list_sessions(&self, SignedIn(caller): SignedIn) -> Reply<Vec<Session>, UNAUTHORISED> {
        let live = self.0.live_sessions(&caller).await?;
        ok(live.into_iter().map(|session| Session::new(session, &caller.session)).collect())
    }

    /// Signs out one of your devices. Its tokens stop working at once.
    #[oai(path = "/sessions/:id", method = "delete", operation_id = "end_session")]
    async fn end_session(
        &self,
        SignedIn(caller): SignedIn,
        /// The id of one of your sessions.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.end_session(&caller, id.as_str()).await?;
        done("The device is signed out.", None)
    }

    /// Signs out all your other devices. With `revoke_access`, also voids the secret address of
    /// your calendar feed.
    #[oai(path = "/sessions", method = "delete", operation_id = "end_other_sessions")]
    async fn end_other_sessions(
        &self,
        SignedIn(caller): SignedIn,
        /// Whether to end access that needs no device as well; defaults to no.
        revoke_access: Query<Option<bool>>,
    ) -> Reply<EndedSessions, { UNAUTHORISED | MALFORMED }> {
        let revoke = revoke_access.0.unwrap_or_default();
        let ended = self.0.end_other_sessions(&caller, revoke).await?;
        done("All other devices are signed out.", EndedSessions { ended })
    }
}
