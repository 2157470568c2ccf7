use crate::UserId;

/// Makes addresses to which members can answer by mail. Offered by the host where it reads a
/// mailbox.
pub trait ReplyAddresses: Send + Sync + 'static {
    /// The address by which `user` can answer `other` for a month: a mail to it that comes from
    /// the address of `user` becomes a message to `other`. `None` where no such address can be
    /// made.
    fn for_conversation(&self, user: &UserId, other: &UserId) -> Option<String>;
}
