//! The operations, by what they are about.

use poem_openapi::Tags;

use crate::{directory::Directory, follows::Follows, invites::Invites, profile::Profiles};

mod follow;
mod invites;
mod people;
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
    (profile::ProfileApi, (people::PeopleApi, (follow::FollowApi, invites::InviteApi)));

pub(crate) fn explore(
    profiles: Profiles,
    directory: Directory,
    follows: Follows,
    invites: Invites,
) -> ExploreApi {
    (
        profile::ProfileApi { profiles },
        (
            people::PeopleApi { directory },
            (follow::FollowApi { follows }, invites::InviteApi { invites }),
        ),
    )
}
