//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::SkillService;

/// Returns the job that reads the categories, and gives skills the new title or category of renamed
/// and moved ones.
pub(crate) fn settle(service: &Arc<SkillService>) -> Job {
    Job::new(
        "skills.settle_categories",
        Duration::from_mins(1),
        service.clone(),
        |service, now| async move { service.settle_categories(now).await },
    )
}
