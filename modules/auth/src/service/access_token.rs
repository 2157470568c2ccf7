//! Access tokens: signed, short-lived, checked against the session on every use.

use std::{collections::HashSet, time::Duration};

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sparkyard_kernel::{Point, Role, Timestamp, UserId};

/// How long an access token is good for.
pub(crate) const LIFETIME: Duration = Duration::from_mins(15);

/// What an access token says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Claims {
    /// The member.
    pub(crate) id: UserId,
    /// When it ends, in seconds since 1970.
    pub(crate) exp: i64,
    /// The member's address.
    pub(crate) email: String,
    /// The session it belongs to.
    pub(crate) sid: String,
    /// For the client's navigation only; what counts is the role stored now.
    pub(crate) role: String,
    /// Where the member is, snapped to their 500 m cell, if they said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lon: Option<f64>,
}

/// Makes and reads access tokens.
pub(crate) struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl AccessTokens {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // Expiry is ours to check, against the one clock.
        validation.validate_exp = false;
        validation.required_spec_claims = HashSet::new();
        Self {
            encoding: EncodingKey::from_secret(key),
            decoding: DecodingKey::from_secret(key),
            validation,
        }
    }

    /// A token that says `claims`.
    pub(crate) fn issue(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.encoding)
    }

    /// What a token says, if we made it and it has not ended.
    pub(crate) fn read(&self, token: &str, now: Timestamp) -> Option<Claims> {
        let read = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation).ok()?;
        (read.claims.exp > now.as_seconds()).then_some(read.claims)
    }
}

impl Claims {
    /// The claims of a member's session from `now`.
    pub(crate) fn new(
        id: UserId,
        email: String,
        role: Role,
        sid: String,
        place: Option<Point>,
        now: Timestamp,
    ) -> Self {
        let (lat, lon) = place.map(|Point { lat, lon }| (lat, lon)).unzip();
        let exp = (now + LIFETIME).as_seconds();
        Self { id, exp, email, sid, role: role.to_string(), lat, lon }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_end_and_cannot_be_forged() {
        let tokens = AccessTokens::new(&[1; 32]);
        let now = Timestamp::EPOCH;
        let claims = Claims::new("u".into(), "a@b.co".into(), Role::Member, "s".into(), None, now);
        let token = tokens.issue(&claims).unwrap();
        assert_eq!(tokens.read(&token, now), Some(claims));
        assert_eq!(tokens.read(&token, now + LIFETIME), None);
        assert_eq!(AccessTokens::new(&[2; 32]).read(&token, now), None);
        assert_eq!(tokens.read("not.a.token", now), None);
    }
}
