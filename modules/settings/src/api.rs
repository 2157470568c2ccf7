//! HTTP operations of the module.

mod choices;
mod dto;
mod exports;
mod leaving;
mod preferences;
mod privacy;
mod retention;
mod staff_exports;
mod unsubscribe;

use poem_openapi::Tags;

pub(crate) use choices::ChoicesApi;
pub(crate) use exports::ExportsApi;
pub(crate) use leaving::LeavingApi;
pub(crate) use preferences::PreferencesApi;
pub(crate) use privacy::PrivacyApi;
pub(crate) use retention::RetentionApi;
pub(crate) use staff_exports::StaffExportsApi;
pub(crate) use unsubscribe::UnsubscribeApi;

#[derive(Tags)]
enum Tag {
    /// Preferences of members.
    #[oai(rename = "settings")]
    Settings,
}
