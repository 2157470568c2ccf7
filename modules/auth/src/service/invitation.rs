//! Invitations: the codes by which members bring others in.

use sparkyard_kernel::{
    UserId,
    ports::{Invitation, Invitations},
};

use super::AuthService;
use crate::error::AuthError;

/// An invitation whose inviter is known.
pub(super) struct KnownInvitation {
    /// The code as stored: in lower case.
    pub(super) code: String,
    pub(super) inviter: UserId,
}

impl AuthService {
    /// Returns the invitation with `code`; `None` if it is blank or unknown.
    pub(super) async fn known_invitation(
        &self,
        code: Option<&str>,
    ) -> Result<Option<KnownInvitation>, AuthError> {
        let code = code.unwrap_or_default().trim().to_lowercase();
        if code.is_empty() {
            return Ok(None);
        }
        let inviter = self.people.get()?.inviter(&code).await?;
        Ok(inviter.map(|inviter| KnownInvitation { code, inviter }))
    }

    /// Returns the results of the invitation `code` so far.
    pub(crate) async fn invitations(&self, code: &str) -> Result<Invitations, AuthError> {
        Ok(self.store.invitations(code).await?)
    }

    /// Returns the key that identifies a person for things given once to everybody.
    pub(crate) async fn grant_key(&self, user: &UserId) -> Result<Option<String>, AuthError> {
        let account = self.store.account(user).await?;
        Ok(account.map(|account| self.pepper.grant_key(&account.email)))
    }

    /// Returns the invitation that a member joined with.
    pub(crate) async fn invitation_of(
        &self,
        user: &UserId,
    ) -> Result<Option<Invitation>, AuthError> {
        let account = self.store.account(user).await?;
        Ok(account.and_then(|account| {
            let grant_key = self.pepper.grant_key(&account.email);
            account.referral_code.map(|code| Invitation { code, grant_key })
        }))
    }
}
