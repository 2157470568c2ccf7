//! Checks the requirements of a public site: mail delivery, a public address with its certificate,
//! backups.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Cx, Timestamp,
    ports::{MailMessage, Mails, SetUp, SetUpTopic, SetUpWarning, TestMail, TestMailReport},
    site::Site,
};

use crate::{
    certificate::CertificateWatch,
    config::Config,
    data_dir::BackupRecord,
    mail::{Email, Mailer, TrialReport},
};

/// Age from which a backup is too old: a week, plus a day for a backup job that runs late.
const OLD_BACKUP: Duration = Duration::from_hours(8 * 24);

/// Set-up checks of one server.
pub(crate) struct HostSetUp {
    cx: Cx,
    mails: Arc<dyn Mails>,
    mailer: Arc<dyn Mailer>,
    certificate: Arc<CertificateWatch>,
    /// The data directory, if the database is in it.
    backed_up: Option<PathBuf>,
}

impl HostSetUp {
    pub(crate) fn new(
        cx: &Cx,
        config: &Config,
        mails: Arc<dyn Mails>,
        mailer: Arc<dyn Mailer>,
        certificate: Arc<CertificateWatch>,
    ) -> Self {
        let backed_up = config.database.url.is_empty().then(|| config.data_dir.clone());
        Self { cx: cx.clone(), mails, mailer, certificate, backed_up }
    }
}

/// Returns what is missing while mails do not reach their receivers.
pub(crate) fn mail_warning(mailer: &dyn Mailer, data_dir: &Path) -> Option<SetUpWarning> {
    let outbox = data_dir.join("outbox");
    (!mailer.delivers()).then(|| SetUpWarning {
        topic: SetUpTopic::Mail,
        problem: format!(
            "Nobody can join: emails do not leave this server, they are written to {}.",
            outbox.display()
        ),
        remedy: "Name a mail server in [mail] of sparkyard.toml and restart.".to_owned(),
    })
}

/// Returns what is missing while members cannot reach the site safely at its public address.
pub(crate) fn address_warning(site: &Site) -> Option<SetUpWarning> {
    let (url, local) = (&site.public_url, site.is_local_only());
    let problem = match local {
        true => format!(
            "Links in emails and invitations do not work: {url} can be reached on this machine \
             only."
        ),
        false if url.starts_with("https://") => return None,
        false => format!("Passwords can be read on the way: {url} is not encrypted."),
    };
    let remedy = "Set site.public_url to the https address of your site and restart; README \
                  says how to go public.";
    let (topic, remedy) = (SetUpTopic::PublicAddress, remedy.to_owned());
    Some(SetUpWarning { topic, problem, remedy })
}

/// Returns the most urgent problem with the backups of a data directory, if any.
pub(crate) fn backup_warning(dir: &Path, now: Timestamp) -> io::Result<Option<SetUpWarning>> {
    Ok(warning_of(&BackupRecord::read(dir)?, now))
}

#[async_trait]
impl SetUp for HostSetUp {
    async fn warnings(&self) -> Result<Vec<SetUpWarning>, ApiError> {
        if self.cx.demo {
            return Ok(Vec::new());
        }
        let now = self.cx.now();
        let backup = match self.backed_up.clone() {
            None => None,
            Some(dir) => tokio::task::spawn_blocking(move || backup_warning(&dir, now))
                .await
                .map_err(ApiError::internal)?
                .map_err(ApiError::internal)?,
        };
        let mail = mail_warning(self.mailer.as_ref(), &self.cx.data_dir);
        let address = address_warning(&self.cx.site);
        let certificate = self.certificate.warning(now);
        Ok([mail, address, certificate, backup].into_iter().flatten().collect())
    }

    fn delivers_mail(&self) -> bool {
        self.cx.demo || self.mailer.delivers()
    }

    async fn send_test_mail(&self, address: &str) -> Result<TestMailReport, ApiError> {
        let (id, at) = (self.cx.ids.next(), self.cx.now());
        send_test_mail(self.mails.as_ref(), self.mailer.as_ref(), address, &id, at).await
    }
}

fn warning_of(record: &BackupRecord, now: Timestamp) -> Option<SetUpWarning> {
    let days = |age: Duration| age.as_secs() / (24 * 3600);
    let (problem, remedy) = match (record.made_at.map(|at| now.since(at)), &record.failure) {
        (_, Some(failure)) => (
            format!("The last backup failed: {}.", failure.reason.trim_end_matches('.')),
            "Repair the cause and run 'sparkyard backup --verify'.",
        ),
        (None, None) => (
            "There is no backup: if this disk fails, everything is lost.".to_owned(),
            "Name another disk or a bucket in [backup] of sparkyard.toml and restart.",
        ),
        (Some(age), None) if age >= OLD_BACKUP => (
            format!("The last backup is {} days old.", days(age)),
            "Set backup.every_hours in sparkyard.toml, or run 'sparkyard backup' every day.",
        ),
        _ if record.key_exported_at.is_none() => (
            "Nobody can read the backups if this machine is lost: its key is nowhere else."
                .to_owned(),
            "Run 'sparkyard key export' and keep what it prints in a safe place.",
        ),
        _ => return None,
    };
    let (topic, remedy) = (SetUpTopic::Backup, remedy.to_owned());
    Some(SetUpWarning { topic, problem, remedy })
}

/// Sends a test mail to `address`, without the outbox.
pub async fn send_test_mail(
    mails: &dyn Mails,
    mailer: &dyn Mailer,
    address: &str,
    id: &str,
    at: Timestamp,
) -> Result<TestMailReport, ApiError> {
    let mail = MailMessage::new(address, "site/test");
    let email = Email::new(id, &mail, at, mails.render(&mail)?);
    let TrialReport { outcome, remedy, conversation } = mailer.try_out(&email).await;
    let outcome = match outcome {
        Ok(()) if mailer.delivers() => TestMail::Sent,
        Ok(()) => TestMail::Written,
        Err(cause) => TestMail::Failed(cause.to_string()),
    };
    Ok(TestMailReport { outcome, remedy, conversation })
}
