//! Makes backups at the configured times, each in a child process.
//!
//! A process of its own has memory of its own, which ends with it, and does exactly what the
//! command does. It is killed when the server stops.

use std::{
    io::{self, Read},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, bail};
use sparkyard_host::{Host, config::Config, data_dir::BackupRecord};
use sparkyard_kernel::{
    Timestamp,
    events::core::{BACKUP_TROUBLE, BackupTrouble},
};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{sleep, timeout},
};
use tracing::{error, info};

use super::BackupConfig;
use crate::cli::DataArgs;

/// Time between two looks at whether a backup is due.
const LOOK: Duration = Duration::from_mins(10);
/// Time after which a failed backup is tried again.
const AGAIN: Duration = Duration::from_hours(1);
/// Longest time for a backup and its verification.
const LIMIT: Duration = Duration::from_hours(12);
/// Time between two looks at whether the child has ended.
const POLL: Duration = Duration::from_millis(200);
/// A backup is overdue after this many intervals without one.
const OVERDUE: u32 = 2;

/// Makes backups until `stop` is set, if the configuration asks for any.
pub(crate) fn spawn(
    host: &Arc<Host>,
    config: &Config,
    data_args: &DataArgs,
    stop: &watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let settings = config.section::<BackupConfig>("backup")?;
    let Some(every) = settings.every() else { return Ok(()) };
    // A mistake in the section is an error of the start.
    settings.store(None, &config.data_dir).context("opening the place of the backups")?;
    let schedule = Schedule { host: host.clone(), data_args: data_args.clone(), every };
    let mut stop = stop.clone();
    tokio::spawn(async move {
        let mut first_look = None;
        while !*stop.borrow() {
            let now = schedule.host.cx.now();
            let running_since = *first_look.get_or_insert(now);
            tokio::select! {
                looked = schedule.look(now, running_since) => if let Err(cause) = looked {
                    error!("cannot determine whether a backup is due: {cause:#}");
                },
                _ = stop.changed() => continue,
            }
            tokio::select! {
                () = sleep(LOOK) => {}
                _ = stop.changed() => {}
            }
        }
    });
    Ok(())
}

struct Schedule {
    host: Arc<Host>,
    data_args: DataArgs,
    every: Duration,
}

impl Schedule {
    /// Makes a backup if one is due, and tells the admins of trouble, once a day at most.
    async fn look(&self, now: Timestamp, running_since: Timestamp) -> anyhow::Result<()> {
        let dir = &self.host.cx.data_dir;
        if is_due(&BackupRecord::read(dir)?, self.every, now) {
            match self.back_up().await {
                Ok(()) => info!("a backup was made and verified"),
                Err(cause) => error!("the backup failed: {cause:#}"),
            }
        }
        let record = BackupRecord::read(dir)?;
        match trouble(&record, self.every, self.host.cx.now(), running_since) {
            Some(trouble) => self.publish(trouble).await,
            None => Ok(()),
        }
    }

    /// Runs `sparkyard backup --verify`, which records the outcome.
    async fn back_up(&self) -> anyhow::Result<()> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["backup", "--verify"]).args(self.data_args.arguments());
        command.arg("--data-dir").arg(&self.host.cx.data_dir);
        // One core at a time: members come first.
        command.env("RAYON_NUM_THREADS", "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut running = Running(command.spawn().context("starting the backup")?);
        let stderr = running.0.stderr.take().map(|mut pipe| {
            spawn_blocking(move || {
                let mut text = String::new();
                pipe.read_to_string(&mut text).map(|_| text)
            })
        });
        let ended = timeout(LIMIT, running.wait());
        let status = ended.await.with_context(|| format!("not done within {LIMIT:?}"))??;
        if !status.success() {
            let stderr = match stderr {
                Some(stderr) => stderr.await??,
                None => String::new(),
            };
            bail!("{}", stderr.lines().last().unwrap_or("without a reason"));
        }
        Ok(())
    }

    async fn publish(&self, trouble: BackupTrouble) -> anyhow::Result<()> {
        let now = self.host.cx.now();
        // A second event of the same day has the same id, and so is the same event.
        let id = format!("{}:{}", BACKUP_TROUBLE.name(), sparkyard_kernel::allowance::day(now));
        let write = self.host.cx.db.write("core.backup_trouble");
        write.publish(BACKUP_TROUBLE, id, now, trouble).run::<()>().await?;
        Ok(())
    }
}

/// A child process; killed on drop.
struct Running(Child);

impl Running {
    async fn wait(&mut self) -> io::Result<ExitStatus> {
        loop {
            match self.0.try_wait()? {
                Some(status) => return Ok(status),
                None => sleep(POLL).await,
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails if it has already ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Checks whether a backup is due: the last is old enough, or failed a while ago.
fn is_due(record: &BackupRecord, every: Duration, now: Timestamp) -> bool {
    if let Some(failure) = &record.failure {
        return now.since(failure.at) >= AGAIN;
    }
    record.made_at.is_none_or(|made| now.since(made) >= every)
}

/// Returns the trouble of which the admins must be notified, if any.
fn trouble(
    record: &BackupRecord,
    every: Duration,
    now: Timestamp,
    running_since: Timestamp,
) -> Option<BackupTrouble> {
    let (last_at, reason) = (record.made_at, record.failure.as_ref().map(|it| it.reason.clone()));
    // A server that was off for a week makes its backup first.
    let since = last_at.unwrap_or(running_since).max(running_since);
    let is_overdue = now.since(since) >= every * OVERDUE;
    (reason.is_some() || is_overdue).then_some(BackupTrouble { last_at, reason })
}

#[cfg(test)]
mod tests {
    use sparkyard_host::data_dir::BackupFailure;

    use super::*;

    const DAY: Duration = Duration::from_hours(24);

    fn hours(hours: u64) -> Timestamp {
        Timestamp::EPOCH + Duration::from_hours(hours)
    }

    fn record(made: Option<u64>, failed: Option<u64>) -> BackupRecord {
        let failure =
            failed.map(|at| BackupFailure { at: hours(at), reason: "disk full".to_owned() });
        BackupRecord { made_at: made.map(hours), failure, ..BackupRecord::default() }
    }

    #[test]
    fn backup_is_due_once_per_interval_and_soon_after_a_failure() {
        for (made, failed, now, due) in [
            (None, None, 0, true),
            (Some(0), None, 23, false),
            (Some(0), None, 24, true),
            (Some(0), Some(24), 24, false),
            (Some(0), Some(24), 25, true),
            // The clock was set back.
            (Some(50), None, 1, false),
        ] {
            assert_eq!(is_due(&record(made, failed), DAY, hours(now)), due, "{made:?} {now}");
        }
    }

    #[test]
    fn admins_are_told_of_failures_and_of_backups_that_are_overdue() {
        let reason = |made, failed, now, since| {
            let trouble = trouble(&record(made, failed), DAY, hours(now), hours(since));
            trouble.map(|trouble| trouble.reason)
        };
        assert_eq!(reason(Some(0), None, 47, 0), None);
        assert_eq!(reason(Some(0), None, 48, 0), Some(None));
        assert_eq!(reason(Some(0), None, 200, 190), None, "the server was off");
        assert_eq!(reason(None, None, 49, 0), Some(None));
        assert_eq!(reason(Some(0), Some(3), 4, 0), Some(Some("disk full".to_owned())));
    }
}
