//! Reading the audit log, which all modules write to.

use sparkyard_kernel::{Page, PageQuery, UserId, ports::PersonInfo};

use super::ModerationService;
use crate::{error::ModerationError, model::AuditRecord};

impl ModerationService {
    /// Returns a page of entries with the actors' names, newest first.
    pub(crate) async fn audit_log(
        &self,
        page: &PageQuery,
    ) -> Result<Page<AuditRecord>, ModerationError> {
        let records = self.store.audit_records(page).await?;
        let actors: Vec<UserId> = records.items.iter().map(|record| record.actor.clone()).collect();
        let people = self.people.find(&actors).await?;
        Ok(records.map(|mut record| {
            record.actor_name = actor_name(record.actor.as_str(), people.get(&record.actor));
            record
        }))
    }
}

fn actor_name(id: &str, person: Option<&PersonInfo>) -> String {
    match (person, id) {
        (Some(person), _) => person.name(),
        (None, "system") => "The system".to_owned(),
        (None, "operator") => "The operator".to_owned(),
        (None, _) => "A former member".to_owned(),
    }
}
