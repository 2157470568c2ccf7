//! Migrates the schema behind a copy of the database, which takes its place if that fails.

use std::fs;

use anyhow::Context;
use sparkyard_db::{Db, ModuleMigrations, Timestamp};
use tracing::info;

use crate::{
    config::Config,
    data_dir::{DATABASE, RESTORED, commit_restore, private_dir, remove_dir, sync_all},
};

/// Folder in the data directory for the copy. It outlives a process that is killed while it
/// migrates, and is completed by the next.
const COPY: &str = "before-upgrade";

/// Applies the missing migrations. An error says whether the data is as before.
pub(super) async fn migrate(
    db: &Db,
    config: &Config,
    modules: &[ModuleMigrations],
    now: Timestamp,
) -> anyhow::Result<()> {
    let dir = &config.data_dir;
    let plan = db.plan_migration(modules).await?;
    let has_copy = config.database.url.is_empty() && plan.changes_data();
    let copy = dir.join(COPY);
    if has_copy && !copy.try_exists()? {
        info!("copying the database before its schema is migrated");
        let partial = copy.with_added_extension("partial");
        remove_dir(&partial)?;
        private_dir(&partial)?;
        let copied = db.copy_to(&partial.join(DATABASE)).await;
        copied.context("copying the database; there must be disk space for a second one")?;
        sync_all(&partial)?;
        fs::rename(&partial, &copy)?;
    }
    match db.apply(plan, now).await {
        // Also what an earlier process left that was killed after its last migration.
        Ok(()) => remove_dir(&copy).context("deleting the copy of the database"),
        Err(cause) if has_copy => {
            // The error of migrating matters more than one of closing.
            let _ = db.close().await;
            fs::rename(&copy, dir.join(RESTORED))?;
            commit_restore(dir, &[DATABASE]).context("undoing the upgrade")?;
            let undone = "the upgrade failed and was undone; the program that served this data \
                          before can serve it again";
            Err(anyhow::Error::from(cause).context(undone))
        }
        Err(cause) => Err(cause.into()),
    }
}
