//! Identifiers as newtypes, so that a skill's id never stands where a person's belongs.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use surrealdb::types::SurrealValue;

use crate::Clock;

/// Makes ids: ULIDs in lower case, sortable by time, 80 random bits.
#[derive(Clone)]
pub struct Ids {
    clock: Arc<dyn Clock>,
    generator: Arc<Mutex<ulid::Generator>>,
}

impl Ids {
    /// Ids stamped by `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, generator: Arc::new(Mutex::new(ulid::Generator::new())) }
    }

    /// A new id, later ones sorting after earlier ones of the same process.
    pub fn next(&self) -> String {
        let millis = u64::try_from(self.clock.now().as_millis()).unwrap_or(0);
        let at = std::time::UNIX_EPOCH + std::time::Duration::from_millis(millis);
        let mut generator =
            self.generator.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let id = generator.generate_from_datetime(at);
        // The generator only fails after 2^80 ids in one millisecond.
        let id = id.unwrap_or_else(|_| ulid::Ulid::from_datetime(at));
        id.to_string().to_lowercase()
    }
}

impl fmt::Debug for Ids {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ids")
    }
}

/// Defines an opaque string id that can be stored, sent and received. Needs `SurrealValue` in
/// scope.
#[macro_export]
macro_rules! id_type {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            ::poem_openapi::NewType, SurrealValue,
            ::serde::Serialize, ::serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The id as text.
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
    /// A member.
    UserId
}
id_type! {
    /// A skill that a member offers.
    SkillId
}
id_type! {
    /// Money held for a booking that is about to be made.
    IntentId
}

/// A booking; the one id that is a number.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    poem_openapi::NewType,
    SurrealValue,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(transparent)]
pub struct BookingId(pub i64);

impl fmt::Display for BookingId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
