//! Rules that admins chose.

use sparkyard_kernel::db::{DbError, Fragment};

use super::ModerationStore;
use crate::config::ModerationConfig;

impl ModerationStore {
    /// Returns the rules that an admin chose.
    pub(crate) async fn rules(&self) -> Result<Option<ModerationConfig>, DbError> {
        self.db.get("moderation_rules", "site".to_owned()).await
    }

    /// Stores the rules.
    pub(crate) async fn set_rules(
        &self,
        rules: ModerationConfig,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.set_rules")
            .bind("rules", rules)
            .step("UPSERT moderation_rules:site CONTENT $rules RETURN NONE")
            .call(audit)
            .run()
            .await
    }
}
