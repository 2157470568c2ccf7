//! Mail that could not be delivered.

use sparkyard_kernel::ports::MailTrouble;

/// A member whose mail is returned.
#[derive(Clone, Debug)]
pub(crate) struct MemberTrouble {
    pub(crate) name: String,
    pub(crate) trouble: MailTrouble,
}
