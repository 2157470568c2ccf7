use crate::UserId;

/// Creates addresses for replies by mail. Offered by the host where it reads a mailbox.
pub trait ReplyAddresses: Send + Sync + 'static {
    /// Returns the address by which `user` can reply to `other` for a month: a mail to it from the
    /// address of `user` becomes a message to `other`. `None` where no such address can be created.
    fn for_conversation(&self, user: &UserId, other: &UserId) -> Option<String>;
}
