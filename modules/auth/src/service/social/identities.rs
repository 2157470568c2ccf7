use sparkyard_kernel::UserId;

use crate::{error::AuthError, model::social::Identity, service::AuthService};

impl AuthService {
    /// Returns a member's linked accounts at providers, newest first.
    pub(crate) async fn identities(&self, user: &UserId) -> Result<Vec<Identity>, AuthError> {
        Ok(self.store.identities(user).await?)
    }

    /// Removes a linked account. The next sign-in with it is matched by address again.
    pub(crate) async fn unlink_identity(&self, user: &UserId, id: &str) -> Result<(), AuthError> {
        match self.store.unlink_identity(user, id).await? {
            true => Ok(()),
            false => Err(AuthError::IdentityNotFound),
        }
    }
}
