//! The [`Module`] trait: how a feature presents itself to the host.

use std::{fmt, path::PathBuf, sync::Arc};

use poem_openapi::OpenApi;
use serde::de::DeserializeOwned;
use sparkyard_db::{Db, Migration, Timestamp};

use crate::{
    Clock, EventHandler, Ids, Job, Ports, RatedPath, allowance::Limits, keys::MasterKey,
    site::SiteConfig,
};

/// What every module is given: the host's tools, nothing of other modules.
#[derive(Clone)]
pub struct Cx {
    /// The database.
    pub db: Db,
    /// The one clock.
    pub clock: Arc<dyn Clock>,
    /// Makes ids.
    pub ids: Ids,
    /// Derives keys.
    pub keys: MasterKey,
    /// The community's settings.
    pub site: Arc<SiteConfig>,
    /// What is limited by the day.
    pub limits: Limits,
    /// Names of the modules that are installed and switched on.
    pub modules: Arc<Vec<&'static str>>,
    /// Whether this is a sample community, where money is pretended and mail can be read.
    pub demo: bool,
    /// Where files, mails and secrets live.
    pub data_dir: PathBuf,
}

impl Cx {
    /// Now, by the one clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether a module is installed and switched on.
    pub fn has(&self, module: &str) -> bool {
        self.modules.contains(&module)
    }
}

impl fmt::Debug for Cx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cx").field("demo", &self.demo).finish_non_exhaustive()
    }
}

/// Where a module names the files that it holds.
///
/// Each row is read at one moment, so a name may move between the fields of a row, but not to
/// another row unless the file is stored again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldFiles {
    /// One of the module's tables.
    pub table: &'static str,
    /// Its fields that hold a key, a root-relative address, or nothing.
    pub fields: &'static [&'static str],
}

/// A feature, complete from its tables to its API.
///
/// The host builds all modules with [`new`](Self::new), lets each [`provide`](Self::provide)
/// its ports, and then asks each to [`finish`](Self::finish), when it may take the ports of
/// others. Install order does not matter.
pub trait Module: Sized + Send + 'static {
    /// Crate suffix, folder, OpenAPI tag, error-code and event prefix, all in one.
    const NAME: &'static str;
    /// Whether configuration may switch it off.
    const REMOVABLE: bool = true;
    /// Its schema, in order.
    const MIGRATIONS: &'static [Migration] = &[];
    /// Where it names stored files. What no module names is deleted after a day; a module that
    /// is switched off keeps its files.
    const FILES: &'static [HeldFiles] = &[];
    /// How often its operations may be called by somebody who has no access token.
    const RATES: &'static [RatedPath] = &[];
    /// Names of the events its handler wants.
    const LISTENS_TO: &'static [&'static str] = &[];
    /// Its section of the configuration.
    type Config: DeserializeOwned + Default;
    /// Its operations.
    type Api: OpenApi + Send + Sync + 'static;

    /// Takes its tools and settings; does no I/O.
    fn new(cx: &Cx, config: Self::Config) -> anyhow::Result<Self>;

    /// Offers ports to others.
    fn provide(&self, ports: &mut Ports) {
        let _ = ports;
    }

    /// Takes the ports it needs and becomes its API, handler and jobs.
    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>>;
}

/// A module at work.
pub struct Finished<A> {
    /// Its operations.
    pub api: A,
    /// What it does about events; needed when it listens to any.
    pub handler: Option<Arc<dyn EventHandler>>,
    /// What it does as time passes.
    pub jobs: Vec<Job>,
}

impl<A> Finished<A> {
    /// Only an API.
    pub fn api(api: A) -> Self {
        Self { api, handler: None, jobs: Vec::new() }
    }

    /// With a handler for the events it listens to.
    #[must_use]
    pub fn on_event(mut self, handler: Arc<dyn EventHandler>) -> Self {
        self.handler = Some(handler);
        self
    }

    /// With one more job.
    #[must_use]
    pub fn job(mut self, job: Job) -> Self {
        self.jobs.push(job);
        self
    }
}

impl<A> fmt::Debug for Finished<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").field("jobs", &self.jobs.len()).finish_non_exhaustive()
    }
}

/// Embeds migrations by file name: `migrations!["0001_skills", "0002_index"]` reads
/// `schema/0001_skills.surql` and so on, beside the crate's `src`.
#[macro_export]
macro_rules! migrations {
    ($($name:literal),* $(,)?) => {
        &[$($crate::db::Migration {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/schema/", $name, ".surql")),
        }),*]
    };
}
