//! Builds a house from a list of modules.
//!
//! `OpenApi` cannot be boxed, so the list is a type: nested pairs, ended by `()`. Everything
//! done to all modules is done by walking that type.

mod switch;

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use poem::{EndpointExt, endpoint::BoxEndpoint};
use poem_openapi::OpenApi;
use sparkyard_db::{Db, DbConfig, ModuleMigrations, Routes};
use sparkyard_kernel::{
    Clock, Cx, EventHandler, HeldFiles, Ids, Job, Module, Ports,
    allowance::forget_days,
    audit::forget_readings,
    auth::Authenticator,
    events::core::MAIL,
    idempotency::forget_answers,
    keys::MasterKey,
    ports::{Files, MailChoices, Mails, MapTiles},
    purge::Purge,
    site::SiteConfig,
};

use crate::{
    config::Config,
    files::{FileStore, StorageAllowance},
    http::{self, Front, rates::Rates},
    mailer::{MailDelivery, Mailer, Templates},
    modules::Installed,
};

pub use switch::Switch;

/// The hall's own consumer of events.
pub(crate) const MAIL_CONSUMER: &str = "core.mailer";

/// Writes `type Installed` from a list of module types.
macro_rules! modules {
    ($($module:ty),* $(,)?) => {
        /// All installed modules, as nested pairs.
        pub type Installed = $crate::assembly::modules!(@pair $($module,)*);
    };
    (@pair $head:ty, $($tail:ty,)*) => { ($head, $crate::assembly::modules!(@pair $($tail,)*)) };
    (@pair) => { () };
}
pub(crate) use modules;

/// What a house is made with, besides its modules.
pub struct Outfit {
    /// The configuration.
    pub config: Config,
    /// The clock of the whole house.
    pub clock: Arc<dyn Clock>,
    /// The secret behind all secrets.
    pub keys: MasterKey,
    /// Where mails go.
    pub mailer: Arc<dyn Mailer>,
    /// Whether this is a sample community.
    pub demo: bool,
}

/// A community at work: its operations, event handlers, jobs and ports.
pub struct House {
    /// What modules were given.
    pub cx: Cx,
    /// What modules offer each other.
    pub ports: Ports,
    /// Files on disk or in a bucket.
    pub files: Arc<FileStore>,
    /// What each consumer does about events.
    pub(crate) handlers: HashMap<&'static str, Arc<dyn EventHandler>>,
    /// What is done as time passes.
    pub(crate) jobs: Vec<Job>,
    /// What requests meet first.
    pub(crate) front: Arc<Front>,
    api: Option<<Installed as ModuleSet>::Api>,
}

impl House {
    /// Where events go, given what is switched on: needed to open the database.
    pub fn routes(config: &Config) -> Routes {
        let mut routes = Routes::default();
        Installed::routes(config, &mut routes);
        routes.add(MAIL.name(), MAIL_CONSUMER);
        routes
    }

    /// Opens the configured database and brings its schema up to date.
    pub async fn open_db(config: &Config, clock: &dyn Clock) -> anyhow::Result<Db> {
        let mut settings = DbConfig::at(config.database_url());
        settings.cache_bytes = config.database.cache_mb << 20;
        settings.memtable_bytes = config.database.memtable_kb << 10;
        settings.reserve_bytes = config.database.reserve_mb << 20;
        settings.credentials = config.database.credentials();
        let db = Db::connect(&settings, Self::routes(config)).await?;
        let mut migrations = Vec::new();
        Installed::migrations(&mut migrations);
        db.migrate(&migrations, clock.now()).await?;
        Ok(db)
    }

    /// Puts the house together on an open database.
    pub fn build(db: Db, outfit: Outfit) -> anyhow::Result<Self> {
        let Outfit { config, clock, keys, mailer, demo } = outfit;
        config.check_modules(&Self::module_names())?;
        let rates = Rates::new(&config.limits, &clock);
        let mut names = Vec::new();
        Installed::names(&config, &mut names);
        let cx = Cx {
            db,
            ids: Ids::new(clock.clone()),
            clock,
            keys,
            site: Arc::new(SiteConfig::clone(&config.site)),
            limits: config.limits.of_days(),
            modules: Arc::new(names),
            demo,
            data_dir: PathBuf::clone(&config.data_dir),
        };
        let files = FileStore::open(
            &config.files,
            StorageAllowance::new(&config.limits),
            &config.data_dir,
            cx.db.clone(),
            &cx.keys,
            cx.clock.clone(),
        )?;
        let files = Arc::new(files);
        let mut ports = Ports::default();
        ports.offer::<dyn Files>("core", files.clone());
        let mails: Arc<dyn Mails> = Arc::new(Templates::new(&config.site)?);
        ports.offer::<dyn Mails>("core", mails.clone());
        let built = Installed::build(&cx, &config)?;
        Installed::provide(&built, &mut ports);
        ports.check()?;
        let tiles = ports.optional::<dyn MapTiles>().and_then(|tiles| tiles.origin());
        let front = Front::new(&config, rates.clone(), tiles.as_deref())?;
        let mut running = Running::default();
        let choices = ports.optional::<dyn MailChoices>();
        let delivery = MailDelivery::new(mails, choices, mailer, cx.clock.clone());
        running.handlers.insert(MAIL_CONSUMER, Arc::new(delivery));
        let api = Installed::finish(built, &ports, &mut running)?;
        let Running { handlers, mut jobs } = running;
        jobs.extend(rates.map(|rates| rates.job()));
        let mut holders = Vec::new();
        Installed::holders(&mut holders);
        jobs.push(files.clone().clean_up(holders));
        jobs.extend(purges(&cx.db, &config));
        Ok(Self { cx, ports, files, handlers, jobs, front, api: Some(api) })
    }

    /// Names of all installed modules, switched off or not.
    pub fn module_names() -> Vec<&'static str> {
        let mut migrations = Vec::new();
        Installed::migrations(&mut migrations);
        migrations.into_iter().map(|set| set.module).collect()
    }

    /// Everything reachable over HTTP; can be taken once.
    pub fn endpoint(&mut self) -> anyhow::Result<BoxEndpoint<'static>> {
        Ok(http::endpoint(self)?.map_to_response().boxed())
    }

    /// Who turns access tokens into callers.
    pub(crate) fn authenticator(&self) -> anyhow::Result<Arc<dyn Authenticator>> {
        self.ports.require("core")
    }

    /// The operations, to be mounted once.
    pub(crate) fn take_api(&mut self) -> anyhow::Result<impl OpenApi + use<>> {
        self.api.take().ok_or_else(|| anyhow::anyhow!("the operations are mounted already"))
    }

    /// The operations for their description only.
    pub(crate) fn described() -> impl OpenApi {
        Installed::described()
    }
}

/// What the hall itself forgets after a while.
fn purges(db: &Db, config: &Config) -> [Job; 3] {
    let answers = forget_answers(db.clone());
    let readings = forget_readings(db.clone(), config.audit.kept_readings());
    [answers, readings, forget_days(db.clone())].map(Purge::job)
}

/// What finished modules leave behind besides their operations.
#[derive(Default)]
pub struct Running {
    handlers: HashMap<&'static str, Arc<dyn EventHandler>>,
    jobs: Vec<Job>,
}

/// A list of modules. Only pairs and `()` implement it.
pub trait ModuleSet {
    /// The operations of all of them.
    type Api: OpenApi + Send + 'static;
    /// All of them, built but not finished.
    type Built;

    /// Names of those that are switched on.
    fn names(config: &Config, names: &mut Vec<&'static str>);
    /// Schemas of all, switched off or not, so that switching on needs no repair.
    fn migrations(sets: &mut Vec<ModuleMigrations>);
    /// Where all of them name files, switched off or not, so that no file is taken for lost.
    fn holders(holders: &mut Vec<HeldFiles>);
    /// Who listens to what.
    fn routes(config: &Config, routes: &mut Routes);
    /// Builds those that are switched on.
    fn build(cx: &Cx, config: &Config) -> anyhow::Result<Self::Built>;
    /// Collects their ports.
    fn provide(built: &Self::Built, ports: &mut Ports);
    /// Turns them into operations, handlers and jobs.
    fn finish(
        built: Self::Built,
        ports: &Ports,
        running: &mut Running,
    ) -> anyhow::Result<Self::Api>;
    /// Their operations, unable to run: for the document.
    fn described() -> Self::Api;
}

impl ModuleSet for () {
    type Api = ();
    type Built = ();

    fn names(_: &Config, _: &mut Vec<&'static str>) {}
    fn migrations(_: &mut Vec<ModuleMigrations>) {}
    fn holders(_: &mut Vec<HeldFiles>) {}
    fn routes(_: &Config, _: &mut Routes) {}
    fn build(_: &Cx, _: &Config) -> anyhow::Result<()> {
        Ok(())
    }
    fn provide((): &(), _: &mut Ports) {}
    fn finish((): (), _: &Ports, _: &mut Running) -> anyhow::Result<()> {
        Ok(())
    }
    fn described() {}
}

impl<M: Module, Rest: ModuleSet> ModuleSet for (M, Rest) {
    type Api = (Switch<M::Api>, Rest::Api);
    type Built = (Option<M>, Rest::Built);

    fn names(config: &Config, names: &mut Vec<&'static str>) {
        if config.is_on::<M>() {
            names.push(M::NAME);
        }
        Rest::names(config, names);
    }

    fn migrations(sets: &mut Vec<ModuleMigrations>) {
        sets.push(ModuleMigrations { module: M::NAME, migrations: M::MIGRATIONS });
        Rest::migrations(sets);
    }

    fn holders(holders: &mut Vec<HeldFiles>) {
        holders.extend(M::FILES);
        Rest::holders(holders);
    }

    fn routes(config: &Config, routes: &mut Routes) {
        if config.is_on::<M>() {
            for event in M::LISTENS_TO {
                routes.add(event, M::NAME);
            }
        }
        Rest::routes(config, routes);
    }

    fn build(cx: &Cx, config: &Config) -> anyhow::Result<Self::Built> {
        let module = match config.is_on::<M>() {
            true => Some(M::new(cx, config.section(M::NAME)?)?),
            false => None,
        };
        Ok((module, Rest::build(cx, config)?))
    }

    fn provide((module, rest): &Self::Built, ports: &mut Ports) {
        if let Some(module) = module {
            module.provide(ports);
        }
        Rest::provide(rest, ports);
    }

    fn finish(
        (module, rest): Self::Built,
        ports: &Ports,
        running: &mut Running,
    ) -> anyhow::Result<Self::Api> {
        let api = match module {
            None => None,
            Some(module) => {
                let finished = module.finish(ports)?;
                if let Some(handler) = finished.handler {
                    running.handlers.insert(M::NAME, handler);
                } else if !M::LISTENS_TO.is_empty() {
                    anyhow::bail!("module {} listens to events but has no handler", M::NAME);
                }
                running.jobs.extend(finished.jobs);
                Some(finished.api)
            }
        };
        Ok((Switch(api), Rest::finish(rest, ports, running)?))
    }

    fn described() -> Self::Api {
        (Switch(None), Rest::described())
    }
}
