use std::sync::Arc;

use poem::Request;
use poem_openapi::{OpenApi, SecurityScheme, auth::Bearer, param::Path};
use sparkyard_kernel::{
    ItemId, Json, Reply, SignedIn, done,
    envelope::{FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Remembered, Tag,
    cookies::device,
    dto::{Credentials, EndedSessions, Session, Tokens},
    remembering,
};
use crate::service::AuthService;

/// The refresh token, in place of the access token.
#[derive(SecurityScheme)]
#[oai(rename = "refresh", ty = "bearer")]
struct RefreshToken(Bearer);

/// Operations on signing in and out, and on signed-in devices.
pub struct SessionApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SessionApi {
    /// Signs in on this device.
    ///
    /// 401 `auth.invalid_credentials` for a wrong password and an unknown address alike. After ten
    /// of them from one network, or twenty from anywhere, each is followed by a wait that grows up
    /// to an hour, or a quarter of one, in which the answer is 429 `auth.too_many_failures`; so it
    /// is, up to a minute, after a hundred at any accounts from one network. The cookie that a
    /// success sets spares the device all this: it has ten and a wait of its own. With a second
    /// factor, 401 `auth.second_factor_required` without `code` and 401 `auth.wrong_code` with a
    /// wrong or used one. 403 `auth.awaiting_approval` or `auth.suspended` for accounts that may
    /// not be used.
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

    /// Swaps the refresh token for a fresh pair of tokens.
    ///
    /// Send the refresh token as the bearer. It works once; using any old one again ends the
    /// session, unless it is the last and was replaced less than 30 seconds ago.
    #[oai(path = "/get/refreshtokenweb", method = "get", operation_id = "refresh_session")]
    async fn refresh_session(
        &self,
        request: &Request,
        token: RefreshToken,
    ) -> Reply<Tokens, UNAUTHORISED> {
        ok(self.0.refresh_session(&token.0.token, device(request)).await?.into())
    }

    /// Signs out of this device: its tokens stop working at once.
    #[oai(path = "/logout", method = "post", operation_id = "logout")]
    async fn logout(&self, SignedIn(caller): SignedIn) -> Reply<Option<bool>, UNAUTHORISED> {
        self.0.sign_out(&caller).await?;
        done("You are signed out.", None)
    }

    /// Your devices that are signed in, last seen first.
    #[oai(path = "/sessions", method = "get", operation_id = "list_sessions")]
    async fn list_sessions(&self, SignedIn(caller): SignedIn) -> Reply<Vec<Session>, UNAUTHORISED> {
        let live = self.0.live_sessions(&caller).await?;
        ok(live.into_iter().map(|session| Session::new(session, &caller.session)).collect())
    }

    /// Signs out one of your devices: its tokens stop working at once.
    #[oai(path = "/sessions/:id", method = "delete", operation_id = "end_session")]
    async fn end_session(
        &self,
        SignedIn(caller): SignedIn,
        /// Of one of your devices.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.end_session(&caller, id.as_str()).await?;
        done("The device is signed out.", None)
    }

    /// Signs out all your devices but this one.
    #[oai(path = "/sessions", method = "delete", operation_id = "end_other_sessions")]
    async fn end_other_sessions(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<EndedSessions, UNAUTHORISED> {
        let ended = self.0.end_other_sessions(&caller).await?;
        done("All other devices are signed out.", EndedSessions { ended })
    }
}
