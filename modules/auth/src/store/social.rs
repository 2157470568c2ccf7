//! Signing in with an account elsewhere.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Write},
    events::auth::{CLAIMED, Claimed},
};

use super::{AuthStore, OutgoingMail, accounts::with_mail};
use crate::{
    error::REFUSALS,
    model::social::{HandOver, Identity, Journey},
};

/// An account that is to be linked, and a mail to its owner.
pub(crate) struct NewLink {
    pub(crate) identity: NewIdentity,
    /// Names the event by which the account is handed to its owner; `None` for one that was
    /// theirs for certain.
    pub(crate) claim: Option<String>,
    pub(crate) mail: OutgoingMail,
}

/// The account's side of a link.
pub(crate) struct NewIdentity {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) provider: String,
    pub(crate) email: String,
}

/// Identities shown at once; nobody has that many.
const SHOWN: i64 = 50;

impl AuthStore {
    pub(crate) async fn put_journey(
        &self,
        id: &str,
        browser: String,
        next: Option<String>,
        expires_at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.put_journey")
            .bind("id", id.to_owned())
            .bind("browser", browser)
            .bind("next", next)
            .bind("until", expires_at)
            .step(
                "CREATE type::record('social_journey', $id) \
                 SET browser = $browser, next = $next, expires_at = $until",
            )
            .run()
            .await
    }

    /// Takes a journey out, once, for the browser that began it.
    pub(crate) async fn take_journey(
        &self,
        id: &str,
        browser: String,
        now: Timestamp,
    ) -> Result<Option<Journey>, DbError> {
        self.db
            .write("auth.take_journey")
            .bind("id", id.to_owned())
            .bind("browser", browser)
            .bind("now", now)
            .step(
                "LET $taken = (DELETE type::record('social_journey', $id) \
                 WHERE browser = $browser AND expires_at > $now RETURN BEFORE)",
            )
            .returning("$taken[0]")
            .run()
            .await
    }

    pub(crate) async fn put_hand_over(&self, id: &str, given: HandOver) -> Result<(), DbError> {
        self.db
            .write("auth.put_hand_over")
            .bind("id", id.to_owned())
            .bind("given", given)
            .step("CREATE type::record('hand_over', $id) CONTENT $given")
            .run()
            .await
    }

    /// Takes a hand-over out, once, for the browser that it was given to.
    pub(crate) async fn take_hand_over(
        &self,
        id: &str,
        second_hash: String,
        browser: String,
        now: Timestamp,
    ) -> Result<Option<HandOver>, DbError> {
        self.db
            .write("auth.take_hand_over")
            .bind("id", id.to_owned())
            .bind("second_hash", second_hash)
            .bind("browser", browser)
            .bind("now", now)
            .step(
                "LET $taken = (DELETE type::record('hand_over', $id) \
                 WHERE second_hash = $second_hash AND browser = $browser \
                 AND expires_at > $now RETURN BEFORE)",
            )
            .returning("$taken[0]")
            .run()
            .await
    }

    /// Notes that whoever holds a token may register an address, of which a provider has made
    /// sure.
    pub(crate) async fn allow_registration(
        &self,
        token_hash: String,
        email_key: String,
        expires_at: Timestamp,
    ) -> Result<(), DbError> {
        self.db
            .write("auth.allow_registration")
            .bind("id", token_hash)
            .bind("key", email_key)
            .bind("until", expires_at)
            .step(
                "CREATE type::record('registration', $id) \
                 SET email_key = $key, expires_at = $until, by_code = false",
            )
            .run()
            .await
    }

    /// The account that an identity is linked with.
    pub(crate) async fn identity_owner(&self, id: &str) -> Result<Option<UserId>, DbError> {
        self.db
            .query(
                "SELECT VALUE user_id FROM type::record('identity', $id) \
                 WHERE type::record('account', user_id).created_at != NONE",
            )
            .bind("id", id.to_owned())
            .fetch_optional()
            .await
    }

    /// The identities of a member, newest first.
    pub(crate) async fn identities(&self, user: &UserId) -> Result<Vec<Identity>, DbError> {
        self.db
            .query(
                "SELECT record::id(id) AS id, provider, email, created_at FROM identity \
                 WHERE user_id = $user ORDER BY created_at DESC, id DESC LIMIT $shown",
            )
            .bind("user", user.clone())
            .bind("shown", SHOWN)
            .fetch()
            .await
    }

    /// Forgets an identity of a member; false when they have no such identity.
    pub(crate) async fn unlink_identity(&self, user: &UserId, id: &str) -> Result<bool, DbError> {
        self.db
            .write("auth.unlink_identity")
            .bind("id", id.to_owned())
            .bind("user", user.clone())
            .step(
                "LET $gone = (DELETE type::record('identity', $id) \
                 WHERE user_id = $user RETURN BEFORE)",
            )
            .returning("array::len($gone) > 0")
            .run()
            .await
    }
}

/// Links an account with an identity and tells its owner, in the write that opens `session`;
/// throws `auth.identity_known` when the identity has an account.
pub(super) fn link<'a>(write: Write<'a>, new: NewLink, session: &str) -> Write<'a> {
    let NewLink { identity, claim, mail } = new;
    let at = mail.at;
    let link = Fragment::new("fn::auth::link_identity", REFUSALS)
        .arg(identity.id.clone())
        .arg(identity.user.clone())
        .arg(identity.provider.clone())
        .arg(identity.email)
        .arg(at);
    let write = with_mail(write.call(link), Some(mail));
    let Some(event) = claim else { return write };
    let claim = Fragment::new("fn::auth::claim_account", REFUSALS)
        .arg(identity.user.clone())
        .arg(identity.id)
        .arg(session.to_owned())
        .arg(at);
    let claimed = Claimed { user_id: identity.user, provider: identity.provider };
    write.call(claim).publish(CLAIMED, event, at, claimed)
}
