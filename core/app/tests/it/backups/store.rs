use std::path::Path;

use sparkyard::modules::Installed;
use sparkyard_host::{Host, config::Config};
use sparkyard_kernel::SystemClock;

/// Sets the photo of a profile, past all checks.
pub(super) async fn set_photo(data_dir: &Path, url: &str) {
    let mut config = Config::with("").unwrap();
    data_dir.clone_into(&mut config.data_dir);
    let db = Host::open_db::<Installed>(&config, &SystemClock).await.unwrap();
    let write = db.write("test.set_photo").bind("url", url.to_owned());
    write.step("UPDATE person SET photourl = $url").run::<()>().await.unwrap();
    db.close().await.unwrap();
}
