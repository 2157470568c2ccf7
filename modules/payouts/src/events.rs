//! Event handlers: gives back what Stripe has taken back.

use std::sync::Arc;

use sparkyard_kernel::{event_handler, events::payments::TRANSFER_REVERSED};

use crate::service::PayoutsService;

pub(crate) struct PayoutsEvents(pub(crate) Arc<PayoutsService>);

event_handler! { PayoutsEvents(self, event):
    TRANSFER_REVERSED as reversal => self.0.reversed(&reversal, event.at),
}
