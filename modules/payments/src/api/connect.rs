use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    Json, Reply, SignedIn,
    envelope::{CONFLICT, INPUT, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::connect::{AccountLink, ConnectedAccountView, LinkAccount},
};
use crate::service::ConnectService;

/// Operations of members on their account at Stripe.
pub struct ConnectApi(pub(crate) ConnectService);

#[OpenApi(prefix_path = "/api/users/stripe", tag = "Tag::Payments")]
impl ConnectApi {
    /// Creates your account at Stripe, into which you are paid. Returns it if it exists already.
    ///
    /// 503 `payments.not_configured` without Stripe, 503 `payments.unreachable` if it does not
    /// answer; 409 `payments.cash_off` or `payments.gift_mode` if the site uses no cash.
    #[oai(
        path = "/create/connected/account",
        method = "post",
        operation_id = "create_connected_account"
    )]
    async fn create_account(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<ConnectedAccountView, { UNAUTHORISED | CONFLICT }> {
        ok(self.0.create(&caller).await?.into())
    }

    /// Returns your account at Stripe, if you have created one.
    ///
    /// 503 `payments.not_configured` without Stripe; with `fresh`, 503 `payments.unreachable` if it
    /// does not answer.
    #[oai(path = "/connected/account", method = "get", operation_id = "get_connected_account")]
    async fn get_account(
        &self,
        SignedIn(caller): SignedIn,
        /// Whether Stripe is asked for the present state; otherwise the last known one is returned.
        fresh: Query<Option<bool>>,
    ) -> Reply<Option<ConnectedAccountView>, { UNAUTHORISED | INPUT | CONFLICT }> {
        let account = self.0.get(&caller, fresh.0.unwrap_or(false)).await?;
        ok(account.map(ConnectedAccountView::from))
    }

    /// Returns the address of Stripe's form for your account. It works once, for a few minutes.
    ///
    /// 404 `payments.account_not_found` for an account that is not yours.
    #[oai(
        path = "/connected/account/link",
        method = "post",
        operation_id = "link_connected_account"
    )]
    async fn link_account(
        &self,
        SignedIn(caller): SignedIn,
        Json(body): Json<LinkAccount>,
    ) -> Reply<AccountLink, { UNAUTHORISED | INPUT | NOT_FOUND | CONFLICT }> {
        let url = self.0.link(&caller, &body.stripe_account_id.0).await?;
        ok(AccountLink { url })
    }
}
