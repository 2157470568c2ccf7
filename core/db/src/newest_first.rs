use crate::Timestamp;

/// Returns a sort key that decreases with `at`, so that a forward index scan yields the newest row
/// first; within a millisecond it sorts by `id`.
pub fn newest_first(at: Timestamp, id: &str) -> String {
    format!("{:019}.{id}", i64::MAX - at.as_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_instants_come_first() {
        let times = [1_772_474_640_123, 0, 1_772_474_640_124, 999];
        let mut keys = times.map(|ms| newest_first(Timestamp::from_millis(ms).unwrap(), "a"));
        keys.sort_unstable();
        let later = newest_first(Timestamp::from_millis(1_772_474_640_124).unwrap(), "b");
        assert_eq!(keys[0], "9223370264380135683.a");
        assert!(keys[0] < later && later < keys[1]);
        assert!(keys[3].starts_with("9223372036854775807"));
    }
}
