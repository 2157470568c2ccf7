//! The operations of the module.

mod choices;
mod dto;
mod preferences;
mod unsubscribe;

use poem_openapi::Tags;

pub(crate) use choices::ChoicesApi;
pub(crate) use preferences::PreferencesApi;
pub(crate) use unsubscribe::UnsubscribeApi;

#[derive(Tags)]
enum Tag {
    /// What members want of the site.
    #[oai(rename = "settings")]
    Settings,
}
