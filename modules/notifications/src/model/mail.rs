//! Mails that come back.

use sparkyard_kernel::ports::MailTrouble;

/// A member whose mail comes back.
#[derive(Clone, Debug)]
pub(crate) struct MemberTrouble {
    pub(crate) name: String,
    pub(crate) trouble: MailTrouble,
}
