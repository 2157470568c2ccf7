//! Reading the audit log, which all modules write to.

use std::collections::BTreeSet;

use sparkyard_kernel::{
    Caller, Page, PageQuery, UserId,
    audit::AuditEntry,
    ports::{People, PersonInfo},
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::audit::{self, AuditFilter, AuditRecord},
};

/// Maximum number of entries in an export.
const MAX_EXPORT: usize = 10_000;
/// People whose names are asked for at once.
const PEOPLE_AT_ONCE: usize = 1_000;

impl ModerationService {
    /// Returns a page of the entries of `filter` with the names of the people, newest first.
    pub(crate) async fn audit_log(
        &self,
        filter: &AuditFilter,
        page: &PageQuery,
    ) -> Result<Page<AuditRecord>, ModerationError> {
        let mut records = self.store.audit_records(filter, page).await?;
        name_people(&*self.people, &mut records.items).await?;
        Ok(records)
    }

    /// Returns the entries of `filter` as comma-separated values, oldest first. More than 10,000
    /// are a 422. Recorded in the audit log.
    pub(crate) async fn audit_csv(
        &self,
        admin: &Caller,
        filter: &AuditFilter,
    ) -> Result<String, ModerationError> {
        let mut records = self.store.all_audit_records(filter, MAX_EXPORT).await?;
        name_people(&*self.people, &mut records).await?;
        // Recorded first: nobody gets the file without a trace.
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action: "moderation.audit_exported",
            subject: "audit:log".to_owned(),
            detail: format!("{} entries: {}", records.len(), filter.describe()),
        };
        self.store.note_export(entry).await?;
        Ok(audit::csv(records.iter().rev()))
    }
}

/// Fills in the names of actors, and of members whom the entries are about.
async fn name_people(
    people: &dyn People,
    records: &mut [AuditRecord],
) -> Result<(), ModerationError> {
    for records in records.chunks_mut(PEOPLE_AT_ONCE / 2) {
        let ids = records
            .iter()
            .flat_map(|record| [Some(record.actor.clone()), record.subject_user()])
            .flatten();
        let ids: Vec<UserId> = ids.collect::<BTreeSet<_>>().into_iter().collect();
        let known = people.find(&ids).await?;
        for record in records {
            record.actor_name = actor_name(record.actor.as_str(), known.get(&record.actor));
            let subject = record.subject_user().and_then(|id| known.get(&id));
            record.subject_name = subject.map(PersonInfo::name);
        }
    }
    Ok(())
}

fn actor_name(id: &str, person: Option<&PersonInfo>) -> String {
    match (person, id) {
        (Some(person), _) => person.name(),
        (None, "system") => "The system".to_owned(),
        (None, "operator") => "The operator".to_owned(),
        (None, _) => "A former member".to_owned(),
    }
}
