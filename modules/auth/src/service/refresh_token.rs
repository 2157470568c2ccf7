//! Refresh tokens: each replaces the one before. A token contains its generation under a keyed
//! hash, so that any replaced token is recognised, however old. The successor is derived from the
//! token and a key, so that a repeated request gets the same one, which is not stored.

use std::fmt;

use super::secret::{Pepper, hash, random_secret, same};

/// Issues and reads refresh tokens.
pub(crate) struct RefreshTokens(Pepper);

/// A new refresh token.
pub(crate) struct Issued {
    /// The token, for the device.
    pub(crate) token: String,
    /// Hash of the token, for the database.
    pub(crate) hash: String,
}

/// A presented refresh token with a valid seal.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Presented {
    /// Id of the session.
    pub(crate) session: String,
    /// Number of tokens of the session before this one.
    pub(crate) generation: i64,
    /// Hash of the token, as stored.
    pub(crate) hash: String,
    secret: String,
}

impl Presented {
    fn new(session: &str, generation: i64, secret: String) -> Self {
        Self { session: session.to_owned(), generation, hash: hash(&secret), secret }
    }
}

impl fmt::Debug for Presented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { session, generation, .. } = self;
        write!(f, "Presented({session}, {generation}, \u{2026})")
    }
}

impl RefreshTokens {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(Pepper::new(key))
    }

    /// Returns the first token of a session.
    pub(crate) fn first(&self, session: &str) -> Issued {
        self.issued(&Presented::new(session, 0, random_secret()))
    }

    /// Returns the token that replaces `token`; always the same one.
    pub(crate) fn successor(&self, token: &Presented) -> Presented {
        let Presented { session, generation, secret, .. } = token;
        let parts = ["refresh successor", session, &generation.to_string(), secret];
        Presented::new(session, generation + 1, self.0.hash(&parts))
    }

    /// Returns a token as it is handed out and as it is stored.
    pub(crate) fn issued(&self, token: &Presented) -> Issued {
        let Presented { session, generation, hash, secret } = token;
        let seal = self.seal(session, &generation.to_string(), secret);
        Issued { token: format!("{session}.{generation}.{secret}.{seal}"), hash: hash.clone() }
    }

    /// Reads a token, if its seal is valid.
    pub(crate) fn read(&self, token: &str) -> Option<Presented> {
        let mut parts = token.split('.');
        let [session, generation, secret, seal] =
            [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        let whole = parts.next().is_none();
        let ours = same(seal, &self.seal(session, generation, secret));
        let presented = || {
            let generation = generation.parse().ok()?;
            Some(Presented::new(session, generation, secret.to_owned()))
        };
        (whole && ours).then(presented).flatten()
    }

    fn seal(&self, session: &str, generation: &str, secret: &str) -> String {
        self.0.hash(&["refresh", session, generation, secret])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forged_or_incomplete_tokens_are_rejected() {
        let tokens = RefreshTokens::new([1; 32]);
        let Issued { token, hash } = tokens.first("s");
        let read = tokens.read(&token).unwrap();
        assert_eq!((&*read.session, read.generation, &read.hash), ("s", 0, &hash));
        assert_eq!(RefreshTokens::new([2; 32]).read(&token), None);
        assert_ne!(tokens.first("s").token, token);
        let older = token.replacen(".0.", ".1.", 1);
        let other = token.replacen("s.", "t.", 1);
        for forged in ["", ".", "...", &older, &other, &token[1..], &format!("{token}.x")] {
            assert_eq!(tokens.read(forged), None, "{forged}");
        }
    }

    #[test]
    fn successor_is_unique_and_needs_the_key() {
        let tokens = RefreshTokens::new([1; 32]);
        let first = tokens.read(&tokens.first("s").token).unwrap();
        let second = tokens.successor(&first);
        assert_eq!(second, tokens.successor(&first));
        assert_eq!(tokens.read(&tokens.issued(&second).token), Some(second.clone()));
        assert_eq!(second.generation, 1);
        assert_ne!(second, RefreshTokens::new([2; 32]).successor(&first));
        let other = tokens.read(&tokens.first("s").token).unwrap();
        assert_ne!(second, tokens.successor(&other));
        assert_ne!(second.hash, tokens.successor(&second).hash);
    }
}
