//! Background jobs.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::PeopleIndex;

/// Interval between updates of the people index without requests. Rare, because every request
/// updates the index. The first run loads everyone, right after the start.
const EVERY: Duration = Duration::from_mins(1);

/// Returns the job that updates the people index.
pub(crate) fn update_index(index: Arc<PeopleIndex>) -> Job {
    Job::from_runner("explore.people_index", EVERY, index)
}
