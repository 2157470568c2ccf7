//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod admin;
mod dto;
mod exchanges;
mod gifts;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{
    admin::GrantsApi,
    exchanges::{CasesApi, ExchangesApi},
    gifts::GiftsApi,
};
use crate::service::TimebankService;

#[derive(Tags)]
enum Tag {
    /// Sparks between people, without a booking.
    #[oai(rename = "timebank")]
    Timebank,
}

/// All operations of the module.
pub(crate) type Operations = (GiftsApi, GrantsApi, (ExchangesApi, CasesApi));

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<TimebankService>) -> Operations {
    let exchanges = (ExchangesApi(service.clone()), CasesApi(service.clone()));
    (GiftsApi(service.clone()), GrantsApi(service.clone()), exchanges)
}
