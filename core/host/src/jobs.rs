//! Runs the periodic jobs of modules.

use std::sync::Arc;

use sparkyard_kernel::Job;
use tokio::sync::watch;
use tracing::error;

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

/// Runs each job at its own interval until `stop` is set.
pub fn spawn(host: &Arc<Host>, stop: &watch::Receiver<bool>) {
    for job in host.jobs.clone() {
        tokio::spawn(repeat(host.clone(), job, stop.clone()));
    }
}

async fn repeat(host: Arc<Host>, job: Job, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if let Err(cause) = job.runner.run(host.cx.now()).await {
            error!(job = job.name, "failed, will run again: {cause:#}");
        }
        tokio::select! {
            () = tokio::time::sleep(job.every) => {}
            _ = stop.changed() => {}
        }
    }
}
