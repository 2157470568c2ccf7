use std::path::Path;

use sparkyard::modules::Installed;
use sparkyard_db::Db;
use sparkyard_host::{Host, config::Config};

/// A migration that fails when it is applied again, as what it defines exists.
pub(super) const REPEATED: &str = "wallet/0001_wallet";

/// Opens a database that nobody else has open.
async fn open(data_dir: &Path) -> Db {
    let mut config = Config::with("").unwrap();
    data_dir.clone_into(&mut config.data_dir);
    Host::connect_db::<Installed>(&config).await.unwrap()
}

async fn change(data_dir: &Path, name: &str, statement: &'static str) {
    let db = open(data_dir).await;
    let write = db.write("test.change").bind("name", name.to_owned());
    write.step(statement).run::<()>().await.unwrap();
    db.close().await.unwrap();
}

/// Makes the binary apply [`REPEATED`] at its next start.
pub(super) async fn apply_again(data_dir: &Path) {
    change(data_dir, REPEATED, "DELETE migration WHERE name = $name").await;
}

/// Pretends that a migration was applied.
pub(super) async fn pretend(data_dir: &Path, name: &str) {
    let create = "CREATE migration SET name = $name, checksum = '', applied_at = time::now()";
    change(data_dir, name, create).await;
}

/// Returns the applied migrations.
pub(super) async fn applied(data_dir: &Path) -> Vec<String> {
    let db = open(data_dir).await;
    let names = db.query("SELECT VALUE name FROM migration ORDER BY name").fetch().await.unwrap();
    db.close().await.unwrap();
    names
}
