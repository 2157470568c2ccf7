//! How many questions a member may have put to a provider within a day.

use std::sync::Arc;

use sparkyard_kernel::{
    Clock, Cx, UserId,
    allowance::{DailyAllowance, until_tomorrow},
    db::Db,
};

use super::ProviderError;

/// What each member may ask a provider in a day.
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

    /// Uses up one question of a member.
    pub(super) async fn spend(&self, member: &UserId) -> Result<(), ProviderError> {
        let now = self.clock.now();
        match self.daily.spend(&self.db, member.as_str(), 1, now).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(ProviderError::UsedUp { wait: until_tomorrow(now) }),
            Err(error) => {
                // What cannot be counted is not asked; the site's own data answers.
                tracing::warn!(%error, "a question for the provider of places was not counted");
                Err(ProviderError::NotAsked)
            }
        }
    }
}
