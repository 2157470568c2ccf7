//! Data of members who leave.

use sparkyard_kernel::leaving::{Erasure, Leaving};

/// Identity documents with their pictures.
pub(crate) const LEAVING: Leaving = Leaving {
    erasures: &[
        Erasure::delete("kyc.documents", "kyc_document", "user_id = $user"),
        Erasure::record("kyc.limits", "type::record('kyc_owner', $user)"),
    ],
    ..Leaving::NONE
};
