use sparkyard_kernel::{
    Timestamp,
    ports::{Attachment, MailMessage, RenderedMail},
};

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
    /// Where answers go, if not to the sender.
    pub reply_to: Option<String>,
    /// What names the mails that belong together with it.
    pub thread: Option<String>,
    /// Files that come with it.
    pub attachments: Vec<Attachment>,
    /// Where its receiver switches off mails of its kind by one press.
    pub unsubscribe: Option<String>,
    /// How it proves to have been ours, should it come back.
    pub returns: Option<Returns>,
}

/// How a mail proves to have been ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returns {
    /// What only we can have made for its receiver.
    pub token: String,
    /// Where it comes back to, if not to its sender.
    pub path: Option<String>,
}

impl Letter {
    /// `mail` in `words`.
    pub fn new(id: &str, mail: &MailMessage, at: Timestamp, words: RenderedMail) -> Self {
        let RenderedMail { subject, text, html, unsubscribe } = words;
        Self {
            id: id.to_owned(),
            to: mail.to.clone(),
            at,
            subject,
            text,
            html,
            reply_to: mail.reply_to.clone(),
            thread: mail.thread.clone(),
            attachments: mail.attachments.clone(),
            unsubscribe,
            returns: None,
        }
    }

    /// The four-digit code in it, if there is one.
    pub fn code(&self) -> Option<&str> {
        let digits =
            |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
        self.text.split_whitespace().find(digits)
    }
}
