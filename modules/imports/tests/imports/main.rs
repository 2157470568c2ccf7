//! Tests of imports through HTTP, with the modules that they work with.

#![allow(clippy::unwrap_used, reason = "what goes wrong here is a failed test")]
#![allow(clippy::float_cmp, reason = "the server sends the same decimal for the same amount")]

mod checking;
mod joining;
mod running;

use serde_json::Value;
use sparkyard_kernel::ports::Ledger;
use sparkyard_testkit::{Answer, Member};

sparkyard_testkit::community![
    sparkyard_auth::Auth,
    sparkyard_explore::Explore,
    sparkyard_places::Places,
    sparkyard_skills::Skills,
    sparkyard_wallet::Wallet,
    sparkyard_bookings::Bookings,
    sparkyard_timebank::Timebank,
    sparkyard_imports::Imports,
    sparkyard_moderation::Moderation,
];

const IMPORTS: &str = "/api/admin/imports";
const HEADINGS: &str = "email,first_name,last_name,town,phone,about,skills,opening_sparks";

/// Uploads a file.
async fn upload(admin: &Member, content: &[u8]) -> Answer {
    admin.post_form(IMPORTS, &[], &[("file", "members.csv", content)]).await
}

/// Uploads rows below the headings of the template.
async fn check(admin: &Member, rows: &[&str]) -> Value {
    upload(admin, format!("{HEADINGS}\n{}", rows.join("\n")).as_bytes()).await.ok()
}

fn path(import: &Value) -> String {
    format!("{IMPORTS}/{}", import["id"].as_str().unwrap())
}

async fn run(admin: &Member, import: &Value) -> Answer {
    admin.put_empty(&format!("{}/run", path(import))).await
}

/// Rows, columns and messages of the issues of an import.
fn issues(import: &Value) -> Vec<(i64, String, String)> {
    let text = |issue: &Value, field: &str| issue[field].as_str().unwrap().to_owned();
    let issues = import["issues"].as_array().unwrap().iter();
    let parts = |issue: &Value| {
        (issue["row"].as_i64().unwrap(), text(issue, "column"), text(issue, "message"))
    };
    issues.map(parts).collect()
}

/// Asserts that the ledger adds up.
async fn adds_up(app: &TestApp) {
    let ledger = app.host.ports.require::<dyn Ledger>("test").unwrap();
    assert_eq!(ledger.check().await.unwrap().differences, [""; 0]);
}
