//! Rows as they are stored, and what they become.

use sparkyard_kernel::{
    Role, Timestamp, UserId,
    db::{DbError, SurrealValue},
    ports::{Invitations, Standing},
};

use crate::model::account::Account;

#[derive(SurrealValue)]
pub(super) struct AccountRow {
    id: UserId,
    email: String,
    email_key: String,
    /// Empty when there is none.
    password_hash: String,
    role: Role,
    /// None: ever since there is the account.
    role_since: Option<Timestamp>,
    standing: Standing,
    stamp: i64,
    second_factor_at: Option<Timestamp>,
    referral_code: Option<String>,
    proved_by_code: bool,
    created_at: Timestamp,
    /// Sorts the newest account first.
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
            created_at: row.created_at,
        }
    }
}

/// A session with what only auth may see.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct SessionRow {
    pub(crate) user_id: UserId,
    /// Which refresh token of the family is the present one.
    pub(crate) generation: i64,
    pub(crate) refresh_hash: String,
    /// When the one before it was replaced.
    pub(crate) replaced_at: Option<Timestamp>,
    /// The first of those that were replaced in quick succession, lately,
    pub(crate) grace_from: i64,
    /// and when it was.
    pub(crate) grace_since: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) device: String,
    pub(crate) address: String,
}

/// What is checked on every request.
#[derive(SurrealValue)]
pub(crate) struct Presence {
    pub(crate) email: String,
    pub(crate) role: Role,
    pub(crate) second_factor_at: Option<Timestamp>,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// An authenticator app.
#[derive(SurrealValue)]
pub(crate) struct TotpRow {
    pub(crate) sealed_secret: String,
    pub(crate) created_at: Timestamp,
    pub(crate) confirmed_at: Option<Timestamp>,
}

/// Somebody who is at the provider.
#[derive(SurrealValue)]
pub(crate) struct Journey {
    /// The page they want to end on.
    pub(crate) next: Option<String>,
}

/// What a browser may swap for tokens.
#[derive(Debug, SurrealValue)]
pub(crate) struct HandOver {
    /// Hash of the second code; that of the first is the key.
    pub(crate) second_hash: String,
    /// Hash of the secret that the browser keeps.
    pub(crate) browser: String,
    /// The account, if there is one.
    pub(crate) user_id: Option<UserId>,
    /// Whether the account is yet to be linked with the identity.
    pub(crate) link: bool,
    pub(crate) identity: String,
    pub(crate) email: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// Where a session was opened or last renewed.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct SignInPlace {
    pub(crate) device: String,
    pub(crate) address: String,
}

#[derive(SurrealValue)]
pub(super) struct InvitesRow {
    invited: i64,
    joined: i64,
}

impl InvitesRow {
    /// What came of the invitation `code`; counts below nothing are corrupt.
    pub(super) fn read(self, code: &str) -> Result<Invitations, DbError> {
        let count = |n: i64| {
            u64::try_from(n).map_err(|_| DbError::Corrupt(format!("invites {code} count {n}")))
        };
        Ok(Invitations { invited: count(self.invited)?, joined: count(self.joined)? })
    }
}
