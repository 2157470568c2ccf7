use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query, payload::Response};
use sparkyard_kernel::{
    AdminOnly, Cursor, Limit, PageQuery, Period, Reply,
    attachment::CsvFile,
    envelope::{Failure, INPUT},
    listed,
};

use super::{STAFF, Tag, dto::audit::AuditEntry};
use crate::{model::audit::AuditFilter, service::ModerationService};

/// Operations on the audit log.
pub struct AuditApi(pub(super) Arc<ModerationService>);

#[OpenApi(tag = "Tag::Moderation")]
impl AuditApi {
    /// Lists the audit log, newest first: who did what with other people's data. For admins.
    #[oai(path = "/api/admin/audit", method = "get", operation_id = "list_audit")]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter of the query")]
    async fn list_audit(
        &self,
        _caller: AdminOnly,
        /// Only actions by this member, or `system` for automatic ones, `operator` for the command
        /// line.
        #[oai(validator(max_length = 100))]
        actor: Query<Option<String>>,
        /// Only actions on this subject, such as `user:ID` or `booking:7`.
        #[oai(validator(max_length = 100))]
        subject: Query<Option<String>>,
        /// Only this kind of action, such as `auth.suspend`.
        #[oai(validator(max_length = 100))]
        action: Query<Option<String>>,
        /// First day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        from: Query<Option<String>>,
        /// Last day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        to: Query<Option<String>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<AuditEntry>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let period = Period::parse(from.0.as_deref(), to.0.as_deref())?;
        let filter = AuditFilter { actor: actor.0, subject: subject.0, action: action.0, period };
        listed(self.0.audit_log(&filter, &page).await?.map(AuditEntry::from))
    }

    /// Returns the same entries as comma-separated values, oldest first. The period is at most a
    /// year long, and has at most 10,000 entries. Each download is itself recorded. For admins.
    #[oai(path = "/api/admin/audit.csv", method = "get", operation_id = "get_audit_csv")]
    async fn get_audit_csv(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Only actions by this member, or `system` for automatic ones, `operator` for the command
        /// line.
        #[oai(validator(max_length = 100))]
        actor: Query<Option<String>>,
        /// Only actions on this subject, such as `user:ID` or `booking:7`.
        #[oai(validator(max_length = 100))]
        subject: Query<Option<String>>,
        /// Only this kind of action, such as `auth.suspend`.
        #[oai(validator(max_length = 100))]
        action: Query<Option<String>>,
        /// First day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        from: Query<String>,
        /// Last day, as `2026-12-24`, in British time.
        #[oai(validator(max_length = 10))]
        to: Query<String>,
    ) -> Result<Response<CsvFile>, Failure<{ STAFF | INPUT }>> {
        let period = Period::of_download(&from.0, &to.0)?;
        let filter = AuditFilter { actor: actor.0, subject: subject.0, action: action.0, period };
        let file = self.0.audit_csv(&caller, &filter).await?;
        Ok(CsvFile::response(file, &format!("audit-{}.csv", period.slug())))
    }
}
