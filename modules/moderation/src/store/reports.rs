//! Reports: kept, listed and decided.

use sparkyard_kernel::{
    ItemId, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment},
    events::moderation::{
        REPORT_DECIDED, REPORTED, ReportDecided, Reported, SKILL_TAKEN_DOWN, SkillTakenDown,
    },
};
use surrealdb::types::{Array, RecordId, Value};

use super::{ModerationStore, rows::ReportRow};
use crate::{
    error::REFUSALS,
    model::report::{Decision, Report, Subject},
};

/// Indexed; `EXPLAIN` must show a range of an index for each.
pub(super) const QUEUE: &str = "SELECT *, record::id(id) AS id FROM report \
     WITH INDEX report_queue WHERE open = $open AND place > $after \
     AND reporter != $reader AND reported != $reader ORDER BY place LIMIT $limit";
pub(super) const OPEN: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM report WITH INDEX report_queue WHERE open = true \
     AND reporter != $reader AND reported != $reader LIMIT $limit) GROUP ALL)";

/// Beyond so many open reports nobody counts.
const MOST_COUNTED: i64 = 10_000;

/// What happens in the write that keeps a report.
pub(crate) struct Reporting {
    /// Counts it among those of the day.
    pub(crate) counted: Fragment,
    /// Tells open pages of staff.
    pub(crate) news: Vec<Fragment>,
}

/// What happens in the write that keeps a decision.
pub(crate) struct Deciding {
    pub(crate) place: String,
    pub(crate) audit: Fragment,
    /// Removes what was reported.
    pub(crate) removal: Vec<Fragment>,
    /// What its owner hears of a skill that goes by it, and what names that event.
    pub(crate) taken_down: Option<(String, SkillTakenDown)>,
    /// Tells open pages.
    pub(crate) news: Vec<Fragment>,
    /// Names the event.
    pub(crate) event: String,
}

impl ModerationStore {
    /// Keeps a report; there must be no open one of the same thing by the same member.
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
            .calls(reporting.news)
            .publish(REPORTED, report.id.to_string(), report.created_at, event)
            .run()
            .await
    }

    /// The open report of something by one member.
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

    /// One report.
    pub(crate) async fn report(&self, id: &ItemId) -> Result<Option<Report>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('report', $id)";
        let row = self.db.query(query).bind("id", id.clone()).fetch_optional::<ReportRow>().await?;
        Ok(row.map(Report::from))
    }

    /// Reports that are open, or decided, newest first; without those that concern `reader`.
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

    /// How many reports wait for `reader`, or for anybody else of the staff.
    pub(crate) async fn count_open(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(OPEN).bind("reader", reader.clone());
        let count = query.bind("limit", MOST_COUNTED).fetch_optional::<i64>().await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Decides about a report that is open; about another, `moderation.decided`.
    pub(crate) async fn decide_report(
        &self,
        report: &Report,
        decision: Decision,
        deciding: Deciding,
    ) -> Result<(), DbError> {
        let Deciding { place, audit, removal, taken_down, news, event } = deciding;
        let at: Timestamp = decision.at;
        let decided = ReportDecided {
            report_id: report.id.clone(),
            reporter_id: report.reporter.clone(),
            reported_id: report.evidence.reported.clone(),
            acted: decision.acted,
            // Whoever loses a skill is told why with that.
            warning: decision.warning.clone().filter(|_| !takes_down(report, &decision)),
        };
        let write = self
            .db
            .write("moderation.decide_report")
            .refusals(REFUSALS)
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
            .call(audit)
            .calls(removal)
            .calls(news)
            .publish(REPORT_DECIDED, event, at, decided);
        let told = taken_down.into_iter();
        let write = told
            .fold(write, |write, (event, skill)| write.publish(SKILL_TAKEN_DOWN, event, at, skill));
        write.run().await
    }
}

fn takes_down(report: &Report, decision: &Decision) -> bool {
    report.subject == Subject::Skill && decision.removed
}

fn key(report: &Report) -> RecordId {
    open_key(&report.reporter, report.subject, &report.evidence.about)
}

fn open_key(reporter: &UserId, subject: Subject, about: &ItemId) -> RecordId {
    let parts = [reporter.as_str(), subject.words(), about.as_str()];
    let parts = parts.map(|part| Value::String(part.to_owned()));
    RecordId::new("report_open", Array::from(parts.to_vec()))
}
