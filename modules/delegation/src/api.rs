//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod admin;
mod dto;
mod members;

use poem_openapi::Tags;

pub(crate) use self::{admin::AdminApi, members::MemberApi};

#[derive(Tags)]
enum Tag {
    /// Members who act for other members.
    #[oai(rename = "delegation")]
    Delegation,
}
