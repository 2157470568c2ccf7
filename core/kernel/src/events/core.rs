//! What the application itself acts on.

use sparkyard_db::Topic;

use crate::ports::MailMessage;

/// A mail to be sent; publish it in the write that the mail tells of. It is delivered until the
/// mail server takes it or never will, or until it is not worth sending any more.
pub const MAIL: Topic<MailMessage> = Topic::new("core.mail");
