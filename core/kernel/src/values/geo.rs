//! Points on the Earth and the distances between them.

use poem_openapi::{
    registry::MetaSchema,
    types::{ParseFromParameter, ParseResult},
};
use serde::Serialize;

use crate::{
    ApiError,
    validate::Checks,
    values::{openapi_type::openapi_type, site::Units},
};

/// Mean radius of the Earth, in kilometres.
pub const EARTH_KM: f64 = 6371.0088;
const KM_PER_MILE: f64 = 1.609_344;

/// A point on the Earth, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
}

impl Point {
    /// Creates a point from a request; a 422 for `lat` and `lon` outside the valid ranges.
    pub fn checked(lat: f64, lon: f64) -> Result<Self, ApiError> {
        Checks::new()
            .check("lat", (-90.0..=90.0).contains(&lat), "Latitudes run from -90 to 90.")
            .check("lon", (-180.0..=180.0).contains(&lon), "Longitudes run from -180 to 180.")
            .finish()?;
        Ok(Self { lat, lon })
    }

    /// Creates an optional point in the United Kingdom; a 422 for `lat` and `lon` when only one is
    /// given or the point lies elsewhere.
    pub fn in_uk(lat: Option<f64>, lon: Option<f64>) -> Result<Option<Self>, ApiError> {
        let point = lat.zip(lon).map(|(lat, lon)| Self { lat, lon });
        let fine = (lat.is_none() && lon.is_none()) || point.is_some_and(Self::in_uk_box);
        let message = "Please choose a place in the United Kingdom.";
        Checks::new().check("lat", fine, message).check("lon", fine, message).finish()?;
        Ok(point)
    }

    /// Checks whether the point lies in the box around the UK: 49 to 61 north, 9 west to 2.5 east.
    pub fn in_uk_box(self) -> bool {
        (49.0..=61.0).contains(&self.lat) && (-9.0..=2.5).contains(&self.lon)
    }

    /// Returns the great-circle distance, in kilometres.
    pub fn km_to(self, other: Self) -> f64 {
        let (from, to) = (self.lat.to_radians(), other.lat.to_radians());
        let north = ((to - from) / 2.0).sin();
        let east = ((other.lon - self.lon).to_radians() / 2.0).sin();
        let half_chord = north.mul_add(north, from.cos() * to.cos() * east * east);
        2.0 * EARTH_KM * half_chord.sqrt().min(1.0).asin()
    }
}

/// Twenty miles, the widest limited distance filter; beyond it nobody counts as a neighbour.
pub const FAR_KM: f64 = 20.0 * KM_PER_MILE;

/// A distance filter as sent, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distance(pub String);

openapi_type!(Distance, || MetaSchema::new_with_format("integer", "uint32"));

impl ParseFromParameter for Distance {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        Ok(Self(value.to_owned()))
    }
}

/// Returns the radius of a distance filter in kilometres; `Ok(None)` for any distance. Anything
/// else is a 422 for `distance` that lists the filters.
pub fn within_km(Distance(filter): &Distance) -> Result<Option<f64>, ApiError> {
    let miles = match filter.as_str() {
        "200" => Some(5.0),
        "500" => Some(10.0),
        "1000" => Some(20.0),
        "2000" => None,
        _ => {
            let message = "Choose 200 (within 5 miles), 500 (10 miles), 1000 (20 miles) or 2000 \
                           (any distance).";
            return Err(ApiError::invalid("distance", message));
        }
    };
    Ok(miles.map(|miles: f64| miles * KM_PER_MILE))
}

/// Rounds a distance for display, in kilometres: 0 below 1 km, else one decimal.
pub fn shown_km(km: f64) -> f64 {
    if km < 1.0 { 0.0 } else { (km * 10.0).round() / 10.0 }
}

/// Formats a distance in kilometres for a sentence: `less than 1 km`, `3.2 km`; or in miles.
pub fn distance_in_words(km: f64, units: Units) -> String {
    let (distance, least, one, unit) = match units {
        Units::Km => (km, 0.05, "km", "km"),
        Units::Miles => (km / KM_PER_MILE, 0.95, "mile", "miles"),
    };
    if distance < least { format!("less than 1 {one}") } else { format!("{distance:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distances() {
        for (from, to, km) in [
            ((51.5074, -0.1278), (53.4808, -2.2426), 262.0),
            ((51.5074, -0.1278), (53.8008, -1.5491), 272.6),
            ((57.1497, -2.0943), (50.3755, -4.1427), 764.0),
            ((0.0, 0.0), (0.0, 180.0), 20015.1),
        ] {
            let point = |(lat, lon)| Point { lat, lon };
            for found in [point(from).km_to(point(to)), point(to).km_to(point(from))] {
                assert!((found - km).abs() < km * 0.005, "{from:?} {to:?}: {found}");
            }
        }
    }

    #[test]
    fn shown_distances() {
        for (km, shown) in [(0.0, 0.0), (0.99, 0.0), (1.0, 1.0), (1.26, 1.3), (12.04, 12.0)] {
            assert!((shown_km(km) - shown).abs() < 1e-9);
        }
    }

    #[test]
    fn distance_filters_are_in_miles() {
        let meant = |filter: &str| within_km(&Distance(filter.to_owned()));
        let km = |filter| meant(filter).unwrap().map(|km: f64| km.round());
        let expected = [Some(8.0), Some(16.0), Some(32.0), None];
        assert_eq!(["200", "500", "1000", "2000"].map(km), expected);
        for wrong in ["", "0", "201", "-1", "200.0", "all", "2000000000000000000000", "<script>"] {
            let error = meant(wrong).unwrap_err();
            assert_eq!(error.status.as_u16(), 422, "{wrong}");
            assert!(["200", "500", "1000", "2000"].iter().all(|one| error.message.contains(one)));
        }
    }

    #[test]
    fn distances_are_told_in_the_unit_of_the_site() {
        for (km, in_km, in_miles) in [
            (0.0, "less than 1 km", "less than 1 mile"),
            (1.2, "1.2 km", "less than 1 mile"),
            (16.1, "16.1 km", "10.0 miles"),
        ] {
            assert_eq!(distance_in_words(km, Units::Km), in_km);
            assert_eq!(distance_in_words(km, Units::Miles), in_miles);
        }
    }

    #[test]
    fn points_outside_the_valid_ranges_are_refused() {
        assert!(Point::checked(90.0, -180.0).is_ok());
        for (lat, lon) in [(90.1, 0.0), (0.0, 180.1), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert!(Point::checked(lat, lon).is_err(), "{lat} {lon}");
        }
    }

    #[test]
    fn coordinates_are_pairs_within_the_uk() {
        assert!(Point::in_uk(None, None).unwrap().is_none());
        assert!(Point::in_uk(Some(53.8), Some(-1.5)).unwrap().is_some());
        for (lat, lon) in [
            (Some(53.8), None),
            (None, Some(-1.5)),
            (Some(40.7), Some(-74.0)),
            (Some(f64::NAN), Some(0.0)),
        ] {
            assert!(Point::in_uk(lat, lon).is_err());
        }
    }
}
