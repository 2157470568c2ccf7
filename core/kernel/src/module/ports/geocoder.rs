use std::{path::Path, sync::Arc};

use async_trait::async_trait;

use crate::{ApiError, Point, UserId};

/// A place in the United Kingdom.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Label for display: `Hebden Bridge, West Yorkshire`.
    pub label: String,
    /// Town or city of the place.
    pub city: String,
    /// Street and number, where the place is an address.
    pub street: Option<String>,
    /// Postcode, where the place has one.
    pub zip_code: Option<String>,
    /// Coordinates of the place, or of its middle.
    pub point: Point,
}

/// An address as typed; any line may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AddressLines {
    /// Street and number.
    pub street: String,
    /// Town or city.
    pub city: String,
    /// Postcode.
    pub zip_code: String,
}

/// Reason why an address could not be geocoded.
#[derive(Debug, thiserror::Error)]
pub enum GeocodeError {
    /// The address is unknown.
    #[error("the address is not known")]
    NotFound,
    /// The external service did not answer.
    #[error("the address could not be looked up")]
    Unavailable,
    /// The member's daily allowance of external look-ups is exhausted; says when more is available.
    #[error("{}", .0.message)]
    UsedUp(ApiError),
    /// The site's own data could not be read.
    #[error("{}", .0.message)]
    Failed(ApiError),
}

/// Finds places by name. Offered by places.
#[async_trait]
pub trait Geocoder: Send + Sync + 'static {
    /// Returns the built-in city or larger town with exactly this name or label, ignoring case,
    /// accents and punctuation.
    fn city(&self, name: &str) -> Option<Place>;

    /// Returns the built-in, added or imported place with exactly this name; uses no external
    /// service.
    async fn find(&self, name: &str) -> Result<Option<Place>, ApiError>;

    /// Returns the coordinates of an address, as precisely as known and permitted to store: by
    /// postcode, else by its lines, else by its town. External look-ups are charged to `member`.
    async fn geocode(&self, member: &UserId, address: &AddressLines)
    -> Result<Place, GeocodeError>;
}

/// Source of map tiles. Offered by places.
pub trait MapTiles: Send + Sync + 'static {
    /// Returns the origin of the tiles for the content security policy:
    /// `https://tiles.example.org`. `None` where maps load no external images.
    fn origin(&self) -> Option<String>;
}

/// Progress of an import.
pub trait ImportWatch: Send + Sync + 'static {
    /// Called when a file was recognised, with its kind and its number of bytes.
    fn began(&self, what: &str, bytes: u64);

    /// Called when `bytes` more have been read.
    fn advanced(&self, bytes: u64);
}

/// Result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Kind of the file: `GeoNames`.
    pub what: &'static str,
    /// Number of place names available now.
    pub names: u64,
    /// Number of postcodes available now.
    pub postcodes: u64,
    /// Whether the import continued an interrupted attempt.
    pub resumed: bool,
}

/// Import of official open data about places. Offered by places.
#[async_trait]
pub trait PlaceImports: Send + Sync + 'static {
    /// Imports one file as downloaded and replaces an earlier import of the same kind. The data
    /// becomes visible only when the import has succeeded; an interrupted attempt is continued.
    /// Errors name the file, and the line where there is one.
    async fn import(
        &self,
        file: &Path,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<ImportReport>;
}
