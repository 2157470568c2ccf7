use sparkyard_kernel::UserId;

use crate::{error::AuthError, model::social::Identity, service::AuthService};

impl AuthService {
    /// The accounts elsewhere that a member can sign in with, newest first.
    pub(crate) async fn identities(&self, user: &UserId) -> Result<Vec<Identity>, AuthError> {
        Ok(self.store.identities(user).await?)
    }

    /// Forgets one of them; signing in with it is then by its address again, like the first
    /// time.
    pub(crate) async fn unlink_identity(&self, user: &UserId, id: &str) -> Result<(), AuthError> {
        match self.store.unlink_identity(user, id).await? {
            true => Ok(()),
            false => Err(AuthError::IdentityNotFound),
        }
    }
}
