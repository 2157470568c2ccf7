//! Everything that auth reads and writes.

use sparkyard_kernel::{
    Page, PageQuery, Role, Timestamp, UserId,
    db::{Db, DbError, SurrealValue},
    ports::{AccountInfo, Standing},
};

mod accounts;
mod codes;
mod devices;
mod factors;
mod forget;
mod invitations;
mod limits;
mod passwords;
mod places;
mod sessions;
mod social;

pub(crate) use accounts::{NewAccount, News};
pub(crate) use codes::{CodeLimits, NewEmail, Try};
pub(crate) use devices::{Remembered, remember_device};
pub(crate) use forget::forget;
pub(crate) use limits::{Budget, admit_guess, forget_guesses, note_guess, return_guess};
pub(crate) use passwords::NewPassword;
pub(crate) use places::Place;
pub(crate) use sessions::{Entry, LiveSession, Rotation, SessionRow};
pub(crate) use social::{HandOver, IdentityRow, NewIdentity, NewLink};

/// An account with what only auth may see.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct AccountRow {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) email_key: String,
    /// Empty when there is none.
    password_hash: String,
    pub(crate) role: Role,
    /// None: ever since there is the account.
    role_since: Option<Timestamp>,
    pub(crate) standing: Standing,
    /// Changes with everything that must void a sign-in under way.
    pub(crate) stamp: i64,
    pub(crate) second_factor_at: Option<Timestamp>,
    pub(crate) referral_code: Option<String>,
    /// Whether nothing better than a short code has proved the address.
    pub(crate) proved_by_code: bool,
    pub(crate) created_at: Timestamp,
    position: String,
}

impl AccountRow {
    /// The stored form of the password, if there is one.
    pub(crate) fn password_hash(&self) -> Option<String> {
        Some(self.password_hash.clone()).filter(|hash| !hash.is_empty())
    }

    /// Neither waiting for approval nor suspended.
    pub(crate) fn is_active(&self) -> bool {
        self.standing == Standing::Active
    }

    /// Whose it is.
    pub(crate) fn user(&self) -> UserId {
        UserId(self.id.clone())
    }
}

const ACCOUNT: &str = "SELECT record::id(id) AS id, email, email_key, password_hash, role, \
    role_since, standing, stamp, second_factor_at, referral_code, proved_by_code, created_at, \
    position FROM ";

/// Whom to look up when nobody has an address, so that it takes as long.
const NOBODY: &str = "nobody";

#[derive(Clone)]
pub(crate) struct Store {
    db: Db,
}

impl Store {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// The owner of an address; as much work when there is none.
    pub(crate) async fn account_by_email(
        &self,
        email_key: &str,
    ) -> Result<Option<AccountRow>, DbError> {
        let owner = self
            .db
            .query("SELECT VALUE user_id FROM type::record('account_email', $key)")
            .bind("key", email_key.to_owned())
            .fetch_optional::<String>()
            .await?;
        self.account(&UserId(owner.unwrap_or_else(|| NOBODY.to_owned()))).await
    }

    pub(crate) async fn account(&self, id: &UserId) -> Result<Option<AccountRow>, DbError> {
        Ok(self.accounts(std::slice::from_ref(id)).await?.into_iter().next())
    }

    pub(crate) async fn accounts(&self, ids: &[UserId]) -> Result<Vec<AccountRow>, DbError> {
        let ids: Vec<String> = ids.iter().map(|id| id.0.clone()).collect();
        self.db
            .query(format!("{ACCOUNT} $ids.map(|$id| type::record('account', $id))"))
            .bind("ids", ids)
            .fetch()
            .await
    }

    /// A page of accounts, newest first, by the beginning of the address and by standing.
    pub(crate) async fn list(
        &self,
        search: Option<&str>,
        standing: Option<Standing>,
        page: &PageQuery,
    ) -> Result<Page<AccountRow>, DbError> {
        // Fewer have an address that begins so than have any standing.
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
            query = query.bind("standing", standing.to_string());
        }
        let rows: Vec<AccountRow> = query
            .bind("beyond", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()))
    }

    /// Admins whose accounts are active.
    pub(crate) async fn admins(&self) -> Result<Vec<AccountRow>, DbError> {
        self.db
            .query(format!("{ACCOUNT} account WITH INDEX account_role WHERE role = 'admin' AND standing = 'active'"))
            .fetch()
            .await
    }

    pub(crate) async fn count(&self) -> Result<u64, DbError> {
        let counts =
            self.db.query("SELECT VALUE count FROM (SELECT count() FROM account GROUP ALL)");
        Ok(counts.fetch_optional::<i64>().await?.unwrap_or(0).unsigned_abs())
    }

    pub(crate) async fn has_admin(&self) -> Result<bool, DbError> {
        let count = self.db.query("SELECT VALUE admins FROM admin_roster:all");
        Ok(count.fetch_optional::<i64>().await?.unwrap_or(0) > 0)
    }
}

impl From<AccountRow> for AccountInfo {
    fn from(row: AccountRow) -> Self {
        Self {
            id: UserId(row.id),
            email: row.email,
            role: row.role,
            role_since: row.role_since.unwrap_or(row.created_at),
            standing: row.standing,
            second_factor: row.second_factor_at.is_some(),
            created_at: row.created_at,
        }
    }
}
