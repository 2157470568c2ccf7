//! Forgetting what has expired.

use sparkyard_kernel::{Timestamp, db::DbError};

use super::Store;

/// Tables with what expires, and the field that says when.
pub(crate) const EXPIRING: &[(&str, &str)] = &[
    ("email_code", "expires_at"),
    ("registration", "expires_at"),
    ("admin_link", "expires_at"),
    ("password_reset", "expires_at"),
    ("email_change", "expires_at"),
    ("social_journey", "expires_at"),
    ("hand_over", "expires_at"),
    ("session", "expires_at"),
    ("wrong_guess", "forget_at"),
    ("known_device", "expires_at"),
    ("mail_window", "window_started_at"),
];

/// Rows forgotten in one write.
const BATCH: i64 = 500;

impl Store {
    /// Forgets up to a batch of rows whose time was before `until`; whether there may be more.
    pub(crate) async fn forget(
        &self,
        (table, field): (&'static str, &'static str),
        until: Timestamp,
    ) -> Result<bool, DbError> {
        let forgotten: i64 = self
            .db
            .write("auth.forget")
            .from_reserve()
            .bind("until", until)
            .bind("batch", BATCH)
            .step(&format!(
                "LET $old = (SELECT VALUE id FROM {table} WHERE {field} < $until LIMIT $batch)"
            ))
            .step("DELETE $old")
            .returning("array::len($old)")
            .run()
            .await?;
        Ok(forgotten == BATCH)
    }
}
