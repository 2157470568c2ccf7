//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::CommunityService;

/// Returns the job that ends announcements whose time is over.
pub(crate) fn end_announcements(service: &Arc<CommunityService>) -> Job {
    Job::new(
        "community.end_announcements",
        Duration::from_mins(10),
        service.clone(),
        |service, now| async move { service.end_announcements(now).await },
    )
}

/// Returns the job that tells authors of needs that these expire soon, and ends those whose time is
/// over.
pub(crate) fn expire_needs(service: &Arc<CommunityService>) -> Job {
    Job::new(
        "community.expire_needs",
        Duration::from_mins(10),
        service.clone(),
        |service, now| async move { service.expire_needs(now).await },
    )
}

/// Returns the job that notes which events are over.
pub(crate) fn end_events(service: &Arc<CommunityService>) -> Job {
    Job::new(
        "community.end_events",
        Duration::from_mins(10),
        service.clone(),
        |service, now| async move { service.end_events(now).await },
    )
}

/// Returns the job that reminds guests of events the day before.
pub(crate) fn remind_guests(service: &Arc<CommunityService>) -> Job {
    Job::new(
        "community.remind_guests",
        Duration::from_mins(10),
        service.clone(),
        |service, now| async move { service.remind_guests(now).await },
    )
}
