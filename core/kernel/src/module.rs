//! The [`Module`] trait: how a feature presents itself to the host.

pub mod allowance;
pub mod audit;
mod change_cache;
pub mod event;
pub mod events;
pub mod job;
pub mod keys;
pub mod leaving;
pub mod own_rows;
pub mod ports;
pub mod probe;
pub mod purge;
pub mod seal;
pub mod segment;
pub mod site_choices;
pub mod site_mode;
mod store;

use std::{fmt, path::PathBuf, sync::Arc};

use poem_openapi::OpenApi;
use serde::de::DeserializeOwned;
use sparkyard_db::{Db, Migration, Timestamp};

pub use self::{
    change_cache::ChangeCache,
    event::{Event, EventHandler},
    job::Job,
    ports::Ports,
};
use crate::{
    Clock, Ids, RatedPath, allowance::Limits, keys::MasterKey, leaving::Leaving, own_rows::OwnRows,
    probe::Probe, purge::Purge, site::Site,
};

/// Context of a module: the host's tools, nothing of other modules.
#[derive(Clone)]
pub struct Cx {
    /// Database.
    pub db: Db,
    /// The only clock.
    pub clock: Arc<dyn Clock>,
    /// Generator of ids.
    pub ids: Ids,
    /// Master key, from which keys are derived.
    pub keys: MasterKey,
    /// Settings of the site.
    pub site: Arc<Site>,
    /// Daily limits.
    pub limits: Limits,
    /// Names of the modules that are installed and switched on.
    pub modules: Arc<Vec<&'static str>>,
    /// Whether this is a sample community, with simulated money and readable mail.
    pub demo: bool,
    /// Directory of files, mails and secrets.
    pub data_dir: PathBuf,
}

impl Cx {
    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Checks whether a module is installed and switched on.
    pub fn has(&self, module: &str) -> bool {
        self.modules.contains(&module)
    }
}

impl fmt::Debug for Cx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cx").field("demo", &self.demo).finish_non_exhaustive()
    }
}

/// Fields in which a module refers to stored files.
///
/// Each row is read at one moment, so a reference may move between the fields of a row, but not to
/// another row unless the file is stored again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldFiles {
    /// Name of one of the module's tables.
    pub table: &'static str,
    /// Fields that hold a key, a root-relative URL, or nothing.
    pub fields: &'static [&'static str],
}

/// A feature, from its tables to its API.
///
/// The host builds all modules with [`new`](Self::new), lets each [`provide`](Self::provide) its
/// ports, and then calls [`finish`](Self::finish) on each, which may take the ports of others. The
/// order of modules does not matter.
pub trait Module: Sized + Send + 'static {
    /// Name: crate suffix, folder, OpenAPI tag, and prefix of error codes and events.
    const NAME: &'static str;
    /// Whether the configuration may switch the module off.
    const REMOVABLE: bool = true;
    /// Migrations, in order.
    const MIGRATIONS: &'static [Migration] = &[];
    /// Fields that refer to stored files. Files that no module refers to are deleted after a day; a
    /// module that is switched off keeps its files.
    const FILES: &'static [HeldFiles] = &[];
    /// Rules for a member's data when they delete their account, whether the module is
    /// switched on or not.
    const LEAVING: Leaving = Leaving::NONE;
    /// Rate limits of operations for callers without an access token.
    const RATES: &'static [RatedPath] = &[];
    /// Names of the events that the handler subscribes to.
    const LISTENS_TO: &'static [&'static str] = &[];
    /// Section of the configuration.
    type Config: DeserializeOwned + Default;
    /// Operations.
    type Api: OpenApi + Send + Sync + 'static;

    /// Creates the module from context and configuration; does no I/O.
    fn new(cx: &Cx, config: Self::Config) -> anyhow::Result<Self>;

    /// Offers ports to other modules.
    fn provide(&self, ports: &mut Ports) {
        let _ = ports;
    }

    /// Takes the required ports and turns the module into API, handler and jobs.
    fn finish(self, ports: &Ports) -> anyhow::Result<Finished<Self::Api>>;
}

/// Data that a module loads into memory once the server has started.
pub trait Loading: Send + Sync + 'static {
    /// Returns the progress as a sentence for the operator; `None` once the data is loaded. Until
    /// then `/readyz` returns 503 with this sentence.
    fn progress(&self) -> Option<String>;
}

/// A finished module.
pub struct Finished<A> {
    /// Operations.
    pub api: A,
    /// Event handler; required if the module listens to events.
    pub handler: Option<Arc<dyn EventHandler>>,
    /// Scheduled jobs.
    pub jobs: Vec<Job>,
    /// Old rows to delete.
    pub purges: Vec<Purge>,
    /// Data of a member that they may download.
    pub own: Vec<OwnRows>,
    /// Data to load, until which responses are delayed.
    pub loading: Option<Arc<dyn Loading>>,
    /// Checks of services that the module uses.
    pub probes: Vec<Arc<dyn Probe>>,
}

impl<A> Finished<A> {
    /// Creates a finished module with nothing but an API.
    pub fn api(api: A) -> Self {
        let (jobs, purges, own) = (Vec::new(), Vec::new(), Vec::new());
        Self { api, handler: None, jobs, purges, own, loading: None, probes: Vec::new() }
    }

    /// Sets the handler of the events that the module listens to.
    #[must_use]
    pub fn on_event(mut self, handler: Arc<dyn EventHandler>) -> Self {
        self.handler = Some(handler);
        self
    }

    /// Sets the data that must be loaded before the server is ready.
    #[must_use]
    pub fn loading(mut self, loading: Arc<dyn Loading>) -> Self {
        self.loading = Some(loading);
        self
    }

    /// Adds old rows to delete.
    #[must_use]
    pub fn purge(mut self, purges: impl IntoIterator<Item = Purge>) -> Self {
        self.purges.extend(purges);
        self
    }

    /// Adds data of a member that they may download.
    #[must_use]
    pub fn own(mut self, rows: impl IntoIterator<Item = OwnRows>) -> Self {
        self.own.extend(rows);
        self
    }

    /// Adds the check of a service that the module uses.
    #[must_use]
    pub fn probe(mut self, probe: Arc<dyn Probe>) -> Self {
        self.probes.push(probe);
        self
    }

    /// Adds a job.
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
