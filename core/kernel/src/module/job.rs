//! Scheduled work: expiry, release, clean-up.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_db::Timestamp;

/// Work done by a job.
#[async_trait]
pub trait JobRunner: Send + Sync + 'static {
    /// Does all work due at `now`. Runs may overlap with those of other processes.
    async fn run(&self, now: Timestamp) -> anyhow::Result<()>;
}

/// A job and its schedule.
#[derive(Clone)]
pub struct Job {
    /// Name of the job in the log, `module.what_it_does`.
    pub name: &'static str,
    /// Time between two runs.
    pub every: Duration,
    /// Work to run.
    pub runner: Arc<dyn JobRunner>,
}
