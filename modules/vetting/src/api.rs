//! HTTP operations of the module.

mod checks;
mod dto;
mod records;

use poem_openapi::Tags;

pub(crate) use self::{checks::CheckApi, records::RecordApi};

#[derive(Tags)]
enum Tag {
    /// Checks that the operators make of members.
    #[oai(rename = "vetting")]
    Vetting,
}
