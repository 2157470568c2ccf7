use std::{path::Path, sync::Arc};

use async_trait::async_trait;

use crate::{ApiError, Point, UserId};

/// A place in the United Kingdom.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// As shown: `Hebden Bridge, West Yorkshire`.
    pub label: String,
    /// The town or city it is, or lies in.
    pub city: String,
    /// Street and number, where the place is an address.
    pub street: Option<String>,
    /// Postcode, where the place has one.
    pub zip_code: Option<String>,
    /// Where it is, or its middle.
    pub point: Point,
}

/// An address as somebody typed it; any line may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AddressLines {
    /// Street and number.
    pub street: String,
    /// Town or city.
    pub city: String,
    /// Postcode.
    pub zip_code: String,
}

/// Why an address got no coordinates.
#[derive(Debug, thiserror::Error)]
pub enum GeocodeError {
    /// Nobody knows it.
    #[error("the address is not known")]
    NotFound,
    /// Who could know it did not answer.
    #[error("the address could not be looked up")]
    Unavailable,
    /// The member has had as much looked up elsewhere as they may today; says when they may again.
    #[error("{}", .0.message)]
    UsedUp(ApiError),
    /// The site's own data could not be read.
    #[error("{}", .0.message)]
    Failed(ApiError),
}

/// Finds places by name. Offered by places.
#[async_trait]
pub trait Geocoder: Send + Sync + 'static {
    /// The built-in city or larger town called exactly `name`, or labelled so, whatever its case,
    /// accents and punctuation.
    fn city(&self, name: &str) -> Option<Place>;

    /// The place called exactly `name`, built in or imported; asks nobody outside.
    async fn find(&self, name: &str) -> Result<Option<Place>, ApiError>;

    /// Where an address is, as exactly as is known and may be stored: by its postcode, else by
    /// its lines, else by its town. What has to be asked elsewhere counts as asked by `member`.
    async fn geocode(&self, member: &UserId, address: &AddressLines)
    -> Result<Place, GeocodeError>;
}

/// Where the pictures of maps come from. Offered by places.
pub trait MapTiles: Send + Sync + 'static {
    /// What a browser must be allowed to load pictures from, as a content security policy names
    /// it: `https://tiles.example.org`. `None` where maps have no pictures from elsewhere.
    fn origin(&self) -> Option<String>;
}

/// Follows an import as it goes on.
pub trait ImportWatch: Send + Sync + 'static {
    /// A file was recognised: what it is, and how many bytes there are to read.
    fn began(&self, what: &str, bytes: u64);

    /// So many bytes of them have been read.
    fn advanced(&self, bytes: u64);
}

/// What an import brought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// What the file was: `GeoNames`.
    pub what: &'static str,
    /// Names of places that can be found now.
    pub names: u64,
    /// Postcodes that can be found now.
    pub postcodes: u64,
    /// Whether it went on where an earlier attempt had stopped.
    pub resumed: bool,
}

/// Takes in the official open data about places. Offered by places.
#[async_trait]
pub trait PlaceImports: Send + Sync + 'static {
    /// Imports one file as it was downloaded, in place of what an earlier import of the same kind
    /// brought. Until it has succeeded nothing of it can be found; an attempt that was broken off
    /// goes on where it stopped. An error names the file, and the line where there is one.
    async fn import(
        &self,
        file: &Path,
        watch: Arc<dyn ImportWatch>,
    ) -> anyhow::Result<ImportReport>;
}
