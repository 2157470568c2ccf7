//! What browsers are told when the site becomes an app: it is called like the site, and has
//! shortcuts to what is switched on.

use poem::{
    IntoResponse, Response,
    http::{StatusCode, header},
};
use serde_json::Value;
use sparkyard_host::config::Config;

use super::{accepted::Coding, files};

/// Where pages say that it is.
pub(super) const PATH: &str = "/manifest.webmanifest";

/// The manifest of one site; empty where the client was not built.
pub(super) struct Manifest(Vec<u8>);

impl Manifest {
    /// The one that the build made, with what is configured.
    pub(super) fn new(config: &Config) -> Self {
        let file = files::find(PATH.trim_start_matches('/'));
        let built = file.and_then(|file| file.variant(Coding::Identity));
        let built = built.and_then(|text| serde_json::from_slice(&text.bytes()).ok());
        let manifest = built.map(|built| configured(built, config));
        Self(manifest.map(|manifest| manifest.to_string().into_bytes()).unwrap_or_default())
    }

    /// The answer to whoever asks for it.
    pub(super) fn answer(&self) -> Response {
        if self.0.is_empty() {
            return StatusCode::NOT_FOUND.into_response();
        }
        Response::builder()
            .content_type("application/manifest+json")
            .header(header::CACHE_CONTROL, "no-cache")
            .body(self.0.clone())
    }
}

fn configured(mut manifest: Value, config: &Config) -> Value {
    let name = config.site.name.as_str();
    manifest["name"] = name.into();
    manifest["short_name"] = name.into();
    if let Some(shortcuts) = manifest["shortcuts"].as_array_mut() {
        shortcuts.retain(|shortcut| match shortcut["url"].as_str() {
            Some("/bookings") => !config.is_disabled("bookings"),
            Some("/messages") => !config.is_disabled("chat"),
            _ => true,
        });
    }
    manifest
}
