//! Runs the periodic jobs of modules.

use std::{sync::Arc, time::Instant};

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
