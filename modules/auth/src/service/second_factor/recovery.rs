//! Recovery codes, for when the second factor is not available. Each works once.

use async_trait::async_trait;
use sparkyard_kernel::{Cx, db::DbError, keys::random_bytes};

use super::Factor;
use crate::{
    error::{AuthError, RECOVERY_UNKNOWN},
    model::{account::Account, second_factor::FactorKind},
    service::{
        mail_allowance::{explain_change_refusal, use_up_change},
        mail_to,
        secret::Pepper,
    },
    store::AuthStore,
};

/// Number of codes per member.
const CODES: usize = 10;
/// Length of a code in characters: 50 random bits.
const LENGTH: usize = 10;
/// Crockford's base 32 alphabet, without characters that look alike.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// New recovery codes.
pub(crate) struct NewRecoveryCodes {
    /// Codes as shown to the member, once.
    pub(crate) shown: Vec<String>,
    /// Hashes of the codes, as stored.
    pub(crate) hashes: Vec<String>,
}

/// Recovery codes as a kind of second factor.
pub(crate) struct RecoveryFactor {
    cx: Cx,
    store: AuthStore,
    pepper: Pepper,
}

impl RecoveryFactor {
    pub(crate) fn new(cx: &Cx, store: &AuthStore, pepper: &Pepper) -> Self {
        Self { cx: cx.clone(), store: store.clone(), pepper: pepper.clone() }
    }

    /// Generates new codes for an account, without storing them.
    pub(crate) fn draw(&self, account: &Account) -> NewRecoveryCodes {
        let codes: Vec<String> = (0..CODES).map(|_| random_code()).collect();
        let hashes = codes.iter().map(|code| self.hash(account, code)).collect();
        let shown = codes.iter().map(|code| format!("{}-{}", &code[..5], &code[5..])).collect();
        NewRecoveryCodes { shown, hashes }
    }

    /// Replaces all codes of an account and notifies its owner.
    pub(crate) async fn renew(&self, account: &Account) -> Result<Vec<String>, AuthError> {
        let codes = self.draw(account);
        let mail = mail_to(&self.cx, account, "auth/recovery_renewed");
        let allowance = use_up_change(&self.cx, &account.id);
        let renewed = self.store.renew_recovery(&account.id, codes.hashes, allowance, mail).await;
        renewed.map_err(|error| explain_change_refusal(&self.cx, error))?;
        Ok(codes.shown)
    }

    fn hash(&self, account: &Account, code: &str) -> String {
        self.pepper.hash(&["recovery", account.id.as_str(), code])
    }
}

#[async_trait]
impl Factor for RecoveryFactor {
    fn kind(&self) -> Option<FactorKind> {
        None
    }

    async fn accepts(&self, account: &Account, proof: &str) -> Result<bool, AuthError> {
        let Some(code) = read(proof) else { return Ok(false) };
        let hash = self.hash(account, &code);
        let left = self.store.recovery_hashes(&account.id).await?.len().saturating_sub(1);
        let mut mail = mail_to(&self.cx, account, "auth/recovery_used");
        mail.message = mail.message.with("left", left.to_string());
        match self.store.use_recovery(&account.id, hash, mail).await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(violation)) if *violation == RECOVERY_UNKNOWN => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

fn random_code() -> String {
    let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
    random_bytes::<LENGTH>().into_iter().map(letter).collect()
}

/// Normalises a typed code: ignores case, dashes and white space, and maps letters to the digits
/// they resemble.
fn read(typed: &str) -> Option<String> {
    let letter = |c: char| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    };
    let code: String =
        typed.chars().filter(|c| !c.is_whitespace() && *c != '-').map(letter).collect();
    let ours = |byte: u8| ALPHABET.contains(&byte);
    (code.len() == LENGTH && code.bytes().all(ours)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_codes_are_normalised() {
        for (typed, expected) in [
            ("abcde-01234", Some("abcde01234")),
            (" ABCDE 0l23 4 ", Some("abcde01234")),
            ("abcdeOI234", Some("abcde01234")),
            ("123456", None),
            ("abcde-0123u", None),
            ("äbcde-01234", None),
            ("", None),
        ] {
            assert_eq!(read(typed).as_deref(), expected, "{typed}");
        }
        assert_ne!(random_code(), random_code());
        assert_eq!(read(&random_code()).map(|code| code.len()), Some(LENGTH));
    }
}
