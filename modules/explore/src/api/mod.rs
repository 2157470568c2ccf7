//! The operations, by what they are about.

use std::sync::Arc;

use poem_openapi::Tags;

use crate::{directory::Directory, follows::Follows, gazetteer::Gazetteer, profile::Profiles};

mod follow;
mod people;
mod places;
mod profile;
mod view;

#[derive(Tags)]
enum Tag {
    /// People: profiles, who follows whom, and finding somebody nearby.
    #[oai(rename = "explore")]
    Explore,
}

/// All operations of the module.
pub(crate) type ExploreApi =
    (profile::ProfileApi, (people::PeopleApi, (follow::FollowApi, places::PlaceApi)));

pub(crate) fn explore(
    profiles: Profiles,
    directory: Directory,
    follows: Follows,
    gazetteer: Arc<Gazetteer>,
) -> ExploreApi {
    (
        profile::ProfileApi { profiles },
        (
            people::PeopleApi { directory },
            (follow::FollowApi { follows }, places::PlaceApi { gazetteer }),
        ),
    )
}
