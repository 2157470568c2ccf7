//! HTTP operations, grouped by subject.

use std::sync::Arc;

use poem_openapi::Tags;

use self::{
    blocks::BlockApi, follows::FollowApi, invites::InviteApi, people::PeopleApi,
    profile::ProfileApi,
};
use crate::service::ExploreService;

mod blocks;
mod dto;
mod follows;
mod invites;
mod people;
mod profile;

#[derive(Tags)]
enum Tag {
    /// People: profiles, who follows whom, and finding somebody nearby.
    #[oai(rename = "explore")]
    Explore,
}

/// All operations of the module.
pub(crate) type ExploreApi = (ProfileApi, (PeopleApi, (FollowApi, (BlockApi, InviteApi))));

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<ExploreService>) -> ExploreApi {
    let service = || service.clone();
    let bonds = (FollowApi(service()), (BlockApi(service()), InviteApi(service())));
    (ProfileApi(service()), (PeopleApi(service()), bonds))
}
