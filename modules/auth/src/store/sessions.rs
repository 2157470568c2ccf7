//! Signed-in devices.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment},
};
use surrealdb::types::RecordId;

use super::{AuthStore, NewLink, social::link};
use crate::{
    error::REFUSALS,
    model::session::{LiveSession, Presence, Session},
};

/// A refresh token taking the place of another.
pub(crate) struct Rotation {
    pub(crate) known: String,
    pub(crate) next: String,
    /// Of the next one.
    pub(crate) generation: i64,
    /// As in [`Session`].
    pub(crate) grace_from: i64,
    pub(crate) grace_since: Timestamp,
    pub(crate) address: String,
    pub(crate) now: Timestamp,
    pub(crate) expires_at: Timestamp,
}

/// What else is written when a session is opened.
#[derive(Default)]
pub(crate) struct NewSession {
    /// Forgets the wrong guesses before.
    pub(crate) forgiven: Vec<Fragment>,
    /// Remembers the device.
    pub(crate) remembered: Vec<Fragment>,
    /// Links the account with an identity that has proved to be its owner's.
    pub(crate) link: Option<NewLink>,
}

/// Sessions kept of one member, more than anybody has devices: a new one takes the place of the
/// one that was not used for longest.
const MOST: i64 = 100;

impl AuthStore {
    /// Opens a session of an account that is still at `stamp`, with all that `new` says. Throws
    /// `auth.account_changed`, or what the parts of `new` throw.
    pub(crate) async fn open_session(
        &self,
        id: &str,
        row: Session,
        stamp: i64,
        new: NewSession,
    ) -> Result<(), DbError> {
        let open = Fragment::new("fn::auth::open_session", REFUSALS)
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
        self.db
            .query("SELECT * FROM type::record('session', $id)")
            .bind("id", id.to_owned())
            .fetch_optional()
            .await
    }

    /// The live sessions of a member, last seen first.
    pub(crate) async fn live_sessions(
        &self,
        user: &UserId,
        now: Timestamp,
    ) -> Result<Vec<LiveSession>, DbError> {
        self.db
            .query(
                // The inner read is all that the index of members can answer.
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

    /// The member behind a session, or `None` when either has ended.
    pub(crate) async fn presence(
        &self,
        session: &str,
        user: &UserId,
    ) -> Result<Option<Presence>, DbError> {
        self.db
            .query(
                "SELECT email, role, second_factor_at, \
                 type::record('session', $sid).last_seen_at AS last_seen_at, \
                 type::record('session', $sid).expires_at AS expires_at \
                 FROM type::record('account', $user) WHERE standing = 'active' \
                 AND type::record('session', $sid).user_id = $user \
                 AND type::record('session', $sid).ended_at = NONE",
            )
            .bind("sid", session.to_owned())
            .bind("user", user.clone())
            .cached()
            .fetch_optional()
            .await
    }

    /// Those of some sessions, each with its member, that have not ended and whose member is in
    /// good standing.
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

    /// Notes that a live session is in use, unless that was noted since `before`.
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

    /// Replaces the refresh token of a session if it is still the known one; false if not.
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

    /// Ends one live session of a member; false when they have no such session.
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

    /// Ends all live sessions of a member but one; how many.
    pub(crate) async fn end_other_sessions(
        &self,
        user: &UserId,
        except: &str,
        now: Timestamp,
    ) -> Result<u32, DbError> {
        self.db
            .write("auth.end_other_sessions")
            .from_reserve()
            .call_as("ended", end_sessions(user, Some(except), now))
            .returning("$ended")
            .run()
            .await
    }
}

/// Ends the live sessions of a member, but for one.
pub(super) fn end_sessions(user: &UserId, except: Option<&str>, at: Timestamp) -> Fragment {
    Fragment::new("fn::auth::end_sessions", &[])
        .arg(user.clone())
        .arg(except.map(str::to_owned))
        .arg(at)
}
