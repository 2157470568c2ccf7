//! Event handlers of the module.

use std::sync::Arc;

use sparkyard_kernel::{event_handler, events::imports::IMPORT_BATCH_DUE};

use crate::service::ImportService;

/// Continues imports.
pub(crate) struct ImportEvents(pub(crate) Arc<ImportService>);

event_handler! { ImportEvents(self, event):
    IMPORT_BATCH_DUE as next => self.0.go_on(&next),
}
