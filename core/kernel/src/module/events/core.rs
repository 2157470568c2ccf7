//! Events that the application itself handles.

use sparkyard_db::{Timestamp, Topic};
use surrealdb::types::SurrealValue;

use crate::{
    UserId,
    ports::{MailMessage, TroubleKind},
};

/// A mail to send; publish it in the write that the mail reports. Delivery is retried until the
/// mail server accepts the mail, rejects it for good, or the mail has expired.
pub const MAIL: Topic<MailMessage> = Topic::new("core.mail");

/// A mail of a bulk mailing. It has a consumer of its own, which sends a few at a time, so that no
/// other mail waits behind it. Only for members; those suspended by the time of sending are
/// skipped. Publish no more than a few hundred ahead ([`Db::untried`](sparkyard_db::Db::untried)).
pub const MAIL_TO_MANY: Topic<MailMessage> = Topic::new("core.mail_to_many");

/// A member has replied by mail; the module that keeps conversations turns the reply into a
/// message.
pub const REPLIED: Topic<MailReply> = Topic::new("core.mail_replied");

/// Mail to a member's address has begun to bounce, or bounces with a worse failure.
pub const BOUNCED: Topic<MailBounced> = Topic::new("core.mail_returned");

/// A backup failed, did not pass the checks, or is overdue.
pub const BACKUP_TROUBLE: Topic<BackupTrouble> = Topic::new("core.backup_trouble");

/// Payload of [`BACKUP_TROUBLE`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct BackupTrouble {
    /// Time of the last backup that succeeded, if any.
    pub last_at: Option<Timestamp>,
    /// Reason of the failure, in one line; `None` for a backup that is overdue.
    pub reason: Option<String>,
}

/// Payload of [`REPLIED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailReply {
    /// Author of the reply.
    pub from: UserId,
    /// Address of the author, from which the reply came.
    pub address: String,
    /// Receiver.
    pub to: UserId,
    /// UUID that is equal for every delivery of the same mail, for deduplication.
    pub client_id: String,
    /// Text of the reply, without quotations.
    pub text: String,
    /// Number of attached files, which are ignored.
    pub files: u64,
}

/// Payload of [`BOUNCED`].
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailBounced {
    /// Owner of the address.
    pub user_id: UserId,
    /// Address that bounces.
    pub address: String,
    /// Kind of trouble.
    pub kind: TroubleKind,
    /// Reason given by the remote side, in one line; untrusted.
    pub reason: String,
}
