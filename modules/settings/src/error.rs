//! Errors of the module, and their responses.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

/// An archive is still to come.
const EXPORT_UNDER_WAY: RuleViolation = RuleViolation::new(
    409,
    "settings.export_under_way",
    "This archive is being made already. It will be here soon.",
);
/// The last archive is too new.
const EXPORT_TOO_SOON: RuleViolation = RuleViolation::new(
    429,
    "settings.export_too_soon",
    "An archive was made within the last hour. Please use that one, or ask again later.",
)
.retry_after(3600);
/// Another server writes the archive now. Never sent.
const EXPORT_TAKEN_OVER: RuleViolation =
    RuleViolation::new(409, "settings.export_taken_over", "The archive is made by another server.");

/// Refusals that the database detects.
pub(crate) const VIOLATIONS: &[RuleViolation] =
    &[EXPORT_UNDER_WAY, EXPORT_TOO_SOON, EXPORT_TAKEN_OVER];

errors! {
    /// Errors of operations on preferences and archives.
    pub(crate) enum SettingsError {
        /// There are no mails in this language.
        UnknownLanguage =>
            ApiError::invalid("language", "This site has no emails in that language.");
        /// The link is invalid or was forged.
        UnknownLink => 404, "settings.unknown_link",
            "This link is incomplete. Please open it from the email again.";
        /// There is no such member.
        NoMember => 404, "settings.no_member", "This member has left, or never was here.";
        /// Staff get their own archive like everybody else.
        OwnExport => 403, "settings.own_export",
            "You find your own archive in Settings, under Your data.";
        /// There is no archive, or no longer.
        NoExport => 404, "settings.no_export",
            "There is no archive to download. Please ask for a new one.";
    }
}
