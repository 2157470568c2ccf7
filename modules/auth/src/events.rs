//! Event handlers of the module.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{Event, EventHandler, events::auth::RESET_ASKED};

use crate::service::AuthService;

/// Names of the events that the module subscribes to.
pub(crate) const NAMES: &[&str] = &[RESET_ASKED.name()];

/// Sends requested password reset links.
pub(crate) struct ResetMailer(pub(crate) Arc<AuthService>);

#[async_trait]
impl EventHandler for ResetMailer {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let asked = event.read(RESET_ASKED)?;
        Ok(self.0.send_reset(&asked.email, &event.id).await?)
    }
}
