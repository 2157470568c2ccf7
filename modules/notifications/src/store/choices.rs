//! What members want to be told.

use sparkyard_kernel::{UserId, db::DbError};

use super::NotificationStore;
use crate::model::choices::Choices;

impl NotificationStore {
    /// What a member wants to be told.
    pub(crate) async fn choices(&self, user: &UserId) -> Result<Choices, DbError> {
        let chosen = self
            .db
            .query("SELECT * OMIT id FROM type::record('notice_choice', $user)")
            .bind("user", user.clone())
            .fetch_optional()
            .await?;
        Ok(chosen.unwrap_or_default())
    }

    /// Remembers what a member wants to be told.
    pub(crate) async fn set_choices(&self, user: &UserId, choices: Choices) -> Result<(), DbError> {
        self.db
            .write("notifications.set_choices")
            .bind("user", user.clone())
            .bind("choices", choices)
            .step("UPSERT type::record('notice_choice', $user) CONTENT $choices")
            .run()
            .await
    }
}
