//! How far apart two points are.

const EARTH_RADIUS_KM: f64 = 6371.0;

/// Great-circle distance between two (latitude, longitude) in degrees, in km with one decimal;
/// 0 stands for less than 1 km.
pub(crate) fn distance_km(from: (f64, f64), to: (f64, f64)) -> f64 {
    let (from_lat, to_lat) = (from.0.to_radians(), to.0.to_radians());
    let half_lat = ((to_lat - from_lat) / 2.0).sin();
    let half_lon = ((to.1 - from.1).to_radians() / 2.0).sin();
    let chord = half_lat.powi(2) + from_lat.cos() * to_lat.cos() * half_lon.powi(2);
    let km = 2.0 * EARTH_RADIUS_KM * chord.sqrt().min(1.0).asin();
    if km < 1.0 { 0.0 } else { (km * 10.0).round() / 10.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distances() {
        let (london, leeds) = ((51.5074, -0.1278), (53.8008, -1.5491));
        for (from, to, km) in [
            (london, london, 0.0),
            (london, (51.5074, -0.1148), 0.0),
            (london, leeds, 272.6),
            (leeds, london, 272.6),
        ] {
            let found = distance_km(from, to);
            assert!((found - km).abs() < 0.5, "{from:?} {to:?}: {found}");
        }
    }
}
