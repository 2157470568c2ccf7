use std::{marker::PhantomData, net::TcpListener, path::Path, sync::Arc, time::Duration};

use async_trait::async_trait;
use poem::{
    EndpointExt, Server,
    endpoint::{BoxEndpoint, make_sync},
    http::StatusCode,
    listener::TcpAcceptor,
};
use serde_json::{Value, json};
use sparkyard_db::Db;
use sparkyard_files::{FileStore, PictureReader};
use sparkyard_host::{
    Host, HostParts, ModuleSet,
    config::Config,
    data_dir,
    in_process::LocalClient,
    mail::{CapturedMail, Email, MailError, Mailer, inbound::InboundMail},
    module_names,
};
use sparkyard_kernel::{
    ManualClock, Ports, Timestamp, keys::MasterKey, ports::Accounts, site::Site, site_mode,
};
use tempfile::TempDir;

use crate::{Member, template};

/// Limits are off: tests do within a second what people do in a week, all from one address. A test
/// of limits switches them on again. Members have pounds, unless a test says otherwise.
/// Nor is disk space reserved, of which each test would take its share.
const UNLIMITED: &str = "
    [limits]
    enabled = false
    [database]
    reserve_mb = 0
    [site]
    mode = \"cash+tokens\"
";
/// Bookings need no notice and are paid at once.
const UNHURRIED: &str = "
    [bookings]
    notice_minutes = 0
    paid_after_minutes = 0
";

/// Hashing by the default would take a quarter of the tests' processor time.
const LIGHT: &str = "
    [auth]
    password_memory_kib = 64
";

/// Letters go out as fast as the mail server takes them.
const UNPACED: &str = "
    [notifications]
    letters_per_hour = 0
";

/// Password of every member created here.
pub const PASSWORD: &str = "correct horse battery";

/// Modules and client served by a test; implemented by [`community!`](crate::community).
pub trait Community: Send + Sync + 'static {
    /// Modules that the test needs.
    type Modules: ModuleSet;

    /// Returns the web client: an empty one, unless the test looks at it.
    fn client(_: &Config, _: Arc<Site>, _: &Ports) -> BoxEndpoint<'static> {
        make_sync(|_| StatusCode::NOT_FOUND).map_to_response().boxed()
    }
}

/// A server with the modules of `C` on a fresh database, with a clock that stands still until
/// moved.
pub struct TestApp<C> {
    /// Clock of the server; starts at 2026-03-02T10:00:00Z, a Monday.
    pub clock: ManualClock,
    /// Database of the server.
    pub db: Db,
    /// The server, for access to its ports.
    pub host: Arc<Host>,
    mail: Arc<CapturedMail>,
    _data_dir: TempDir,
    _community: PhantomData<C>,
}

impl<C: Community> TestApp<C> {
    /// Starts a sample community (payments are simulated), without the sample people.
    pub async fn start() -> Self {
        Self::with("", true).await
    }

    /// Starts a real community.
    pub async fn start_live() -> Self {
        Self::with("", false).await
    }

    /// Starts a community with `settings` (TOML) over the defaults.
    pub async fn with(settings: &str, demo: bool) -> Self {
        Self::fresh(settings, demo, None, None).await
    }

    /// Starts a real community with `settings` over the defaults, which sends mail by `mailer`.
    pub async fn with_mailer(settings: &str, mailer: Arc<dyn Mailer>) -> Self {
        Self::fresh(settings, false, Some(mailer), None).await
    }

    /// Starts a real community with `settings` over the defaults, which reads mail.
    pub async fn with_inbound(settings: &str, inbound: InboundMail) -> Self {
        Self::fresh(settings, false, None, Some(inbound)).await
    }

    /// Starts a sample community with `settings` over the defaults on the files in `data_dir`, of a
    /// server that was stopped or killed, which sends mail by `mailer`. With an empty folder, a new
    /// one.
    pub async fn on_files(
        data_dir: TempDir,
        clock: &ManualClock,
        settings: &str,
        mailer: Arc<dyn Mailer>,
    ) -> Self {
        Self::build((data_dir, clock.clone()), settings, true, Some(mailer), None).await
    }

    async fn fresh(
        settings: &str,
        demo: bool,
        onward: Option<Arc<dyn Mailer>>,
        inbound: Option<InboundMail>,
    ) -> Self {
        let data_dir = TempDir::new().expect("a temporary directory");
        let start: Timestamp = "2026-03-02T10:00:00Z".parse().expect("a time");
        let place = (data_dir, ManualClock::at(start));
        Self::build(place, settings, demo, onward, inbound).await
    }

    async fn build(
        (data_dir, clock): (TempDir, ManualClock),
        settings: &str,
        demo: bool,
        onward: Option<Arc<dyn Mailer>>,
        inbound: Option<InboundMail>,
    ) -> Self {
        let mut config = config::<C>(settings);
        config.data_dir = data_dir.path().to_owned();
        let folder = data_dir.path().join("db");
        if config.database.url.is_empty() && !folder.exists() {
            template::copy_into::<C::Modules>(&folder, &clock).await;
        }
        let db = Host::open_db::<C::Modules>(&config, &clock).await.expect("a database");
        let mail = Arc::new(CapturedMail::default());
        let mailer: Arc<dyn Mailer> = Arc::new(Postbox { kept: mail.clone(), onward });
        let parts = (mailer, inbound);
        let site = site_mode::open_site(&db, config.site.clone()).await.expect("a site");
        let host = build::<C>(db.clone(), (config, site), &clock, parts, demo);
        Self { clock, db, host: Arc::new(host), mail, _data_dir: data_dir, _community: PhantomData }
    }

    /// Puts an empty database with the complete schema and a master key into `data_dir`, for a
    /// server that is started there: creating the schema takes it longer than most tests.
    pub async fn put_database(data_dir: &Path) {
        let mut config = Config::layered(&[]).expect("valid settings");
        data_dir.clone_into(&mut config.data_dir);
        data_dir::master_key(&config).expect("a key");
        let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().expect("a time"));
        template::copy_into::<C::Modules>(&data_dir.join("db"), &clock).await;
    }

    /// Returns a client that is not signed in.
    pub fn anonymous(&self) -> Member {
        Member {
            id: String::new(),
            email: String::new(),
            client: LocalClient {
                endpoint: self.host.endpoint.clone(),
                token: None,
                headers: Vec::new(),
            },
        }
    }

    /// Serves on `listener` as well, for browsers that leave the site and return.
    pub fn serve(&self, listener: TcpListener) {
        let acceptor = TcpAcceptor::from_std(listener).expect("a listener");
        let server = Server::new_with_acceptor(acceptor).run(self.host.endpoint.clone());
        tokio::spawn(server);
    }

    /// Returns an anonymous client of a second server on the same database, like another process or
    /// this one after a restart.
    pub fn after_restart(&self) -> Member {
        let mut somebody = self.anonymous();
        somebody.client.endpoint = self.host_with("").endpoint;
        somebody
    }

    /// Builds a second server on the same database and files, which reads mail.
    pub fn host_with_inbound(&self, inbound: InboundMail) -> Host {
        self.another("", Some(inbound))
    }

    /// Builds a second server on the same database and files, with `settings` over the defaults.
    pub fn host_with(&self, settings: &str) -> Host {
        self.another(settings, None)
    }

    fn another(&self, settings: &str, inbound: Option<InboundMail>) -> Host {
        let mut config = config::<C>(settings);
        config.data_dir.clone_from(&self.host.cx.data_dir);
        let demo = self.host.cx.demo;
        let parts: (Arc<dyn Mailer>, _) = (self.mail.clone(), inbound);
        let site = Site::new(config.site.clone());
        build::<C>(self.db.clone(), (config, site), &self.clock, parts, demo)
    }

    /// Signs up `{name}@example.org` through the API, without a place.
    pub async fn member(&self, name: &str) -> Member {
        self.member_with(name, json!({})).await
    }

    /// Signs up `{name}@example.org`, who lives in `city`.
    pub async fn member_in(&self, name: &str, city: &str) -> Member {
        self.member_with(name, json!({ "location": city })).await
    }

    /// Signs up `{name}@example.org`, with `fields` added to the registration.
    pub async fn member_with(&self, name: &str, fields: Value) -> Member {
        let (anonymous, email) = (self.anonymous(), format!("{name}@example.org"));
        anonymous.post("/api/auth/resend/code", json!({ "email": email })).await.ok();
        self.settle().await;
        let body = json!({ "email": email, "code": self.code_for(&email) });
        let proof = anonymous.post("/api/auth/verify/email", body).await.ok();
        let mut body = Self::registration(name, &proof["registrationToken"], None);
        if let Value::Object(fields) = fields {
            for (field, value) in fields {
                body[field] = value;
            }
        }
        let account = anonymous.post("/api/auth/register", body).await.ok();
        self.settle().await;
        let id = account["id"].as_str().expect("an id").to_owned();
        let member = Member { id, email, ..anonymous };
        self.log_in(&member).await
    }

    /// Signs up a member and makes them an administrator, as the operator would.
    pub async fn admin(&self, name: &str) -> Member {
        let member = self.member(name).await;
        self.accounts().add_admin(&member.email).await.expect("an admin");
        member
    }

    /// Returns the port for accounts and roles.
    pub fn accounts(&self) -> Arc<dyn Accounts> {
        self.host.ports.require("testkit").expect("accounts")
    }

    /// Returns a valid registration.
    pub fn registration(name: &str, token: &Value, city: Option<&str>) -> Value {
        let mut firstname = name.to_owned();
        firstname[..1].make_ascii_uppercase();
        let mut body = json!({
            "registrationToken": token, "email": format!("{name}@example.org"),
            "phone": Self::phone(name), "firstname": firstname, "lastname": "Example",
            "gender": "other", "password": PASSWORD, "adult": true, "terms": true,
        });
        if let Some(city) = city {
            body["location"] = city.into();
        }
        body
    }

    /// Returns the telephone number of the member called `name`, from the range reserved for drama.
    pub fn phone(name: &str) -> String {
        let mark = name.bytes().fold(0, |sum, byte| (sum * 31 + u32::from(byte)) % 1000);
        format!("07700 900{mark:03}")
    }

    /// Returns the member with a fresh token, as needed after the clock has moved.
    pub async fn log_in(&self, member: &Member) -> Member {
        let body = json!({ "email": member.email, "password": PASSWORD });
        let tokens = self.anonymous().post("/api/auth/login", body).await.ok();
        member.with_token(tokens["accessToken"].as_str().expect("a token"))
    }

    /// Returns the latest code mailed to an address.
    pub fn code_for(&self, email: &str) -> String {
        self.mail.code_for(email).expect("a mail with a code")
    }

    /// Returns the latest mail to an address.
    pub fn mail_to(&self, email: &str) -> Email {
        self.mail.newest_to(email).expect("a mail")
    }

    /// Returns all mails sent so far, oldest first; call [`settle`](Self::settle) before.
    pub fn mails(&self) -> Vec<Email> {
        self.mail.all()
    }

    /// Delivers every event that is due, and the events that follow from it.
    pub async fn settle(&self) {
        self.host.settle().await.expect("a readable outbox");
    }

    /// Runs every job once, then delivers events.
    pub async fn run_jobs(&self) {
        self.host.run_jobs().await.expect("jobs run");
        self.settle().await;
    }

    /// Moves the clock forward; tokens expire after 15 minutes.
    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }
}

/// Returns the settings of a test, on top of those of all tests.
fn config<C: Community>(settings: &str) -> Config {
    let modules = module_names::<C::Modules>();
    let of = |module, layer| if modules.contains(&module) { layer } else { "" };
    let layers = [
        UNLIMITED,
        of("auth", LIGHT),
        of("bookings", UNHURRIED),
        of("notifications", UNPACED),
        settings,
    ];
    Config::layered(&layers).expect("valid settings")
}

fn build<C: Community>(
    db: Db,
    (config, site): (Config, Site),
    clock: &ManualClock,
    (mailer, inbound): (Arc<dyn Mailer>, Option<InboundMail>),
    demo: bool,
) -> Host {
    let (keys, clock) = (MasterKey::new([7; 32]), Arc::new(clock.clone()));
    let files = FileStore::open(&config, db.clone(), &keys, clock.clone(), PictureReader::Here);
    let files = files.expect("files");
    let site = Arc::new(site);
    let (files, client) = (Arc::new(files), C::client);
    let parts = HostParts { config, site, clock, keys, files, mailer, inbound, client, demo };
    Host::build::<C::Modules>(db, parts).expect("a server")
}

/// Mailer that keeps a copy of every mail sent.
struct Postbox {
    kept: Arc<CapturedMail>,
    onward: Option<Arc<dyn Mailer>>,
}

#[async_trait]
impl Mailer for Postbox {
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        if let Some(mailer) = &self.onward {
            mailer.send(email).await?;
        }
        self.kept.send(email).await
    }

    fn delivers(&self) -> bool {
        self.onward.as_ref().is_none_or(|mailer| mailer.delivers())
    }
}
