use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;

use super::{Letter, MailError, Mailer};

/// A transport for tests, which keeps mails in memory.
#[derive(Debug, Default)]
pub struct CapturedMail(Mutex<Vec<Letter>>);

impl CapturedMail {
    /// Returns all mails so far, oldest first.
    pub fn all(&self) -> Vec<Letter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the newest mail to an address.
    pub fn newest_to(&self, address: &str) -> Option<Letter> {
        self.all().into_iter().rev().find(|letter| letter.to == address)
    }

    /// Returns the code in the newest mail to an address.
    pub fn code_for(&self, address: &str) -> Option<String> {
        self.newest_to(address)?.code().map(str::to_owned)
    }
}

#[async_trait]
impl Mailer for CapturedMail {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(letter.clone());
        Ok(())
    }
}
