//! Web app manifest: has the site's name, and shortcuts to enabled modules only.

use std::sync::Arc;

use poem::{
    IntoResponse, Response,
    http::{StatusCode, header},
};
use serde_json::Value;
use sparkyard_host::config::Config;
use sparkyard_kernel::site::Site;

use super::{accept_encoding::Coding, files};

/// Path at which pages link to the manifest.
pub(super) const PATH: &str = "/manifest.webmanifest";

/// Manifest of one site.
pub(super) struct Manifest {
    site: Arc<Site>,
    /// Manifest from the build, without disabled modules; `None` if the client was not built.
    built: Option<Value>,
}

impl Manifest {
    /// Reads the manifest and removes what is disabled in `config`.
    pub(super) fn new(config: &Config, site: Arc<Site>) -> Self {
        let file = files::find(PATH.trim_start_matches('/'));
        let built = file.and_then(|file| file.variant(Coding::Identity));
        let built = built.and_then(|text| serde_json::from_slice(&text.bytes()).ok());
        Self { site, built: built.map(|built| configured(built, config)) }
    }

    /// Returns the response with the site's current name.
    pub(super) fn response(&self) -> Response {
        let Some(mut manifest) = self.built.clone() else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let name = self.site.name();
        manifest["name"] = name.clone().into();
        manifest["short_name"] = name.into();
        Response::builder()
            .content_type("application/manifest+json")
            .header(header::CACHE_CONTROL, "no-cache")
            .body(manifest.to_string())
    }
}

fn configured(mut manifest: Value, config: &Config) -> Value {
    if let Some(shortcuts) = manifest["shortcuts"].as_array_mut() {
        shortcuts.retain(|shortcut| match shortcut["url"].as_str() {
            Some("/bookings") => !config.is_disabled("bookings"),
            Some("/messages") => !config.is_disabled("chat"),
            _ => true,
        });
    }
    manifest
}
