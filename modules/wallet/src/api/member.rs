use poem_openapi::{
    OpenApi,
    param::{Header, Path},
};
use sparkyard_kernel::{
    ApiError, ItemId, Json, MemberOrDelegate, Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{
        Balance, ConfirmFunding, CreateIntent, FullBalance, FundWallet, Funding, Intent,
        PayInSandbox, SandboxPayment, TokenSupply, TopUp,
    },
};
use crate::{model::pounds, service::WalletService};

/// Operations of members on their money.
pub struct WalletApi {
    service: WalletService,
}

impl WalletApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl WalletApi {
    /// Returns your balances, and the money that is held or in escrow.
    #[oai(path = "/api/wallet/balance", method = "get", operation_id = "get_balance")]
    async fn get_balance(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<FullBalance, UNAUTHORISED> {
        ok(self.service.balances_in_full(&caller.id).await?.into())
    }

    /// Begins a top-up by card: pay it with the secret, then confirm it.
    ///
    /// 503 `wallet.not_configured` if cards are not accepted, 503 `payments.unreachable` if the card
    /// provider does not answer (nothing was charged; repeat the request with the same key), 409
    /// `wallet.cash_off` or `wallet.gift_mode` if the site uses no cash.
    #[oai(path = "/api/wallet/fund", method = "post", operation_id = "fund_wallet")]
    async fn fund_wallet(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<FundWallet>,
    ) -> Reply<Funding, { UNAUTHORISED | INPUT | CONFLICT }> {
        let amount = pounds(body.0.amount)?;
        ok(self.service.begin_funding(&caller, amount, key.0.as_deref()).await?.into())
    }

    /// Returns one of your top-ups, and asks the card provider about one that is not paid yet.
    ///
    /// 404 `wallet.funding_not_found` if it is not yours, 503 `payments.unreachable` if the
    /// provider does not answer.
    #[oai(path = "/api/wallet/top-ups/:id", method = "get", operation_id = "get_top_up")]
    async fn get_top_up(
        &self,
        SignedIn(caller): SignedIn,
        /// Id of the top-up.
        id: Path<ItemId>,
    ) -> Reply<TopUp, { UNAUTHORISED | INPUT | NOT_FOUND }> {
        ok(self.service.top_up(&caller, id.0.as_str()).await?.into())
    }

    /// Makes the simulated card pay or decline a top-up. 404 `wallet.sandbox_off` outside a sample
    /// community.
    #[oai(path = "/api/wallet/sandbox/pay", method = "post", operation_id = "pay_in_sandbox")]
    async fn pay_in_sandbox(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<PayInSandbox>,
    ) -> Reply<SandboxPayment, { UNAUTHORISED | INPUT | CONFLICT }> {
        let PayInSandbox { client_secret, outcome } = body.0;
        let key = key.0.as_deref();
        let status = self.service.pay_in_sandbox(&caller, &client_secret, outcome, key).await?;
        ok(SandboxPayment { status })
    }

    /// Credits your paid top-up of exactly this amount, once. Returns the balance if it was
    /// credited before. 409 `wallet.nothing_paid` if no payment of this amount has arrived.
    #[oai(path = "/api/wallet/confirm", method = "post", operation_id = "confirm_funding")]
    async fn confirm_funding(
        &self,
        SignedIn(caller): SignedIn,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<ConfirmFunding>,
    ) -> Reply<Balance, { UNAUTHORISED | INPUT | CONFLICT }> {
        let amount = pounds(body.0.amount)?;
        let balances = self.service.confirm_funding(&caller, amount, key.0.as_deref()).await?;
        done("The money is in your wallet.", balances.into())
    }

    /// Holds the price of a booking for 15 minutes, within which the booking must be made;
    /// otherwise the money is returned. With `card`, the secret is for the card form, which
    /// authorises the price: it is taken once the request is accepted.
    ///
    /// 409 `wallet.insufficient_funds` if you have less, 503 `wallet.not_configured` if cards are
    /// not accepted, 429 `wallet.holds_of_a_day` after a hundred holds in a day.
    #[oai(
        path = "/api/users/stripe/payment/intent",
        method = "post",
        operation_id = "create_payment_intent"
    )]
    async fn create_payment_intent(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Repeating a request with the same key repeats the answer, not the effect.
        #[oai(name = "Idempotency-Key", validator(max_length = 255))]
        key: Header<Option<String>>,
        body: Json<CreateIntent>,
    ) -> Reply<Intent, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT | TOO_MANY }> {
        let CreateIntent { amount, currency, payment_method } = body.0;
        let amount = pounds(amount)?;
        let key = key.0.as_deref();
        let method = payment_method.into();
        let begun = self.service.create_intent(&caller, method, amount, &currency, key).await?;
        done(payment_method.thanks(), begun.into())
    }

    /// Returns how many tokens the community has issued, and how many circulate.
    #[oai(path = "/api/wallet/supply", method = "get", operation_id = "get_token_supply")]
    async fn get_token_supply(
        &self,
        _caller: MemberOrDelegate,
    ) -> Reply<TokenSupply, UNAUTHORISED> {
        ok(self.service.token_supply().await.map_err(ApiError::from)?.into())
    }
}
