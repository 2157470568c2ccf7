//! All SurrealQL of the module.

mod rows;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use sparkyard_kernel::{
    UserId,
    db::{Db, DbError, Fragment},
    ports::{MailTopic, MemberPreferences, NoticeChoices, OptionalMail},
};

use self::rows::{MannerRow, PreferenceRow};
use crate::model::{Manner, switch_of};

/// The module's data; cheap to clone.
#[derive(Clone)]
pub(crate) struct SettingsStore {
    db: Db,
}

impl SettingsStore {
    /// On an open database.
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// What those among `users` want who have chosen something.
    pub(crate) async fn of(
        &self,
        users: &[UserId],
    ) -> Result<HashMap<UserId, MemberPreferences>, DbError> {
        let rows: Vec<PreferenceRow> = self
            .db
            .query(
                "SELECT *, record::id(id) AS user OMIT id \
                 FROM $users.map(|$user| type::record('member_preference', $user))",
            )
            .bind("users", users.to_vec())
            .fetch()
            .await?;
        Ok(rows.into_iter().map(PreferenceRow::into_member).collect())
    }

    /// What a member wants.
    pub(crate) async fn one(&self, user: &UserId) -> Result<MemberPreferences, DbError> {
        let found = self.of(std::slice::from_ref(user)).await?;
        Ok(found.into_values().next().unwrap_or_default())
    }

    /// Remembers what a member wants to be told.
    pub(crate) async fn set_choices(
        &self,
        user: &UserId,
        choices: NoticeChoices,
    ) -> Result<(), DbError> {
        self.db
            .write("settings.set_choices")
            .bind("user", user.clone())
            .bind("choices", choices)
            .step("UPSERT type::record('member_preference', $user) MERGE $choices RETURN NONE")
            .run()
            .await
    }

    /// Remembers how and when a member wants to be told.
    pub(crate) async fn set_manner(&self, user: &UserId, manner: Manner) -> Result<(), DbError> {
        self.db
            .write("settings.set_manner")
            .bind("user", user.clone())
            .bind("manner", MannerRow::from(manner))
            .step(
                "UPSERT type::record('member_preference', $user) SET digest = $manner.digest, \
                 quiet_from = $manner.quiet_from, quiet_until = $manner.quiet_until, \
                 language = $manner.language RETURN NONE",
            )
            .run()
            .await
    }

    /// Tells a member nothing more of what some mails are about.
    pub(crate) async fn stop(&self, mails: &OptionalMail) -> Result<(), DbError> {
        let off = mails.topics().map(|topic| Self::switch_off(&mails.user, topic));
        self.db.write("settings.stop").calls(off).run().await
    }

    /// Tells a member nothing more about a topic.
    pub(crate) fn switch_off(user: &UserId, topic: MailTopic) -> Fragment {
        Fragment::new("fn::settings::switch_off", &[])
            .arg(user.clone())
            .arg(switch_of(topic).to_owned())
    }
}
