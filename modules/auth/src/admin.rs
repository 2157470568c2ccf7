//! Links by which an administrator signs up without a code.

use std::time::Duration;

use sparkyard_kernel::{ApiError, Cx};

use crate::{
    secret::{hash, random_secret},
    store::Store,
};

const LIFE: Duration = Duration::from_hours(24);

/// Makes set-up links.
pub(crate) struct AdminLinks {
    cx: Cx,
    store: Store,
}

impl AdminLinks {
    pub(crate) fn new(cx: &Cx, store: &Store) -> Self {
        Self { cx: cx.clone(), store: store.clone() }
    }

    /// A link for one address, or without one for whoever is first. The secret stands in the
    /// fragment, which browsers never send.
    pub(crate) async fn issue(&self, email: Option<String>) -> Result<String, ApiError> {
        let secret = random_secret();
        self.store.put_admin_link(hash(&secret), email, self.cx.now() + LIFE).await?;
        Ok(format!("{}/setup#{secret}", self.cx.site.public_url))
    }
}
