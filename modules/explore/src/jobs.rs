//! What time starts.

use std::{sync::Arc, time::Duration};

use sparkyard_kernel::Job;

use crate::service::PeopleIndex;

/// How often the index of people is brought up to date when nobody asks it: seldom, since
/// everybody who asks does so. Its first time loads everyone, right after the start.
const EVERY: Duration = Duration::from_mins(1);

/// Brings the index of people up to date.
pub(crate) fn update_index(index: Arc<PeopleIndex>) -> Job {
    Job { name: "explore.people_index", every: EVERY, runner: index }
}
