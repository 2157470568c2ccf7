//! Errors of the module, and their responses.

use sparkyard_kernel::errors;

errors! {
    /// Errors of the module.
    pub(crate) enum SiteError {
        /// Email can be read in a demo only.
        DemoOff => 404, "site.demo_off", "Only a demo shows the emails it would send.";
    }
}
