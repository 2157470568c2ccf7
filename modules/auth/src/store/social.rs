//! Storage of social sign-ins.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{DbError, Fragment, Write},
    events::auth::{CLAIMED, Claimed},
};

use super::{AuthStore, OutgoingMail, accounts::with_mail};
use crate::{
    error::VIOLATIONS,
    model::social::{HandOver, Identity, SignInAtProvider},
};

/// An identity to link with an account, and a mail to the owner.
pub(crate) struct NewLink {
    pub(crate) identity: NewIdentity,
    /// Id of the event that hands the account to its owner; `None` if the account was certainly
    /// theirs.
    pub(crate) claim: Option<String>,
    pub(crate) mail: OutgoingMail,
}

/// An identity to link with a member.
pub(crate) struct NewIdentity {
    pub(crate) id: String,
    pub(crate) user: UserId,
    pub(crate) provider: String,
    pub(crate) email: String,
}

/// Maximum number of identities returned; no member has that many.
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

    /// Deletes and returns a sign-in in progress, for the browser that began it.
    pub(crate) async fn take_journey(
        &self,
        id: &str,
        browser: String,
        now: Timestamp,
    ) -> Result<Option<SignInAtProvider>, DbError> {
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

    /// Deletes and returns a hand-over, for the browser that received it.
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

    /// Stores a registration token for an address that a provider has verified.
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
                 SET email_key = $key, expires_at = $until, by_code = false, social = true",
            )
            .run()
            .await
    }

    /// Returns the account that an identity is linked with.
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

    /// Returns the identities of a member, newest first.
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

    /// Deletes an identity of a member; returns false if there is none.
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

/// Links an account with an identity and notifies the owner, in the write that opens `session`.
/// Throws `auth.identity_known` if the identity already has an account.
pub(super) fn link<'a>(write: Write<'a>, new: NewLink, session: &str) -> Write<'a> {
    let NewLink { identity, claim, mail } = new;
    let at = mail.at;
    let link = Fragment::new("fn::auth::link_identity", VIOLATIONS)
        .arg(identity.id.clone())
        .arg(identity.user.clone())
        .arg(identity.provider.clone())
        .arg(identity.email)
        .arg(at);
    let write = with_mail(write.call(link), Some(mail));
    let Some(event) = claim else { return write };
    let claim = Fragment::new("fn::auth::claim_account", VIOLATIONS)
        .arg(identity.user.clone())
        .arg(identity.id)
        .arg(session.to_owned())
        .arg(at);
    let claimed = Claimed { user_id: identity.user, provider: identity.provider };
    write.call(claim).publish(CLAIMED, event, at, claimed)
}
