use sparkyard_kernel::{
    Timestamp,
    ports::{Attachment, MailMessage, RenderedMail},
};

/// A rendered mail with its addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    /// Id of the mail for all attempts to send it; becomes the `Message-ID`.
    pub id: String,
    /// Address of the receiver.
    pub to: String,
    /// Time at which the mail was published.
    pub at: Timestamp,
    /// Name of the community: the sender's name, unless the settings give another.
    pub site: String,
    /// Subject, in one line.
    pub subject: String,
    /// Body as plain text.
    pub text: String,
    /// Body as an HTML document.
    pub html: String,
    /// `Reply-To` address, if not the sender.
    pub reply_to: Option<String>,
    /// Identifier shared by the mails of one thread.
    pub thread: Option<String>,
    /// Attached files.
    pub attachments: Vec<Attachment>,
    /// URL for one-click unsubscription from this kind of mail.
    pub unsubscribe: Option<String>,
    /// Identification of the mail in a bounce.
    pub bounces: Option<BounceTracking>,
}

/// Identification of a mail as ours in a bounce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BounceTracking {
    /// Token signed for the receiver's address.
    pub token: String,
    /// Envelope sender, if not the sender's own address.
    pub path: Option<String>,
}

impl Email {
    /// Combines `mail` and its rendered content.
    pub fn new(id: &str, mail: &MailMessage, at: Timestamp, words: RenderedMail) -> Self {
        let RenderedMail { site, contact, subject, text, html, unsubscribe } = words;
        Self {
            id: id.to_owned(),
            to: mail.to.clone(),
            at,
            site,
            subject,
            text,
            html,
            reply_to: mail.reply_to.clone().or(contact),
            thread: mail.thread.clone(),
            attachments: mail.attachments.clone(),
            unsubscribe,
            bounces: None,
        }
    }

    /// Returns the four-digit code with which the subject begins. The text is not searched, since
    /// the site's name in it may contain such a number.
    pub fn code(&self) -> Option<&str> {
        let (word, _) = self.subject.split_once(' ')?;
        (word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())).then_some(word)
    }
}
