use sparkyard_kernel::UserId;

use crate::{
    error::AuthError,
    store::{IdentityRow, Store},
};

/// Who members are elsewhere.
pub(crate) struct Identities {
    pub(crate) store: Store,
}

impl Identities {
    /// The identities of a member, newest first.
    pub(crate) async fn list(&self, user: &UserId) -> Result<Vec<IdentityRow>, AuthError> {
        Ok(self.store.identities(user).await?)
    }

    /// Forgets one of them; signing in with it is then by its address again, like the first
    /// time.
    pub(crate) async fn unlink(&self, user: &UserId, id: &str) -> Result<(), AuthError> {
        match self.store.unlink_identity(user, id).await? {
            true => Ok(()),
            false => Err(AuthError::IdentityNotFound),
        }
    }
}
