//! Checks of a site's set-up, for `sparkyard doctor`.
//!
//! Nothing is opened that a running server holds, and nothing is changed. Checks run at the same
//! time, each with a time limit.

mod clock;
mod directory;
mod settings;
mod site;

use std::{sync::Arc, time::Duration};

use futures_util::future::{BoxFuture, join_all};
use sparkyard_kernel::{
    Clock,
    keys::MasterKey,
    ports::SetUpWarning,
    probe::{Finding, Probe, Severity},
    site::Site,
};
use tokio::{task::spawn_blocking, time::timeout};

use crate::{
    config::Config,
    mail::{Mailer, inbound::Mailbox},
    set_up::{backup_warning, mail_warning},
};

/// Time limit of one check; longer than the limits of the services themselves, whose errors say
/// more.
const LIMIT: Duration = Duration::from_secs(25);

/// Result of one check, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Name of the check.
    pub check: &'static str,
    /// Result.
    pub finding: Finding,
}

/// Parts of a site whose set-up is checked.
pub struct Doctor {
    /// The configuration.
    pub config: Config,
    /// Settings of the site.
    pub site: Arc<Site>,
    /// Master key; `None` before the first start.
    pub keys: Option<MasterKey>,
    /// Clock of this machine.
    pub clock: Arc<dyn Clock>,
    /// Mail transport.
    pub mailer: Arc<dyn Mailer>,
    /// Mailbox for replies, if one is configured.
    pub mailbox: Option<Arc<dyn Mailbox>>,
    /// Checks of services that modules use.
    pub probes: Vec<Arc<dyn Probe>>,
}

impl Doctor {
    /// Runs all checks.
    pub async fn examine(&self) -> Vec<Report> {
        let mut checks: Vec<BoxFuture<'_, Vec<Report>>> = vec![
            Box::pin(async { self.settings() }),
            one("data", self.blocking(directory::permissions)),
            one("disk", self.blocking(directory::space)),
            one("backup", async { self.backup() }),
            one("mail", self.mail()),
            one("clock", clock::check(&self.probes, self.clock.as_ref())),
            Box::pin(site::check(&self.site, self.keys.as_ref(), self.clock.as_ref())),
        ];
        if let Some(mailbox) = &self.mailbox {
            checks.push(one("mailbox", check_mailbox(mailbox.as_ref())));
        }
        checks.extend(self.probes.iter().map(|probe| one(probe.name(), probe.check())));
        join_all(checks).await.into_iter().flatten().collect()
    }

    fn settings(&self) -> Vec<Report> {
        let found = settings::check(&self.config, &self.site).into_iter();
        found.map(|finding| Report { check: "settings", finding }).collect()
    }

    /// Runs a check that waits for the disk.
    async fn blocking(&self, check: fn(&Config) -> Finding) -> Finding {
        let config = self.config.clone();
        let checked = spawn_blocking(move || check(&config)).await;
        checked.unwrap_or_else(|cause| Finding::failure(format!("{cause}."), ""))
    }

    fn backup(&self) -> Finding {
        const REMEDY: &str =
            "Look whether the file backups.json in the data directory can be read.";
        if !self.config.database.url.is_empty() {
            return Finding::warning(
                "The database is on another server, whose backups are not known here.",
                "Make sure that it is backed up, and the data directory as well.",
            );
        }
        match backup_warning(&self.config.data_dir, self.clock.now()) {
            Ok(Some(SetUpWarning { problem, remedy, .. })) => Finding::warning(problem, remedy),
            Ok(None) => Finding::ok("There is a backup of the last days."),
            Err(cause) => Finding::warning(
                format!("The time of the last backup cannot be read: {cause}."),
                REMEDY,
            ),
        }
    }

    async fn mail(&self) -> Finding {
        if let Some(missing) = mail_warning(self.mailer.as_ref(), &self.config.data_dir) {
            let SetUpWarning { problem, remedy, .. } = missing;
            // Somebody who tries the program out on their machine needs no mail server.
            return match self.site.is_local_only() {
                true => Finding::warning(problem, remedy),
                false => Finding::failure(problem, remedy),
            };
        }
        let report = self.mailer.check().await;
        match report.outcome {
            Ok(()) => Finding::ok("The mail server accepts connections of this site."),
            Err(cause) => Finding::failure(
                format!("The mail server does not accept connections of this site: {cause}."),
                report.remedy.unwrap_or_default(),
            ),
        }
    }
}

impl std::fmt::Debug for Doctor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Doctor").finish_non_exhaustive()
    }
}

/// Checks whether something has failed.
pub fn has_failed(reports: &[Report]) -> bool {
    reports.iter().any(|report| report.finding.severity == Severity::Failure)
}

/// Limits the time of a check.
fn one<'a>(
    check: &'static str,
    finding: impl Future<Output = Finding> + Send + 'a,
) -> BoxFuture<'a, Vec<Report>> {
    Box::pin(within(LIMIT, check, finding))
}

async fn within(
    limit: Duration,
    check: &'static str,
    finding: impl Future<Output = Finding>,
) -> Vec<Report> {
    let finding = timeout(limit, finding).await.unwrap_or_else(|_| {
        Finding::failure(
            format!("There was no answer within {} seconds.", limit.as_secs()),
            "Check the connection of this machine, and that a firewall lets it through.",
        )
    });
    vec![Report { check, finding }]
}

async fn check_mailbox(mailbox: &dyn Mailbox) -> Finding {
    match mailbox.check().await {
        Ok(()) => Finding::ok("The mailbox for replies can be read."),
        Err(cause) => Finding::failure(
            format!("The mailbox for replies cannot be read: {cause:#}."),
            "Check host, port, security, username and password in [mail.inbound].",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_check_that_never_ends_is_a_failure() {
        let reports = within(Duration::ZERO, "mail", std::future::pending()).await;
        assert!(has_failed(&reports) && reports[0].check == "mail");
        assert!(reports[0].finding.message.contains("no answer"));
    }
}
