//! Rows that a member may download.

use sparkyard_kernel::own_rows::OwnRows;

/// Returns the rule: identity documents with their pictures, while they are kept, and decisions.
pub(crate) fn own() -> [OwnRows; 1] {
    [OwnRows::list("kyc.documents", "Identity documents", "kyc_document", "newest")
        .mine("user_id = $user")
        .fields("kyc_method, kyc_id_type, approval_status, reason, created_at, file")
        .files(&["file"])]
}
