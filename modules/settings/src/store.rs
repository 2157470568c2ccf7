//! All SurrealQL of the module.

mod exports;
mod forget;
mod leave;
mod own;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{Db, DbError, Fragment, Write},
    ports::{MailTopic, MemberPreferences, NoticeChoices, OptionalMail},
};

pub(crate) use self::{forget::forget, leave::LEAVING, own::own};

use self::rows::{DeliveryRow, PreferenceRow};
use crate::model::{Delivery, switch_of};

/// Notes the time if the write has switched letters to members on or off.
const NOTE_LETTERS: &str = "IF $wanted != (SELECT VALUE marketing_notifications \
    FROM ONLY type::record('member_preference', $user)) { \
    UPDATE type::record('member_preference', $user) SET letters_changed_at = $at RETURN NONE }";

/// Store of the module; cheap to clone.
#[derive(Clone)]
pub(crate) struct SettingsStore {
    db: Db,
}

impl SettingsStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the preferences of those `users` who have set any.
    pub(crate) async fn of(
        &self,
        users: &[UserId],
    ) -> Result<HashMap<UserId, MemberPreferences>, DbError> {
        let rows: Vec<Option<PreferenceRow>> =
            self.db.get_all("member_preference", users.iter().cloned()).await?;
        Ok(rows.into_iter().flatten().map(PreferenceRow::into_member).collect())
    }

    /// Returns the preferences of a member, or the defaults.
    pub(crate) async fn one(&self, user: &UserId) -> Result<MemberPreferences, DbError> {
        let found = self.of(std::slice::from_ref(user)).await?;
        Ok(found.into_values().next().unwrap_or_default())
    }

    /// Stores the notification preferences of a member.
    pub(crate) async fn set_choices(
        &self,
        user: &UserId,
        choices: NoticeChoices,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let write = self.db.write("settings.set_choices");
        let write = before_letters(write, user, at)
            .bind("choices", choices)
            .step("UPSERT type::record('member_preference', $user) MERGE $choices RETURN NONE");
        write.step(NOTE_LETTERS).run().await
    }

    /// Stores the delivery preferences of a member.
    pub(crate) async fn set_delivery(
        &self,
        user: &UserId,
        delivery: Delivery,
    ) -> Result<(), DbError> {
        self.db
            .write("settings.set_delivery")
            .bind("user", user.clone())
            .bind("delivery", DeliveryRow::from(delivery))
            .step(
                "UPSERT type::record('member_preference', $user) SET digest = $delivery.digest, \
                 quiet_from = $delivery.quiet_from, quiet_until = $delivery.quiet_until, \
                 language = $delivery.language RETURN NONE",
            )
            .run()
            .await
    }

    /// Stores what others see of a member: what they have read, and a preview of their profile.
    pub(crate) async fn set_privacy(
        &self,
        user: &UserId,
        receipts: bool,
        preview: bool,
    ) -> Result<(), DbError> {
        self.db
            .write("settings.set_privacy")
            .bind("user", user.clone())
            .bind("receipts", receipts)
            .bind("preview", preview)
            .step(
                "UPSERT type::record('member_preference', $user) SET read_receipts = $receipts, \
                 link_preview = $preview RETURN NONE",
            )
            .run()
            .await
    }

    /// Switches off the topics of some mails.
    pub(crate) async fn stop(&self, mails: &OptionalMail, at: Timestamp) -> Result<(), DbError> {
        let off = mails.topics().map(|topic| Self::switch_off(&mails.user, topic));
        let write = before_letters(self.db.write("settings.stop"), &mails.user, at);
        write.calls(off).step(NOTE_LETTERS).run().await
    }

    /// Returns a fragment that switches off a topic for a member.
    pub(crate) fn switch_off(user: &UserId, topic: MailTopic) -> Fragment {
        Fragment::new("fn::settings::switch_off", &[])
            .arg(user.clone())
            .arg(switch_of(topic).to_owned())
    }
}

/// Reads whether a member wants letters to members, for [`NOTE_LETTERS`].
fn before_letters<'a>(write: Write<'a>, user: &UserId, at: Timestamp) -> Write<'a> {
    write.bind("user", user.clone()).bind("at", at).step(
        "LET $wanted = (SELECT VALUE marketing_notifications \
         FROM ONLY type::record('member_preference', $user)) ?? true",
    )
}
