//! Identifiers as newtypes, so that ids of different kinds cannot be confused.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use poem::web::Field;
use poem_openapi::{
    registry::MetaSchema,
    types::{
        ParseError, ParseFromJSON, ParseFromMultipartField, ParseFromParameter, ParseResult, ToJSON,
    },
};
use serde_json::Value;
use surrealdb::types::SurrealValue;

use crate::{Clock, values::openapi_type::openapi_type};

/// Generates ids: lower-case ULIDs, sortable by time, with 80 random bits.
#[derive(Clone)]
pub struct Ids {
    clock: Arc<dyn Clock>,
    generator: Arc<Mutex<ulid::Generator>>,
}

impl Ids {
    /// Creates a generator that takes timestamps from `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, generator: Arc::new(Mutex::new(ulid::Generator::new())) }
    }

    /// Returns a new id, which sorts after earlier ones of the same process.
    pub fn next(&self) -> String {
        let millis = u64::try_from(self.clock.now().as_millis()).unwrap_or(0);
        let at = std::time::UNIX_EPOCH + std::time::Duration::from_millis(millis);
        let mut generator =
            self.generator.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let id = generator.generate_from_datetime(at);
        // Generation fails only after 2^80 ids in one millisecond.
        let id = id.unwrap_or_else(|_| ulid::Ulid::from_datetime(at));
        id.to_string().to_lowercase()
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ids")
    }
}

/// Longest id accepted, in bytes; generated ids have 26.
const MAX_LENGTH: usize = 64;
const NO_ID: &str = "this cannot be an id";

/// Checks whether `text` is 1 to [`MAX_LENGTH`] ASCII letters, digits, `-` and `_`.
fn can_be_id(text: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    (1..=MAX_LENGTH).contains(&text.len()) && text.bytes().all(is_fine)
}

/// Returns the schema of an id in the API document.
fn schema() -> MetaSchema {
    MetaSchema {
        min_length: Some(1),
        max_length: Some(MAX_LENGTH),
        pattern: Some("^[A-Za-z0-9_-]+$".to_owned()),
        ..MetaSchema::new("string")
    }
}

/// Defines an opaque string id that can be stored, sent and received. Needs `SurrealValue` in
/// scope.
macro_rules! id_type {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, SurrealValue,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub String);

        openapi_type!($name, schema);

        impl ToJSON for $name {
            fn to_json(&self) -> Option<Value> {
                Some(Value::String(self.0.clone()))
            }
        }

        impl ParseFromParameter for $name {
            fn parse_from_parameter(value: &str) -> ParseResult<Self> {
                Self::received(value).ok_or_else(|| ParseError::custom(NO_ID))
            }
        }

        impl ParseFromJSON for $name {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                let text = match value {
                    Some(Value::String(text)) => text,
                    value => return Err(ParseError::expected_type(value.unwrap_or_default())),
                };
                Self::received(&text).ok_or_else(|| ParseError::custom(NO_ID))
            }
        }

        impl ParseFromMultipartField for $name {
            async fn parse_from_multipart(field: Option<Field>) -> ParseResult<Self> {
                let text = String::parse_from_multipart(field).await;
                let text = text.map_err(ParseError::propagate)?;
                Self::received(&text).ok_or_else(|| ParseError::custom(NO_ID))
            }
        }

        impl $name {
            /// Validates an id received from outside. Whether it exists is not checked.
            pub fn received(text: &str) -> Option<Self> {
                can_be_id(text).then(|| Self(text.to_owned()))
            }

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id)
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.to_owned())
            }
        }
    };
}

id_type! {
    /// Id of a member.
    UserId
}
id_type! {
    /// Id of a skill that a member offers.
    SkillId
}
id_type! {
    /// Id known only to its own module: a document, a session, a linked account, a notice.
    ItemId
}
id_type! {
    /// Id of money held for a booking that is about to be made.
    IntentId
}
id_type! {
    /// Id of a cash payment that waits for a second admin.
    CashInId
}

/// Id of a booking; the only id that is a number.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    SurrealValue,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(transparent)]
pub struct BookingId(pub i64);

openapi_type!(BookingId, || MetaSchema {
    minimum: Some(1.0),
    // Largest integer that is exact in an IEEE 754 double, as JavaScript reads it.
    maximum: Some(9_007_199_254_740_991.0),
    ..MetaSchema::new_with_format("integer", "int64")
});

impl ToJSON for BookingId {
    fn to_json(&self) -> Option<Value> {
        self.0.to_json()
    }
}

impl ParseFromJSON for BookingId {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        i64::parse_from_json(value).map(Self).map_err(ParseError::propagate)
    }
}

impl ParseFromParameter for BookingId {
    fn parse_from_parameter(value: &str) -> ParseResult<Self> {
        i64::parse_from_parameter(value).map(Self).map_err(ParseError::propagate)
    }
}

impl ParseFromMultipartField for BookingId {
    async fn parse_from_multipart(field: Option<Field>) -> ParseResult<Self> {
        i64::parse_from_multipart(field).await.map(Self).map_err(ParseError::propagate)
    }
}

impl fmt::Display for BookingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_ids_are_refused() {
        let longest = "x".repeat(MAX_LENGTH);
        for good in ["01jnbxv3q4w8h7k2m5p6r9s0tz", "a", "A_b-1", &longest] {
            assert_eq!(UserId::parse_from_parameter(good).unwrap().as_str(), good);
            let json = Some(serde_json::json!(good));
            assert_eq!(SkillId::parse_from_json(json).unwrap().as_str(), good);
        }
        let longer = format!("{longest}x");
        for bad in ["", " ", "a b", "a/b", "a:b", "\0", "é", "\u{202e}a", "<script>", &longer] {
            assert!(UserId::parse_from_parameter(bad).is_err(), "{bad:?}");
            assert!(IntentId::parse_from_json(Some(serde_json::json!(bad))).is_err(), "{bad:?}");
        }
        for bad in [serde_json::json!(1), serde_json::json!(null), serde_json::json!([])] {
            assert!(UserId::parse_from_json(Some(bad)).is_err());
        }
    }
}
