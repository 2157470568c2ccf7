//! A database with the complete schema, created once for all tests of a program: creating it takes
//! an unoptimised build longer than most tests.

use std::path::Path;

use sparkyard_host::{Host, ModuleSet, config::Config};
use sparkyard_kernel::Clock;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::FolderCopy;

/// Folder of the database. A test program has one community.
static TEMPLATE: OnceCell<FolderCopy> = OnceCell::const_new();

/// Copies an empty database with the schema into `folder`, which must not exist yet.
pub(crate) async fn copy_into<M: ModuleSet>(folder: &Path, clock: &dyn Clock) {
    TEMPLATE.get_or_init(|| make::<M>(clock)).await.write(folder);
}

async fn make<M: ModuleSet>(clock: &dyn Clock) -> FolderCopy {
    let data_dir = TempDir::new().expect("a temporary directory");
    let mut config = Config::layered(&[]).expect("valid settings");
    config.data_dir = data_dir.path().to_owned();
    let db = Host::open_db::<M>(&config, clock).await.expect("a database");
    let folder = data_dir.path().join("copy");
    db.copy_to(&folder).await.expect("a copy");
    db.close().await.expect("an end in order");
    FolderCopy::read(&folder)
}
