//! Periodic jobs of the module.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::exports::ExportService;

/// Returns the job that writes archives that members have asked for.
pub(crate) fn write_exports(service: &Arc<ExportService>) -> Job {
    let every = Duration::from_secs(5);
    Job::new("settings.write_exports", every, service.clone(), |service, _| async move {
        service.write_waiting().await
    })
}

/// Returns the job that deletes the files of archives that are gone.
pub(crate) fn sweep_exports(service: &Arc<ExportService>) -> Job {
    let every = Duration::from_hours(1);
    Job::new("settings.sweep_exports", every, service.clone(), |service, _| async move {
        service.sweep().await
    })
}
