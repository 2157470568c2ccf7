//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod admin;
mod dto;
mod gifts;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{admin::GrantsApi, gifts::GiftsApi};
use crate::service::TimebankService;

#[derive(Tags)]
enum Tag {
    /// Sparks between people, without a booking.
    #[oai(rename = "timebank")]
    Timebank,
}

/// All operations of the module.
pub(crate) type Operations = (GiftsApi, GrantsApi);

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<TimebankService>) -> Operations {
    (GiftsApi(service.clone()), GrantsApi(service.clone()))
}
