use std::path::{Path, PathBuf};

use anyhow::Context;
use async_trait::async_trait;
use lettre::message::Mailbox;
use sparkyard_host::mail::{Letter, MailError, Mailer};
use sparkyard_kernel::site::SiteConfig;

use crate::{
    MailConfig,
    message::{message, plain_id},
};

/// Writes each mail as `<data_dir>/outbox/<id>.eml`, for hosts without a mail server.
#[derive(Debug)]
pub struct FileMailer {
    dir: PathBuf,
    sender: Mailbox,
}

impl FileMailer {
    /// Mails of `site` into the data directory.
    pub fn new(data_dir: &Path, mail: &MailConfig, site: &SiteConfig) -> anyhow::Result<Self> {
        let dir = data_dir.join("outbox");
        std::fs::create_dir_all(&dir).with_context(|| format!("creating {}", dir.display()))?;
        Ok(Self { dir, sender: mail.sender(&site.name)? })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, letter: &Letter) -> Result<(), MailError> {
        let message =
            message(letter, &self.sender).map_err(|cause| MailError::Refused(cause.to_string()))?;
        let path = self.dir.join(format!("{}.eml", plain_id(letter)));
        tokio::fs::write(&path, message.formatted())
            .await
            .map_err(|cause| MailError::Unreachable(format!("writing {}: {cause}", path.display())))
    }
}
