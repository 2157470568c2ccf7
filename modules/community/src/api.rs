//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod announcements;
mod dto;
mod events;
mod needs;
mod news;
mod searches;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{
    announcements::AnnouncementsApi,
    events::{AdminEventsApi, EventsApi},
    needs::NeedsApi,
    news::NewsApi,
    searches::SearchesApi,
};
use crate::service::CommunityService;

#[derive(Tags)]
enum Tag {
    /// The community page: announcements, events, new neighbours and skills, the board of
    /// needs, and saved searches.
    #[oai(rename = "community")]
    Community,
}

/// All operations of the module.
pub(crate) type Operations =
    (NewsApi, AnnouncementsApi, (EventsApi, AdminEventsApi), (NeedsApi, SearchesApi));

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<CommunityService>) -> Operations {
    let service = || service.clone();
    (
        NewsApi(service()),
        AnnouncementsApi(service()),
        (EventsApi(service()), AdminEventsApi(service())),
        (NeedsApi(service()), SearchesApi(service())),
    )
}
