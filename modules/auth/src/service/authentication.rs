//! Authentication: a request needs a valid token, a live session and a member in good standing.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::{Caller, Role, Timestamp, auth::unauthorised};

use super::{AuthService, access_token::Claims};
use crate::{error::AuthError, model::session::Presence};

/// Minimum time between two updates of a session's last use.
const SEEN_EVERY: Duration = Duration::from_mins(1);

impl AuthService {
    /// Returns the caller that `access_token` belongs to.
    pub(crate) async fn authenticate(&self, access_token: &str) -> Result<Caller, AuthError> {
        let now = self.cx.now();
        let present = self.present(access_token, now).await?;
        let (claims, presence) = present.ok_or_else(unauthorised)?;
        if now.since(presence.last_seen_at) >= SEEN_EVERY {
            let before = now - SEEN_EVERY + Duration::from_millis(1);
            // A failed update must not fail the request.
            if let Err(error) = self.store.touch(&claims.sid, before, now).await {
                tracing::warn!(session = claims.sid, "cannot record the use of a session: {error}");
            }
        }
        let agreement_overdue = self.agreements.overdue(presence.agreed_edition, now);
        let needed = self.admins_need_second_factor && presence.role == Role::Admin;
        Ok(Caller {
            id: claims.id,
            email: presence.email,
            role: presence.role,
            session: claims.sid,
            second_factor_due: needed && presence.second_factor_at.is_none(),
            agreement_overdue,
            delegate: None,
        })
    }

    /// Checks which of `access_tokens` would still be accepted, in order.
    pub(crate) async fn are_good(
        &self,
        access_tokens: &[Arc<str>],
    ) -> Result<Vec<bool>, AuthError> {
        let now = self.cx.now();
        let read = |token: &Arc<str>| self.access_tokens.read(token, now);
        let claims: Vec<Option<Claims>> = access_tokens.iter().map(read).collect();
        let sessions = claims.iter().flatten().map(|claims| claims.sid.as_str());
        let live = self.store.live(sessions, now).await?;
        let is_live = |claims: &Claims| {
            live.iter().any(|(session, member)| *session == claims.sid && *member == claims.id)
        };
        Ok(claims.iter().map(|claims| claims.as_ref().is_some_and(is_live)).collect())
    }

    /// Returns the claims and the member of a token, if both are valid at `now`.
    async fn present(
        &self,
        access_token: &str,
        now: Timestamp,
    ) -> Result<Option<(Claims, Presence)>, AuthError> {
        let Some(claims) = self.access_tokens.read(access_token, now) else { return Ok(None) };
        let presence = self.store.presence(&claims.sid, &claims.id).await?;
        let presence = presence.filter(|presence| presence.expires_at > now);
        Ok(presence.map(|presence| (claims, presence)))
    }
}
