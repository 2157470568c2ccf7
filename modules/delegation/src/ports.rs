//! The `Delegations` port.

use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, UserId,
    audit::{AuditEntry, Reading},
    ports::Delegations,
};

use crate::{error::DelegationError, model::Delegation, store::DelegationStore};

/// Maximum length of a recorded path, in bytes.
const MAX_PATH: usize = 200;

/// Answers who acts for whom, and records what delegates do.
pub(crate) struct DelegationsPort {
    pub(crate) cx: Cx,
    pub(crate) store: DelegationStore,
}

#[async_trait]
impl Delegations for DelegationsPort {
    async fn act(
        &self,
        delegate: &UserId,
        member: &UserId,
        change: Option<&str>,
    ) -> Result<(), ApiError> {
        let delegation = self.store.of_member(member).await.map_err(DelegationError::from)?;
        if !delegation.is_some_and(|delegation| delegation.allows(delegate)) {
            return Err(DelegationError::NotDelegate.into());
        }
        let (at, actor, subject) = (self.cx.now(), delegate.as_str(), format!("user:{member}"));
        let recorded = match change {
            None => {
                let (action, detail) = ("delegation.read", String::new());
                Reading { at, actor, action, subject, detail }.record(&self.cx.db).await
            }
            Some(change) => {
                let id = self.cx.ids.next();
                let end = change.floor_char_boundary(MAX_PATH);
                let (action, detail) = ("delegation.acted", change[..end].to_owned());
                let entry = AuditEntry { id, at, actor, action, subject, detail };
                self.store.record(entry).await
            }
        };
        Ok(recorded.map_err(DelegationError::from)?)
    }

    async fn delegates(&self, members: &[UserId]) -> Result<HashMap<UserId, UserId>, ApiError> {
        let found = self.store.of_members(members).await.map_err(DelegationError::from)?;
        let active = found.into_iter().filter(|found| found.allows(&found.delegate));
        Ok(active.map(|Delegation { member, delegate, .. }| (member, delegate)).collect())
    }
}
