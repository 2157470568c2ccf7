//! Points on the Earth and the distances between them.

use serde::Serialize;

use crate::{ApiError, validate::Checks};

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
    /// A point that a request names: refused with `lat` and `lon` where the numbers do not lie
    /// on the Earth.
    pub fn checked(lat: f64, lon: f64) -> Result<Self, ApiError> {
        Checks::new()
            .check("lat", (-90.0..=90.0).contains(&lat), "Latitudes run from -90 to 90.")
            .check("lon", (-180.0..=180.0).contains(&lon), "Longitudes run from -180 to 180.")
            .finish()?;
        Ok(Self { lat, lon })
    }

    /// Whether it lies in the box around the United Kingdom: 49 to 61 north, 9 west to 2.5 east.
    pub fn in_uk_box(self) -> bool {
        (49.0..=61.0).contains(&self.lat) && (-9.0..=2.5).contains(&self.lon)
    }

    /// Great-circle distance, in kilometres.
    pub fn km_to(self, other: Self) -> f64 {
        let (from, to) = (self.lat.to_radians(), other.lat.to_radians());
        let north = ((to - from) / 2.0).sin();
        let east = ((other.lon - self.lon).to_radians() / 2.0).sin();
        let half_chord = north.mul_add(north, from.cos() * to.cos() * east * east);
        2.0 * EARTH_KM * half_chord.sqrt().min(1.0).asin()
    }
}

/// What a distance filter means in kilometres: `Ok(None)` for any distance. Whatever is no filter is
/// a 422 for `distance`.
pub fn within_km(filter: u32) -> Result<Option<f64>, ApiError> {
    let miles = match filter {
        200 => Some(5.0),
        500 => Some(10.0),
        1000 => Some(20.0),
        2000 => None,
        _ => {
            let message = "Choose 200 (within 5 miles), 500 (10 miles), 1000 (20 miles) or 2000 \
                           (any distance).";
            return Err(ApiError::invalid("distance", message));
        }
    };
    Ok(miles.map(|miles: f64| miles * KM_PER_MILE))
}

/// A distance as people see it, in kilometres: 0 for less than 1 km, else one decimal.
pub fn shown_km(km: f64) -> f64 {
    if km < 1.0 { 0.0 } else { (km * 10.0).round() / 10.0 }
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
    fn filters_mean_miles() {
        let km = |filter| within_km(filter).unwrap().map(|km: f64| km.round());
        assert_eq!([200, 500, 1000, 2000].map(km), [Some(8.0), Some(16.0), Some(32.0), None]);
        assert!(within_km(0).is_err() && within_km(201).is_err());
    }

    #[test]
    fn only_what_lies_on_the_earth_is_a_point() {
        assert!(Point::checked(90.0, -180.0).is_ok());
        for (lat, lon) in [(90.1, 0.0), (0.0, 180.1), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
            assert!(Point::checked(lat, lon).is_err(), "{lat} {lon}");
        }
    }
}
