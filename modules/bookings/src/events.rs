//! Removes a member's calendar address when access to the account is revoked.

use std::sync::Arc;

use async_trait::async_trait;
use sparkyard_kernel::{
    Event, EventHandler,
    events::auth::{ACCESS_REVOKED, CLAIMED},
};

use crate::service::BookingService;

/// Names of the events that the module subscribes to.
pub(crate) const NAMES: &[&str] = &[ACCESS_REVOKED.name(), CLAIMED.name()];

/// Handles these events.
pub(crate) struct BookingEvents {
    pub(crate) service: Arc<BookingService>,
}

#[async_trait]
impl EventHandler for BookingEvents {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let user = match event.of(CLAIMED)? {
            Some(claimed) => claimed.user_id,
            None => event.read(ACCESS_REVOKED)?.user_id,
        };
        Ok(self.service.revoke_calendar_address(&user, event.at).await?)
    }
}
