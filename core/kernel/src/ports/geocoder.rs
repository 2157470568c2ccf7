use async_trait::async_trait;

use crate::ApiError;

/// A place in the United Kingdom.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// As shown: `Hebden Bridge, West Yorkshire`.
    pub label: String,
    /// The town or city it is, or lies in.
    pub city: String,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

/// Finds places by name. Offered by explore.
#[async_trait]
pub trait Geocoder: Send + Sync + 'static {
    /// Up to `limit` places that begin with `text`, most likely first.
    async fn search(&self, text: &str, limit: usize) -> Result<Vec<Place>, ApiError>;

    /// The place called exactly `name`, whatever its case.
    async fn find(&self, name: &str) -> Result<Option<Place>, ApiError>;
}
