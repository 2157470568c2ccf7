//! Everything that auth reads and writes.

use std::time::Duration;

use sparkyard_kernel::{
    Page, PageQuery, Role, Timestamp, UserId,
    audit::AuditEntry,
    db::{Db, DbError, Fragment, SurrealValue, Write},
    ports::{AccountInfo, MAIL_EVENT, MailMessage},
};

use crate::error::REFUSALS;

/// An account with what only auth may see.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct AccountRow {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) password_hash: String,
    pub(crate) role: Role,
    pub(crate) suspended: bool,
    pub(crate) created_at: Timestamp,
    position: String,
}

/// A session with what only auth may see.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct SessionRow {
    pub(crate) user_id: String,
    pub(crate) refresh_hash: String,
    pub(crate) previous_hash: Option<String>,
    pub(crate) replaced_at: Option<Timestamp>,
    pub(crate) created_at: Timestamp,
    pub(crate) last_seen_at: Timestamp,
    pub(crate) expires_at: Timestamp,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) device: String,
    pub(crate) address: String,
}

/// What the gate needs on every request.
#[derive(SurrealValue)]
pub(crate) struct Presence {
    pub(crate) email: String,
    pub(crate) role: Role,
}

/// A new account.
pub(crate) struct NewAccount {
    pub(crate) id: UserId,
    pub(crate) email: String,
    pub(crate) email_key: String,
    pub(crate) password_hash: String,
    pub(crate) role: Role,
    pub(crate) at: Timestamp,
}

/// Published once somebody has registered.
#[derive(SurrealValue)]
pub(crate) struct Registered {
    pub(crate) user_id: String,
    pub(crate) email_key: String,
    pub(crate) referral_code: Option<String>,
}

/// What a code may do.
pub(crate) struct CodeLimits {
    pub(crate) life: Duration,
    pub(crate) window: Duration,
    pub(crate) per_window: i64,
}

const ACCOUNT: &str = "SELECT record::id(id) AS id, email, password_hash, role, suspended, \
    created_at, position FROM ";

#[derive(Clone)]
pub(crate) struct Store {
    db: Db,
}

impl Store {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

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
        match owner {
            Some(id) => Ok(self.accounts(&[UserId(id)]).await?.into_iter().next()),
            None => Ok(None),
        }
    }

    pub(crate) async fn accounts(&self, ids: &[UserId]) -> Result<Vec<AccountRow>, DbError> {
        let ids: Vec<String> = ids.iter().map(|id| id.0.clone()).collect();
        self.db
            .query(format!("{ACCOUNT} $ids.map(|$id| type::record('account', $id))"))
            .bind("ids", ids)
            .fetch()
            .await
    }

    pub(crate) async fn list(
        &self,
        search: Option<&str>,
        page: &PageQuery,
    ) -> Result<Page<AccountRow>, DbError> {
        let query = match search {
            Some(prefix) => self
                .db
                .query(format!(
                    "{ACCOUNT} account WHERE email >= $from AND email < $to \
                     AND position > $beyond ORDER BY position LIMIT $limit"
                ))
                .bind("from", prefix.to_owned())
                .bind("to", format!("{prefix}\u{10ffff}")),
            None => self.db.query(format!(
                "{ACCOUNT} account WHERE position > $beyond ORDER BY position LIMIT $limit"
            )),
        };
        let rows: Vec<AccountRow> = query
            .bind("beyond", page.after.clone().unwrap_or_default())
            .bind("limit", page.fetch_limit())
            .fetch()
            .await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()))
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

    /// Notes a new code and sends it, within the limits of the address.
    pub(crate) async fn issue_code(
        &self,
        email_key: &str,
        code_hash: String,
        limits: &CodeLimits,
        mail: MailMessage,
        mail_id: String,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let count = Fragment::new("fn::auth::issue_code", REFUSALS)
            .arg(email_key.to_owned())
            .arg(code_hash)
            .arg(at)
            .arg(limits.life)
            .arg(limits.window)
            .arg(limits.per_window);
        self.db
            .write("auth.issue_code")
            .call(count)
            .publish(MAIL_EVENT, mail_id, at, mail)
            .run()
            .await
    }

    /// Takes one try at a code; when it is right, notes the leave to register.
    pub(crate) async fn try_code(
        &self,
        email_key: &str,
        code_hash: String,
        token_hash: String,
        token_expires_at: Timestamp,
        at: Timestamp,
    ) -> Result<bool, DbError> {
        let attempt = Fragment::new("fn::auth::try_code", &[])
            .arg(email_key.to_owned())
            .arg(code_hash)
            .arg(at);
        self.db
            .write("auth.try_code")
            .call_as("right", attempt)
            .bind("proof", token_hash)
            .bind("key", email_key.to_owned())
            .bind("until", token_expires_at)
            .step(
                "IF $right { CREATE type::record('registration', $proof) \
                 SET email_key = $key, expires_at = $until }",
            )
            .returning("$right")
            .run()
            .await
    }

    /// Creates an account with its profile, using up the leave to register.
    pub(crate) async fn register(
        &self,
        account: NewAccount,
        profile: Fragment,
        token_hash: String,
        referral_code: Option<String>,
    ) -> Result<(), DbError> {
        let leave = Fragment::new("fn::auth::use_registration", REFUSALS)
            .arg(token_hash)
            .arg(account.email_key.clone())
            .arg(account.at);
        self.create(self.db.write("auth.register").call(leave), account, profile, referral_code)
            .await
    }

    /// Creates an admin with their profile, using up a set-up link.
    pub(crate) async fn set_up_admin(
        &self,
        account: NewAccount,
        profile: Fragment,
        secret_hash: String,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let link = Fragment::new("fn::auth::use_admin_link", REFUSALS)
            .arg(secret_hash)
            .arg(account.email.clone())
            .arg(account.at);
        let write = self.db.write("auth.set_up_admin").call(link).call(audit.fragment());
        self.create(write, account, profile, None).await
    }

    async fn create(
        &self,
        write: Write<'_>,
        account: NewAccount,
        profile: Fragment,
        referral_code: Option<String>,
    ) -> Result<(), DbError> {
        let registered = Registered {
            user_id: account.id.0.clone(),
            email_key: account.email_key.clone(),
            referral_code,
        };
        let event = format!("auth.registered:{}", account.id);
        let create = Fragment::new("fn::auth::create_account", REFUSALS)
            .arg(account.id.clone())
            .arg(position(&account))
            .arg(account.email)
            .arg(account.email_key)
            .arg(account.password_hash)
            .arg(account.role.to_string())
            .arg(account.at);
        write
            .call(create)
            .call(profile)
            .publish("auth.registered", event, account.at, registered)
            .run()
            .await
    }

    pub(crate) async fn set_role(
        &self,
        user: &UserId,
        role: Role,
        audit: AuditEntry<'_>,
    ) -> Result<(), DbError> {
        let change =
            Fragment::new("fn::auth::set_role", REFUSALS).arg(user.clone()).arg(role.to_string());
        self.db.write("auth.set_role").call(change).call(audit.fragment()).run().await
    }

    /// Replaces all earlier links of the same kind by a new one.
    pub(crate) async fn put_admin_link(
        &self,
        secret_hash: String,
        email: Option<String>,
        expires_at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.put_admin_link")
            .bind("id", secret_hash)
            .bind("first", email.is_none())
            .bind("email", email)
            .bind("until", expires_at)
            .step("DELETE admin_link WHERE email = $email")
            .step(
                "CREATE type::record('admin_link', $id) \
                 SET email = $email, first = $first, expires_at = $until",
            )
            .run()
            .await
    }

    pub(crate) async fn create_session(&self, id: &str, row: SessionRow) -> Result<(), DbError> {
        self.db
            .write("auth.create_session")
            .bind("id", id.to_owned())
            .bind("row", row)
            .step("CREATE type::record('session', $id) CONTENT $row")
            .run()
            .await
    }

    pub(crate) async fn session(&self, id: &str) -> Result<Option<SessionRow>, DbError> {
        self.db
            .query("SELECT * FROM type::record('session', $id)")
            .bind("id", id.to_owned())
            .fetch_optional()
            .await
    }

    /// The member behind a live session, or `None` when either has ended.
    pub(crate) async fn presence(
        &self,
        session: &str,
        user: &UserId,
        now: Timestamp,
    ) -> Result<Option<Presence>, DbError> {
        self.db
            .query(
                "SELECT email, role FROM type::record('account', $user) WHERE suspended = false \
                 AND type::record('session', $sid).user_id = $user \
                 AND type::record('session', $sid).ended_at = NONE \
                 AND type::record('session', $sid).expires_at > $now",
            )
            .bind("sid", session.to_owned())
            .bind("user", user.clone())
            .bind("now", now)
            .fetch_optional()
            .await
    }

    /// Replaces the refresh token of a session if it is still `known`; false if it is not.
    pub(crate) async fn rotate(
        &self,
        session: &str,
        known: String,
        next: String,
        now: Timestamp,
        expires_at: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("auth.rotate")
            .bind("id", session.to_owned())
            .bind("known", known)
            .bind("next", next)
            .bind("now", now)
            .bind("until", expires_at)
            .step(
                "LET $changed = (UPDATE type::record('session', $id) SET previous_hash = $known, \
                 refresh_hash = $next, replaced_at = $now, last_seen_at = $now, \
                 expires_at = $until WHERE ended_at = NONE AND refresh_hash = $known)",
            )
            .returning("array::len($changed) > 0")
            .run()
            .await
    }

    pub(crate) async fn end_session(&self, session: &str, now: Timestamp) -> Result<(), DbError> {
        self.db
            .write("auth.end_session")
            .bind("id", session.to_owned())
            .bind("now", now)
            .step("UPDATE type::record('session', $id) SET ended_at = $now WHERE ended_at = NONE")
            .run()
            .await
    }
}

/// Sorts the newest account first, and no two alike.
fn position(account: &NewAccount) -> String {
    format!("{:020}-{}", i64::MAX - account.at.as_millis(), account.id)
}

impl From<AccountRow> for AccountInfo {
    fn from(row: AccountRow) -> Self {
        Self {
            id: UserId(row.id),
            email: row.email,
            role: row.role,
            suspended: row.suspended,
            created_at: row.created_at,
        }
    }
}
