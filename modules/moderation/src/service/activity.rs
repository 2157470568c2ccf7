//! The report on what members did for each other, and the history of the community's figures.

use sparkyard_kernel::{
    Caller, Months,
    audit::AuditEntry,
    ports::{Activity, Figures},
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{
        MonthFigures,
        activity::{self, ActivityReport, Issue},
    },
};

/// Time for which the history is not counted anew, in seconds.
const FRESH_SECONDS: u64 = 300;

impl ModerationService {
    /// Returns the report of `months`.
    pub(crate) async fn activity_report(
        &self,
        months: Months,
    ) -> Result<ActivityReport, ModerationError> {
        let activity = self.activity(&months).await?;
        let category = |name: &str| {
            let skills = self.skills.as_ref()?;
            skills.category_title(&skills.slug(name)?)
        };
        Ok(ActivityReport::new(months, self.cx.demo, activity, category))
    }

    /// Returns the report of `months` as comma-separated values. Recorded in the audit log.
    pub(crate) async fn activity_csv(
        &self,
        admin: &Caller,
        months: Months,
    ) -> Result<String, ModerationError> {
        let report = self.activity_report(months).await?;
        self.note_activity_export(admin, &report.months, "CSV").await?;
        Ok(activity::csv(&report))
    }

    /// Returns the report of `months` as a PDF. Recorded in the audit log.
    pub(crate) async fn activity_pdf(
        &self,
        admin: &Caller,
        months: Months,
    ) -> Result<Vec<u8>, ModerationError> {
        let report = self.activity_report(months).await?;
        self.note_activity_export(admin, &report.months, "PDF").await?;
        let issue = Issue { site: self.cx.site.details().name.clone(), at: self.cx.now() };
        Ok(self.documents.write(move || activity::pdf(&issue, &report)).await?)
    }

    /// Returns the figures of the last twelve months, oldest first, as of a few minutes ago.
    pub(crate) async fn history(&self) -> Result<Vec<MonthFigures>, ModerationError> {
        let now = self.cx.now();
        let mut known = self.history.lock().await;
        if let Some((at, history)) = &*known
            && now.since(*at).as_secs() < FRESH_SECONDS
        {
            return Ok(history.clone());
        }
        let months = Months::up_to(now);
        let members = self.accounts.counts(&months).await?;
        let activity = self.activity(&months).await?;
        let holdings = match &self.ledger {
            Some(ledger) => Some(ledger.holdings(&months).await?),
            None => None,
        };
        let none = Figures::default();
        let figures = months.names().into_iter().enumerate().map(|(position, month)| {
            let done = activity.months.get(&position).unwrap_or(&none);
            let held = holdings.as_ref().and_then(|holdings| holdings.get(position));
            MonthFigures {
                month,
                members: members.get(position).copied().unwrap_or_default(),
                active: done.members(),
                exchanges: done.exchanges(),
                hours: done.hours(),
                sparks: held.map(|(sparks, _)| *sparks),
                pounds: held.map(|(_, pounds)| *pounds),
            }
        });
        let history: Vec<_> = figures.collect();
        *known = Some((now, history.clone()));
        Ok(history)
    }

    /// Counts bookings and help without a booking.
    async fn activity(&self, months: &Months) -> Result<Activity, ModerationError> {
        let mut activity = Activity::default();
        if let Some(bookings) = &self.bookings {
            activity.add(bookings.activity(months).await?);
        }
        if let Some(exchanges) = &self.exchanges {
            activity.add(exchanges.activity(months).await?);
        }
        Ok(activity)
    }

    /// Records an export before the file is sent: nobody gets it without a trace.
    async fn note_activity_export(
        &self,
        admin: &Caller,
        months: &Months,
        format: &str,
    ) -> Result<(), ModerationError> {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action: "moderation.activity_exported",
            subject: "report:activity".to_owned(),
            detail: format!("{}, {format}", months.slug()),
        };
        Ok(self.store.note_export(entry).await?)
    }
}
