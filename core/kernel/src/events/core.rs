//! What the application itself acts on.

use sparkyard_db::Topic;

use crate::ports::MailMessage;

/// A mail to be sent; publish it in the write that the mail tells of. It is delivered again and
/// again until the mail server takes it.
pub const MAIL: Topic<MailMessage> = Topic::new("core.mail");
