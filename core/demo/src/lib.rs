//! A sample community of about sixty neighbours with a history. Its story is played through the
//! real API operations with a clock that is moved along.

mod actor;
mod board;
mod disputes;
mod earnings;
mod events;
mod identity_documents;
mod people;
mod pictures;
mod portrait;
mod store;
mod story;
mod talk;
mod thanks;
mod town;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use sparkyard_db::{Db, Timestamp};
use sparkyard_host::{Host, config::Config, data_dir::private_file, mail::Mailer};
use sparkyard_kernel::Clock;

use self::store::Kind;

/// Town in which most of the sample people live.
pub const TOWN: &str = "Hebden Bridge";

/// Builds a server on the database being filled, with the given clock and mailer.
pub type Build<'a> =
    dyn Fn(Config, Arc<dyn Clock>, Arc<dyn Mailer>) -> anyhow::Result<Host> + Sync + 'a;

/// Keeps sample and real data apart: a database is a sample from the beginning or never.
pub async fn admit(db: &Db, demo: bool) -> anyhow::Result<()> {
    match (demo, store::kind(db).await?) {
        (false, None) => Ok(store::set_kind(db, Kind::Live).await?),
        (true, None) => Ok(store::set_kind(db, Kind::Filling).await?),
        (false, Some(Kind::Live)) | (true, Some(Kind::Filling | Kind::Demo)) => Ok(()),
        (false, Some(_)) => anyhow::bail!(
            "this data directory holds a sample community; start it with --demo, or choose \
             another --data-dir"
        ),
        (true, Some(Kind::Live)) => anyhow::bail!(
            "this data directory holds a real community; --demo needs an empty --data-dir"
        ),
    }
}

/// Checks whether the sample community is complete.
pub async fn is_filled(db: &Db) -> anyhow::Result<bool> {
    Ok(store::kind(db).await? == Some(Kind::Demo))
}

/// Deletes a sample community whose creation was interrupted.
pub fn discard_unfinished(data_dir: &Path) -> anyhow::Result<()> {
    let marker = marker(data_dir);
    if !marker.exists() {
        return Ok(());
    }
    for name in ["db", "files"] {
        let path = data_dir.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).with_context(|| format!("removing {}", path.display()))?;
        }
    }
    fs::remove_file(&marker).with_context(|| format!("removing {}", marker.display()))
}

/// Creates the sample community.
pub async fn fill(
    db: &Db,
    config: &Config,
    build: &Build<'_>,
    now: Timestamp,
) -> anyhow::Result<()> {
    let marker = marker(&config.data_dir);
    fs::write(&marker, "").with_context(|| format!("writing {}", marker.display()))?;
    println!("Making a sample community, this takes a few seconds …");
    let logins = Box::pin(story::play(config, build, now)).await?;
    write_logins(&config.data_dir, &logins)?;
    store::set_kind(db, Kind::Demo).await?;
    fs::remove_file(&marker).with_context(|| format!("removing {}", marker.display()))
}

/// Prints the logins of the sample people.
pub fn print_logins(data_dir: &Path) -> anyhow::Result<()> {
    let path = logins_path(data_dir);
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    print!("{text}");
    Ok(())
}

fn write_logins(data_dir: &Path, logins: &str) -> anyhow::Result<()> {
    let path = logins_path(data_dir);
    let mut file = private_file(&path).with_context(|| format!("writing {}", path.display()))?;
    Ok(file.write_all(logins.as_bytes())?)
}

fn marker(data_dir: &Path) -> PathBuf {
    data_dir.join("demo-unfinished")
}

fn logins_path(data_dir: &Path) -> PathBuf {
    data_dir.join("demo-logins.txt")
}
