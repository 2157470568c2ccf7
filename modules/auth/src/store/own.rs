//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rules: account, sign-ins and consents, without hashes and secrets.
pub(crate) fn own() -> [OwnRows; 6] {
    [
        OwnRows::record("auth.account", "Your account", "type::record('account', $user)").fields(
            "email, role, standing, created_at, second_factor_at, sign_in_changed_at, \
             referral_code AS joined_with_invitation",
        ),
        OwnRows::record(
            "auth.new_email",
            "New email address that is not confirmed yet",
            "type::record('email_change', $user)",
        )
        .fields("email, expires_at"),
        OwnRows::list("auth.sessions", "Your sign-ins", "session", "id")
            .mine("user_id = $user")
            .fields("created_at, last_seen_at, expires_at, ended_at, device, address"),
        OwnRows::list(
            "auth.identities",
            "Accounts elsewhere that you sign in with",
            "identity",
            "id",
        )
        .mine("user_id = $user")
        .fields("provider, email, created_at"),
        OwnRows::list("auth.consents", "Texts that you agreed to", "consent", "id")
            .mine("user_id = $user")
            .fields("texts, at, occasion, edition"),
        OwnRows::list("auth.devices", "Devices that we know", "known_device", "id")
            .mine("user_id = $user")
            .fields("seen_at, expires_at"),
    ]
}
