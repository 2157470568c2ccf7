use poem_openapi::{
    OpenApi,
    param::{Path, Query},
    payload::Response,
};
use sparkyard_kernel::{
    BookingId, Cursor, Limit, MemberOrDelegate, PageQuery, Period, Reply, SignedIn,
    attachment::{CsvFile, PdfFile},
    envelope::{CONFLICT, Failure, INPUT, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{Entry, ReceiptView},
};
use crate::{
    model::{
        Unit,
        statement::{EntryFilter, EntryKind},
    },
    service::WalletService,
};

/// Statements and receipts of members.
pub struct StatementApi {
    service: WalletService,
}

impl StatementApi {
    pub(crate) fn new(service: WalletService) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Wallet")]
impl StatementApi {
    /// Lists your movements in pounds and tokens, newest first.
    #[oai(path = "/api/wallet/transactions", method = "get", operation_id = "list_transactions")]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter of the query")]
    async fn list_transactions(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Movements wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
        /// Only this unit.
        unit: Query<Option<Unit>>,
        /// Only this kind.
        kind: Query<Option<EntryKind>>,
        /// First day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        from: Query<Option<String>>,
        /// Last day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        to: Query<Option<String>>,
    ) -> Reply<Vec<Entry>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let period = Period::parse(from.0.as_deref(), to.0.as_deref())?;
        let filter = EntryFilter { unit: unit.0, kind: kind.0, period };
        listed(self.service.entries(&caller.id, filter, &page).await?.map(Entry::from))
    }

    /// Returns your movements in a period as comma-separated values, oldest first. The period is at
    /// most a year long, and has at most 10,000 movements.
    #[oai(path = "/api/wallet/statement.csv", method = "get", operation_id = "get_statement_csv")]
    async fn get_statement_csv(
        &self,
        SignedIn(caller): SignedIn,
        /// First day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        from: Query<String>,
        /// Last day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        to: Query<String>,
        /// Only this unit.
        unit: Query<Option<Unit>>,
        /// Only this kind.
        kind: Query<Option<EntryKind>>,
    ) -> Result<Response<CsvFile>, Failure<{ UNAUTHORISED | INPUT }>> {
        let period = Period::of_download(&from.0, &to.0)?;
        let filter = EntryFilter { unit: unit.0, kind: kind.0, period };
        let file = self.service.statement_csv(&caller.id, filter).await?;
        Ok(CsvFile::response(file, &format!("statement-{}.csv", period.slug())))
    }

    /// Returns the same movements as a PDF, with the sums that came in and went out.
    #[oai(path = "/api/wallet/statement.pdf", method = "get", operation_id = "get_statement_pdf")]
    async fn get_statement_pdf(
        &self,
        SignedIn(caller): SignedIn,
        /// First day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        from: Query<String>,
        /// Last day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        to: Query<String>,
        /// Only this unit.
        unit: Query<Option<Unit>>,
        /// Only this kind.
        kind: Query<Option<EntryKind>>,
    ) -> Result<Response<PdfFile>, Failure<{ UNAUTHORISED | INPUT }>> {
        let period = Period::of_download(&from.0, &to.0)?;
        let filter = EntryFilter { unit: unit.0, kind: kind.0, period };
        let file = self.service.statement_pdf(&caller.id, filter).await?;
        Ok(PdfFile::response(file, &format!("statement-{}.pdf", period.slug())))
    }

    /// Returns the receipt of a settled booking of yours. 404 `wallet.receipt_not_found` for a
    /// booking of others and for a free one, 409 `wallet.booking_not_settled` while the money is in
    /// escrow.
    #[oai(path = "/api/wallet/receipts/:bookingId", method = "get", operation_id = "get_receipt")]
    async fn get_receipt(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the booking.
        #[oai(name = "bookingId")]
        booking: Path<BookingId>,
    ) -> Reply<ReceiptView, { UNAUTHORISED | INPUT | CONFLICT }> {
        let receipt = self.service.receipt(booking.0, &caller.id).await?;
        ok(ReceiptView::new(receipt, self.service.site()))
    }

    /// Returns the receipt of a settled booking of yours as a PDF. Refused like the receipt itself.
    #[oai(
        path = "/api/wallet/receipts/:bookingId/file",
        method = "get",
        operation_id = "get_receipt_pdf"
    )]
    async fn get_receipt_pdf(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the booking.
        #[oai(name = "bookingId")]
        booking: Path<BookingId>,
    ) -> Result<Response<PdfFile>, Failure<{ UNAUTHORISED | INPUT | CONFLICT }>> {
        let (file, number) = self.service.receipt_pdf(booking.0, &caller.id).await?;
        Ok(PdfFile::response(file, &format!("receipt-{number}.pdf")))
    }
}
