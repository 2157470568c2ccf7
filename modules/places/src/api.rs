//! HTTP operations of the module.

mod dto;
mod places;

use std::sync::Arc;

use poem_openapi::Tags;

pub(crate) use self::places::PlacesApi;
use crate::service::PlaceService;

#[derive(Tags)]
enum Tag {
    /// Cities, addresses and maps.
    #[oai(rename = "places")]
    Places,
}

/// Creates the operations over `service`.
pub(crate) fn operations(service: Arc<PlaceService>) -> PlacesApi {
    PlacesApi(service)
}
