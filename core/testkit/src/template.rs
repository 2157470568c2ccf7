//! A database with the complete schema, created once for all tests of a program: creating it takes
//! an unoptimised build longer than most tests.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sparkyard_host::{Host, ModuleSet, config::Config};
use sparkyard_kernel::Clock;
use tempfile::TempDir;
use tokio::sync::OnceCell;

/// Files of the database, by path in its folder. A test program has one community.
struct Template(Vec<(PathBuf, Vec<u8>)>);

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();

/// Copies an empty database with the schema into `folder`, which must not exist yet.
pub(crate) async fn copy_into<M: ModuleSet>(folder: &Path, clock: &dyn Clock) {
    let template = TEMPLATE.get_or_init(|| Template::make::<M>(clock)).await;
    for (path, content) in &template.0 {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a copy");
    }
}

impl Template {
    async fn make<M: ModuleSet>(clock: &dyn Clock) -> Self {
        let data_dir = TempDir::new().expect("a temporary directory");
        let mut config = Config::layered(&[]).expect("valid settings");
        config.data_dir = data_dir.path().to_owned();
        let db = Host::open_db::<M>(&config, clock).await.expect("a database");
        let folder = data_dir.path().join("copy");
        db.copy_to(&folder).await.expect("a copy");
        db.close().await.expect("an end in order");
        let mut files = Vec::new();
        read(&folder, Path::new(""), &mut files);
        Self(files)
    }
}

fn read(folder: &Path, below: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let (path, below) = (entry.path(), below.join(entry.file_name()));
        match path.is_dir() {
            true => read(&path, &below, files),
            false => files.push((below, fs::read(path).expect("a file"))),
        }
    }
}
