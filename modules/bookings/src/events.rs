//! Event handlers: removes a member's calendar address when access to the account is revoked, and
//! freezes bookings whose card payment is disputed at the bank.

use std::sync::Arc;

use sparkyard_kernel::{
    event_handler,
    events::{
        auth::{ACCESS_REVOKED, CLAIMED},
        payments::CHARGEBACK_CHANGED,
    },
};

use crate::service::BookingService;

pub(crate) struct BookingEvents(pub(crate) Arc<BookingService>);

event_handler! { BookingEvents(self, event):
    CLAIMED as claimed => self.0.revoke_calendar_address(&claimed.user_id, event.at),
    ACCESS_REVOKED as revoked => self.0.revoke_calendar_address(&revoked.user_id, event.at),
    CHARGEBACK_CHANGED as change => self.0.chargeback_changed(&change),
}
