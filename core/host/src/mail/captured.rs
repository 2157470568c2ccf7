use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use super::{Email, MailError, Mailer};

/// A transport for tests, which keeps mails in memory.
#[derive(Debug, Default)]
pub struct CapturedMail(Mutex<Vec<Email>>);

impl CapturedMail {
    /// Returns all mails so far, oldest first.
    pub fn all(&self) -> Vec<Email> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the newest mail to an address.
    pub fn newest_to(&self, address: &str) -> Option<Email> {
        self.all().into_iter().rev().find(|email| email.to == address)
    }

    /// Returns the code in the newest mail to an address.
    pub fn code_for(&self, address: &str) -> Option<String> {
        self.newest_to(address)?.code().map(str::to_owned)
    }
}

#[async_trait]
impl Mailer for CapturedMail {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(email.clone());
        Ok(())
    }
}
