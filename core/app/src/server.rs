use std::sync::Arc;

use anyhow::Context;
use poem::EndpointExt;
use sparkyard_db::Db;
use sparkyard_files::{FileStore, PictureReader};
use sparkyard_host::{Host, HostParts, config::Config, mail::Mailer};
use sparkyard_kernel::{Clock, keys::MasterKey};

use crate::{modules::Installed, web};

/// What differs from one start of the server to another.
pub struct Setup {
    /// The configuration.
    pub config: Config,
    /// The clock of everything.
    pub clock: Arc<dyn Clock>,
    /// The secret behind all secrets.
    pub keys: MasterKey,
    /// Where mails go.
    pub mailer: Arc<dyn Mailer>,
    /// Whether this is a sample community.
    pub demo: bool,
}

/// The server with all installed modules, on an open database.
pub fn build(db: Db, setup: Setup) -> anyhow::Result<Host> {
    let Setup { config, clock, keys, mailer, demo } = setup;
    let program = std::env::current_exe().context("finding the program itself")?;
    let reader = PictureReader::Program(program);
    let files = FileStore::open(&config, db.clone(), &keys, clock.clone(), reader)?;
    let files = Arc::new(files);
    let client = web::client(&config).map_to_response().boxed();
    let inbound = sparkyard_mail::inbound(&config, demo)?;
    let parts = HostParts { config, clock, keys, files, mailer, inbound, client, demo };
    Host::build::<Installed>(db, parts)
}
