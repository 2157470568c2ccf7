//! Sessions: one per device, kept alive by refresh tokens that replace each other.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Caller, Cx, Timestamp, UserId,
    auth::{Authenticator, unauthorised},
    ports::People,
};

use crate::{
    error::AuthError,
    secret::{hash, random_secret},
    store::{AccountRow, SessionRow, Store},
    token::{AccessTokens, Claims},
};

/// A session ends after this long without a refresh.
const IDLE: Duration = Duration::from_hours(60 * 24);
/// A refresh token may be used once more for this long after it was replaced: the reply to its
/// first use may have been lost.
const GRACE: Duration = Duration::from_secs(30);

/// A fresh pair of tokens.
#[derive(Debug)]
pub(crate) struct TokenPair {
    pub(crate) access: String,
    pub(crate) refresh: String,
}

/// Opens, refreshes and ends sessions.
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

    /// Signs `account` in on a device.
    pub(crate) async fn open(
        &self,
        account: AccountRow,
        device: &str,
        address: &str,
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
            device: device.chars().take(200).collect(),
            address: address.to_owned(),
        };
        self.store.create_session(&id, row).await?;
        self.pair(account, id, &secret, now).await
    }

    /// Swaps a refresh token for a fresh pair. One that was replaced longer than the grace ago
    /// has been stolen or copied: its whole session ends.
    pub(crate) async fn refresh(&self, token: &str) -> Result<TokenPair, AuthError> {
        let (id, secret) = token.split_once('.').ok_or(AuthError::SessionEnded)?;
        let session = self.store.session(id).await?.ok_or(AuthError::SessionEnded)?;
        let now = self.cx.now();
        if session.ended_at.is_some() || session.expires_at <= now {
            return Err(AuthError::SessionEnded);
        }
        let presented = hash(secret);
        let known = match presented == session.refresh_hash {
            true => presented,
            false if within_grace(&session, &presented, now) => session.refresh_hash.clone(),
            false => {
                if session.previous_hash.as_ref() == Some(&presented) {
                    self.store.end_session(id, now).await?;
                    tracing::warn!(
                        session = id,
                        "a replaced refresh token was used: session ended"
                    );
                }
                return Err(AuthError::SessionEnded);
            }
        };
        let accounts = self.store.accounts(&[UserId(session.user_id)]).await?;
        let account = accounts.into_iter().find(|account| !account.suspended);
        let account = account.ok_or(AuthError::SessionEnded)?;
        let next = random_secret();
        if !self.store.rotate(id, known, hash(&next), now, now + IDLE).await? {
            return Err(AuthError::SessionEnded);
        }
        self.pair(account, id.to_owned(), &next, now).await
    }

    /// Signs out the device that `caller` calls from.
    pub(crate) async fn close(&self, caller: &Caller) -> Result<(), AuthError> {
        Ok(self.store.end_session(&caller.session, self.cx.now()).await?)
    }

    async fn pair(
        &self,
        account: AccountRow,
        session: String,
        secret: &str,
        now: Timestamp,
    ) -> Result<TokenPair, AuthError> {
        let id = UserId(account.id);
        let mut people = self.people.find(std::slice::from_ref(&id)).await?;
        let place = people.remove(&id).and_then(|person| person.approximate);
        let refresh = format!("{session}.{secret}");
        let claims = Claims::new(id, account.email, account.role, session, place, now);
        let access = self.tokens.issue(&claims).map_err(ApiError::internal)?;
        Ok(TokenPair { access, refresh })
    }
}

fn within_grace(session: &SessionRow, presented: &str, now: Timestamp) -> bool {
    session.previous_hash.as_deref() == Some(presented)
        && session.replaced_at.is_some_and(|at| now.since(at) < GRACE)
}

/// Lets requests in: a valid token of a live session of a member in good standing.
pub(crate) struct Gate {
    cx: Cx,
    store: Store,
    tokens: Arc<AccessTokens>,
}

impl Gate {
    pub(crate) fn new(cx: &Cx, store: &Store, tokens: &Arc<AccessTokens>) -> Self {
        Self { cx: cx.clone(), store: store.clone(), tokens: tokens.clone() }
    }
}

#[async_trait]
impl Authenticator for Gate {
    async fn authenticate(&self, access_token: &str) -> Result<Caller, ApiError> {
        let now = self.cx.now();
        let claims = self.tokens.read(access_token, now).ok_or_else(unauthorised)?;
        let presence = self.store.presence(&claims.sid, &claims.id, now).await?;
        let presence = presence.ok_or_else(unauthorised)?;
        let (email, role) = (presence.email, presence.role);
        Ok(Caller { id: claims.id, email, role, session: claims.sid })
    }
}
