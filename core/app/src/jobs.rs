//! Runs what modules do as time passes.

use std::sync::Arc;

use sparkyard_kernel::Job;
use tokio::sync::watch;
use tracing::error;

use crate::House;

impl House {
    /// Runs every job once, in order.
    pub async fn run_jobs(&self) -> anyhow::Result<()> {
        for job in &self.jobs {
            job.runner.run(self.cx.now()).await?;
        }
        Ok(())
    }
}

/// Runs each job at its own pace until told to stop.
pub(crate) fn spawn(house: &Arc<House>, stop: &watch::Receiver<bool>) {
    for job in house.jobs.clone() {
        tokio::spawn(repeat(house.clone(), job, stop.clone()));
    }
}

async fn repeat(house: Arc<House>, job: Job, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        if let Err(cause) = job.runner.run(house.cx.now()).await {
            error!(job = job.name, "failed, will run again: {cause:#}");
        }
        tokio::select! {
            () = tokio::time::sleep(job.every) => {}
            _ = stop.changed() => {}
        }
    }
}
