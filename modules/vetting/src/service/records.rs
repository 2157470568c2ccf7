//! Checks that members passed: recording and withdrawing them, lists, and reminders.

use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Timestamp, UserId,
    audit::{AuditEntry, Reading},
    db::DbError,
    events::vetting::{CheckChanged, CheckStep},
    ports::PersonInfo,
    text,
    validate::Checks,
};

use super::VettingService;
use crate::{
    error::{CHANGED, VettingError},
    model::{NamedRecord, Record, RecordDraft, next_reminder, today},
    store::RecordChange,
};

/// Reminders sent in one batch.
const BATCH: i64 = 100;
/// Maximum length of the reason of a withdrawal, in characters.
const MAX_REASON: usize = 200;

impl VettingService {
    /// Returns a page of the records that run out, the next one first.
    pub(crate) async fn ending(&self, page: &PageQuery) -> Result<Page<NamedRecord>, VettingError> {
        let rows = self.store.ending(page).await?;
        let page = Page::cut(rows, page, |(turn, _)| turn.clone());
        let next_cursor = page.next_cursor;
        let records = page.items.into_iter().map(|(_, record)| record).collect();
        Ok(Page { items: self.named(records).await?, next_cursor })
    }

    /// Returns the records of a member, and notes in the audit log that `admin` read them.
    pub(crate) async fn of(
        &self,
        admin: &Caller,
        user: &UserId,
    ) -> Result<Vec<NamedRecord>, VettingError> {
        self.check_member(user).await?;
        let records = self.store.records(user).await?;
        if !records.is_empty() && *user != admin.id {
            let reading = Reading {
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "vetting.records_read",
                subject: format!("user:{user}"),
                detail: "checks".to_owned(),
            };
            reading.record(&self.cx.db).await?;
        }
        self.named(records).await
    }

    /// Records that a member passed a check; it replaces the record from before.
    pub(crate) async fn record(
        &self,
        admin: &Caller,
        (user, check): (&UserId, &ItemId),
        draft: RecordDraft,
    ) -> Result<NamedRecord, VettingError> {
        let check = self.store.check(check).await?.ok_or(VettingError::NoCheck)?;
        let before = self.before(admin, user, &check.id).await?;
        let now = self.cx.now();
        let record = draft.checked((user.clone(), &check), (admin.id.clone(), now))?;
        let detail = match &before {
            Some(before) => format!("from {} to {}", shown(before), shown(&record)),
            None => shown(&record),
        };
        let step = CheckStep::Recorded;
        let until = record.expires_on().map(str::to_owned);
        self.change(admin, &record, before, (Some(record.clone()), step, until, None), detail)
            .await?;
        let named = self.named(vec![record]).await?;
        named.into_iter().next().ok_or(VettingError::NoRecord)
    }

    /// Withdraws a check of a member, for a reason that the member is told.
    pub(crate) async fn withdraw(
        &self,
        admin: &Caller,
        (user, check): (&UserId, &ItemId),
        reason: &str,
    ) -> Result<(), VettingError> {
        Checks::new().line("reason", reason, 1, MAX_REASON).finish()?;
        let before = self.before(admin, user, check).await?.ok_or(VettingError::NoRecord)?;
        let reason = text::line(reason);
        let detail = format!("{} withdrawn: {reason}", shown(&before));
        let change = (None, CheckStep::Withdrawn, None, Some(reason));
        self.change(admin, &before.clone(), Some(before), change, detail).await
    }

    /// Reminds members and admins of the checks that run out soon or have run out.
    pub(crate) async fn remind(&self, now: Timestamp) -> Result<(), VettingError> {
        let today = today(now);
        loop {
            let due = self.store.due(&today, BATCH).await?;
            for record in &due {
                let over = !record.counts_on(&today);
                let step = if over { CheckStep::RanOut } else { CheckStep::RunsOut };
                let payload =
                    check_changed(record, step, record.expires_on().map(str::to_owned), None);
                let next = next_reminder(&record.good_until, &today);
                match self.store.remind(record, next, (payload, now)).await {
                    // An admin changed it, or another process was faster.
                    Err(DbError::Refused(violation)) if *violation == CHANGED => {}
                    outcome => outcome?,
                }
            }
            if due.is_empty() {
                return Ok(());
            }
        }
    }

    /// Returns the record of a check of `user` before `admin` changes it.
    async fn before(
        &self,
        admin: &Caller,
        user: &UserId,
        check: &ItemId,
    ) -> Result<Option<Record>, VettingError> {
        self.check_member(user).await?;
        if *user == admin.id {
            return Err(VettingError::OwnCheck);
        }
        Ok(self.store.records(user).await?.into_iter().find(|record| record.check == *check))
    }

    async fn change(
        &self,
        admin: &Caller,
        about: &Record,
        before: Option<Record>,
        (record, step, until, reason): (Option<Record>, CheckStep, Option<String>, Option<String>),
        detail: String,
    ) -> Result<(), VettingError> {
        let (id, at) = (self.cx.ids.next(), self.cx.now());
        let action = match step {
            CheckStep::Withdrawn => "vetting.check_withdrawn",
            _ => "vetting.check_recorded",
        };
        let subject = format!("user:{}", about.user_id);
        let audit =
            AuditEntry { id: id.clone(), at, actor: admin.id.as_str(), action, subject, detail };
        let change = RecordChange {
            user_id: about.user_id.clone(),
            check: about.check.clone(),
            before: before.map(|before| before.good_until),
            record,
            payload: check_changed(about, step, until, reason),
            event: id,
            at,
            audit: audit.fragment(),
        };
        Ok(self.store.change_record(change).await?)
    }

    async fn check_member(&self, user: &UserId) -> Result<(), VettingError> {
        match self.accounts.find(std::slice::from_ref(user)).await?.is_empty() {
            true => Err(VettingError::NoMember),
            false => Ok(()),
        }
    }

    async fn named(&self, records: Vec<Record>) -> Result<Vec<NamedRecord>, VettingError> {
        let today = today(self.cx.now());
        let ids = records.iter().flat_map(|record| [&record.user_id, &record.recorded_by]);
        let ids: Vec<UserId> = ids.cloned().collect();
        let people = self.people.find(&ids).await?;
        let name = |id: &UserId| people.get(id).map(PersonInfo::name).unwrap_or_default();
        let named = |record: Record| NamedRecord {
            name: name(&record.user_id),
            recorded_by: name(&record.recorded_by),
            counts: record.counts_on(&today),
            record,
        };
        Ok(records.into_iter().map(named).collect())
    }
}

/// Builds the event about a record.
fn check_changed(
    record: &Record,
    step: CheckStep,
    until: Option<String>,
    reason: Option<String>,
) -> CheckChanged {
    CheckChanged {
        user_id: record.user_id.clone(),
        check_id: record.check.clone(),
        check: record.title.clone(),
        step,
        until,
        reason,
    }
}

/// Returns a record as the audit log shows it.
fn shown(record: &Record) -> String {
    let until = record.expires_on().map_or("for ever".to_owned(), |day| format!("until {day}"));
    format!("“{}” of {}, {until}", record.title, record.passed_on)
}
