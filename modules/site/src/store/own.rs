//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: messages from the contact page that give the member's address, with answers. What
/// staff noted for colleagues is left out.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list(
        "site.contact_messages",
        "Messages from the contact page",
        "contact_message",
        "id",
    )
    .mine("email = $email")
    .fields(
        "firstname, email, message, created_at, IF outcome.answered THEN outcome.text ELSE NONE END AS answer, outcome.at AS closed_at",
    )]
}
