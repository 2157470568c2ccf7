//! Storage of sessions.

use sparkyard_kernel::{
    Role, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    events::auth::{ACCESS_REVOKED, AccessRevoked},
    ports::Standing,
};
use surrealdb::types::{RecordId, SurrealValue};

use super::{AuthStore, NewLink, social::link};
use crate::{
    error::VIOLATIONS,
    model::session::{LiveSession, Presence, Session},
};

/// Replacement of a refresh token.
pub(crate) struct Rotation {
    pub(crate) known: String,
    pub(crate) next: String,
    /// Generation of the new token.
    pub(crate) generation: i64,
    /// Grace period, as in [`Session`].
    pub(crate) grace_from: i64,
    pub(crate) grace_since: Timestamp,
    pub(crate) address: String,
    pub(crate) now: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// Additional writes when a session is opened.
#[derive(Default)]
pub(crate) struct NewSession {
    /// Writes that forget earlier wrong guesses.
    pub(crate) forgiven: Vec<Fragment>,
    /// Writes that remember the device.
    pub(crate) remembered: Vec<Fragment>,
    /// Identity to link with the account; its ownership is proven.
    pub(crate) link: Option<NewLink>,
}

/// Maximum number of sessions of a member, more than anybody has devices. A new session replaces
/// the least recently used one.
const MOST: i64 = 100;

impl AuthStore {
    /// Opens a session of an account that is still at `stamp`, with the writes in `new`. Throws
    /// `auth.account_changed`, or errors of `new`.
    pub(crate) async fn open_session(
        &self,
        id: &str,
        row: Session,
        stamp: i64,
        new: NewSession,
    ) -> Result<(), DbError> {
        let open = Fragment::new("fn::auth::open_session", VIOLATIONS)
            .arg(id.to_owned())
            .arg(row)
            .arg(stamp)
            .arg(MOST);
        let write = self.db.write("auth.open_session").from_reserve();
        let mut write = write.calls(new.forgiven).call(open);
        if let Some(linked) = new.link {
            write = link(write, linked, id);
        }
        write.calls(new.remembered).run().await
    }

    pub(crate) async fn session(&self, id: &str) -> Result<Option<Session>, DbError> {
        self.db.get("session", id.to_owned()).await
    }

    /// Returns the live sessions of a member, most recently used first.
    pub(crate) async fn live_sessions(
        &self,
        user: &UserId,
        now: Timestamp,
    ) -> Result<Vec<LiveSession>, DbError> {
        self.db
            .query(
                // Only the inner query can use the index on members.
                "SELECT record::id(id) AS id, device, address, created_at, last_seen_at \
                 FROM (SELECT * FROM session WHERE user_id = $user LIMIT $most) \
                 WHERE ended_at = NONE AND expires_at > $now \
                 ORDER BY last_seen_at DESC, id DESC",
            )
            .bind("user", user.clone())
            .bind("now", now)
            .bind("most", MOST)
            .fetch()
            .await
    }

    /// Returns the member of a session, or `None` if it has ended or the account is not active.
    pub(crate) async fn presence(
        &self,
        session: &str,
        user: &UserId,
    ) -> Result<Option<Presence>, DbError> {
        #[derive(SurrealValue)]
        struct AccountRow {
            email: String,
            role: Role,
            standing: Standing,
            second_factor_at: Option<Timestamp>,
            agreed_edition: Option<i64>,
        }
        let (account, session): (Option<AccountRow>, Option<Session>) =
            self.db.get_both(("account", user.clone()), ("session", session.to_owned())).await?;
        let account = account.filter(|account| account.standing == Standing::Active);
        let session = session.filter(|open| open.user_id == *user && open.ended_at.is_none());
        Ok(account.zip(session).map(|(account, session)| Presence {
            email: account.email,
            role: account.role,
            second_factor_at: account.second_factor_at,
            agreed_edition: account.agreed_edition,
            last_seen_at: session.last_seen_at,
            expires_at: session.expires_at,
        }))
    }

    /// Returns those of `sessions` that are live and whose members are in good standing, with their
    /// members.
    pub(crate) async fn live(
        &self,
        sessions: impl Iterator<Item = &str>,
        now: Timestamp,
    ) -> Result<Vec<(String, UserId)>, DbError> {
        let sessions: Vec<_> = sessions.map(|id| RecordId::new("session", id)).collect();
        self.db
            .query(
                "SELECT VALUE [record::id(id), user_id] FROM $sessions \
                 WHERE ended_at = NONE AND expires_at > $now \
                 AND type::record('account', user_id).standing = 'active'",
            )
            .bind("sessions", sessions)
            .bind("now", now)
            .fetch()
            .await
    }

    /// Updates a live session's last use, unless it was updated since `before`.
    pub(crate) async fn touch(
        &self,
        session: &str,
        before: Timestamp,
        now: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.touch")
            .from_reserve()
            .bind("id", session.to_owned())
            .bind("before", before)
            .bind("now", now)
            .step(
                "UPDATE type::record('session', $id) SET last_seen_at = $now \
                 WHERE ended_at = NONE AND last_seen_at < $before",
            )
            .run()
            .await
    }

    /// Replaces the refresh token of a session; returns false if it is not the expected one.
    pub(crate) async fn rotate(&self, session: &str, step: Rotation) -> Result<bool, DbError> {
        self.db
            .write("auth.rotate")
            .from_reserve()
            .bind("id", session.to_owned())
            .bind("known", step.known)
            .bind("next", step.next)
            .bind("generation", step.generation)
            .bind("from", step.grace_from)
            .bind("since", step.grace_since)
            .bind("address", step.address)
            .bind("now", step.now)
            .bind("until", step.expires_at)
            .step(
                "LET $changed = (UPDATE type::record('session', $id) SET \
                 refresh_hash = $next, generation = $generation, replaced_at = $now, \
                 grace_from = $from, grace_since = $since, \
                 last_seen_at = $now, address = $address, expires_at = $until \
                 WHERE ended_at = NONE AND refresh_hash = $known)",
            )
            .returning("array::len($changed) > 0")
            .run()
            .await
    }

    pub(crate) async fn end_session(&self, session: &str, now: Timestamp) -> Result<(), DbError> {
        self.db
            .write("auth.end_session")
            .from_reserve()
            .bind("id", session.to_owned())
            .bind("now", now)
            .step(
                "UPDATE type::record('session', $id) SET ended_at = $now, expires_at = $now \
                 WHERE ended_at = NONE",
            )
            .run()
            .await
    }

    /// Ends a live session of a member; returns false if there is none.
    pub(crate) async fn end_own_session(
        &self,
        user: &UserId,
        session: &str,
        now: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("auth.end_own_session")
            .from_reserve()
            .bind("id", session.to_owned())
            .bind("user", user.clone())
            .bind("now", now)
            .step(
                "LET $ended = (UPDATE type::record('session', $id) \
                 SET ended_at = $now, expires_at = $now \
                 WHERE user_id = $user AND ended_at = NONE AND expires_at > $now)",
            )
            .returning("array::len($ended) > 0")
            .run()
            .await
    }

    /// Ends a member's live sessions except one, and other access in the event `revoked`. Returns
    /// the number of sessions.
    pub(crate) async fn end_other_sessions(
        &self,
        user: &UserId,
        except: &str,
        revoked: Option<String>,
        now: Timestamp,
    ) -> Result<u32, DbError> {
        let mut write = self
            .db
            .write("auth.end_other_sessions")
            .from_reserve()
            .call_as("ended", end_sessions(user, Some(except), now));
        if let Some(event) = revoked {
            let revocation = AccessRevoked { user_id: user.clone() };
            write = write.publish(ACCESS_REVOKED, event, now, revocation);
        }
        write.returning("$ended").run().await
    }

    /// Ends all live sessions of a member, and other access in the event `revoked`.
    pub(crate) async fn end_all_sessions(
        &self,
        user: &UserId,
        audit: AuditEntry<'_>,
        revoked: String,
        now: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.end_all_sessions")
            .from_reserve()
            .call(end_sessions(user, None, now))
            .call(audit.fragment())
            .publish(ACCESS_REVOKED, revoked, now, AccessRevoked { user_id: user.clone() })
            .run()
            .await
    }
}

/// Ends the live sessions of a member, except one.
pub(super) fn end_sessions(user: &UserId, except: Option<&str>, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::end_sessions", &[])
        .arg(user.clone())
        .arg(except.map(str::to_owned))
        .arg(at)
}
