use poem_openapi::OpenApi;
use sparkyard_kernel::{
    AdminOnly, Reply,
    envelope::{CONFLICT, FORBIDDEN, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::LedgerCheck};
use crate::service::WalletService;

/// Whether the money of the community adds up.
pub struct CheckApi {
    service: WalletService,
}

impl CheckApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl CheckApi {
    /// What the last check of the ledger found. It is checked once a day, once a week from its
    /// beginning, and after a stop that was not orderly. For admins.
    #[oai(
        path = "/api/admin/wallet/ledger-check",
        method = "get",
        operation_id = "get_ledger_check"
    )]
    async fn get_ledger_check(
        &self,
        _caller: AdminOnly,
    ) -> Reply<LedgerCheck, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.service.checks().await?.into())
    }

    /// Checks the whole ledger from its beginning, while everything else goes on; it stands in
    /// the audit log. A check that takes longer than ten seconds is still `running` in the
    /// answer. 409 `wallet.check_running` when one runs already. For admins.
    #[oai(
        path = "/api/admin/wallet/ledger-check",
        method = "post",
        operation_id = "run_ledger_check"
    )]
    async fn run_ledger_check(
        &self,
        AdminOnly(caller): AdminOnly,
    ) -> Reply<LedgerCheck, { UNAUTHORISED | FORBIDDEN | CONFLICT }> {
        ok(self.service.begin_check(&caller).await?.into())
    }
}
