//! Links by which an administrator signs up without a code.

use std::time::Duration;

use super::{
    AuthService,
    secret::{hash, random_secret},
};
use crate::error::AuthError;

const LIFE: Duration = Duration::from_hours(24);

impl AuthService {
    /// Returns a link for creating the first admin, or `None` if there is an admin already.
    pub(crate) async fn first_admin_link(&self) -> Result<Option<String>, AuthError> {
        match self.store.has_admin().await? {
            true => Ok(None),
            false => self.admin_link(None).await.map(Some),
        }
    }

    /// Returns a set-up link for `email`, or for the first person to use it if `None`. The secret
    /// is in the fragment, which browsers never send.
    pub(super) async fn admin_link(&self, email: Option<String>) -> Result<String, AuthError> {
        let secret = random_secret();
        self.store.put_admin_link(hash(&secret), email, self.cx.now() + LIFE).await?;
        Ok(format!("{}/setup#{secret}", self.cx.site.public_url))
    }
}
