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

/// A rule by which data is deleted, in words for members: `data` is kept for `keep` `since`, as in
/// 'Notifications' for 60 days 'after they were sent'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// Kind of data, in the plural, beginning with a capital letter.
    pub data: &'static str,
    /// Moment from which the time counts: 'after …'.
    pub since: &'static str,
    /// Time for which the data is kept.
    pub keep: Duration,
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
    /// Rule by which the job deletes data, if it does.
    pub retention: Option<Retention>,
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
        Self::from_runner(name, every, Arc::new(Call { service, run }))
    }

    /// Creates a job that deletes nothing that members know of.
    pub fn from_runner(name: &'static str, every: Duration, runner: Arc<dyn JobRunner>) -> Self {
        Self { name, every, runner, retention: None }
    }

    /// Sets the rule by which the job deletes data.
    #[must_use]
    pub fn deletes(self, retention: Retention) -> Self {
        Self { retention: Some(retention), ..self }
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
