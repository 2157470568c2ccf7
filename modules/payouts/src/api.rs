//! HTTP operations of the module.

mod admin;
mod dto;
mod withdrawals;

use std::sync::Arc;

use poem_openapi::{OpenApi, Tags, param::Path};
use sparkyard_kernel::{
    ItemId, Json, Reply, SignedIn, SignedInWithoutAgreement, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use crate::service::PayoutsService;
use dto::{AddWithdrawalMethod, WithdrawalMethod, WithdrawalMethodRemoved};

pub(crate) use admin::AdminApi;
pub(crate) use withdrawals::WithdrawalsApi;

#[derive(Tags)]
enum Tag {
    /// Bank accounts of members, and withdrawals into them.
    #[oai(rename = "payouts")]
    Payouts,
}

/// Operations of members on their bank accounts.
pub struct PayoutsApi(pub(crate) Arc<PayoutsService>);

#[OpenApi(prefix_path = "/api/settings/payment", tag = "Tag::Payouts")]
impl PayoutsApi {
    /// Lists your bank accounts, newest first; at most 5.
    #[oai(path = "/withdrawalmethods", method = "get", operation_id = "list_withdrawal_methods")]
    async fn list_methods(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Vec<WithdrawalMethod>, { UNAUTHORISED }> {
        let methods = self.0.methods(&caller.id).await?;
        ok(methods.into_iter().map(WithdrawalMethod::from).collect())
    }

    /// Adds a bank account. You are told of it by email.
    ///
    /// 409 `payouts.too_many` beyond 5 accounts, 429 `payouts.added_today` beyond 10 additions in a
    /// day, 409 `payouts.cash_off` or `payouts.gift_mode` if the site uses no cash.
    #[oai(path = "/withdrawalmethod", method = "post", operation_id = "add_withdrawal_method")]
    async fn add_method(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        Json(body): Json<AddWithdrawalMethod>,
    ) -> Reply<WithdrawalMethod, { UNAUTHORISED | INPUT | CONFLICT | TOO_MANY }> {
        let method = self.0.add(&caller, body.checked()?).await?;
        done("Your bank account has been added.", method.into())
    }

    /// Deletes a bank account.
    ///
    /// 409 `payouts.method_in_use` while a withdrawal to it is under way.
    #[oai(
        path = "/withdrawalmethod/:id",
        method = "delete",
        operation_id = "remove_withdrawal_method"
    )]
    async fn remove_method(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<ItemId>,
    ) -> Reply<WithdrawalMethodRemoved, { UNAUTHORISED | NOT_FOUND | CONFLICT }> {
        self.0.remove(&caller.id, &id.0).await?;
        done("The bank account has been deleted.", WithdrawalMethodRemoved { id: id.0 })
    }
}
