//! Payments, as shown in the history of a wallet.

use serde_json::Value;

/// A payment in pounds.
pub(crate) struct Payment {
    pub(crate) line: String,
    pub(crate) pence: i64,
}

impl Payment {
    pub(crate) fn new(reason: &str, pence: i64, reference: &str) -> Self {
        Self { line: line(reason, &pounds(pence), reference), pence }
    }

    /// Returns the line of a payment in a response; `None` for tokens.
    pub(crate) fn line_in_response(row: &Value) -> Option<String> {
        let amount = format!("{:.2}", row["amount"].as_f64()?);
        let line = line(row["reason"].as_str()?, &amount, row["reference"].as_str()?);
        (row["unit"] == "gbp").then_some(line)
    }
}

fn line(reason: &str, amount: &str, reference: &str) -> String {
    format!("{reason} of {amount} for {reference}")
}

pub(crate) fn pounds(pence: i64) -> String {
    let sign = if pence < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", pence.abs() / 100, pence.abs() % 100)
}
