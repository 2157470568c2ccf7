//! What a sample request is.

use poem::http::Method;
use serde_json::{Value, json};
use sparkyard_host::local::multipart;

/// Who may call an operation, and for what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Access {
    /// Anybody.
    Open,
    /// Any member, for their own things or what all members share.
    Members,
    /// Only the people concerned: the sample request is about Vera's things.
    Concerned,
    /// Moderators and admins.
    Staff,
}

/// A sample request.
pub(crate) struct Sample {
    pub(crate) access: Access,
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) body: Option<(String, Vec<u8>)>,
    /// Of a form.
    pub(crate) fields: Vec<(String, String)>,
}

pub(crate) fn get(access: Access, path: impl Into<String>) -> Sample {
    Sample { access, method: Method::GET, path: path.into(), body: None, fields: Vec::new() }
}

pub(crate) fn with(
    access: Access,
    method: Method,
    path: impl Into<String>,
    body: &Value,
) -> Sample {
    let body = Some(("application/json".to_owned(), body.to_string().into_bytes()));
    Sample { access, method, path: path.into(), body, fields: Vec::new() }
}

pub(crate) fn form(
    access: Access,
    method: Method,
    path: impl Into<String>,
    fields: &[(&str, &str)],
) -> Sample {
    let body = Some(multipart(fields, &[]));
    let fields = fields.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    Sample { access, method, path: path.into(), body, fields }
}

/// What admins do about letters to members.
pub(super) fn letters(operation: &str) -> Sample {
    let body = json!({ "subject": "Not mine", "text": "To send." });
    match operation {
        "send_letter" => with(Access::Staff, Method::POST, "/api/admin/letters", &body),
        "try_letter" => with(Access::Staff, Method::POST, "/api/admin/letters/trial", &body),
        "get_letter_audience" => get(Access::Staff, "/api/admin/letters/audience"),
        _ => get(Access::Staff, "/api/admin/letters"),
    }
}
