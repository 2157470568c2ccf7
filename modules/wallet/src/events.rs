//! Event handlers: grant tokens to new members and to their inviters, and notify admins of
//! differences in the ledger.

use sparkyard_kernel::{
    event_handler,
    events::{auth::REGISTERED, bookings::RELEASED, wallet::LEDGER_DIFFERS},
};

use crate::service::WalletService;

pub(crate) struct WalletEvents(pub(crate) WalletService);

event_handler! { WalletEvents(self, event):
    REGISTERED as joined => self.0.welcome(joined, event),
    RELEASED as booking => self.0.reward_inviters(booking, event),
    LEDGER_DIFFERS as found => self.0.tell_admins(found, event),
}
