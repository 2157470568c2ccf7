//! Statements of the parties and staff in a dispute, until it is decided.

use std::sync::Arc;

use bytes::Bytes;
use sparkyard_kernel::{
    BookingId, Caller, ItemId, Page, PageQuery, Role, Timestamp, allowance,
    audit::AuditEntry,
    db::DbError,
    download::PrivateFile,
    events::bookings::{DISPUTE_ANSWERED, DisputeAnswered},
    idempotency::digest,
    text,
    validate::Checks,
};

use super::{BookingService, mails, refuse_other_party};
use crate::{
    error::{BookingError, TOO_MANY_STATEMENTS},
    model::{
        Booking, Dispute,
        dispute::{Part, Statement, can_be_client_id},
        seen::StatementForViewer,
    },
    store::{Saying, start_forward},
};

/// A new statement, not yet validated.
pub(crate) struct NewStatement {
    pub(crate) message: String,
    pub(crate) client_id: Option<String>,
    pub(crate) file: Option<Bytes>,
}

impl BookingService {
    /// Stores a statement in an open dispute. A repetition of `client_id` returns the same
    /// statement.
    pub(crate) async fn add_statement(
        &self,
        caller: &Caller,
        id: BookingId,
        new: NewStatement,
    ) -> Result<StatementForViewer, BookingError> {
        let NewStatement { message, client_id, file } = new;
        let is_name = client_id.as_deref().is_none_or(can_be_client_id);
        Checks::new()
            .prose("message", &message, 1, 2000)
            .check("clientId", is_name, "Choose a UUID for the answer, or leave this out.")
            .finish()?;
        let (booking, dispute, part) = self.heard(caller, id).await?;
        refuse_other_party(&booking, caller)?;
        let name = client_id.map_or_else(|| self.cx.ids.next(), |id| named(caller, &booking, &id));
        let name = ItemId::from(name);
        if let Some(before) = self.store.statement(&name).await? {
            return self.seen_statement(before, caller).await;
        }
        // Checked before the file is stored.
        if dispute.decision.is_some() {
            return Err(BookingError::DisputeDecided);
        }
        let file = match file {
            Some(content) => Some(self.files.put_private(&caller.id, content).await?),
            None => None,
        };
        let keys: Vec<String> = file.iter().map(|file| file.key.clone()).collect();
        let now = self.cx.now();
        let mut statement = Statement {
            id: name,
            booking: id,
            author: caller.id.clone(),
            delegate: caller.delegate.clone(),
            part,
            message: text::prose(&message),
            file,
            at: now,
            seq: 0,
        };
        let saying = self.saying(&statement, &booking, &dispute, now).await?;
        match self.store.add_statement(&statement, saying).await {
            Ok(seq) => statement.seq = seq,
            // A concurrent repetition was first.
            Err(DbError::AlreadyExists(_)) => {
                self.files.take_back(&keys).await;
                let before = self.store.statement(&statement.id).await?;
                statement = before.ok_or(BookingError::NotFound)?;
            }
            Err(error) => {
                if error.changed_nothing() {
                    self.files.take_back(&keys).await;
                }
                return Err(allowance::explain(error, &[&TOO_MANY_STATEMENTS], now));
            }
        }
        self.seen_statement(statement, caller).await
    }

    /// Returns what is written with a statement: use of the daily quota, events and mails, and an
    /// audit entry for staff.
    async fn saying(
        &self,
        statement: &Statement,
        booking: &Booking,
        dispute: &Dispute,
        now: Timestamp,
    ) -> Result<Saying, BookingError> {
        let author = &statement.author;
        let day = self.config.statements(self.cx.limits);
        let mut fragments = vec![day.use_up(author.as_str(), 1, now, &TOO_MANY_STATEMENTS)];
        let mut mails = Vec::new();
        if statement.part == Part::Staff {
            let entry = AuditEntry {
                id: self.cx.ids.next(),
                at: now,
                actor: author.as_str(),
                action: "bookings.dispute_answered",
                subject: format!("booking:{}", booking.id),
                detail: String::new(),
            };
            fragments.push(entry.fragment());
            let directory = self.parties(std::slice::from_ref(booking)).await?;
            mails = mails::about_words_of_staff(booking, &directory);
        }
        let event = DisputeAnswered {
            booking_id: booking.id,
            client_id: booking.client.clone(),
            provider_id: booking.provider.clone(),
            subject: booking.subject().to_owned(),
            by: author.clone(),
        };
        let other = dispute.opened_by.as_ref().is_some_and(|opener| opener != author);
        Ok(Saying {
            answers: other && statement.part != Part::Staff,
            fragments,
            event: (DISPUTE_ANSWERED, self.cx.ids.next(), event),
            mails: mails.into_iter().map(|mail| (self.cx.ids.next(), mail)).collect(),
        })
    }

    /// Returns a page of the statements in a dispute, oldest first.
    pub(crate) async fn statements(
        &self,
        caller: &Caller,
        id: BookingId,
        page: &PageQuery,
    ) -> Result<Page<StatementForViewer>, BookingError> {
        let after = start_forward(page)?;
        let (_, _, part) = self.heard(caller, id).await?;
        if part == Part::Staff {
            self.record_reading(caller, id, "bookings.case_read", "what was said").await?;
        }
        let page = self.store.statements(id, after, page).await?;
        let directory = self.directory(page.items.iter().map(|one| &one.author)).await?;
        let directory = Arc::new(directory);
        Ok(page.map(|statement| StatementForViewer {
            own: statement.author == caller.id,
            directory: directory.clone(),
            statement,
        }))
    }

    /// Returns the file of a statement.
    pub(crate) async fn statement_file(
        &self,
        caller: &Caller,
        id: BookingId,
        statement: &ItemId,
    ) -> Result<PrivateFile, BookingError> {
        let (_, _, part) = self.heard(caller, id).await?;
        let found = self.store.statement(statement).await?;
        let found = found.filter(|found| found.booking == id);
        let file = found.and_then(|found| found.file).ok_or(BookingError::FileNotFound)?;
        if part == Part::Staff {
            self.record_reading(caller, id, "bookings.file_read", "file of an answer").await?;
        }
        self.private_file(file, &format!("dispute-{id}-answer")).await
    }

    /// Returns a dispute and the caller's part in it; not found for strangers.
    async fn heard(
        &self,
        caller: &Caller,
        id: BookingId,
    ) -> Result<(Booking, Dispute, Part), BookingError> {
        let booking = self.store.booking(id).await?.ok_or(BookingError::NotFound)?;
        let actor = booking.part_of(&caller.id);
        if actor.is_none() && !caller.acts_as(Role::Admin) {
            return Err(BookingError::NotFound);
        }
        let dispute = self.store.dispute(id).await?.ok_or(BookingError::DisputeNotFound)?;
        Ok((booking, dispute, actor.into()))
    }

    async fn seen_statement(
        &self,
        statement: Statement,
        caller: &Caller,
    ) -> Result<StatementForViewer, BookingError> {
        let people = std::iter::once(&statement.author).chain(&statement.delegate);
        let directory = Arc::new(self.directory(people).await?);
        Ok(StatementForViewer { own: statement.author == caller.id, statement, directory })
    }
}

/// Derives the id of a statement from the client's idempotency key.
fn named(caller: &Caller, booking: &Booking, client_id: &str) -> String {
    let client_id = client_id.to_ascii_lowercase();
    let parts = ["statement", &booking.id.to_string(), caller.id.as_str(), &client_id];
    digest(&parts.map(str::as_bytes))
}
