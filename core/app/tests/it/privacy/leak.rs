//! Finds private data in a response, in any field.

use serde_json::Value;
use sparkyard_testkit::Answer;

/// Distance in degrees below which a number reveals a person's location. Locations are chosen so
/// that the centres of cells are farther away.
const NEAR: f64 = 0.0009;

/// Private data of a person.
#[derive(Clone, Debug)]
pub(super) struct Secrets {
    pub(super) whose: &'static str,
    pub(super) email: Option<String>,
    pub(super) phone: String,
    pub(super) street: &'static str,
    pub(super) postcode: &'static str,
    pub(super) place: (f64, f64),
}

impl Secrets {
    /// Returns the data without the email address.
    pub(super) fn without_email(&self) -> Self {
        Self { email: None, ..self.clone() }
    }

    /// Returns the kinds of data that `response` contains.
    pub(super) fn leaks_in(&self, response: &Answer) -> Vec<String> {
        let text = match response.header("content-type") {
            Some("application/pdf") => response.pdf_pages().join(" "),
            _ => String::from_utf8_lossy(&response.bytes).into_owned(),
        };
        let text = text.to_lowercase();
        let mut found = Vec::new();
        for (kind, secret) in [
            ("email", self.email.as_deref().unwrap_or_default()),
            ("phone", &self.phone),
            ("phone", &self.phone.replace(' ', "")),
            ("street", self.street),
            ("postcode", self.postcode),
            ("postcode", &self.postcode.replace(' ', "")),
        ] {
            if !secret.is_empty() && text.contains(&secret.to_lowercase()) {
                found.push(format!("{}'s {kind}", self.whose));
            }
        }
        let (lat, lon) = self.place;
        let numbers = numbers(&response.body);
        for (kind, own) in [("latitude", lat), ("longitude", lon)] {
            let digits = format!("{own:.4}");
            if text.contains(&digits) || numbers.iter().any(|number| (number - own).abs() < NEAR) {
                found.push(format!("{}'s {kind}", self.whose));
            }
        }
        found
    }
}

/// Returns all numbers in a document.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Number(number) => number.as_f64().into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(fields) => fields.values().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}
