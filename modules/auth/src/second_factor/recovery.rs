//! Recovery codes: for when the second factor is out of reach. Each works once.

use async_trait::async_trait;
use sparkyard_kernel::{Cx, db::DbError, ports::MailMessage};

use super::{Factor, FactorKind};
use crate::{
    error::{AuthError, RECOVERY_UNKNOWN},
    secret::{Pepper, random_bytes},
    store::{AccountRow, News, Store},
};

/// How many a member gets.
const CODES: usize = 10;
/// Characters of one: 50 random bits.
const LENGTH: usize = 10;
/// Crockford's: 32 characters, none of which looks like another.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// New codes.
pub(crate) struct Drawn {
    /// As shown to the member, once.
    pub(crate) shown: Vec<String>,
    /// As kept.
    pub(crate) hashes: Vec<String>,
}

/// Recovery codes of members.
pub(crate) struct Recovery {
    cx: Cx,
    store: Store,
    pepper: Pepper,
}

impl Recovery {
    pub(crate) fn new(cx: &Cx, store: &Store, pepper: &Pepper) -> Self {
        Self { cx: cx.clone(), store: store.clone(), pepper: pepper.clone() }
    }

    /// Draws new codes for an account; nothing is stored yet.
    pub(crate) fn draw(&self, account: &AccountRow) -> Drawn {
        let codes: Vec<String> = (0..CODES).map(|_| random_code()).collect();
        let hashes = codes.iter().map(|code| self.hash(account, code)).collect();
        let shown = codes.iter().map(|code| format!("{}-{}", &code[..5], &code[5..])).collect();
        Drawn { shown, hashes }
    }

    /// Replaces all codes of an account by new ones, and tells its owner.
    pub(crate) async fn renew(&self, account: &AccountRow) -> Result<Vec<String>, AuthError> {
        let codes = self.draw(account);
        let mail = MailMessage::new(account.email.clone(), "auth/recovery_renewed");
        let news = News { id: self.cx.ids.next(), mail, at: self.cx.now() };
        self.store.renew_recovery(&account.user(), codes.hashes, news).await?;
        Ok(codes.shown)
    }

    fn hash(&self, account: &AccountRow, code: &str) -> String {
        self.pepper.hash(&["recovery", &account.id, code])
    }
}

#[async_trait]
impl Factor for Recovery {
    fn kind(&self) -> Option<FactorKind> {
        None
    }

    async fn accepts(&self, account: &AccountRow, proof: &str) -> Result<bool, AuthError> {
        let Some(code) = read(proof) else { return Ok(false) };
        let (user, hash) = (account.user(), self.hash(account, &code));
        let left = self.store.recovery_hashes(&user).await?.len().saturating_sub(1);
        let mail = MailMessage::new(account.email.clone(), "auth/recovery_used");
        let mail = mail.with("left", left.to_string());
        let news = News { id: self.cx.ids.next(), mail, at: self.cx.now() };
        match self.store.use_recovery(&user, hash, news).await {
            Ok(()) => Ok(true),
            Err(DbError::Refused(refusal)) if refusal.code == RECOVERY_UNKNOWN => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

fn random_code() -> String {
    let letter = |byte: u8| char::from(ALPHABET[usize::from(byte % 32)]);
    random_bytes::<LENGTH>().into_iter().map(letter).collect()
}

/// A code as it was drawn, from what was typed: whatever the case, the dashes and spaces, and
/// with letters for the digits they resemble.
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
    fn codes_are_read_as_people_type_them() {
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
