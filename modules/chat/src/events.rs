//! Answers that come by mail become messages.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{Event, EventHandler, events::core::REPLIED};

use crate::service::ChatService;

/// The events that it wants.
pub(crate) const NAMES: &[&str] = &[REPLIED.name()];

/// Acts on each of them.
pub(crate) struct ChatEvents {
    pub(crate) service: Arc<ChatService>,
}

#[async_trait]
impl EventHandler for ChatEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        Ok(self.service.answered_by_mail(&event.read(REPLIED)?, event).await?)
    }
}
