//! Type of sample requests.

use poem::http::Method;
use serde_json::Value;
use sparkyard_host::in_process::multipart;

/// Callers who may use an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Access {
    /// Anybody.
    Open,
    /// Any member, for their own data or data that all members share.
    Members,
    /// Only the people concerned; the sample is about Vera's data.
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
    /// Fields of a form.
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
