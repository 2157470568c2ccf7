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

impl Job {
    /// Creates a job that calls `run` with a clone of `service` and the time.
    pub fn new<S, F, R, E>(name: &'static str, every: Duration, service: S, run: F) -> Self
    where
        S: Clone + Send + Sync + 'static,
        F: Fn(S, Timestamp) -> R + Send + Sync + 'static,
        R: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<anyhow::Error> + 'static,
    {
        Self { name, every, runner: Arc::new(Call { service, run }) }
    }
}

/// Runs a function.
struct Call<S, F> {
    service: S,
    run: F,
}

#[async_trait]
impl<S, F, R, E> JobRunner for Call<S, F>
where
    S: Clone + Send + Sync + 'static,
    F: Fn(S, Timestamp) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), E>> + Send + 'static,
    E: Into<anyhow::Error> + 'static,
{
    async fn run(&self, now: Timestamp) -> anyhow::Result<()> {
        (self.run)(self.service.clone(), now).await.map_err(Into::into)
    }
}
