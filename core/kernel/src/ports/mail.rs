use surrealdb::types::SurrealValue;

/// The event that carries a [`MailMessage`]; publish it in the write that the mail tells of.
/// The hall delivers it, again and again until the mail server takes it.
pub const MAIL_EVENT: &str = "core.mail";

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailMessage {
    /// Address of the receiver.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
}
