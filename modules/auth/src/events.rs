//! Event handlers of the module.

use std::sync::Arc;

use sparkyard_kernel::{event_handler, events::auth::RESET_ASKED};

use crate::service::AuthService;

/// Sends requested password reset links.
pub(crate) struct ResetMailer(pub(crate) Arc<AuthService>);

event_handler! { ResetMailer(self, event):
    RESET_ASKED as asked => self.0.send_reset(&asked.email, &event.id),
}
