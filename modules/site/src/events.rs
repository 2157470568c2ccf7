//! What the module does about events: in a demo it keeps every outgoing mail.

use std::sync::Arc;

use anyhow::anyhow;
use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Event, EventHandler,
    events::core::{MAIL, MAIL_TO_MANY},
};

use crate::service::SiteService;

/// The events that it wants.
pub(crate) const NAMES: &[&str] = &[MAIL.name(), MAIL_TO_MANY.name()];

/// Acts on each of them.
pub(crate) struct SiteEvents {
    pub(crate) service: Arc<SiteService>,
}

#[async_trait]
impl EventHandler for SiteEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let mail = match event.of(MAIL_TO_MANY)? {
            Some(mail) => mail,
            None => event.read(MAIL)?,
        };
        let kept = self.service.keep(&event.id, &mail, event.at).await;
        kept.map_err(|error| anyhow!("{:?}", ApiError::from(error)))
    }
}
