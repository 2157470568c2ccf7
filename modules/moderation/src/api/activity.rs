use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query, payload::Response};
use sparkyard_kernel::{
    AdminOnly, Months, Reply, StaffOnly,
    attachment::{CsvFile, PdfFile},
    envelope::{Failure, INPUT},
    ok,
};

use super::{
    STAFF, Tag,
    dto::activity::{ActivityReport, MonthFigures},
};
use crate::service::ModerationService;

/// Operations on what members did for each other.
pub struct ActivityApi(pub(super) Arc<ModerationService>);

#[OpenApi(tag = "Tag::Moderation")]
impl ActivityApi {
    /// Returns the figures of the last twelve months, as of a few minutes ago. For moderators and
    /// admins.
    #[oai(path = "/api/admin/history", method = "get", operation_id = "get_history")]
    async fn get_history(&self, _caller: StaffOnly) -> Reply<Vec<MonthFigures>, STAFF> {
        ok(self.0.history().await?.into_iter().map(MonthFigures::from).collect::<Vec<_>>())
    }

    /// Returns how much members did for each other, by month, category and town, for a funder.
    /// Numbers that would point to a few members are withheld. For admins.
    #[oai(path = "/api/admin/activity", method = "get", operation_id = "get_activity")]
    async fn get_activity(
        &self,
        _caller: AdminOnly,
        /// First month, as `2026-03`, in British time.
        #[oai(validator(max_length = 7))]
        from: Query<String>,
        /// Last month, as `2026-03`; at most twelve months in all.
        #[oai(validator(max_length = 7))]
        to: Query<String>,
    ) -> Reply<ActivityReport, { STAFF | INPUT }> {
        let months = Months::parse(&from.0, &to.0)?;
        ok(self.0.activity_report(months).await?.into())
    }

    /// Returns the same report as comma-separated values. Each download is recorded in the audit
    /// log. For admins.
    #[oai(path = "/api/admin/activity.csv", method = "get", operation_id = "get_activity_csv")]
    async fn get_activity_csv(
        &self,
        AdminOnly(caller): AdminOnly,
        /// First month, as `2026-03`, in British time.
        #[oai(validator(max_length = 7))]
        from: Query<String>,
        /// Last month, as `2026-03`; at most twelve months in all.
        #[oai(validator(max_length = 7))]
        to: Query<String>,
    ) -> Result<Response<CsvFile>, Failure<{ STAFF | INPUT }>> {
        let months = Months::parse(&from.0, &to.0)?;
        let name = format!("activity-{}.csv", months.slug());
        Ok(CsvFile::response(self.0.activity_csv(&caller, months).await?, &name))
    }

    /// Returns the same report as a PDF. Each download is recorded in the audit log. For admins.
    #[oai(path = "/api/admin/activity.pdf", method = "get", operation_id = "get_activity_pdf")]
    async fn get_activity_pdf(
        &self,
        AdminOnly(caller): AdminOnly,
        /// First month, as `2026-03`, in British time.
        #[oai(validator(max_length = 7))]
        from: Query<String>,
        /// Last month, as `2026-03`; at most twelve months in all.
        #[oai(validator(max_length = 7))]
        to: Query<String>,
    ) -> Result<Response<PdfFile>, Failure<{ STAFF | INPUT }>> {
        let months = Months::parse(&from.0, &to.0)?;
        let name = format!("activity-{}.pdf", months.slug());
        Ok(PdfFile::response(self.0.activity_pdf(&caller, months).await?, &name))
    }
}
