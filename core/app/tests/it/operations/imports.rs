//! Sample requests of imports of members, and of their invitations.

use poem::http::Method;
use serde_json::json;
use sparkyard_host::in_process::multipart;

use super::sample::{
    Access::{Open, Staff},
    Sample, get, with,
};

/// Returns the sample request of an operation.
pub(super) fn sample(operation: &str) -> Sample {
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    match operation {
        "create_import" => {
            let table = b"email,name\nzoe@example.org,Zoe Ash";
            let body = multipart(&[], &[("file", "members.csv", table)]);
            Sample { method: post, body: Some(body), ..get(Staff, "/api/admin/imports") }
        }
        "list_imports" => get(Staff, "/api/admin/imports"),
        "get_import" => get(Staff, "/api/admin/imports/x"),
        "get_import_errors" => get(Staff, "/api/admin/imports/x/errors.csv"),
        "get_import_template" => get(Staff, "/api/admin/import-template.csv"),
        "run_import" => with(Staff, put, "/api/admin/imports/x/run", &json!({})),
        "delete_import" => with(Staff, delete, "/api/admin/imports/x", &json!({})),
        "accept_invitation" => {
            let body = json!({
                "token": "guess", "newPassword": "long walks", "adult": true, "terms": true,
            });
            with(Open, post, "/api/auth/invitations/accept", &body)
        }
        unknown => panic!("say in this test who may call {unknown:?}"),
    }
}
