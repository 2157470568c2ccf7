//! Risk assessments, numbers of complaints, and reminders of both.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
    events::moderation::{ASSESSMENT_DUE, AssessmentDue, COMPLAINTS_LATE, ComplaintsLate},
};
use surrealdb::types::SurrealValue;

use super::ModerationStore;
use crate::{
    error::REMINDED,
    model::online_safety::{Assessment, Complaint},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const ASSESSMENTS: &str = "SELECT *, record::id(id) AS id FROM risk_assessment \
     WITH INDEX risk_assessment_newest WHERE newest > $after ORDER BY newest LIMIT $limit";
/// Open reports, and those decided in the last year; older ones are deleted.
pub(super) const REPORTS: &str = "SELECT reason, due_at, decision.acted AS acted, \
     decision.at AS decided_at FROM report WITH INDEX report_decided WHERE decided_ms >= 0 \
     LIMIT $limit";
/// Open appeals, and those decided since `$since_ms`.
pub(super) const APPEALS: &str = "SELECT NONE AS reason, appeal.due_at AS due_at, \
     appeal.outcome.overturned AS acted, appeal.outcome.at AS decided_at FROM sanction \
     WITH INDEX sanction_queue WHERE queue IN ['open', 'decided'] \
     AND (settled_ms = 0 OR settled_ms >= $since_ms) LIMIT $limit";
pub(super) const LATE_REPORTS: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM report WITH INDEX report_queue WHERE open = true AND due_at < $now \
     AND reporter != $reader AND reported != $reader LIMIT $limit) GROUP ALL)";
pub(super) const LATE_APPEALS: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM sanction WITH INDEX sanction_queue WHERE queue = 'open' AND appeal.due_at < $now \
     AND user != $reader LIMIT $limit) GROUP ALL)";

/// Maximum number of reports, and of appeals, that the figures are made from.
const MAX_COUNTED: i64 = 20_000;
/// Maximum number of late complaints of each kind counted for a reminder.
const MAX_LATE: i64 = 100;

/// Days on which staff were last reminded, as `2026-03-02`; empty for never.
#[derive(Clone, Debug, Default, PartialEq, Eq, SurrealValue)]
pub(crate) struct StoredReminders {
    /// Of complaints that are late.
    pub(crate) late_on: String,
    /// Of the risk assessment.
    pub(crate) review_on: String,
}

/// Reminders to publish, and the days to store.
pub(crate) struct Reminding {
    pub(crate) before: StoredReminders,
    pub(crate) now: StoredReminders,
    pub(crate) late: Vec<ComplaintsLate>,
    pub(crate) review: Option<AssessmentDue>,
}

impl ModerationStore {
    /// Stores an assessment.
    pub(crate) async fn add_assessment(
        &self,
        assessment: Assessment,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.add_assessment")
            .bind("id", assessment.id.clone())
            .bind("assessment", assessment)
            .step("CREATE type::record('risk_assessment', $id) CONTENT $assessment RETURN NONE")
            .call(audit)
            .run()
            .await
    }

    /// Returns a page of the assessments, newest first.
    pub(crate) async fn assessments(&self, page: &PageQuery) -> Result<Page<Assessment>, DbError> {
        let after = page.after.clone().unwrap_or_default();
        let query = self.db.query(ASSESSMENTS).bind("after", after);
        let found = query.bind("limit", page.fetch_limit()).fetch::<Assessment>().await?;
        Ok(Page::cut(found, page, |assessment| assessment.newest.clone()))
    }

    /// Returns the latest assessment.
    pub(crate) async fn latest_assessment(&self) -> Result<Option<Assessment>, DbError> {
        let query = self.db.query(ASSESSMENTS).bind("after", String::new());
        query.bind("limit", 1).fetch_optional().await
    }

    /// Returns one assessment.
    pub(crate) async fn assessment(&self, id: &ItemId) -> Result<Option<Assessment>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('risk_assessment', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Returns the reports and the appeals that are open or were decided since `since`.
    pub(crate) async fn complaints(
        &self,
        since: Timestamp,
    ) -> Result<(Vec<Complaint>, Vec<Complaint>), DbError> {
        let reports = self.db.query(REPORTS).bind("limit", MAX_COUNTED).fetch().await?;
        let appeals = self.db.query(APPEALS).bind("since_ms", since.as_millis());
        Ok((reports, appeals.bind("limit", MAX_COUNTED).fetch().await?))
    }

    /// Counts the open reports and appeals that are late at `now` and do not concern `reader`, each up
    /// to [`MAX_LATE`].
    pub(crate) async fn count_late(&self, reader: &UserId, now: Timestamp) -> Result<i64, DbError> {
        let mut late = 0;
        for counting in [LATE_REPORTS, LATE_APPEALS] {
            let query = self.db.query(counting).bind("now", now).bind("reader", reader.clone());
            let query = query.bind("limit", MAX_LATE);
            late += query.fetch_optional::<i64>().await?.unwrap_or_default();
        }
        Ok(late)
    }

    /// Returns the days of the last reminders.
    pub(crate) async fn reminders(&self) -> Result<StoredReminders, DbError> {
        let stored = self.db.get("safety_reminder", "all".to_owned()).await?;
        Ok(stored.unwrap_or_default())
    }

    /// Publishes reminders. Does nothing if another process was faster.
    pub(crate) async fn remind(
        &self,
        Reminding { before, now, late, review }: Reminding,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let (late_on, review_on) = (now.late_on.clone(), now.review_on.clone());
        let mut write = self
            .db
            .write("moderation.remind")
            .violations(&[REMINDED])
            .bind("before", before)
            .bind("now", now)
            .step(
                "LET $stored = (SELECT late_on, review_on FROM ONLY safety_reminder:all) \
                 ?? { late_on: '', review_on: '' }",
            )
            .step("IF $stored != $before { THROW 'moderation.reminded' }")
            .step("UPSERT safety_reminder:all CONTENT $now RETURN NONE");
        for late in late {
            let event = format!("{}:{}:{late_on}", COMPLAINTS_LATE.name(), late.user_id);
            write = write.publish(COMPLAINTS_LATE, event, at, late);
        }
        if let Some(review) = review {
            let event = format!("{}:{review_on}", ASSESSMENT_DUE.name());
            write = write.publish(ASSESSMENT_DUE, event, at, review);
        }
        match write.run().await {
            Err(DbError::Refused(violation)) if *violation == REMINDED => Ok(()),
            outcome => outcome,
        }
    }
}
