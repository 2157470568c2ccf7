//! Disputes, opened by a party and decided by an admin; and the private files of both parties,
//! which only they and admins can read.

use std::sync::Arc;

use bytes::Bytes;
use sparkyard_kernel::{
    ApiError, BookingId, Caller, Page, PageQuery, Role,
    audit::{AuditEntry, Reading},
    download::PrivateFile,
    ports::StoredFile,
    text,
    validate::Checks,
};

use super::{
    BookingService,
    change::{Change, Changed},
};
use crate::{
    error::BookingError,
    model::{
        Booking, Decision, Dispute,
        machine::{self, Action, Actor, Outcome},
        seen::{BookingForViewer, DisputeForViewer},
    },
    store::{DisputeChange, start},
};

/// Selects a file of a booking.
#[derive(Clone, Copy)]
pub(crate) enum BookingFile {
    /// File sent with the request.
    Booking,
    /// File sent with the dispute.
    Dispute,
}

impl BookingService {
    /// Opens a dispute for a party; freezes the booking and its money.
    pub(crate) async fn open_dispute(
        &self,
        caller: &Caller,
        id: BookingId,
        message: &str,
        file: Option<Bytes>,
    ) -> Result<DisputeForViewer, BookingError> {
        Checks::new().prose("message", message, 1, 2000).finish()?;
        let (booking, actor) = self.own_to_change(id, caller).await?;
        // Checked before the file is stored: most refusals need no file.
        machine::next(booking.state, Action::Dispute, actor, &booking.moment(self.cx.now()))?;
        let file = match file {
            Some(content) => Some(self.files.put_private(&caller.id, content).await?),
            None => None,
        };
        let dispute = |now| Dispute {
            booking: id,
            opened_by: Some(caller.id.clone()),
            message: text::prose(message),
            file: file.clone(),
            statements: 0,
            answered: false,
            decision: None,
            resolved_at: None,
            created_at: now,
        };
        let change = Change { action: Action::Dispute, actor, by: Some(caller), provider_share: 0 };
        let opened = |_: &Booking, now| Some(DisputeChange::Open(dispute(now)));
        let changed = self.change(booking, &change, opened).await;
        let is_named = match &changed {
            Ok(Changed::Done(_)) => true,
            Err(BookingError::Db(error)) => !error.changed_nothing(),
            Ok(Changed::Before(_)) | Err(_) => false,
        };
        if !is_named {
            let file: Vec<String> = file.iter().map(|file| file.key.clone()).collect();
            self.files.take_back(&file).await;
        }
        let booking = changed?.booking();
        let dispute = self.store.dispute(id).await?.ok_or(BookingError::NotFound)?;
        let directory = Arc::new(self.parties(std::slice::from_ref(&booking)).await?);
        Ok(DisputeForViewer { dispute, booking, directory, own: true })
    }

    /// Returns a page of all disputes, newest first, for admins.
    pub(crate) async fn disputes(
        &self,
        admin: &Caller,
        page: &PageQuery,
    ) -> Result<Page<DisputeForViewer>, BookingError> {
        let Page { items, next_cursor } = self.store.disputes(start(page)?, page).await?;
        let ids: Vec<_> = items.iter().map(|dispute| dispute.booking).collect();
        let bookings = self.store.bookings(&ids).await?;
        let directory = Arc::new(self.parties(&bookings).await?);
        let seen = |dispute: Dispute| {
            let booking = bookings.iter().find(|booking| booking.id == dispute.booking)?.clone();
            let own = booking.part_of(&admin.id).is_some();
            Some(DisputeForViewer { dispute, booking, directory: directory.clone(), own })
        };
        Ok(Page { items: items.into_iter().filter_map(seen).collect(), next_cursor })
    }

    /// Decides a dispute for an admin, with an audit entry.
    pub(crate) async fn decide(
        &self,
        admin: &Caller,
        id: BookingId,
        decision: Decision,
    ) -> Result<BookingForViewer, BookingError> {
        let reason = decision.reason.as_deref().unwrap_or_default();
        Checks::new().prose("reason", reason, 1, 2000).finish()?;
        let decision = Decision {
            outcome: decision.outcome,
            provider_share: checked_share(&decision)?,
            reason: Some(text::prose(reason)),
        };
        let booking = self.judged(admin, id).await?;
        let change = Change {
            action: decision.outcome.into(),
            actor: Actor::Admin,
            by: Some(admin),
            provider_share: decision.provider_share.unwrap_or_default(),
        };
        let audit = |booking: &Booking, now| {
            let percent = decision.provider_share.map(|share| format!(" {share}%"));
            AuditEntry {
                id: self.cx.ids.next(),
                at: now,
                actor: admin.id.as_str(),
                action: "bookings.dispute_decided",
                subject: format!("booking:{}", booking.id),
                detail: format!("{}{}", decision.outcome, percent.unwrap_or_default()),
            }
            .fragment()
        };
        let decided = |booking: &Booking, now| {
            Some(DisputeChange::Decide(decision.clone(), Some(audit(booking, now))))
        };
        let booking = match self.change(booking, &change, decided).await? {
            Changed::Done(booking) => booking,
            Changed::Before(booking) => self.same_decision(booking, &decision).await?,
        };
        Ok(self.seen(booking, Actor::Admin).await?)
    }

    /// Accepts a repetition of the same decision, and refuses a different one.
    async fn same_decision(
        &self,
        booking: Booking,
        decision: &Decision,
    ) -> Result<Booking, BookingError> {
        let dispute = self.store.dispute(booking.id).await?;
        if dispute.and_then(|dispute| dispute.decision).as_ref() == Some(decision) {
            return Ok(booking);
        }
        Err(machine::Refused::Status(booking.state.status).into())
    }

    /// Returns a file of a booking, for its parties, and for admins, whose access is recorded.
    pub(crate) async fn file(
        &self,
        caller: &Caller,
        id: BookingId,
        which: BookingFile,
    ) -> Result<PrivateFile, BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        let is_party = booking.part_of(&caller.id).is_some();
        if !is_party && !caller.acts_as(Role::Admin) {
            return Err(BookingError::NotFound);
        }
        let (file, kind) = match which {
            BookingFile::Booking => (booking.file, "booking"),
            BookingFile::Dispute => {
                (self.store.dispute(id).await?.and_then(|dispute| dispute.file), "dispute")
            }
        };
        let file = file.ok_or(BookingError::FileNotFound)?;
        if !is_party {
            let detail = format!("{kind} file");
            self.record_reading(caller, id, "bookings.file_read", &detail).await?;
        }
        self.private_file(file, &format!("{kind}-{id}")).await
    }

    /// Returns a stored file, named `name` with the extension of its key.
    pub(super) async fn private_file(
        &self,
        file: StoredFile,
        name: &str,
    ) -> Result<PrivateFile, BookingError> {
        let StoredFile { key, media_type } = file;
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("private file {key} is gone"));
        let content = content.ok_or_else(lost)?;
        let ending = key.rsplit_once('.').map_or("bin", |(_, ending)| ending);
        // The file of a booking or a dispute never changes.
        Ok(PrivateFile { content, media_type, name: format!("{name}.{ending}") })
    }

    /// Records in the audit log that an admin reads private data of a booking's parties.
    pub(super) async fn record_reading(
        &self,
        admin: &Caller,
        id: BookingId,
        action: &'static str,
        detail: &str,
    ) -> Result<(), BookingError> {
        let reading = Reading {
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action,
            subject: format!("booking:{id}"),
            detail: detail.to_owned(),
        };
        Ok(reading.record(&self.cx.db).await?)
    }
}

/// Returns the provider's share of a decision in percent; a split requires it.
pub(super) fn checked_share(decision: &Decision) -> Result<Option<u32>, ApiError> {
    let share = decision.provider_share;
    let missing = decision.outcome == Outcome::Split && share.is_none();
    let fine = !missing && share.is_none_or(|share| share <= 100);
    Checks::new().check("provider_share", fine, "Please choose 0 to 100 percent.").finish()?;
    Ok(share.filter(|_| decision.outcome == Outcome::Split))
}
