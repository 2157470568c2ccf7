//! Errors of the module, and their responses.

use sparkyard_kernel::{ApiError, errors};

errors! {
    /// Errors of operations on preferences.
    pub(crate) enum SettingsError {
        /// There are no mails in this language.
        UnknownLanguage =>
            ApiError::invalid("language", "This site has no emails in that language.");
        /// The link is invalid or was forged.
        UnknownLink => 404, "settings.unknown_link",
            "This link is incomplete. Please open it from the email again.";
    }
}
