//! HTTP operations, by topic.

mod admin;
mod categories;
mod dto;
mod edit_categories;
mod skills;
mod words;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{
    admin::AdminApi, categories::CatalogueApi, edit_categories::CategoriesApi, skills::SkillsApi,
    words::WordsApi,
};
use crate::service::SkillService;

const SENT_FOR_APPROVAL: &str =
    "Your skill has been sent to an admin for approval and will be reviewed within 2 days.";

const HELD: &str =
    "Your skill is saved. We look at the first posts of new members before others see them.";

#[derive(Tags)]
enum Tag {
    /// Skills that people offer.
    #[oai(rename = "skills")]
    Skills,
}

/// All operations of the module.
pub(crate) type SkillApi = (SkillsApi, CatalogueApi, (AdminApi, WordsApi, CategoriesApi));

/// Creates the operations over `service`.
pub(crate) fn operations(service: &Arc<SkillService>) -> SkillApi {
    let service = || service.clone();
    let admins = (AdminApi(service()), WordsApi(service()), CategoriesApi(service()));
    (SkillsApi(service()), CatalogueApi(service()), admins)
}
