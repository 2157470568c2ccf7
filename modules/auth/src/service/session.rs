//! Sessions: one per device, kept alive by refresh tokens that replace each other.

use std::{collections::HashSet, time::Duration};

use sparkyard_kernel::{ApiError, Caller, Timestamp, UserId};

use super::{AuthService, access_token::Claims, refresh_token::Presented, secret::same};
use crate::{
    error::AuthError,
    model::{
        account::Account,
        device::Device,
        session::{LiveSession, Session, SignedInDevice, TokenPair},
    },
    store::{NewSession, Rotation},
};

/// Time without a refresh after which a session ends.
const IDLE: Duration = Duration::from_hours(60 * 24);
/// Time for which a replaced refresh token may be used again, as a response may be lost or several
/// tabs may hold the token. It returns the current successor and nothing new.
const GRACE: Duration = Duration::from_secs(30);
/// Attempts at a refresh. Of several tabs that refresh at once, all but one must retry.
const LOOKS: usize = 2;

impl AuthService {
    /// Opens a session for `account`, in one transaction with the writes in `new`. Refused if the
    /// account has changed since it was read.
    pub(super) async fn open_session(
        &self,
        account: &Account,
        device: Device,
        mut new: NewSession,
    ) -> Result<SignedInDevice, AuthError> {
        let (id, now, user) = (self.cx.ids.next(), self.cx.now(), account.id.clone());
        let mark = self.known_devices.mark_of(account, &device.marks).await?;
        new.remembered.push(mark.remember(&user, now));
        let refresh = self.refresh_tokens.first(&id);
        let row = Session {
            user_id: account.id.clone(),
            generation: 0,
            refresh_hash: refresh.hash,
            replaced_at: None,
            grace_from: 0,
            grace_since: None,
            created_at: now,
            last_seen_at: now,
            expires_at: now + IDLE,
            ended_at: None,
            device: device.agent,
            address: device.address,
        };
        self.store.open_session(&id, row, account.stamp, new).await?;
        let tokens = self.token_pair(account, id, refresh.token, now).await?;
        Ok(SignedInDevice { tokens, cookie: self.known_devices.cookie(&user, &mark) })
    }

    /// Exchanges a refresh token for a new pair. A token that was replaced longer ago than the
    /// grace period was stolen or copied, so its whole session ends.
    pub(crate) async fn refresh_session(
        &self,
        token: &str,
        device: Device,
    ) -> Result<TokenPair, AuthError> {
        let presented = self.refresh_tokens.read(token).ok_or(AuthError::SessionEnded)?;
        for _ in 0..LOOKS {
            if let Some(pair) = self.try_refresh(&presented, &device.address).await? {
                return Ok(pair);
            }
        }
        Err(AuthError::SessionEnded)
    }

    /// Returns the new pair, or `None` if a concurrent refresh was first.
    async fn try_refresh(
        &self,
        presented: &Presented,
        address: &str,
    ) -> Result<Option<TokenPair>, AuthError> {
        let (id, now) = (presented.session.as_str(), self.cx.now());
        let session = self.store.session(id).await?.ok_or(AuthError::SessionEnded)?;
        if session.ended_at.is_some() || session.expires_at <= now {
            return Err(AuthError::SessionEnded);
        }
        let Some(present) = self.present_token(&session, presented, now) else {
            if presented.generation < session.generation {
                self.store.end_session(id, now).await?;
                tracing::warn!(session = id, "a replaced refresh token was used: session ended");
            }
            return Err(AuthError::SessionEnded);
        };
        let account = self.store.account(&session.user_id).await?;
        let account = account.filter(Account::is_active).ok_or(AuthError::SessionEnded)?;
        if present.generation > presented.generation {
            let token = self.refresh_tokens.issued(&present).token;
            return self.token_pair(&account, id.to_owned(), token, now).await.map(Some);
        }
        let next = self.refresh_tokens.successor(presented);
        let (generation, next) = (next.generation, self.refresh_tokens.issued(&next));
        let (grace_from, grace_since) = match session.grace_since.filter(|at| in_grace(*at, now)) {
            Some(since) => (session.grace_from, since),
            None => (session.generation, now),
        };
        let step = Rotation {
            grace_from,
            grace_since,
            known: session.refresh_hash,
            next: next.hash,
            generation,
            address: address.to_owned(),
            now,
            expires_at: now + IDLE,
        };
        if !self.store.rotate(id, step).await? {
            return Ok(None);
        }
        self.token_pair(&account, id.to_owned(), next.token, now).await.map(Some)
    }

    /// Returns the current token, if `presented` is it or was replaced within the grace period.
    fn present_token(
        &self,
        session: &Session,
        presented: &Presented,
        now: Timestamp,
    ) -> Option<Presented> {
        if !is_of_use(session, presented, now) {
            return None;
        }
        let mut token = presented.clone();
        while token.generation < session.generation {
            token = self.refresh_tokens.successor(&token);
        }
        same(&token.hash, &session.refresh_hash).then_some(token)
    }

    /// Ends the caller's current session.
    pub(crate) async fn sign_out(&self, caller: &Caller) -> Result<(), AuthError> {
        Ok(self.store.end_session(&caller.session, self.cx.now()).await?)
    }

    /// Returns the caller's live sessions, most recently used first.
    pub(crate) async fn live_sessions(
        &self,
        caller: &Caller,
    ) -> Result<Vec<LiveSession>, AuthError> {
        Ok(self.store.live_sessions(&caller.id, self.cx.now()).await?)
    }

    /// Returns the ids of a member's live sessions.
    pub(crate) async fn open_sessions(&self, user: &UserId) -> Result<HashSet<String>, AuthError> {
        let live = self.store.live_sessions(user, self.cx.now()).await?;
        Ok(live.into_iter().map(|session| session.id).collect())
    }

    /// Ends one of the caller's sessions immediately.
    pub(crate) async fn end_session(
        &self,
        caller: &Caller,
        session: &str,
    ) -> Result<(), AuthError> {
        match self.store.end_own_session(&caller.id, session, self.cx.now()).await? {
            true => Ok(()),
            false => Err(AuthError::SessionNotFound),
        }
    }

    /// Ends all of the caller's other sessions, and with `revoke` all access that needs no session.
    /// Returns the number of sessions.
    pub(crate) async fn end_other_sessions(
        &self,
        caller: &Caller,
        revoke: bool,
    ) -> Result<u32, AuthError> {
        let now = self.cx.now();
        let revoked = revoke.then(|| self.cx.ids.next());
        Ok(self.store.end_other_sessions(&caller.id, &caller.session, revoked, now).await?)
    }

    async fn token_pair(
        &self,
        account: &Account,
        session: String,
        refresh: String,
        now: Timestamp,
    ) -> Result<TokenPair, AuthError> {
        let id = account.id.clone();
        let mut people = self.people.get()?.find(std::slice::from_ref(&id)).await?;
        let place = people.remove(&id).and_then(|person| person.approximate);
        let mut claims = Claims::new(id, account.email.clone(), account.role, session, place, now);
        claims.agreement_due = self.agreement_due(account).is_some();
        let access = self.access_tokens.issue(&claims).map_err(ApiError::internal)?;
        Ok(TokenPair { access, refresh })
    }
}

/// Checks whether a token's generation is current or was replaced within the grace period.
fn is_of_use(session: &Session, presented: &Presented, now: Timestamp) -> bool {
    let within = |at: Option<Timestamp>| at.is_some_and(|at| in_grace(at, now));
    match session.generation - presented.generation {
        0 => true,
        1 if within(session.replaced_at) => true,
        1.. => presented.generation >= session.grace_from && within(session.grace_since),
        _ => false,
    }
}

fn in_grace(at: Timestamp, now: Timestamp) -> bool {
    now.since(at) < GRACE
}
