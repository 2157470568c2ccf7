//! Rules by which the jobs of a server delete data.

use std::sync::OnceLock;

use sparkyard_kernel::{Job, job::Retention, ports::Retentions};

/// The rules, known once all jobs are.
#[derive(Debug, Default)]
pub(crate) struct JobRetentions {
    rules: OnceLock<Vec<Retention>>,
}

impl JobRetentions {
    /// Takes the rules of all jobs of the server; a second call changes nothing.
    pub(crate) fn take(&self, jobs: &[Job]) {
        self.rules.get_or_init(|| {
            let mut rules: Vec<_> = jobs.iter().filter_map(|job| job.retention).collect();
            rules.sort_unstable_by_key(|rule| rule.data);
            rules
        });
    }
}

impl Retentions for JobRetentions {
    fn all(&self) -> Vec<Retention> {
        self.rules.get().cloned().unwrap_or_default()
    }
}
