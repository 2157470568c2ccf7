//! Converts the national grid of Great Britain to degrees: inverts the map projection, then applies
//! the seven-parameter (Helmert) transformation from OSGB36 (Airy ellipsoid) to WGS84. Exact to
//! about five metres.

use sparkyard_kernel::Point;

/// An ellipsoid by its semi-axes, in metres.
struct Ellipsoid {
    long: f64,
    short: f64,
}

const AIRY: Ellipsoid = Ellipsoid { long: 6_377_563.396, short: 6_356_256.909 };
const WGS84: Ellipsoid = Ellipsoid { long: 6_378_137.0, short: 6_356_752.314_245 };

/// Scale on the central meridian.
const SCALE: f64 = 0.999_601_271_7;
/// True origin: 49 degrees north, 2 degrees west.
const ORIGIN: (f64, f64) = (49.0, -2.0);
/// Easting and northing of the true origin, in metres.
const FALSE_ORIGIN: (f64, f64) = (400_000.0, -100_000.0);

/// Transformation to WGS84: translation in metres, rotation in seconds of arc, scale change.
const SHIFT: [f64; 3] = [446.448, -125.157, 542.060];
const TURN: [f64; 3] = [0.1502, 0.2470, 0.8421];
const STRETCH: f64 = -20.4894e-6;

/// Tolerance of the northing: a millimetre.
const CLOSE: f64 = 0.001;
/// Limit of iterations; four are enough anywhere on the grid.
const MAX_STEPS: usize = 20;

impl Ellipsoid {
    fn eccentricity_squared(&self) -> f64 {
        1.0 - (self.short / self.long).powi(2)
    }

    /// Returns the radius of curvature across the meridian, in metres.
    fn transverse_radius(&self, lat: f64) -> f64 {
        self.long / (1.0 - self.eccentricity_squared() * lat.sin().powi(2)).sqrt()
    }
}

/// Checks whether a grid reference, in metres east and north, lies on the grid.
pub(super) fn is_on_grid(easting: f64, northing: f64) -> bool {
    (0.0..=700_000.0).contains(&easting) && (0.0..=1_300_000.0).contains(&northing)
}

/// Returns the point at a grid reference, in metres east and north.
pub(super) fn to_point(easting: f64, northing: f64) -> Point {
    let (lat, lon) = unproject(easting, northing);
    let (lat, lon) = from_cartesian(shifted(to_cartesian(lat, lon)));
    Point { lat: lat.to_degrees(), lon: lon.to_degrees() }
}

/// Returns latitude and longitude on the Airy ellipsoid, in radians.
fn unproject(easting: f64, northing: f64) -> (f64, f64) {
    let north = northing - FALSE_ORIGIN.1;
    let mut lat = ORIGIN.0.to_radians();
    for _ in 0..MAX_STEPS {
        let missing = north - meridian_arc(lat);
        lat += missing / (AIRY.long * SCALE);
        if missing.abs() < CLOSE {
            break;
        }
    }
    let e2 = AIRY.eccentricity_squared();
    let nu = AIRY.transverse_radius(lat) * SCALE;
    let rho = nu * (1.0 - e2) / (1.0 - e2 * lat.sin().powi(2));
    let eta2 = nu / rho - 1.0;
    let (tan, sec) = (lat.tan(), 1.0 / lat.cos());
    let (t2, t4, t6) = (tan.powi(2), tan.powi(4), tan.powi(6));
    let east = easting - FALSE_ORIGIN.0;

    let second = tan / (2.0 * rho * nu);
    let fourth = tan / (24.0 * rho * nu.powi(3)) * (5.0 + 3.0 * t2 + eta2 - 9.0 * t2 * eta2);
    let sixth = tan / (720.0 * rho * nu.powi(5)) * (61.0 + 90.0 * t2 + 45.0 * t4);
    let first = sec / nu;
    let third = sec / (6.0 * nu.powi(3)) * (nu / rho + 2.0 * t2);
    let fifth = sec / (120.0 * nu.powi(5)) * (5.0 + 28.0 * t2 + 24.0 * t4);
    let seventh = sec / (5040.0 * nu.powi(7)) * (61.0 + 662.0 * t2 + 1320.0 * t4 + 720.0 * t6);
    (
        lat - second * east.powi(2) + fourth * east.powi(4) - sixth * east.powi(6),
        ORIGIN.1.to_radians() + first * east - third * east.powi(3) + fifth * east.powi(5)
            - seventh * east.powi(7),
    )
}

/// Returns the length of the meridian from the origin to a latitude, in metres.
fn meridian_arc(lat: f64) -> f64 {
    let n = (AIRY.long - AIRY.short) / (AIRY.long + AIRY.short);
    let (n2, n3) = (n.powi(2), n.powi(3));
    let origin = ORIGIN.0.to_radians();
    let (apart, sum) = (lat - origin, lat + origin);
    AIRY.short
        * SCALE
        * ((1.0 + n + 1.25 * n2 + 1.25 * n3) * apart
            - (3.0 * n + 3.0 * n2 + 2.625 * n3) * apart.sin() * sum.cos()
            + 1.875 * (n2 + n3) * (2.0 * apart).sin() * (2.0 * sum).cos()
            - 35.0 / 24.0 * n3 * (3.0 * apart).sin() * (3.0 * sum).cos())
}

/// Returns a point at height 0 on the Airy ellipsoid, in metres from its centre.
fn to_cartesian(lat: f64, lon: f64) -> [f64; 3] {
    let radius = AIRY.transverse_radius(lat);
    [
        radius * lat.cos() * lon.cos(),
        radius * lat.cos() * lon.sin(),
        radius * (1.0 - AIRY.eccentricity_squared()) * lat.sin(),
    ]
}

fn shifted([x, y, z]: [f64; 3]) -> [f64; 3] {
    let [turn_x, turn_y, turn_z] = TURN.map(|seconds| (seconds / 3600.0).to_radians());
    let scale = 1.0 + STRETCH;
    [
        SHIFT[0] + scale * x - turn_z * y + turn_y * z,
        SHIFT[1] + turn_z * x + scale * y - turn_x * z,
        SHIFT[2] - turn_y * x + turn_x * y + scale * z,
    ]
}

/// Returns latitude and longitude on the WGS84 ellipsoid, in radians.
fn from_cartesian([x, y, z]: [f64; 3]) -> (f64, f64) {
    let (e2, across) = (WGS84.eccentricity_squared(), x.hypot(y));
    let mut lat = z.atan2(across * (1.0 - e2));
    // Each step gains more than two digits.
    for _ in 0..6 {
        lat = (z + e2 * WGS84.transverse_radius(lat) * lat.sin()).atan2(across);
    }
    (lat, y.atan2(x))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ordnance Survey's test points for its transformation, from Scilly to Shetland: degrees north
    /// and east, metres east and north.
    const POINTS: [(&str, f64, f64, f64, f64); 10] = [
        ("TP01", 49.922_263_937_30, -6.299_777_520_14, 91_492.146, 11_318.804),
        ("TP02", 49.960_061_378_20, -5.203_046_099_98, 170_370.718, 11_572.405),
        ("TP03", 50.438_858_256_10, -4.108_645_635_61, 250_359.811, 62_016.569),
        ("TP04", 50.575_636_650_00, -1.297_822_772_40, 449_816.371, 75_335.861),
        ("TP07", 51.374_470_255_50, 1.444_547_304_09, 639_821.835, 169_565.858),
        ("TP09", 51.489_365_649_50, -0.119_925_571_80, 530_624.974, 178_388.464),
        ("TP10", 51.858_908_964_00, -4.308_524_769_60, 241_124.584, 220_332.641),
        ("TP20", 53.800_215_196_30, -1.663_791_682_42, 422_242.186, 433_818.701),
        ("TP30", 57.486_250_007_20, -4.219_263_985_55, 267_056.768, 846_176.972),
        ("TP40", 60.133_080_916_60, -2.073_828_227_98, 395_999.668, 1_138_728.951),
    ];

    #[test]
    fn published_points_are_matched_within_five_metres() {
        for (name, lat, lon, easting, northing) in POINTS {
            let metres = to_point(easting, northing).km_to(Point { lat, lon }) * 1000.0;
            assert!(metres < 5.0, "{name} is {metres} m off");
        }
    }

    #[test]
    fn points_off_the_grid_are_rejected() {
        assert!(is_on_grid(0.0, 0.0) && is_on_grid(530_000.0, 180_000.0));
        for (easting, northing) in [(-1.0, 0.0), (0.0, 2e6), (8e5, 0.0), (f64::NAN, 0.0)] {
            assert!(!is_on_grid(easting, northing));
        }
    }
}
