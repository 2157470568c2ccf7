//! Files and accounts of the test database.

use std::{fs, path::Path};

use sparkyard_kernel::db::Fragment;

use crate::TestApp;

/// Returns the content of all files in the data directory.
pub(crate) fn bytes_of(app: &TestApp) -> Vec<u8> {
    fn collect(path: &Path, bytes: &mut Vec<u8>) {
        for entry in fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => collect(&path, bytes),
                false => bytes.extend(fs::read(&path).unwrap()),
            }
        }
    }
    let mut bytes = Vec::new();
    collect(&app.host.cx.data_dir, &mut bytes);
    bytes
}

/// Returns the balance of an account in the ledger, in pence.
pub(crate) async fn balance_of(app: &TestApp, account: &str) -> i64 {
    let query = "SELECT VALUE balance FROM type::record('ledger_account', $account)";
    let query = app.db.query(query).bind("account", account.to_owned());
    query.fetch_optional().await.unwrap().unwrap_or_default()
}

/// Writes effects on the ledger.
pub(crate) async fn write(app: &TestApp, effects: Vec<Fragment>) {
    app.db.write("test").calls(effects).run::<()>().await.unwrap();
}
