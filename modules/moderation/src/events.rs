//! Event handlers of the module.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::{
        community::NEED_POSTED,
        skills::{PUBLISHED, RENAMED},
    },
};

use crate::service::ModerationService;

/// Watches for skills and needs that come back after a takedown.
pub(crate) struct ModerationEvents(pub(crate) Arc<ModerationService>);

event_handler! { ModerationEvents(self, event):
    NEED_POSTED as need => self.0.posted((&need).into(), event),
    PUBLISHED as skill => self.0.posted((&skill).into(), event),
    RENAMED as skill => self.0.posted((&skill).into(), event),
}
