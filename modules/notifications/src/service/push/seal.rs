//! Encryption of subscriptions at rest.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sparkyard_kernel::{keys::MasterKey, seal};

use crate::model::push::Subscription;

/// Encrypts and decrypts subscriptions, each bound to its device.
pub(super) struct Seal(seal::Seal);

impl Seal {
    pub(super) fn new(keys: &MasterKey) -> anyhow::Result<Self> {
        Ok(Self(seal::Seal::new(&keys.derive("notifications.push.devices"), &URL_SAFE_NO_PAD)?))
    }

    pub(super) fn close(
        &self,
        device: &str,
        subscription: &Subscription,
    ) -> anyhow::Result<String> {
        self.0.close(device, serde_json::to_vec(subscription)?)
    }

    /// Decrypts the subscription of `device`; `None` if the master key differs or the row was
    /// tampered with.
    pub(super) fn open(&self, device: &str, sealed: &str) -> Option<Subscription> {
        serde_json::from_slice(&self.0.open(device, sealed)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subscription_is_bound_to_its_device() {
        let seal = Seal::new(&MasterKey::new([1; 32])).unwrap();
        let endpoint = "https://push.example.org/1".to_owned();
        let subscription = Subscription { endpoint, p256dh: vec![4; 65], auth: vec![7; 16] };
        let sealed = seal.close("d1", &subscription).unwrap();
        assert!(!sealed.contains("push.example.org"));
        assert!(seal.open("d1", &sealed).is_some_and(|opened| opened == subscription));
        assert!(seal.open("d2", &sealed).is_none());
        let other = Seal::new(&MasterKey::new([2; 32])).unwrap();
        assert!(other.open("d1", &sealed).is_none());
        for broken in ["", "!", "AAAA", &sealed[4..], &sealed[..sealed.len() - 4]] {
            assert!(seal.open("d1", broken).is_none(), "{broken}");
        }
    }
}
