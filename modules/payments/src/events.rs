//! Reactions to events of other modules.

use sparkyard_kernel::{event_handler, events::auth::DELETED};

use crate::service::BillingService;

/// Deletes the cards of members who have left.
pub(crate) struct PaymentsEvents(pub(crate) BillingService);

event_handler! { PaymentsEvents(self, event):
    DELETED as gone => self.0.member_left(&gone.user_id),
}
