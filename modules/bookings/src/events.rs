//! Removes a member's calendar address when access to the account is revoked.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::auth::{ACCESS_REVOKED, CLAIMED},
};

use crate::service::BookingService;

pub(crate) struct BookingEvents(pub(crate) Arc<BookingService>);

event_handler! { BookingEvents(self, event):
    CLAIMED as claimed => self.0.revoke_calendar_address(&claimed.user_id, event.at),
    ACCESS_REVOKED as revoked => self.0.revoke_calendar_address(&revoked.user_id, event.at),
}
