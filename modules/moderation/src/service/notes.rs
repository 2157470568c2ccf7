//! Notes of staff about members, and tasks. The member never sees them in the product.

use std::collections::BTreeSet;

use jiff::ToSpan;
use sparkyard_kernel::{
    Caller, ItemId, Page, PageQuery, Role, UserId, allowance,
    audit::{AuditEntry, Reading},
    db::{DbError, Fragment},
    ports::PersonInfo,
    zone,
};

use super::{ModerationService, members::check_other};
use crate::{
    error::{ModerationError, TASK_DONE, TOO_MANY_NOTES},
    model::note::{self, NamedNote, Note},
};

/// Maximum number of notes per member of staff and day.
const NOTES_PER_DAY: u32 = 200;

impl ModerationService {
    /// Returns a page of the notes about a member, newest first. Recorded as a reading.
    pub(crate) async fn notes(
        &self,
        caller: &Caller,
        about: &UserId,
        page: &PageQuery,
    ) -> Result<Page<NamedNote>, ModerationError> {
        check_other(caller, about)?;
        self.check_rank(caller, about).await?;
        let Page { items, next_cursor } = self.store.notes(about, page).await?;
        let reading = Reading {
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "moderation.notes_read",
            subject: format!("user:{about}"),
            detail: String::new(),
        };
        reading.record(&self.cx.db).await?;
        Ok(Page { items: self.named_notes(items).await?, next_cursor })
    }

    /// Writes a note about a member, or a task that is due on a day.
    pub(crate) async fn write_note(
        &self,
        caller: &Caller,
        about: &UserId,
        words: &str,
        due: Option<&str>,
    ) -> Result<NamedNote, ModerationError> {
        check_other(caller, about)?;
        self.check_rank(caller, about).await?;
        if self.accounts.find(std::slice::from_ref(about)).await?.is_empty() {
            return Err(ModerationError::NoMember);
        }
        let (id, now) = (ItemId(self.cx.ids.next()), self.cx.now());
        let note = Note::new(id, (caller.id.clone(), about.clone()), words, due, now)?;
        let action = if note.open { "moderation.task_added" } else { "moderation.note_added" };
        let daily = self.cx.limits.daily("moderation.notes", NOTES_PER_DAY);
        let quota = daily.use_up(caller.id.as_str(), 1, now, &TOO_MANY_NOTES);
        let stored =
            self.store.add_note(note.clone(), Some(quota), self.note_audit(caller, &note, action));
        stored.await.map_err(|error| {
            allowance::explain::<ModerationError>(error, &[&TOO_MANY_NOTES], now)
        })?;
        self.named_note(note).await
    }

    /// Returns a page of the open tasks, first due first, without those about the caller.
    pub(crate) async fn tasks(
        &self,
        caller: &Caller,
        page: &PageQuery,
    ) -> Result<Page<NamedNote>, ModerationError> {
        let Page { items, next_cursor } = self.store.tasks(&caller.id, page).await?;
        Ok(Page { items: self.named_notes(items).await?, next_cursor })
    }

    /// Marks a task as done. Repeating it changes nothing.
    pub(crate) async fn finish_task(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<NamedNote, ModerationError> {
        let note = self.note(caller, id).await?;
        if note.due.is_none() {
            return Err(ModerationError::NoNote);
        }
        if note.open {
            let audit = self.note_audit(caller, &note, "moderation.task_done");
            let at = self.cx.now();
            match self.store.finish_task(id, (caller.id.clone(), at), audit).await {
                // A colleague was faster.
                Err(DbError::Refused(violation)) if *violation == TASK_DONE => {}
                outcome => outcome?,
            }
        }
        self.named_note(self.note(caller, id).await?).await
    }

    /// Deletes a note, for its author and for admins.
    pub(crate) async fn delete_note(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<(), ModerationError> {
        let note = self.note(caller, id).await?;
        if note.by != caller.id && !caller.acts_as(Role::Admin) {
            return Err(ModerationError::OthersNote);
        }
        let audit = self.note_audit(caller, &note, "moderation.note_deleted");
        Ok(self.store.delete_note(id, audit).await?)
    }

    /// Counts the tasks that are due today or before.
    pub(super) async fn due_tasks(&self, reader: &UserId) -> Result<u64, ModerationError> {
        let tomorrow = zone::in_britain(self.cx.now()).date().saturating_add(1.day());
        Ok(self.store.count_due(reader, &tomorrow.to_string()).await?)
    }

    /// Returns a note that the caller may see.
    async fn note(&self, caller: &Caller, id: &ItemId) -> Result<Note, ModerationError> {
        let note = self.store.note(id).await?.ok_or(ModerationError::NoNote)?;
        check_other(caller, &note.about)?;
        self.check_rank(caller, &note.about).await?;
        Ok(note)
    }

    /// Returns the entry of the audit log, which has none of the words.
    fn note_audit(&self, caller: &Caller, note: &Note, action: &'static str) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: format!("user:{}", note.about),
            detail: note.due.as_ref().map(|due| format!("due {due}")).unwrap_or_default(),
        };
        entry.fragment()
    }

    async fn named_note(&self, note: Note) -> Result<NamedNote, ModerationError> {
        self.named_notes(vec![note]).await?.pop().ok_or(ModerationError::NoNote)
    }

    async fn named_notes(&self, notes: Vec<Note>) -> Result<Vec<NamedNote>, ModerationError> {
        let people: BTreeSet<UserId> = notes
            .iter()
            .flat_map(|note| [Some(&note.about), Some(&note.by), note.done_by.as_ref()])
            .flatten()
            .cloned()
            .collect();
        let people: Vec<UserId> = people.into_iter().collect();
        let people = match people.is_empty() {
            true => std::collections::HashMap::new(),
            false => self.people.find(&people).await?,
        };
        let name = |id: &UserId| people.get(id).map(PersonInfo::name);
        let named = notes.into_iter().map(|note| NamedNote {
            about: name(&note.about),
            by: match note.by.as_str() {
                note::SYSTEM => Some("the system".to_owned()),
                _ => name(&note.by),
            },
            done_by: note.done_by.as_ref().and_then(name),
            note,
        });
        Ok(named.collect())
    }
}
