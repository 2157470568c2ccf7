//! Builds a community's server from a list of modules.
//!
//! `OpenApi` cannot be boxed, so the list is a type: nested pairs, ended by `()`. Operations on all
//! modules recurse over that type.

mod switch;
mod upgrade;

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use poem::endpoint::BoxEndpoint;
use poem_openapi::OpenApi;
use sparkyard_db::{Db, DbConfig, ModuleMigrations, Routes};
use sparkyard_kernel::{
    Clock, Cx, EventHandler, HeldFiles, Ids, Job, Module, Ports, RatedPath,
    allowance::purge_past_days,
    audit::purge_readings,
    events::{
        auth::DELETED,
        core::{MAIL, MAIL_TO_MANY},
    },
    idempotency::purge_responses,
    keys::MasterKey,
    module::Loading,
    own_rows::OwnRows,
    ports::{Cards, Departures, Files, MailChoices, Mails, MapTiles, OwnData, Retentions, SetUp},
    probe::Probe,
    purge::Purge,
    site::Site,
};

use crate::{
    certificate::CertificateWatch,
    config::Config,
    delivery::Handled,
    departures::ModulesDepartures,
    files::FileService,
    http::{self, MiddlewareStack, SiteId, health::Stopping, rates::Rates},
    mail::{
        DelegateMail, MailDelivery, MailServices, Mailer, Templates, inbound::InboundMail,
        purge_unsent_mails,
    },
    metrics::{Metrics, OperationIndex, Sources},
    own_data::ModulesOwnData,
    retention::JobRetentions,
    set_up::HostSetUp,
};

pub use switch::Switch;

/// Consumer of events that sends mail.
pub(crate) const MAIL_CONSUMER: &str = "core.mailer";
/// Consumer of events that sends bulk mail, so that no other mail waits behind it.
pub(crate) const MANY_CONSUMER: &str = "core.mailer_to_many";
/// Consumer of events that erases the rows of members who have left.
pub(crate) const ERASER: &str = "core.eraser";

/// Type of a list of modules: nested pairs, ended by `()`.
#[macro_export]
macro_rules! modules {
    ($head:ty $(, $tail:ty)* $(,)?) => { ($head, $crate::modules!($($tail),*)) };
    () => { () };
}

/// Parts of a server besides its modules.
pub struct HostParts {
    /// Configuration.
    pub config: Config,
    /// Site settings, which admins can change.
    pub site: Arc<Site>,
    /// Clock of all components.
    pub clock: Arc<dyn Clock>,
    /// Master key, from which all other keys are derived.
    pub keys: MasterKey,
    /// File store.
    pub files: Arc<dyn FileService>,
    /// Mail transport.
    pub mailer: Arc<dyn Mailer>,
    /// Source of inbound mail, if there is one.
    pub inbound: Option<InboundMail>,
    /// Creates the web client, which handles all paths without another endpoint.
    pub client: fn(&Config, Arc<Site>, &Ports) -> BoxEndpoint<'static>,
    /// Whether this is a sample community.
    pub demo: bool,
}

/// A running community: operations, event handlers, jobs and ports.
pub struct Host {
    /// Context given to modules.
    pub cx: Cx,
    /// Ports that modules offer each other.
    pub ports: Ports,
    /// Root HTTP endpoint.
    pub endpoint: Arc<BoxEndpoint<'static>>,
    /// Event handler of each consumer.
    pub(crate) handlers: HashMap<&'static str, Arc<dyn EventHandler>>,
    /// Handled events that are still in the outbox.
    pub(crate) handled: Handled,
    /// Scheduled jobs.
    pub(crate) jobs: Vec<Job>,
    /// Metrics of this server.
    pub metrics: Arc<Metrics>,
    /// Sources of the metrics that are read on request.
    pub(crate) sources: Arc<Sources>,
    /// Checks of services that modules use.
    pub probes: Vec<Arc<dyn Probe>>,
    /// Whether the server is stopping.
    pub(crate) stopping: Arc<Stopping>,
}

impl Host {
    /// Returns the consumers that are switched on, by event; opening the database needs them.
    pub fn routes<M: ModuleSet>(config: &Config) -> Routes {
        let mut routes = Routes::default();
        M::routes(config, &mut routes);
        routes.add(MAIL.name(), MAIL_CONSUMER);
        routes.add(MAIL_TO_MANY.name(), MANY_CONSUMER);
        routes.add(DELETED.name(), ERASER);
        routes
    }

    /// Opens the configured database as it is.
    pub async fn connect_db<M: ModuleSet>(config: &Config) -> anyhow::Result<Db> {
        let mut settings = DbConfig::at(config.database_url());
        settings.cache_bytes = config.database.cache_mb << 20;
        settings.memtable_bytes = config.database.memtable_kb << 10;
        settings.reserve_bytes = config.database.reserve_mb << 20;
        settings.credentials = config.database.credentials();
        Ok(Db::connect(&settings, Self::routes::<M>(config)).await?)
    }

    /// Opens the configured database and migrates the schema of all modules. If that fails, a
    /// database in the data directory is left as it was.
    pub async fn open_db<M: ModuleSet>(config: &Config, clock: &dyn Clock) -> anyhow::Result<Db> {
        let db = Self::connect_db::<M>(config).await?;
        let mut migrations = Vec::new();
        M::migrations(&mut migrations);
        upgrade::migrate(&db, config, &migrations, clock.now()).await?;
        Ok(db)
    }

    /// Builds the modules `M` on an open database and mounts their operations.
    pub fn build<M: ModuleSet>(db: Db, with: HostParts) -> anyhow::Result<Self> {
        let HostParts { config, site, clock, keys, files, mailer, inbound, client, demo } = with;
        config.check_modules(&module_names::<M>())?;
        let rates = Rates::new(&config.limits, &clock);
        let mut names = Vec::new();
        M::names(&config, &mut names);
        let cx = Cx {
            db,
            ids: Ids::new(clock.clone()),
            clock,
            keys,
            site: site.clone(),
            limits: config.limits.of_days(),
            modules: Arc::new(names),
            demo,
            data_dir: PathBuf::clone(&config.data_dir),
        };
        let mut ports = Ports::default();
        ports.offer::<dyn Files>("core", files.clone());
        let mails: Arc<dyn Mails> = Arc::new(Templates::new(site, &cx.keys)?);
        ports.offer::<dyn Mails>("core", mails.clone());
        let certificate = Arc::new(CertificateWatch::new(&config));
        let set_up =
            HostSetUp::new(&cx, &config, mails.clone(), mailer.clone(), certificate.clone());
        ports.offer::<dyn SetUp>("core", Arc::new(set_up));
        let retentions = Arc::new(JobRetentions::default());
        ports.offer::<dyn Retentions>("core", retentions.clone());
        let own_data = Arc::new(ModulesOwnData::default());
        ports.offer::<dyn OwnData>("core", own_data.clone());
        let mut departures = ModulesDepartures::default();
        M::departures(&config, &mut departures);
        let departures = Arc::new(departures);
        ports.offer::<dyn Departures>("core", departures.clone());
        let built = M::build(&cx, &config)?;
        M::provide(&built, &mut ports);
        let mail_services = MailServices::new(&cx, &mut ports, inbound.as_ref());
        ports.check()?;
        let tiles = ports.optional::<dyn MapTiles>().and_then(|tiles| tiles.origin());
        let cards = ports.optional::<dyn Cards>().map(|cards| cards.form());
        let operations = OperationIndex::of::<M::Api>();
        let stack =
            MiddlewareStack::new(&config, rates.clone(), tiles.as_deref(), cards, operations)?;
        let metrics = stack.metrics().clone();
        let mut running = Running::default();
        let choices = ports.optional::<dyn MailChoices>();
        let unsent = purge_unsent_mails(mailer.clone());
        let bounces = Some(mail_services.bounce_handling());
        let delegates = DelegateMail::new(&ports);
        let clock = cx.clock.clone();
        let delivery = MailDelivery::new(mails, choices, mailer, bounces, delegates, clock);
        let delivery = Arc::new(delivery.counted(metrics.mails.clone()));
        let eraser = departures.eraser(&cx.db);
        running.jobs.push(eraser.leftovers());
        running.handlers.insert(ERASER, eraser);
        running.handlers.insert(MAIL_CONSUMER, delivery.clone());
        running.handlers.insert(MANY_CONSUMER, delivery);
        let api = M::finish(built, &ports, &mut running)?;
        let Running { handlers, mut jobs, mut purges, own, loading, probes } = running;
        own_data.take(own);
        jobs.extend(rates.map(|rates| rates.job()));
        let mut holders = Vec::new();
        M::holders(&mut holders);
        jobs.push(files.clone().clean_up(holders));
        purges.extend([
            purge_responses(),
            purge_readings(config.audit.kept_readings()),
            purge_past_days(),
        ]);
        jobs.extend(purges.into_iter().map(|purge| purge.job(&cx.db)));
        jobs.extend([unsent, certificate.job()]);
        jobs.extend(mail_services.jobs(&cx, &ports, inbound)?);
        retentions.take(&jobs);
        let stopping = Arc::new(Stopping::default());
        let mounts = http::Mounts {
            authenticator: ports.require("core")?,
            site_id: SiteId::new(&cx.keys),
            db: cx.db.clone(),
            loading: loading.into(),
            stopping: stopping.clone(),
            files: files.public(),
            client: client(&config, cx.site.clone(), &ports),
        };
        let endpoint = Arc::new(http::endpoint::<M>(api, stack, mounts));
        let reserve = config.database.reserve_mb << 20;
        let sources = Arc::new(Sources::new(&cx, &ports, reserve));
        let handled = Handled::default();
        Ok(Self {
            cx,
            ports,
            endpoint,
            handlers,
            handled,
            jobs,
            metrics,
            sources,
            probes,
            stopping,
        })
    }
}

/// Returns the names of all modules of a list, switched off or not.
pub fn module_names<M: ModuleSet>() -> Vec<&'static str> {
    let mut migrations = Vec::new();
    M::migrations(&mut migrations);
    migrations.into_iter().map(|set| set.module).collect()
}

/// Results of finishing the modules, besides their operations.
#[derive(Default)]
pub struct Running {
    handlers: HashMap<&'static str, Arc<dyn EventHandler>>,
    jobs: Vec<Job>,
    purges: Vec<Purge>,
    own: Vec<OwnRows>,
    loading: Vec<Arc<dyn Loading>>,
    probes: Vec<Arc<dyn Probe>>,
}

/// A list of modules. Implemented only by pairs and `()`.
pub trait ModuleSet: Sized + 'static {
    /// Operations of all modules.
    type Api: OpenApi + Send + 'static;
    /// Modules that are built but not finished.
    type Built;

    /// Collects the names of the modules that are switched on.
    fn names(config: &Config, names: &mut Vec<&'static str>);
    /// Collects all schemas, switched off or not, so that switching on needs no repair.
    fn migrations(sets: &mut Vec<ModuleMigrations>);
    /// Collects the rate limits of all modules for calls without an access token.
    fn rates(rates: &mut Vec<RatedPath>);
    /// Collects the file references of all modules, switched off or not, so that no file looks
    /// lost.
    fn holders(holders: &mut Vec<HeldFiles>);
    /// Collects what the modules declare about members who leave, switched off or not.
    fn departures(config: &Config, departures: &mut ModulesDepartures);
    /// Adds the event subscriptions of the modules that are switched on.
    fn routes(config: &Config, routes: &mut Routes);
    /// Builds the modules that are switched on.
    fn build(cx: &Cx, config: &Config) -> anyhow::Result<Self::Built>;
    /// Collects the ports of the built modules.
    fn provide(built: &Self::Built, ports: &mut Ports);
    /// Turns the built modules into operations, handlers and jobs.
    fn finish(
        built: Self::Built,
        ports: &Ports,
        running: &mut Running,
    ) -> anyhow::Result<Self::Api>;
    /// Returns operations that cannot run, for the API document.
    fn described() -> Self::Api;
}

impl ModuleSet for () {
    type Api = ();
    type Built = ();

    fn names(_: &Config, _: &mut Vec<&'static str>) {}
    fn migrations(_: &mut Vec<ModuleMigrations>) {}
    fn rates(_: &mut Vec<RatedPath>) {}
    fn holders(_: &mut Vec<HeldFiles>) {}
    fn departures(_: &Config, _: &mut ModulesDepartures) {}
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

    fn rates(rates: &mut Vec<RatedPath>) {
        rates.extend(M::RATES);
        Rest::rates(rates);
    }

    fn holders(holders: &mut Vec<HeldFiles>) {
        holders.extend(M::FILES);
        Rest::holders(holders);
    }

    fn departures(config: &Config, departures: &mut ModulesDepartures) {
        departures.add(&M::LEAVING, config.is_on::<M>());
        Rest::departures(config, departures);
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
                running.purges.extend(finished.purges);
                running.own.extend(finished.own);
                running.loading.extend(finished.loading);
                running.probes.extend(finished.probes);
                Some(finished.api)
            }
        };
        Ok((Switch(api), Rest::finish(rest, ports, running)?))
    }

    fn described() -> Self::Api {
        (Switch(None), Rest::described())
    }
}
