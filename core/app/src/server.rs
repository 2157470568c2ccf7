use std::sync::Arc;

use anyhow::Context;
use sparkyard_db::Db;
use sparkyard_files::{FileStore, PictureReader};
use sparkyard_host::{Host, HostParts, config::Config, mail::Mailer};
use sparkyard_kernel::{Clock, keys::MasterKey, site::Site};

use crate::{modules::Installed, web};

/// Parameters of a server.
pub struct Setup {
    /// The configuration.
    pub config: Config,
    /// Settings of the site.
    pub site: Arc<Site>,
    /// Clock of the server and its modules.
    pub clock: Arc<dyn Clock>,
    /// Master key, from which all secrets are derived.
    pub keys: MasterKey,
    /// Transport of outgoing mail.
    pub mailer: Arc<dyn Mailer>,
    /// Whether this is a sample community (demo).
    pub demo: bool,
}

/// Builds the server with all installed modules on an open database.
pub fn build(db: Db, setup: Setup) -> anyhow::Result<Host> {
    let Setup { config, site, clock, keys, mailer, demo } = setup;
    let program = std::env::current_exe().context("finding the program itself")?;
    let reader = PictureReader::Program(program);
    let files = FileStore::open(&config, db.clone(), &keys, clock.clone(), reader)?;
    let files = Arc::new(files);
    let inbound = sparkyard_mail::inbound(&config, demo)?;
    let client = web::client;
    let parts = HostParts { config, site, clock, keys, files, mailer, inbound, client, demo };
    Host::build::<Installed>(db, parts)
}
