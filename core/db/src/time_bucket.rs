/// Returns the statement's expression for the index of the bucket that contains the time `field`,
/// like `width_bucket` of `PostgreSQL`. The buckets are consecutive; bucket `n` begins at
/// `$bounds[n]`. The first bound is at most `field`, and the last one, which ends the last bucket,
/// is after it.
pub fn time_bucket(field: &str, buckets: usize) -> String {
    let inner = 1..buckets;
    let earlier =
        inner.map(|next| format!("IF {field} < $bounds[{next}] {{ {} }} ELSE ", next - 1));
    let last = format!("{{ {} }}", buckets.saturating_sub(1));
    match buckets {
        0 | 1 => "0".to_owned(),
        _ => format!("({}{last})", earlier.collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bucket_but_the_last_has_a_bound() {
        assert_eq!(time_bucket("at", 1), "0");
        assert_eq!(
            time_bucket("at", 3),
            "(IF at < $bounds[1] { 0 } ELSE IF at < $bounds[2] { 1 } ELSE { 2 })"
        );
    }
}
