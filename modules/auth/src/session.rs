//! Sessions: one per device, kept alive by refresh tokens that replace each other.

use std::{sync::Arc, time::Duration};

use poem::Request;
use sparkyard_kernel::{
    ApiError, Caller, ClientAddress, Cx, Timestamp, UserId, db::Fragment, ports::People,
};

use crate::{
    error::AuthError,
    secret::{hash, random_secret, same},
    store::{AccountRow, LiveSession, Rotation, SessionRow, Store},
    token::{AccessTokens, Claims},
};

/// A session ends after this long without a refresh.
const IDLE: Duration = Duration::from_hours(60 * 24);
/// A refresh token may be used once more for this long after it was replaced: the reply to its
/// first use may have been lost.
const GRACE: Duration = Duration::from_secs(30);
/// As much as is kept of what a device calls itself.
const AGENT_LENGTH: usize = 200;

/// A fresh pair of tokens.
#[derive(Debug)]
pub(crate) struct TokenPair {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

/// Where somebody signs in from.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// What it calls itself.
    pub(crate) agent: String,
    /// Its network address.
    pub(crate) address: String,
}

impl Device {
    /// The device that sent `request`.
    pub(crate) fn of(request: &Request) -> Self {
        let agent = request.header("user-agent").unwrap_or_default();
        Self {
            agent: agent.chars().take(AGENT_LENGTH).collect(),
            address: ClientAddress::of(request).to_string(),
        }
    }
}

/// Opens, refreshes, lists and ends sessions.
pub(crate) struct Sessions {
    cx: Cx,
    store: Store,
    tokens: Arc<AccessTokens>,
    people: Arc<dyn People>,
}

impl Sessions {
    pub(crate) fn new(
        cx: Cx,
        store: Store,
        tokens: Arc<AccessTokens>,
        people: Arc<dyn People>,
    ) -> Self {
        Self { cx, store, tokens, people }
    }

    /// Signs `account` in on a device, in the same write as `forgiven`. Refused when the account
    /// has changed since it was read.
    pub(crate) async fn open(
        &self,
        account: &AccountRow,
        device: Device,
        forgiven: Fragment,
    ) -> Result<TokenPair, AuthError> {
        let (id, secret, now) = (self.cx.ids.next(), random_secret(), self.cx.now());
        let row = SessionRow {
            user_id: account.id.clone(),
            refresh_hash: hash(&secret),
            previous_hash: None,
            replaced_at: None,
            created_at: now,
            last_seen_at: now,
            expires_at: now + IDLE,
            ended_at: None,
            device: device.agent,
            address: device.address,
        };
        self.store.open_session(&id, row, account.stamp, forgiven).await?;
        self.pair(account, id, &secret, now).await
    }

    /// Swaps a refresh token for a fresh pair. One that was replaced longer than the grace ago
    /// has been stolen or copied: its whole session ends.
    pub(crate) async fn refresh(
        &self,
        token: &str,
        device: Device,
    ) -> Result<TokenPair, AuthError> {
        let (id, secret) = token.split_once('.').ok_or(AuthError::SessionEnded)?;
        let session = self.store.session(id).await?.ok_or(AuthError::SessionEnded)?;
        let now = self.cx.now();
        if session.ended_at.is_some() || session.expires_at <= now {
            return Err(AuthError::SessionEnded);
        }
        let presented = hash(secret);
        let known = match same(&presented, &session.refresh_hash) {
            true => presented,
            false if within_grace(&session, &presented, now) => session.refresh_hash.clone(),
            false => {
                if was_replaced(&session, &presented) {
                    self.store.end_session(id, now).await?;
                    tracing::warn!(
                        session = id,
                        "a replaced refresh token was used: session ended"
                    );
                }
                return Err(AuthError::SessionEnded);
            }
        };
        let account = self.store.account(&UserId(session.user_id)).await?;
        let account = account.filter(AccountRow::is_active).ok_or(AuthError::SessionEnded)?;
        let (next, address) = (random_secret(), device.address);
        let step = Rotation { known, next: hash(&next), address, now, expires_at: now + IDLE };
        if !self.store.rotate(id, step).await? {
            return Err(AuthError::SessionEnded);
        }
        self.pair(&account, id.to_owned(), &next, now).await
    }

    /// Signs out the device that `caller` calls from.
    pub(crate) async fn close(&self, caller: &Caller) -> Result<(), AuthError> {
        Ok(self.store.end_session(&caller.session, self.cx.now()).await?)
    }

    /// The caller's live sessions, last seen first.
    pub(crate) async fn list(&self, caller: &Caller) -> Result<Vec<LiveSession>, AuthError> {
        Ok(self.store.live_sessions(&caller.id, self.cx.now()).await?)
    }

    /// Ends one of the caller's sessions at once.
    pub(crate) async fn end(&self, caller: &Caller, session: &str) -> Result<(), AuthError> {
        match self.store.end_own_session(&caller.id, session, self.cx.now()).await? {
            true => Ok(()),
            false => Err(AuthError::SessionNotFound),
        }
    }

    /// Ends all of the caller's sessions but the present one; how many.
    pub(crate) async fn end_others(&self, caller: &Caller) -> Result<u32, AuthError> {
        let now = self.cx.now();
        Ok(self.store.end_other_sessions(&caller.id, &caller.session, now).await?)
    }

    async fn pair(
        &self,
        account: &AccountRow,
        session: String,
        secret: &str,
        now: Timestamp,
    ) -> Result<TokenPair, AuthError> {
        let id = account.user();
        let mut people = self.people.find(std::slice::from_ref(&id)).await?;
        let place = people.remove(&id).and_then(|person| person.approximate);
        let refresh = format!("{session}.{secret}");
        let claims = Claims::new(id, account.email.clone(), account.role, session, place, now);
        let access = self.tokens.issue(&claims).map_err(ApiError::internal)?;
        Ok(TokenPair { access, refresh })
    }
}

fn was_replaced(session: &SessionRow, presented: &str) -> bool {
    session.previous_hash.as_deref().is_some_and(|previous| same(previous, presented))
}

fn within_grace(session: &SessionRow, presented: &str, now: Timestamp) -> bool {
    was_replaced(session, presented) && session.replaced_at.is_some_and(|at| now.since(at) < GRACE)
}
