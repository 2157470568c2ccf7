//! Refresh tokens: each replaces the one before. A token says which of its family it is, under
//! our seal, so that any that has been replaced is known for what it is, however old.

use super::secret::{Pepper, hash, random_secret, same};

/// Makes and reads refresh tokens.
pub(crate) struct RefreshTokens(Pepper);

/// A new token.
pub(crate) struct Issued {
    /// For the device.
    pub(crate) token: String,
    /// For the database.
    pub(crate) hash: String,
}

/// A token that we made.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Presented {
    /// The session, which is the family.
    pub(crate) session: String,
    /// How many were before it.
    pub(crate) generation: i64,
    /// What is stored of it.
    pub(crate) hash: String,
}

impl RefreshTokens {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(Pepper::new(key))
    }

    /// The token of a generation of a session.
    pub(crate) fn issue(&self, session: &str, generation: i64) -> Issued {
        let (generation, secret) = (generation.to_string(), random_secret());
        let seal = self.seal(session, &generation, &secret);
        Issued { token: format!("{session}.{generation}.{secret}.{seal}"), hash: hash(&secret) }
    }

    /// What a token says, if we made it.
    pub(crate) fn read(&self, token: &str) -> Option<Presented> {
        let mut parts = token.split('.');
        let [session, generation, secret, seal] =
            [parts.next()?, parts.next()?, parts.next()?, parts.next()?];
        let whole = parts.next().is_none();
        let ours = same(seal, &self.seal(session, generation, secret));
        let presented = || {
            let generation = generation.parse().ok()?;
            Some(Presented { session: session.to_owned(), generation, hash: hash(secret) })
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
    fn only_our_own_tokens_are_read_and_only_whole() {
        let tokens = RefreshTokens::new([1; 32]);
        let Issued { token, hash } = tokens.issue("s", 7);
        let read = tokens.read(&token);
        assert_eq!(read, Some(Presented { session: "s".to_owned(), generation: 7, hash }));
        assert_eq!(RefreshTokens::new([2; 32]).read(&token), None);
        assert_ne!(tokens.issue("s", 7).token, token);
        let older = token.replacen(".7.", ".6.", 1);
        let other = token.replacen("s.", "t.", 1);
        for forged in ["", ".", "...", &older, &other, &token[1..], &format!("{token}.x")] {
            assert_eq!(tokens.read(forged), None, "{forged}");
        }
    }
}
