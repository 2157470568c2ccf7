//! Access tokens: signed, short-lived, and checked against the session on every use.

use std::{collections::HashSet, time::Duration};

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use sparkyard_kernel::{Point, Role, Timestamp, UserId};

/// Lifetime of an access token.
pub(crate) const LIFETIME: Duration = Duration::from_mins(15);

/// Claims of an access token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Claims {
    /// Id of the member.
    pub(crate) id: UserId,
    /// Expiry, in seconds since 1970.
    pub(crate) exp: i64,
    /// Email address of the member.
    pub(crate) email: String,
    /// Id of the session.
    pub(crate) sid: String,
    /// Role, for the client's navigation only; authorisation uses the stored role.
    pub(crate) role: String,
    /// Location of the member, snapped to a 500 m cell, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lat: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lon: Option<f64>,
    /// Whether the member is asked to agree to changed texts, for the client's navigation only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) agreement_due: bool,
}

/// Issues and verifies access tokens.
pub(crate) struct AccessTokens {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
}

impl AccessTokens {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        // Expiry is checked in `read`, against the kernel's clock.
        validation.validate_exp = false;
        validation.required_spec_claims = HashSet::new();
        Self {
            encoding: EncodingKey::from_secret(key),
            decoding: DecodingKey::from_secret(key),
            validation,
        }
    }

    /// Returns a signed token with `claims`.
    pub(crate) fn issue(&self, claims: &Claims) -> Result<String, jsonwebtoken::errors::Error> {
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.encoding)
    }

    /// Returns the claims of a token with a valid signature that has not expired.
    pub(crate) fn read(&self, token: &str, now: Timestamp) -> Option<Claims> {
        let read = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation).ok()?;
        (read.claims.exp > now.as_seconds()).then_some(read.claims)
    }
}

impl Claims {
    /// Creates the claims for a member's session, valid from `now`.
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
        Self { id, exp, email, sid, role: role.to_string(), lat, lon, agreement_due: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_expire_and_cannot_be_forged() {
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
