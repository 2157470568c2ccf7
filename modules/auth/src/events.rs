//! What the module does when it hears of events.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{Event, EventHandler, events::auth::RESET_ASKED};

use crate::service::AuthService;

/// Names of the events that it listens to.
pub(crate) const NAMES: &[&str] = &[RESET_ASKED.name()];

/// Sends the links to new passwords that were asked for.
pub(crate) struct ResetMailer(pub(crate) Arc<AuthService>);

#[async_trait]
impl EventHandler for ResetMailer {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let asked = event.read(RESET_ASKED)?;
        Ok(self.0.send_reset(&asked.email, &event.id).await?)
    }
}
