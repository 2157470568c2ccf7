//! The `Vetting` port.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, Clock, UserId, ports::Vetting};

use crate::{model::today, store::VettingStore};

/// Implements [`Vetting`] on the module's store.
pub(crate) struct VettingPort {
    pub(crate) store: VettingStore,
    pub(crate) clock: Arc<dyn Clock>,
}

#[async_trait]
impl Vetting for VettingPort {
    async fn lacking(&self, offers: &[(UserId, String)]) -> Result<Vec<Option<String>>, ApiError> {
        let categories = offers.iter().map(|(_, category)| category.clone()).collect();
        let checks = self.store.needed(categories).await?;
        if checks.is_empty() {
            return Ok(vec![None; offers.len()]);
        }
        let users = offers.iter().map(|(user, _)| user.clone()).collect();
        let ids = checks.iter().map(|check| check.id.clone()).collect();
        let passed = self.store.passed(users, ids, &today(self.clock.now())).await?;
        let lacking = |(user, category): &(UserId, String)| {
            let mut needed = checks.iter().filter(|check| check.categories.contains(category));
            let missing = needed.find(|check| !passed.contains(&(user.clone(), check.id.clone())));
            missing.map(|check| check.title.clone())
        };
        Ok(offers.iter().map(lacking).collect())
    }

    async fn badges(&self, user: &UserId) -> Result<Vec<String>, ApiError> {
        Ok(self.store.badges(user, &today(self.clock.now())).await?)
    }
}
