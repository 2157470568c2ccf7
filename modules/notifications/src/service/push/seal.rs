//! Encryption of subscriptions at rest, with a key that is not in the database.

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sparkyard_kernel::keys::MasterKey;

use super::{
    encryption::{from_base64, to_base64},
    random::random_bytes,
};
use crate::model::push::Subscription;

/// Encrypts and decrypts subscriptions, each bound to its device.
pub(super) struct Seal(LessSafeKey);

impl Seal {
    pub(super) fn new(keys: &MasterKey) -> anyhow::Result<Self> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &keys.derive("notifications.push.devices"));
        Ok(Self(LessSafeKey::new(key.map_err(|_| anyhow::anyhow!("not a key of 32 bytes"))?)))
    }

    /// Encrypts a subscription with the id of its device as associated data.
    pub(super) fn close(
        &self,
        device: &str,
        subscription: &Subscription,
    ) -> anyhow::Result<String> {
        let nonce: [u8; NONCE_LEN] = random_bytes();
        let mut text = serde_json::to_vec(subscription)?;
        let (unique, owner) = (Nonce::assume_unique_for_key(nonce), Aad::from(device.as_bytes()));
        let sealed = self.0.seal_in_place_append_tag(unique, owner, &mut text);
        sealed.map_err(|_| anyhow::anyhow!("sealing failed"))?;
        Ok(to_base64([&nonce[..], &text].concat()))
    }

    /// Decrypts the subscription of `device`; `None` if the master key differs or the row was
    /// tampered with.
    pub(super) fn open(&self, device: &str, sealed: &str) -> Option<Subscription> {
        let bytes = from_base64(sealed)?;
        let (nonce, text) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut text = text.to_vec();
        let nonce = Nonce::assume_unique_for_key(*nonce);
        let opened = self.0.open_in_place(nonce, Aad::from(device.as_bytes()), &mut text).ok()?;
        serde_json::from_slice(opened).ok()
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
