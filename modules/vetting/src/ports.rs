//! The `Vetting` port.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Clock, ItemId, UserId, db::DbError, ports::Vetting};

use crate::{
    model::{Check, today},
    store::VettingStore,
};

/// Implements [`Vetting`] on the module's store. The checks are kept in memory; a counter in the
/// database tells when to reload them.
pub(crate) struct VettingPort {
    store: VettingStore,
    clock: Arc<dyn Clock>,
    checks: RwLock<Option<(i64, Arc<Vec<Check>>)>>,
}

impl VettingPort {
    pub(crate) fn new(store: VettingStore, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock, checks: RwLock::default() }
    }

    /// Returns the present checks, by title.
    async fn checks(&self) -> Result<Arc<Vec<Check>>, DbError> {
        let changes = self.store.changes().await?;
        let loaded = self.checks.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, checks)) = loaded.filter(|(as_of, _)| *as_of >= changes) {
            return Ok(checks);
        }
        let checks = Arc::new(self.store.checks().await?);
        let loaded = Some((changes, checks.clone()));
        *self.checks.write().unwrap_or_else(PoisonError::into_inner) = loaded;
        Ok(checks)
    }
}

#[async_trait]
impl Vetting for VettingPort {
    async fn lacking(&self, offers: &[(UserId, String)]) -> Result<Vec<Option<String>>, ApiError> {
        let checks = self.checks().await?;
        let is_asked = |slug: &String| offers.iter().any(|(_, category)| category == slug);
        let needed = checks.iter().filter(|check| check.categories.iter().any(is_asked));
        let needed: Vec<&Check> = needed.collect();
        if needed.is_empty() {
            return Ok(vec![None; offers.len()]);
        }
        let users = offers.iter().map(|(user, _)| user.clone()).collect();
        let passed = self.store.passed(users, ids(&needed), &today(self.clock.now())).await?;
        let lacking = |(user, category): &(UserId, String)| {
            let mut needed = needed.iter().filter(|check| check.categories.contains(category));
            let missing = needed.find(|check| !passed.contains(&(user.clone(), check.id.clone())));
            missing.map(|check| check.title.clone())
        };
        Ok(offers.iter().map(lacking).collect())
    }

    async fn badges(&self, user: &UserId) -> Result<Vec<String>, ApiError> {
        let checks = self.checks().await?;
        let shown: Vec<&Check> = checks.iter().filter(|check| check.badge).collect();
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let today = today(self.clock.now());
        let passed = self.store.passed(vec![user.clone()], ids(&shown), &today).await?;
        let has = |check: &&&Check| passed.contains(&(user.clone(), check.id.clone()));
        Ok(shown.iter().filter(has).map(|check| check.title.clone()).collect())
    }
}

fn ids(checks: &[&Check]) -> Vec<ItemId> {
    checks.iter().map(|check| check.id.clone()).collect()
}
