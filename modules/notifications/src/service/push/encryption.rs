//! Encryption of push messages for one device (RFC 8291, as one record of RFC 8188). The push
//! service cannot read them.
//!
//! Not a crate for Web Push: `web-push` needs OpenSSL. `web-push-native` would save some forty lines
//! here and in `identity.rs`, for another version of `aes-gcm`, `jwt-simple` and what that needs.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use sha2::Sha256;
use sparkyard_kernel::keys::random_bytes;

/// Length of the authentication secret, in bytes.
pub(crate) const AUTH_LEN: usize = 16;
/// Length of an uncompressed point on P-256, in bytes.
pub(crate) const POINT_LEN: usize = 65;
/// Record size. No push service accepts more than one record of this length.
const RECORD: u32 = 4096;
/// Delimiter that ends the last record.
const LAST: u8 = 2;

/// Encrypts `text` for the device with these keys. Fails on invalid keys, or if `text` does not fit
/// into one record.
pub(crate) fn encrypt(text: &[u8], p256dh: &[u8], auth: &[u8]) -> anyhow::Result<Vec<u8>> {
    encrypt_with(text, p256dh, auth, &random_key()?, random_bytes())
}

/// Generates an ephemeral key for one message.
fn random_key() -> anyhow::Result<SecretKey> {
    // Fewer than one in 2^32 random numbers is not a valid key.
    let key = (0..4).find_map(|_| SecretKey::from_slice(&random_bytes::<32>()).ok());
    key.ok_or_else(|| anyhow::anyhow!("no random number was a key"))
}

fn encrypt_with(
    text: &[u8],
    p256dh: &[u8],
    auth: &[u8],
    own: &SecretKey,
    salt: [u8; 16],
) -> anyhow::Result<Vec<u8>> {
    let device = PublicKey::from_sec1_bytes(p256dh)?;
    let own_public = own.public_key().to_sec1_bytes();
    let shared = own.diffie_hellman(&device);
    let info = [&b"WebPush: info\0"[..], p256dh, &own_public].concat();
    let input: [u8; 32] = expand(auth, shared.raw_secret_bytes(), &info)?;
    let key: [u8; 16] = expand(&salt, &input, b"Content-Encoding: aes128gcm\0")?;
    let nonce: [u8; NONCE_LEN] = expand(&salt, &input, b"Content-Encoding: nonce\0")?;
    let mut record = [text, &[LAST]].concat();
    let broken = |_| anyhow::anyhow!("encrypting failed");
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).map_err(broken)?)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)
        .map_err(broken)?;
    let id_len = u8::try_from(own_public.len())?;
    anyhow::ensure!(record.len() <= usize::try_from(RECORD)?, "too long for a push service");
    Ok([&salt[..], &RECORD.to_be_bytes(), &[id_len], &own_public, &record].concat())
}

fn expand<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> anyhow::Result<[u8; N]> {
    let mut output = [0; N];
    let hkdf = Hkdf::<Sha256>::new(Some(salt), input);
    hkdf.expand(info, &mut output).map_err(|_| anyhow::anyhow!("too long for one key"))?;
    Ok(output)
}

/// Decodes URL-safe base64, with or without padding.
pub(crate) fn from_base64(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

/// Encodes as URL-safe base64 without padding.
pub(crate) fn to_base64(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Checks whether these are valid keys of a device.
pub(crate) fn are_keys(p256dh: &[u8], auth: &[u8]) -> bool {
    p256dh.len() == POINT_LEN
        && auth.len() == AUTH_LEN
        && PublicKey::from_sec1_bytes(p256dh).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 8291, section 5.
    #[test]
    fn example_of_rfc_8291_is_reproduced() {
        let bytes = |text| from_base64(text).unwrap();
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let device = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx\
                      aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let encrypted = encrypt_with(
            b"When I grow up, I want to be a watermelon",
            &bytes(device),
            &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
            &SecretKey::from_slice(&own).unwrap(),
            bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap(),
        );
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(to_base64(encrypted.unwrap()), expected);
    }

    #[test]
    fn messages_are_salted_and_limited_to_one_record() {
        let device = random_key().unwrap().public_key().to_sec1_bytes();
        let encrypted = |len: usize| encrypt(&vec![b'x'; len], &device, &[7; AUTH_LEN]);
        assert_ne!(encrypted(10).unwrap(), encrypted(10).unwrap());
        assert!(encrypted(4096 - 17).is_ok());
        assert!(encrypted(4096 - 16).is_err());
    }

    #[test]
    fn only_points_of_the_curve_are_keys() {
        let point = random_key().unwrap().public_key().to_sec1_bytes().to_vec();
        assert!(are_keys(&point, &[0; AUTH_LEN]));
        assert!(!are_keys(&point, &[0; AUTH_LEN + 1]));
        let mut off = point.clone();
        off[64] ^= 1;
        for wrong in [&off[..], &point[..64], &[0; 65], &[]] {
            assert!(!are_keys(wrong, &[0; AUTH_LEN]), "{wrong:?}");
        }
    }
}
