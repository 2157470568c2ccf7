//! Database access of the auth module.

use sparkyard_kernel::{
    Page, PageQuery, UserId,
    db::{Db, DbError},
    ports::Standing,
};

use self::rows::AccountRow;
use crate::model::account::Account;

mod accounts;
mod agreements;
mod codes;
mod devices;
mod factors;
mod forget;
mod imported;
mod invitations;
mod joined_by_month;
mod leave;
mod limits;
mod own;
mod passwords;
mod rows;
mod sessions;
mod sign_in_places;
mod social;
#[cfg(test)]
mod tests;

pub(crate) use accounts::{NewAccount, OutgoingMail, reinstating};
pub(crate) use codes::{CodeAttempt, CodeLimits, NewCode, NewEmail};
pub(crate) use devices::{Remembered, remember_device};
pub(crate) use forget::forget;
pub(crate) use imported::import;
pub(crate) use leave::{Departure, Facts, LEAVING};
pub(crate) use limits::{Budget, admit_guess, forget_guesses, note_guess, return_guess};
pub(crate) use own::own;
pub(crate) use passwords::{NewPassword, PasswordChange};
pub(crate) use sessions::{NewSession, Rotation};
pub(crate) use social::{NewIdentity, NewLink};

const WAITING: &str = "SELECT VALUE n FROM (SELECT count() AS n FROM (SELECT id \
     FROM account WITH INDEX account_standing WHERE standing = 'pending' LIMIT $most) GROUP ALL)";

/// Maximum count of waiting accounts.
const MAX_COUNTED: i64 = 100;

const ACCOUNT: &str = "SELECT record::id(id) AS id, email, email_key, password_hash, role, \
    role_since, standing, stamp, second_factor_at, referral_code, proved_by_code, created_at, \
    agreed_edition, agreed_at, position FROM ";

/// Maximum number of moderators and admins returned.
const MAX_STAFF: i64 = 500;

/// Id to look up if no account has an address, so that it takes as long.
const NOBODY: &str = "nobody";

/// Accounts, sessions and related rows in the database.
#[derive(Clone)]
pub(crate) struct AuthStore {
    db: Db,
}

impl AuthStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns the owner of an address; takes as long when there is none.
    pub(crate) async fn account_by_email(
        &self,
        email_key: &str,
    ) -> Result<Option<Account>, DbError> {
        let owner = self
            .db
            .query("SELECT VALUE user_id FROM type::record('account_email', $key)")
            .bind("key", email_key.to_owned())
            .fetch_optional::<UserId>()
            .await?;
        self.account(&owner.unwrap_or_else(|| UserId::from(NOBODY))).await
    }

    pub(crate) async fn account(&self, id: &UserId) -> Result<Option<Account>, DbError> {
        Ok(self.accounts(std::slice::from_ref(id)).await?.into_iter().next())
    }

    pub(crate) async fn accounts(&self, ids: &[UserId]) -> Result<Vec<Account>, DbError> {
        let rows: Vec<Option<AccountRow>> = self.db.get_all("account", ids.iter().cloned()).await?;
        Ok(rows.into_iter().flatten().map(Account::from).collect())
    }

    /// Returns a page of accounts, newest first, filtered by standing and by prefix of the address.
    pub(crate) async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<Account>, DbError> {
        // The prefix of an address is more selective than the standing.
        let index = search.map_or("", |_| "WITH INDEX account_email");
        let address = search.map_or("", |_| "email >= $from AND email < $to AND ");
        let state = standing.map_or("", |_| "standing = $standing AND ");
        let mut query = self.db.query(format!(
            "{ACCOUNT} account {index} WHERE {address}{state}position > $beyond \
             ORDER BY position LIMIT $limit"
        ));
        if let Some(prefix) = search {
            query = query.bind("from", prefix.to_owned()).bind("to", format!("{prefix}\u{10ffff}"));
        }
        if let Some(standing) = standing {
            query = query.bind("standing", standing);
        }
        let rows: Vec<AccountRow> = query
            .bind("beyond", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()).map(Account::from))
    }

    /// Returns the admins whose accounts are active.
    pub(crate) async fn admins(&self) -> Result<Vec<Account>, DbError> {
        let query = self.db.query(format!(
            "{ACCOUNT} account WITH INDEX account_role \
             WHERE role = 'admin' AND standing = 'active'"
        ));
        let rows: Vec<AccountRow> = query.fetch().await?;
        Ok(rows.into_iter().map(Account::from).collect())
    }

    /// Returns active moderators and admins, up to [`MAX_STAFF`].
    pub(crate) async fn staff(&self) -> Result<Vec<Account>, DbError> {
        let query = self.db.query(format!(
            "{ACCOUNT} account WITH INDEX account_role \
             WHERE role IN ['moderator', 'admin'] AND standing = 'active' LIMIT $most"
        ));
        let rows: Vec<AccountRow> = query.bind("most", MAX_STAFF).fetch().await?;
        Ok(rows.into_iter().map(Account::from).collect())
    }

    pub(crate) async fn count(&self) -> Result<u64, DbError> {
        let counts =
            self.db.query("SELECT VALUE count FROM (SELECT count() FROM account GROUP ALL)");
        Ok(counts.fetch_optional::<i64>().await?.unwrap_or(0).unsigned_abs())
    }

    /// Returns the number of accounts that wait for approval, up to [`MAX_COUNTED`].
    pub(crate) async fn count_waiting(&self) -> Result<u64, DbError> {
        let count = self.db.query(WAITING).bind("most", MAX_COUNTED);
        Ok(count.fetch_optional::<i64>().await?.unwrap_or(0).unsigned_abs())
    }

    pub(crate) async fn has_admin(&self) -> Result<bool, DbError> {
        let count = self.db.query("SELECT VALUE admins FROM admin_roster:all");
        Ok(count.fetch_optional::<i64>().await?.unwrap_or(0) > 0)
    }
}
