//! Daily quota of provider requests per member.

use std::sync::Arc;

use sparkyard_kernel::{
    Clock, Cx, UserId,
    allowance::{DailyAllowance, until_tomorrow},
    db::Db,
};

use super::ProviderError;

/// Daily quota of each member.
pub(super) struct QuestionAllowance {
    db: Db,
    clock: Arc<dyn Clock>,
    daily: DailyAllowance,
}

impl QuestionAllowance {
    pub(super) fn new(cx: &Cx, most: u32) -> Self {
        let daily = DailyAllowance { what: "places.questions", most: most.into() };
        Self { db: cx.db.clone(), clock: cx.clock.clone(), daily }
    }

    /// Consumes one request of a member's quota; fails if none is left.
    pub(super) async fn spend(&self, member: &UserId) -> Result<(), ProviderError> {
        let now = self.clock.now();
        match self.daily.spend(&self.db, member.as_str(), 1, now).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(ProviderError::UsedUp { wait: until_tomorrow(now) }),
            Err(error) => {
                // A request that cannot be counted is not sent; the site's own data is used.
                tracing::warn!(%error, "a geocoding request was not counted");
                Err(ProviderError::NotAsked)
            }
        }
    }
}
