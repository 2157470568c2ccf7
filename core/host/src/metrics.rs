//! Metrics in the text format of Prometheus, on a listener of their own.
//!
//! Labels have few values, all named by the program: operations, methods, classes of status,
//! consumers, jobs, codes of errors. Neither paths nor ids nor anything of a member is among them.

mod collect;
mod exposition;
mod process;
mod requests;
mod server;

use std::{sync::Arc, time::Duration};

use prometheus::{
    Gauge, GaugeVec, IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry,
    core::Collector,
};
use sparkyard_kernel::Timestamp;

pub(crate) use self::{
    collect::{Sources, size_of},
    requests::{Measured, OperationIndex, Requests, note_operation},
};
pub use self::{exposition::Exposition, server::serve};

/// Metrics of one server.
pub struct Metrics {
    registry: Registry,
    /// Requests of all operations.
    pub(crate) requests: Arc<Requests>,
    /// Runs of jobs.
    pub(crate) jobs: JobMetrics,
    /// Events that consumers have handled, by consumer and outcome.
    pub(crate) deliveries: IntCounterVec,
    /// Outcomes of outgoing mail.
    pub(crate) mails: IntCounterVec,
}

impl Metrics {
    /// Creates the metrics of a server with these operations.
    pub(crate) fn new(operations: &OperationIndex) -> anyhow::Result<Arc<Self>> {
        let registry = Registry::new();
        let build = IntGaugeVec::new(
            Opts::new("sparkyard_build_info", "Version of the running program; always 1."),
            &["version"],
        )?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        registry.register(Box::new(build))?;
        let deliveries = Register(&registry).counters(
            "sparkyard_deliveries_total",
            "Events handled by each consumer; failed ones are tried again.",
            &["consumer", "outcome"],
        )?;
        let mails = Register(&registry).counters(
            "sparkyard_mails_total",
            "Outgoing mails by outcome; those with the outcome retried are tried again.",
            &["outcome"],
        )?;
        let requests = Arc::new(Requests::new(operations, &Register(&registry))?);
        let jobs = JobMetrics::new(&Register(&registry))?;
        Ok(Arc::new(Self { registry, requests, jobs, deliveries, mails }))
    }

    /// Adds metrics that are kept elsewhere.
    pub fn add(&self, collectors: Vec<Box<dyn Collector>>) -> anyhow::Result<()> {
        for collector in collectors {
            self.registry.register(collector)?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}

/// Runs of jobs, by name.
pub(crate) struct JobMetrics {
    pub(crate) runs: IntCounterVec,
    pub(crate) failures: IntCounterVec,
    pub(crate) last_run: GaugeVec,
    pub(crate) last_success: GaugeVec,
    pub(crate) duration: GaugeVec,
}

impl JobMetrics {
    fn new(registry: &Register<'_>) -> anyhow::Result<Self> {
        let job = &["job"];
        Ok(Self {
            runs: registry.counters("sparkyard_job_runs_total", "Runs of each job.", job)?,
            failures: registry.counters(
                "sparkyard_job_failures_total",
                "Runs of each job that failed.",
                job,
            )?,
            last_run: registry.gauges(
                "sparkyard_job_last_run_timestamp_seconds",
                "Beginning of the last completed run of each job.",
                job,
            )?,
            last_success: registry.gauges(
                "sparkyard_job_last_success_timestamp_seconds",
                "Beginning of the last run of each job that succeeded.",
                job,
            )?,
            duration: registry.gauges(
                "sparkyard_job_last_duration_seconds",
                "Duration of the last run of each job.",
                job,
            )?,
        })
    }

    /// Counts a run that began `at` and has ended.
    #[expect(clippy::cast_precision_loss, reason = "samples of Prometheus are floats")]
    pub(crate) fn note(&self, job: &str, at: Timestamp, took: Duration, succeeded: bool) {
        let (job, at) = (&[job], at.as_seconds() as f64);
        self.runs.with_label_values(job).inc();
        self.last_run.with_label_values(job).set(at);
        self.duration.with_label_values(job).set(took.as_secs_f64());
        // Both exist from the first run on, so that alerts see what has never happened.
        let failures = self.failures.with_label_values(job);
        let last_success = self.last_success.with_label_values(job);
        if succeeded {
            last_success.set(at);
        } else {
            failures.inc();
        }
    }
}

/// Creates metrics and registers them.
pub(crate) struct Register<'a>(&'a Registry);

impl Register<'_> {
    fn with<C: Collector + Clone + 'static>(&self, metric: C) -> anyhow::Result<C> {
        self.0.register(Box::new(metric.clone()))?;
        Ok(metric)
    }

    fn counter(&self, name: &str, help: &str) -> anyhow::Result<IntCounter> {
        self.with(IntCounter::new(name, help)?)
    }

    fn counters(&self, name: &str, help: &str, labels: &[&str]) -> anyhow::Result<IntCounterVec> {
        self.with(IntCounterVec::new(Opts::new(name, help), labels)?)
    }

    fn gauge(&self, name: &str, help: &str) -> anyhow::Result<Gauge> {
        self.with(Gauge::new(name, help)?)
    }

    fn int_gauge(&self, name: &str, help: &str) -> anyhow::Result<IntGauge> {
        self.with(IntGauge::new(name, help)?)
    }

    fn gauges(&self, name: &str, help: &str, labels: &[&str]) -> anyhow::Result<GaugeVec> {
        self.with(GaugeVec::new(Opts::new(name, help), labels)?)
    }
}
