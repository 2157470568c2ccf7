//! Mail out of the house: written to files by default, kept in memory for tests.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context;
use async_trait::async_trait;
use lettre::{Message, message::header::ContentType};
use sparkyard_kernel::{Event, EventHandler, ports::MailMessage};

/// Something that takes mails off our hands.
#[async_trait]
pub trait Mailer: Send + Sync + 'static {
    /// Sends `mail`; `id` is the same for every attempt at one mail.
    async fn send(&self, id: &str, mail: &MailMessage) -> anyhow::Result<()>;
}

/// Delivers the mails that modules publish.
pub(crate) struct MailDelivery {
    mailer: Arc<dyn Mailer>,
}

impl MailDelivery {
    pub(crate) fn new(mailer: Arc<dyn Mailer>) -> Self {
        Self { mailer }
    }
}

#[async_trait]
impl EventHandler for MailDelivery {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        self.mailer.send(&event.id, &event.read()?).await
    }
}

/// Writes each mail as `<data_dir>/outbox/<id>.eml`, for hosts without a mail server.
#[derive(Debug)]
pub struct FileMailer {
    dir: PathBuf,
    from: String,
}

impl FileMailer {
    /// Mails from `site_name` into the data directory.
    pub fn new(data_dir: &Path, site_name: &str) -> anyhow::Result<Self> {
        let dir = data_dir.join("outbox");
        std::fs::create_dir_all(&dir).with_context(|| format!("creating {}", dir.display()))?;
        let name: String =
            site_name.chars().filter(|c| !c.is_control() && !"\"\\<>".contains(*c)).collect();
        Ok(Self { dir, from: format!("\"{name}\" <no-reply@localhost>") })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, id: &str, mail: &MailMessage) -> anyhow::Result<()> {
        let message = Message::builder()
            .from(self.from.parse()?)
            .to(mail.to.parse()?)
            .subject(mail.subject.clone())
            .header(ContentType::TEXT_PLAIN)
            .body(mail.text.clone())?;
        let name: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
        let path = self.dir.join(format!("{name}.eml"));
        tokio::fs::write(&path, message.formatted())
            .await
            .with_context(|| format!("writing {}", path.display()))
    }
}

/// Keeps mails in memory.
#[derive(Debug, Default)]
pub struct CapturedMail(Mutex<Vec<MailMessage>>);

impl CapturedMail {
    /// All mails so far, oldest first.
    pub fn all(&self) -> Vec<MailMessage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mailer for CapturedMail {
    async fn send(&self, _id: &str, mail: &MailMessage) -> anyhow::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mail.clone());
        Ok(())
    }
}
