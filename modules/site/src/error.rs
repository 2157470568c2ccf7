//! Errors of the module, and their responses.

use sparkyard_kernel::{Money, errors};

errors! {
    /// Errors of the module.
    pub(crate) enum SiteError {
        /// Email can be read in a demo only.
        DemoOff => 404, "site.demo_off", "Only a demo shows the emails it would send.";
        /// The configuration says the payment mode.
        ModeFixed => 409, "site.mode_fixed",
            "The server's configuration says how neighbours pay each other. Leave site.mode empty \
             there, restart, and choose here.";
        /// Members still have pounds.
        PoundsHeld(held: Money) => 409, "site.pounds_held",
            "Your neighbours' wallets and bookings still hold \u{a3}{held}. Pay it out first: \
             without pounds they could neither spend nor withdraw it.";
    }
}
