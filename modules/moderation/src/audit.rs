//! Reading the audit log.

use std::sync::Arc;

use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    ports::{People, PersonInfo},
};

use crate::{
    model::AuditEntry,
    store::{AuditRow, Store},
};

/// The log that all modules write.
pub(crate) struct AuditLog {
    pub(crate) store: Store,
    pub(crate) people: Arc<dyn People>,
}

impl AuditLog {
    /// A page of entries with the names of who did it, newest first.
    pub(crate) async fn list(&self, page: &PageQuery) -> Result<Page<AuditEntry>, ApiError> {
        let rows = self.store.entries(page).await?;
        let actors: Vec<UserId> = rows.items.iter().map(AuditRow::actor).collect();
        let people = self.people.find(&actors).await?;
        Ok(rows.map(|row| {
            let actor_name = actor_name(&row.actor_id, people.get(&row.actor()));
            row.into_entry(actor_name)
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

impl AuditRow {
    fn actor(&self) -> UserId {
        UserId(self.actor_id.clone())
    }

    fn into_entry(self, actor_name: String) -> AuditEntry {
        let Self { id, at, actor_id, action, subject, detail, .. } = self;
        AuditEntry { id, at: at.into(), actor_id, actor_name, action, subject, detail }
    }
}
