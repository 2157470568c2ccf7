use std::path::Path;

use sparkyard_db::{Db, DbConfig, Routes};

/// Adds a penny to a balance, with no server running.
pub(super) async fn tamper(data_dir: &Path, account: &str) {
    let config = DbConfig::at(format!("surrealkv://{}", data_dir.join("db").display()));
    let db = Db::connect(&config, Routes::default()).await.unwrap();
    db.write("test.tamper")
        .bind("account", account.to_owned())
        .step("UPDATE type::record('ledger_account', $account) SET balance += 1")
        .run::<()>()
        .await
        .unwrap();
    db.close().await.unwrap();
}
