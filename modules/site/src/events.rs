//! Event consumer: in a demo, stores every outgoing email.

use std::sync::Arc;

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Event, EventHandler,
    events::core::{MAIL, MAIL_TO_MANY, mail_of},
};

use crate::service::SiteService;

/// Names of the events consumed.
pub(crate) const NAMES: &[&str] = &[MAIL.name(), MAIL_TO_MANY.name()];

/// Handles the events in [`NAMES`].
pub(crate) struct SiteEvents {
    pub(crate) service: Arc<SiteService>,
}

#[async_trait]
impl EventHandler for SiteEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let mail = mail_of(event)?;
        let kept = self.service.keep(&event.id, &mail, event.at).await;
        kept.map_err(|error| anyhow!("{:?}", ApiError::from(error)))
    }
}
