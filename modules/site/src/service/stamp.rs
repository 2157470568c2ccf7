//! Stamps of the contact form, by which the server knows when it was opened.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sparkyard_kernel::{Timestamp, idempotency::digest, keys::MasterKey, seal::Seal};

use crate::model::contact::{FORM_MAX_AGE, FORM_MIN_AGE};

const OWNER: &str = "contact";

/// Makes and reads stamps. A stamp is encrypted, and no two are equal.
pub(super) struct Stamps(Seal);

/// Result of reading a stamp.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Stamp {
    /// A person may have filled in the form meanwhile. Has the digest of the stamp.
    Good(String),
    /// Too old.
    Expired,
    /// Used too soon, or not by us.
    Suspicious,
}

impl Stamps {
    pub(super) fn new(keys: &MasterKey) -> anyhow::Result<Self> {
        Ok(Self(Seal::new(&keys.derive("site.contact_form"), &URL_SAFE_NO_PAD)?))
    }

    /// Returns a new stamp.
    pub(super) fn issue(&self, now: Timestamp) -> anyhow::Result<String> {
        self.0.close(OWNER, now.as_millis().to_be_bytes().to_vec())
    }

    /// Reads a stamp that came back.
    pub(super) fn read(&self, stamp: &str, now: Timestamp) -> Stamp {
        let opened = self.0.open(OWNER, stamp).and_then(|bytes| bytes.try_into().ok());
        let Some(opened) = opened.map(i64::from_be_bytes).and_then(Timestamp::from_millis) else {
            return Stamp::Suspicious;
        };
        match now.since(opened) {
            age if age < FORM_MIN_AGE => Stamp::Suspicious,
            age if age > FORM_MAX_AGE => Stamp::Expired,
            _ => Stamp::Good(digest(&[stamp.as_bytes()])),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn stamp_is_good_between_its_shortest_and_longest_age() {
        let stamps = |key| Stamps::new(&MasterKey::new([key; 32])).unwrap();
        let opened: Timestamp = "2026-03-02T10:00:00Z".parse().unwrap();
        let stamp = stamps(1).issue(opened).unwrap();
        let read = |age| stamps(1).read(&stamp, opened + age);
        assert_eq!(read(Duration::from_millis(2999)), Stamp::Suspicious);
        assert!(matches!(read(FORM_MIN_AGE), Stamp::Good(_)));
        assert!(matches!(read(FORM_MAX_AGE), Stamp::Good(_)));
        assert_eq!(read(FORM_MAX_AGE + FORM_MIN_AGE), Stamp::Expired);
        assert_ne!(stamps(1).issue(opened).unwrap(), stamp);
        let later = opened + FORM_MIN_AGE;
        assert_eq!(stamps(2).read(&stamp, later), Stamp::Suspicious, "another site's");
        for forged in ["", "x", &stamp[1..], &format!("{stamp}A")] {
            assert_eq!(stamps(1).read(forged, later), Stamp::Suspicious, "{forged}");
        }
    }
}
