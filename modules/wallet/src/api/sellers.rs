use poem_openapi::{OpenApi, param::Query, payload::Response};
use sparkyard_kernel::{
    AdminOnly, Reply, SignedIn,
    attachment::{CsvFile, PdfFile},
    envelope::{FORBIDDEN, Failure, INPUT, UNAUTHORISED},
    ok,
};

use super::{Tag, dto::Earnings};
use crate::service::WalletService;

/// Earnings by calendar year.
pub struct SellersApi {
    service: WalletService,
}

impl SellersApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl SellersApi {
    /// Returns what you earned in pounds in a calendar year, by quarter: what your host reports of
    /// you where the law asks for it.
    #[oai(path = "/api/wallet/earnings", method = "get", operation_id = "get_earnings")]
    async fn get_earnings(
        &self,
        SignedIn(caller): SignedIn,
        /// Year, from 2024.
        year: Query<i64>,
    ) -> Reply<Earnings, { UNAUTHORISED | INPUT }> {
        let year = self.service.year(year.0)?;
        ok(Earnings::new(year, &self.service.earnings(&caller.id, year).await?))
    }

    /// Returns what you earned in pounds in a calendar year, by quarter, as a PDF.
    #[oai(path = "/api/wallet/earnings.pdf", method = "get", operation_id = "get_earnings_pdf")]
    async fn get_earnings_pdf(
        &self,
        SignedIn(caller): SignedIn,
        /// Year, from 2024.
        year: Query<i64>,
    ) -> Result<Response<PdfFile>, Failure<{ UNAUTHORISED | INPUT }>> {
        let year = self.service.year(year.0)?;
        let file = self.service.earnings_pdf(&caller.id, year).await?;
        Ok(PdfFile::response(file, &format!("earnings-{}.pdf", year.number())))
    }

    /// Returns all members who earned pounds in a calendar year as comma-separated values: name,
    /// address and bank account as far as known, and by quarter the number of payments, their
    /// amount, and fees withheld. For admins; recorded in the audit log.
    #[oai(path = "/api/admin/wallet/sellers.csv", method = "get", operation_id = "get_sellers_csv")]
    async fn get_sellers_csv(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Year, from 2024.
        year: Query<i64>,
    ) -> Result<Response<CsvFile>, Failure<{ UNAUTHORISED | FORBIDDEN | INPUT }>> {
        let year = self.service.year(year.0)?;
        let file = self.service.sellers_csv(&caller, year).await?;
        Ok(CsvFile::response(file, &format!("sellers-{}.csv", year.number())))
    }
}
