//! Runs the periodic jobs of modules.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, timeout_at},
};
use tracing::{error, warn};

use crate::Host;

impl Host {
    /// Runs every job once, in order; stops at the first error.
    pub async fn run_jobs(&self) -> anyhow::Result<()> {
        for job in &self.jobs {
            job.runner.run(self.cx.now()).await?;
        }
        Ok(())
    }
}

/// Jobs that run until they are told to stop.
pub struct RunningJobs(Vec<(&'static str, JoinHandle<()>)>);

/// Runs each job at its own interval until `stop` is set.
pub fn spawn(host: &Arc<Host>, stop: &watch::Receiver<bool>) -> RunningJobs {
    let start =
        |job: &Job| (job.name, tokio::spawn(repeat(host.clone(), job.clone(), stop.clone())));
    RunningJobs(host.jobs.iter().map(start).collect())
}

impl RunningJobs {
    /// Waits for the runs under way, `longest` for all together, and aborts the others. Jobs may be
    /// stopped anywhere.
    pub async fn finish(self, longest: Duration) {
        let deadline = Instant::now() + longest;
        for (name, mut job) in self.0 {
            if timeout_at(deadline, &mut job).await.is_err() {
                warn!(job = name, "did not finish within {longest:?} and is aborted");
                job.abort();
                // Returns the abortion as an error.
                let _ = job.await;
            }
        }
    }
}

async fn repeat(host: Arc<Host>, job: Job, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let (at, began) = (host.cx.now(), Instant::now());
        let outcome = job.runner.run(at).await;
        if let Err(cause) = &outcome {
            error!(job = job.name, "failed, will run again: {cause:#}");
        }
        host.metrics.jobs.note(job.name, at, began.elapsed(), outcome.is_ok());
        tokio::select! {
            () = tokio::time::sleep(job.every) => {}
            _ = stop.changed() => {}
        }
    }
}
