//! The payment mode that admins chose, stored in the database.

use sparkyard_db::{Db, DbError, Write};

use super::{site_choices, store};
use crate::site::{Mode, Site, SiteConfig};

const MODE: &str = "mode";

/// Returns the site with the stored choices of admins, where the configuration says none.
pub async fn open_site(db: &Db, config: SiteConfig) -> Result<Site, DbError> {
    let site = Site::new(config);
    read(db, &site).await?;
    site_choices::read(db, &site).await?;
    Ok(site)
}

/// Stores the mode that the configuration says, so that the site keeps it once that says none.
pub async fn keep(db: &Db, site: &Site) -> Result<(), DbError> {
    let stored: Option<Mode> = store::fact(db, MODE).fetch_optional().await?;
    if stored == Some(site.mode()) {
        return Ok(());
    }
    choose(db.write("core.keep_mode"), site.mode()).run().await
}

/// Reads the stored mode, which another process may have changed.
pub async fn read(db: &Db, site: &Site) -> Result<(), DbError> {
    if let Some(mode) = store::fact(db, MODE).fetch_optional().await? {
        site.set_mode(mode);
    }
    Ok(())
}

/// Stores `mode` in `write`.
pub fn choose(write: Write<'_>, mode: Mode) -> Write<'_> {
    store::set_fact(write, MODE, mode)
}
