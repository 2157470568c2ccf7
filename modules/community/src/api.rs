//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod announcements;
mod dto;
mod events;
mod needs;
mod news;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{
    announcements::AnnouncementsApi,
    events::{AdminEventsApi, EventsApi},
    needs::NeedsApi,
    news::NewsApi,
};
use crate::service::CommunityService;

#[derive(Tags)]
enum Tag {
    /// The community page: announcements, events, new neighbours and skills, and the
    /// board of needs.
    #[oai(rename = "community")]
    Community,
}

/// All operations of the module.
pub(crate) type Operations = (NewsApi, AnnouncementsApi, EventsApi, AdminEventsApi, NeedsApi);

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<CommunityService>) -> Operations {
    (
        NewsApi(service.clone()),
        AnnouncementsApi(service.clone()),
        EventsApi(service.clone()),
        AdminEventsApi(service.clone()),
        NeedsApi(service.clone()),
    )
}
