//! Rows as they are stored, and their conversions.

use sparkyard_kernel::{
    Role, Timestamp, UserId,
    db::{DbError, SurrealValue},
    ports::{Agreed, Invitations, Standing},
};

use crate::model::account::Account;

#[derive(SurrealValue)]
pub(super) struct AccountRow {
    id: UserId,
    email: String,
    email_key: String,
    /// Hash of the password; empty if there is none.
    password_hash: String,
    role: Role,
    /// Time since which the role applies; `None` means since creation.
    role_since: Option<Timestamp>,
    standing: Standing,
    stamp: i64,
    second_factor_at: Option<Timestamp>,
    referral_code: Option<String>,
    proved_by_code: bool,
    sign_in_changed_at: Option<Timestamp>,
    agreed_edition: Option<i64>,
    agreed_at: Option<Timestamp>,
    created_at: Timestamp,
    /// Sort key, newest account first.
    pub(super) position: String,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: row.id,
            email: row.email,
            email_key: row.email_key,
            password_hash: Some(row.password_hash).filter(|hash| !hash.is_empty()),
            role: row.role,
            role_since: row.role_since.unwrap_or(row.created_at),
            standing: row.standing,
            stamp: row.stamp,
            second_factor_at: row.second_factor_at,
            referral_code: row.referral_code,
            proved_by_code: row.proved_by_code,
            sign_in_changed_at: row.sign_in_changed_at,
            agreed: row
                .agreed_edition
                .zip(row.agreed_at)
                .map(|(edition, at)| Agreed { edition, at }),
            created_at: row.created_at,
        }
    }
}

#[derive(SurrealValue)]
pub(super) struct InvitesRow {
    invited: i64,
    joined: i64,
}

impl InvitesRow {
    /// Converts the counts of the invitation `code`; negative counts are corrupt.
    pub(super) fn read(self, code: &str) -> Result<Invitations, DbError> {
        let count = |n: i64| {
            u64::try_from(n).map_err(|_| DbError::Corrupt(format!("invites {code} count {n}")))
        };
        Ok(Invitations { invited: count(self.invited)?, joined: count(self.joined)? })
    }
}
