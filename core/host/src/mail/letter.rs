use sparkyard_kernel::{Timestamp, ports::RenderedMail};

/// A mail in words, addressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The same for every attempt to send it; becomes its `Message-ID`.
    pub id: String,
    /// Address of the receiver.
    pub to: String,
    /// When it was written.
    pub at: Timestamp,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The same as an HTML document.
    pub html: String,
}

impl Letter {
    /// What `mail` says, to the address `to`.
    pub fn new(id: &str, to: &str, at: Timestamp, mail: RenderedMail) -> Self {
        let RenderedMail { subject, text, html } = mail;
        Self { id: id.to_owned(), to: to.to_owned(), at, subject, text, html }
    }

    /// The four-digit code in it, if there is one.
    pub fn code(&self) -> Option<&str> {
        let digits =
            |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        self.text.split_whitespace().find(digits)
    }
}
