use std::collections::BTreeMap;

use surrealdb::types::SurrealValue;

use crate::ApiError;

/// The event that carries a [`MailMessage`]; publish it in the write that the mail tells of.
/// The hall delivers it, again and again until the mail server takes it.
pub const MAIL_EVENT: &str = "core.mail";

/// A mail to one person: which words, and what to fill in. The words themselves are in
/// `config/content/emails`.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct MailMessage {
    /// Address of the receiver.
    pub to: String,
    /// Name of the template, `module/what_it_says`.
    pub template: String,
    /// What the template is filled with, besides `site` (the community's name) and `url` (where
    /// the site is reached), which are always there. `name` is who is greeted.
    pub values: BTreeMap<String, String>,
}

impl MailMessage {
    /// The mail `template` to the address `to`, with nothing filled in yet.
    pub fn new(to: impl Into<String>, template: &str) -> Self {
        Self { to: to.into(), template: template.to_owned(), values: BTreeMap::new() }
    }

    /// With `value` for the template's `key`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<String>) -> Self {
        self.values.insert(key.to_owned(), value.into());
        self
    }

    /// With `value` for the template's `key`, if there is one.
    #[must_use]
    pub fn with_some(self, key: &str, value: Option<impl Into<String>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

/// A mail in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedMail {
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as an HTML document.
    pub html: String,
}

/// Puts mails into words. Offered by the hall.
pub trait Mails: Send + Sync + 'static {
    /// The words of `mail`. A 500 when its template is unknown or lacks a value.
    fn render(&self, mail: &MailMessage) -> Result<RenderedMail, ApiError>;
}
