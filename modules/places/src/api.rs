//! HTTP operations of the module.

mod added_towns;
mod dto;
mod places;

use std::sync::Arc;

use poem_openapi::Tags;

pub(crate) use self::{added_towns::AddedTownsApi, places::PlacesApi};
use crate::service::PlaceService;

#[derive(Tags)]
enum Tag {
    /// Cities, addresses and maps.
    #[oai(rename = "places")]
    Places,
}

/// Creates the operations over `service`.
pub(crate) fn operations(service: Arc<PlaceService>) -> (PlacesApi, AddedTownsApi) {
    (PlacesApi(service.clone()), AddedTownsApi(service))
}
