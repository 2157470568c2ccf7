//! Event handlers of the module.

use std::sync::Arc;

use sparkyard_kernel::{event_handler, events::skills::PUBLISHED};

use crate::service::ModerationService;

/// Watches for skills that come back after a takedown.
pub(crate) struct ModerationEvents(pub(crate) Arc<ModerationService>);

event_handler! { ModerationEvents(self, event):
    PUBLISHED as skill => self.0.skill_published(&skill, event),
}
