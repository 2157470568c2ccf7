use poem_openapi::OpenApi;
use sparkyard_kernel::{
    AdminOnly, Reply,
    envelope::{FORBIDDEN, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::LedgerOverview};
use crate::service::WalletService;

/// Operations of admins on the whole ledger.
pub struct LedgerApi {
    service: WalletService,
}

impl LedgerApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl LedgerApi {
    /// Returns the sums of the ledger by kind of account, the supply of sparks by month, and the
    /// last check. For admins.
    #[oai(path = "/api/admin/wallet/ledger", method = "get", operation_id = "get_ledger")]
    async fn get_ledger(
        &self,
        _caller: AdminOnly,
    ) -> Reply<LedgerOverview, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.service.ledger_overview().await?.into())
    }
}
