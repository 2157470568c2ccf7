use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::Context;
use async_trait::async_trait;
use lettre::message::Mailbox;
use sparkyard_host::mail::{Email, MailError, Mailer};
use sparkyard_kernel::Timestamp;

use crate::{
    MailConfig,
    message::{message, plain_id},
};

/// Writes each mail as `<data_dir>/outbox/<id>.eml`, for sites without a mail server. The operator
/// reads the files there, until they expire.
#[derive(Debug)]
pub struct FileMailer {
    dir: PathBuf,
    sender: Mailbox,
}

impl FileMailer {
    /// Creates the outbox in the data directory.
    pub fn new(data_dir: &Path, mail: &MailConfig) -> anyhow::Result<Self> {
        let dir = data_dir.join("outbox");
        std::fs::create_dir_all(&dir).with_context(|| format!("creating {}", dir.display()))?;
        Ok(Self { dir, sender: mail.sender()? })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        let message =
            message(email, &self.sender).map_err(|cause| MailError::Refused(cause.to_string()))?;
        let path = self.dir.join(format!("{}.eml", plain_id(email)));
        tokio::fs::write(&path, message.formatted())
            .await
            .map_err(|cause| MailError::Unreachable(format!("writing {}: {cause}", path.display())))
    }

    fn delivers(&self) -> bool {
        false
    }

    async fn delete_old(&self, before: Timestamp) -> anyhow::Result<()> {
        let before = SystemTime::UNIX_EPOCH + Duration::from_millis(before.as_millis().try_into()?);
        let mut entries = tokio::fs::read_dir(&self.dir).await?;
        while let Some(entry) = entries.next_entry().await? {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "eml") {
                continue;
            }
            if entry.metadata().await?.modified()? < before {
                tokio::fs::remove_file(&path).await?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[tokio::test]
    async fn only_old_mails_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let at = |days: u64| SystemTime::UNIX_EPOCH + Duration::from_hours(days * 24);
        for (name, days) in [("old.eml", 9), ("young.eml", 11), ("old.txt", 9)] {
            File::create(folder.path().join(name)).unwrap().set_modified(at(days)).unwrap();
        }
        let mailer = FileMailer {
            dir: folder.path().to_owned(),
            sender: "sparkyard@example.org".parse().unwrap(),
        };
        mailer.delete_old("1970-01-11T00:00:00Z".parse().unwrap()).await.unwrap();
        let mut left: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["old.txt", "young.eml"]);
    }
}
