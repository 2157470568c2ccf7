use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use poem::{EndpointExt, endpoint::BoxEndpoint, middleware::AddData};
use poem_openapi::OpenApiService;
use sparkyard_db::{Db, DbConfig, ModuleMigrations, Routes};
use sparkyard_host::in_process::LocalClient;
use sparkyard_kernel::{
    ApiError, Caller, Clock, Cx, Ids, ManualClock, Module, Ports, Role, Timestamp, UserId,
    allowance::Limits,
    auth::Authenticator,
    keys::MasterKey,
    site::{Mode, Site, SiteConfig},
};
use tempfile::TempDir;

use crate::Member;

/// Runs a single module on an empty in-memory database, for a module that is not installed yet.
/// Members need no account; events and jobs do not run.
pub struct ModuleAlone {
    /// Clock of the module; starts at 2026-03-02T10:00:00Z, a Monday.
    pub clock: ManualClock,
    /// Database of the module.
    pub db: Db,
    endpoint: Arc<BoxEndpoint<'static>>,
    _data_dir: TempDir,
}

impl ModuleAlone {
    /// Builds `M` with its default settings. A module that requires a port cannot run alone.
    pub async fn start<M: Module>() -> Self {
        let data_dir = TempDir::new().expect("a temporary directory");
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().expect("a time");
        let clock = ManualClock::at(start);
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.expect("a database");
        let schema = ModuleMigrations { module: M::NAME, migrations: M::MIGRATIONS };
        db.migrate(&[schema], clock.now()).await.expect("a schema");

        let cx = tools(&db, &clock, data_dir.path(), M::NAME);
        let module = M::new(&cx, M::Config::default()).expect("a module");
        let finished = module.finish(&Ports::default()).expect("a module that needs no port");
        let authenticator: Arc<dyn Authenticator> = Arc::new(AnyName);
        let service = OpenApiService::new(finished.api, M::NAME, "test");
        let endpoint = Arc::new(service.with(AddData::new(authenticator)).boxed());
        Self { clock, db, endpoint, _data_dir: data_dir }
    }

    /// Returns a client that is not signed in.
    pub fn anonymous(&self) -> Member {
        let client =
            LocalClient { endpoint: self.endpoint.clone(), token: None, headers: Vec::new() };
        Member { id: String::new(), email: String::new(), client }
    }

    /// Returns a signed-in member called `name`.
    pub fn member(&self, name: &str) -> Member {
        let member = Member { id: name.to_owned(), email: address(name), ..self.anonymous() };
        member.with_token(name)
    }
}

/// Returns the context of a single module called `name`.
pub fn tools(db: &Db, clock: &ManualClock, data_dir: &Path, name: &'static str) -> Cx {
    let clock: Arc<dyn Clock> = Arc::new(clock.clone());
    Cx {
        db: db.clone(),
        ids: Ids::new(clock.clone()),
        clock,
        keys: MasterKey::new([7; 32]),
        site: Arc::new(Site::new(SiteConfig {
            mode: Some(Mode::CashAndTokens),
            ..SiteConfig::default()
        })),
        limits: Limits { enabled: false, mail_per_day: 0, stranger_mail_per_day: 0 },
        modules: Arc::new(vec![name]),
        demo: false,
        data_dir: data_dir.to_owned(),
    }
}

/// Accepts every token as the caller's name.
struct AnyName;

#[async_trait]
impl Authenticator for AnyName {
    async fn authenticate(&self, access_token: &str) -> Result<Caller, ApiError> {
        Ok(Caller {
            id: access_token.into(),
            email: address(access_token),
            role: Role::Member,
            session: "test".to_owned(),
            second_factor_due: false,
            agreement_overdue: false,
            delegate: None,
        })
    }

    async fn act_for(&self, _: &Caller, _: &UserId, _: Option<&str>) -> Result<Caller, ApiError> {
        Err(sparkyard_kernel::auth::forbidden())
    }

    async fn are_good(&self, access_tokens: &[Arc<str>]) -> Result<Vec<bool>, ApiError> {
        Ok(vec![true; access_tokens.len()])
    }
}

fn address(name: &str) -> String {
    format!("{name}@example.org")
}
