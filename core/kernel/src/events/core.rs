//! What the application itself acts on.

use sparkyard_db::Topic;

use surrealdb::types::SurrealValue;

use crate::{
    UserId,
    ports::{MailMessage, TroubleKind},
};

/// A mail to be sent; publish it in the write that the mail tells of. It is delivered until the
/// mail server takes it or never will, or until it is not worth sending any more.
pub const MAIL: Topic<MailMessage> = Topic::new("core.mail");

/// The same for a mail that goes to very many at once: it leaves by a way of its own, a few at a
/// time, so that none of the others waits behind it. Only to members, and not to those who are kept
/// out by the time it leaves. Publish no more of them than a few hundred ahead
/// ([`Db::waiting`](sparkyard_db::Db::waiting)).
pub const MAIL_TO_MANY: Topic<MailMessage> = Topic::new("core.mail_to_many");

/// A member has answered by mail; whoever keeps conversations makes a message of it.
pub const REPLIED: Topic<MailReply> = Topic::new("core.mail_replied");

/// Mail to a member's address has begun to come back, or more than before is wrong with it.
pub const RETURNED: Topic<MailReturned> = Topic::new("core.mail_returned");

/// Payload of [`REPLIED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailReply {
    /// Who wrote it.
    pub from: UserId,
    /// Their address, from which it came.
    pub address: String,
    /// To whom.
    pub to: UserId,
    /// A UUID that is the same whenever the same mail comes.
    pub client_id: String,
    /// What they wrote, without what they quoted.
    pub text: String,
    /// How many files came with it, which nobody looks at.
    pub files: u64,
}

/// Payload of [`RETURNED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailReturned {
    /// Whose address it is.
    pub user_id: UserId,
    /// The address.
    pub address: String,
    /// What is wrong.
    pub kind: TroubleKind,
    /// What was said about it, in one line; from outside, never to be trusted.
    pub reason: String,
}
