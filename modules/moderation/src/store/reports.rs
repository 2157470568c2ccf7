//! Queries and writes of reports.

use sparkyard_kernel::{
    ItemId, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Write},
    events::moderation::{
        CONTENT_REMOVED, ContentRemoved, NEED_TAKEN_DOWN, NeedTakenDown, REPORT_DECIDED, REPORTED,
        REVIEW_TAKEN_DOWN, ReportDecided, Reported, ReviewTakenDown, SKILL_TAKEN_DOWN,
        SkillTakenDown,
    },
};
use surrealdb::types::{Array, RecordId, Value};

use super::{ModerationStore, claims::unclaimed, rows::ReportRow};
use crate::{
    error::VIOLATIONS,
    model::{
        claim::ClaimQueue,
        report::{Decision, Report, Subject},
    },
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const QUEUE: &str = "SELECT *, record::id(id) AS id FROM report \
     WITH INDEX report_queue WHERE open = $open AND place > $after \
     AND reporter != $reader AND reported != $reader ORDER BY place LIMIT $limit";
pub(super) const OPEN: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM report WITH INDEX report_queue WHERE open = true \
     AND reporter != $reader AND reported != $reader LIMIT $limit) GROUP ALL)";

/// Maximum number of open reports counted.
const MAX_COUNTED: i64 = 100;

/// Additional statements of the transaction that stores a report.
pub(crate) struct Reporting {
    /// Charges the daily quota.
    pub(crate) counted: Fragment,
    /// Counts the report at its subject.
    pub(crate) flag: Option<Fragment>,
    /// Send events to open pages of staff.
    pub(crate) news: Vec<Fragment>,
}

/// Additional parts of the transaction that stores a decision.
pub(crate) struct Deciding {
    pub(crate) place: String,
    pub(crate) audit: Fragment,
    /// Remove the reported message or review, or take the skill or need down; and note that this
    /// report about it is closed.
    pub(crate) removal: Vec<Fragment>,
    /// Id and content of the event about what was taken down.
    pub(crate) taken_down: Option<(String, TakenDown)>,
    /// End of the time in which a warned member may appeal.
    pub(crate) appeal_until: Option<Timestamp>,
    /// Send events to open pages.
    pub(crate) news: Vec<Fragment>,
    /// Id of the event about the decision.
    pub(crate) event: String,
}

/// Event about what was taken down.
pub(crate) enum TakenDown {
    /// A skill.
    Skill(SkillTakenDown),
    /// A need.
    Need(NeedTakenDown),
    /// A review.
    Review(ReviewTakenDown),
    /// A message, or text and photo of a profile.
    Content(ContentRemoved),
}

impl TakenDown {
    /// Publishes the event.
    pub(super) fn publish(self, write: Write<'_>, event: String, at: Timestamp) -> Write<'_> {
        match self {
            Self::Skill(skill) => write.publish(SKILL_TAKEN_DOWN, event, at, skill),
            Self::Need(need) => write.publish(NEED_TAKEN_DOWN, event, at, need),
            Self::Review(review) => write.publish(REVIEW_TAKEN_DOWN, event, at, review),
            Self::Content(content) => write.publish(CONTENT_REMOVED, event, at, content),
        }
    }
}

/// Returns a fragment that stores a report without the check for an open one: its cause exists
/// once.
pub(crate) fn open_case(report: Report) -> Fragment {
    Fragment::new("fn::moderation::open_case", &[])
        .arg(report.id.to_string())
        .arg(ReportRow::from(report))
}

impl ModerationStore {
    /// Stores a report. Fails if the member has an open report of the same subject.
    pub(crate) async fn add_report(
        &self,
        report: &Report,
        reporting: Reporting,
    ) -> Result<(), DbError> {
        let event = Reported {
            report_id: report.id.clone(),
            reporter_id: report.reporter.clone(),
            reported_id: report.evidence.reported.clone(),
        };
        self.db
            .write("moderation.report")
            .bind("key", key(report))
            .bind("id", report.id.clone())
            .bind("row", ReportRow::from(report.clone()))
            .step("CREATE $key SET report = $id RETURN NONE")
            .step("CREATE type::record('report', $id) CONTENT $row RETURN NONE")
            .call(reporting.counted)
            .calls(reporting.flag)
            .calls(reporting.news)
            .publish(REPORTED, report.id.to_string(), report.created_at, event)
            .run()
            .await
    }

    /// Returns the member's open report of a subject.
    pub(crate) async fn open_report(
        &self,
        reporter: &UserId,
        subject: Subject,
        about: &ItemId,
    ) -> Result<Option<Report>, DbError> {
        let query = self.db.query("SELECT VALUE report FROM $key");
        let query = query.bind("key", open_key(reporter, subject, about));
        let Some(id) = query.fetch_optional::<ItemId>().await? else { return Ok(None) };
        self.report(&id).await
    }

    /// Returns one report.
    pub(crate) async fn report(&self, id: &ItemId) -> Result<Option<Report>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('report', $id)";
        let row = self.db.query(query).bind("id", id.clone()).fetch_optional::<ReportRow>().await?;
        Ok(row.map(Report::from))
    }

    /// Returns a page of open or decided reports, newest first, except those that concern `reader`.
    pub(crate) async fn reports(
        &self,
        open: bool,
        reader: &UserId,
        page: &PageQuery,
    ) -> Result<Vec<Report>, DbError> {
        let query = self.db.query(QUEUE).bind("open", open).bind("reader", reader.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<ReportRow> = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(rows.into_iter().map(Report::from).collect())
    }

    /// Counts open reports that do not concern `reader`, up to [`MAX_COUNTED`].
    pub(crate) async fn count_open(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(OPEN).bind("reader", reader.clone());
        let count = query.bind("limit", MAX_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Stores the decision on an open report. Fails with `moderation.decided` if it is not open,
    /// and with
    /// `moderation.case_taken` if somebody else has claimed it.
    pub(crate) async fn decide_report(
        &self,
        report: &Report,
        decision: Decision,
        deciding: Deciding,
    ) -> Result<(), DbError> {
        let Deciding { place, audit, removal, taken_down, appeal_until, news, event } = deciding;
        let at: Timestamp = decision.at;
        let unclaimed = unclaimed(ClaimQueue::Reports, &report.id, &decision.by, at);
        let decided = ReportDecided {
            report_id: report.id.clone(),
            reporter_id: report.reporter.clone(),
            reported_id: report.evidence.reported.clone(),
            acted: decision.acted,
            // A takedown sends the reason in its own event.
            warning: decision.warning.clone().filter(|_| !decision.removed),
            appeal_until,
        };
        let write = self
            .db
            .write("moderation.decide_report")
            .violations(VIOLATIONS)
            .bind("id", report.id.clone())
            .bind("key", key(report))
            .bind("decision", decision)
            .bind("ms", at.as_millis())
            .bind("place", place)
            .step(
                "LET $decided = (UPDATE type::record('report', $id) SET open = false, \
                 decision = $decision, decided_ms = $ms, place = $place WHERE open = true)",
            )
            .step("IF array::len($decided) = 0 { THROW 'moderation.decided' }")
            .step("DELETE $key RETURN NONE")
            .call(unclaimed)
            .call(audit)
            .calls(removal)
            .calls(news)
            .publish(REPORT_DECIDED, event, at, decided);
        let write = match taken_down {
            Some((event, payload)) => payload.publish(write, event, at),
            None => write,
        };
        write.run().await
    }
}

fn key(report: &Report) -> RecordId {
    open_key(&report.reporter, report.subject, &report.evidence.about)
}

fn open_key(reporter: &UserId, subject: Subject, about: &ItemId) -> RecordId {
    let parts = [reporter.as_str(), subject.words(), about.as_str()];
    let parts = parts.map(|part| Value::String(part.to_owned()));
    RecordId::new("report_open", Array::from(parts.to_vec()))
}
