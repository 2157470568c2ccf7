//! The operations of the module.

mod choices;
mod dto;
mod preferences;

use poem_openapi::Tags;

pub(crate) use choices::ChoicesApi;
pub(crate) use preferences::PreferencesApi;

#[derive(Tags)]
enum Tag {
    /// What members want of the site.
    #[oai(rename = "settings")]
    Settings,
}
