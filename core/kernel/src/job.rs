//! Work that time starts: expiry, release, clean-up.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_db::Timestamp;

/// What a job does when its time has come.
#[async_trait]
pub trait JobRunner: Send + Sync + 'static {
    /// Does all that is due at `now`. Runs may overlap with those of other processes.
    async fn run(&self, now: Timestamp) -> anyhow::Result<()>;
}

/// A job and how often it looks for work.
#[derive(Clone)]
pub struct Job {
    /// `module.what_it_does`, for the log.
    pub name: &'static str,
    /// Time between two runs.
    pub every: Duration,
    /// What it does.
    pub runner: Arc<dyn JobRunner>,
}
