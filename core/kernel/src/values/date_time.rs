//! Timestamps in the API.

use poem_openapi::{
    registry::MetaSchema,
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON},
};
use serde_json::Value;
use sparkyard_db::Timestamp;

use crate::values::openapi_type::openapi_type;

/// A point in time: RFC 3339 in UTC, to the millisecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateTime(Timestamp);

impl From<Timestamp> for DateTime {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

openapi_type!(DateTime, || MetaSchema::new_with_format("string", "date-time"));

impl ToJSON for DateTime {
    fn to_json(&self) -> Option<Value> {
        Some(Value::from(self.0.to_string()))
    }
}

impl ParseFromJSON for DateTime {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        match value.unwrap_or_default() {
            Value::String(text) => text.parse().map(Self).map_err(ParseError::custom),
            other => Err(ParseError::expected_type(other)),
        }
    }
}
