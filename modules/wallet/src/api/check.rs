use poem_openapi::OpenApi;
use sparkyard_kernel::{
    AdminOnly, Reply,
    envelope::{CONFLICT, FORBIDDEN, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::LedgerCheck};
use crate::service::WalletService;

/// Operations on checks of the ledger.
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
    /// Returns the result of the last check of the ledger. For admins.
    ///
    /// A check runs once a day, a full one once a week and after an unclean shutdown.
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

    /// Checks the whole ledger without blocking other operations. For admins.
    ///
    /// Recorded in the audit log. If it takes longer than ten seconds, the response shows it as
    /// `running`. 409 `wallet.check_running` if a check is running already.
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
