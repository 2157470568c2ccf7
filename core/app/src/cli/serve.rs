use std::{net::ToSocketAddrs, sync::Arc};

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::Args;
use sparkyard_db::{Condition, Db};
use sparkyard_demo as demo;
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, RunMark},
    http::{self, ConnectionLimit},
    jobs,
    mail::Mailer,
    metrics,
};
use sparkyard_kernel::{
    Clock, SystemClock,
    keys::MasterKey,
    ports::{Accounts, SetUp, SetUpWarning},
    site::{Mode, Site},
    site_mode,
};
use tokio::sync::watch;
use tracing::{info, warn};

use super::{Place, ledger};
use crate::{Setup, backup, build, control, modules::Installed};

#[derive(Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    place: Place,
    /// Address and port to listen on; overrides `listen` of the configuration.
    #[arg(long, env = "SPARKYARD_LISTEN", value_name = "ADDR")]
    listen: Option<String>,
    /// Runs a sample community: fills an empty database and simulates payments and mail.
    #[arg(long)]
    demo: bool,
    /// Allows a sample community on other than loopback addresses.
    #[arg(long, requires = "demo")]
    demo_public: bool,
}

pub(super) async fn run(args: ServeArgs) -> anyhow::Result<()> {
    let mut config = args.place.load(args.listen.as_deref())?;
    if args.demo && !args.demo_public {
        loopback_only(&config.listen)?;
    }
    if args.demo {
        // Visitors without a location see the sample members.
        demo::TOWN.clone_into(&mut config.site.default_city);
        // A sample community shows everything.
        config.site.mode.get_or_insert(Mode::CashAndTokens);
    }
    let _lock = data_dir::lock(&config.data_dir)?;
    let (mark, ended_badly) = begin_run(&config);
    let keys = data_dir::master_key(&config)?;
    let host = Box::pin(open(&config, keys, args.demo)).await?;
    serve(host, &config, &args.place, ended_badly).await?;
    mark.map_or(Ok(()), RunMark::end).context("recording the end of the run")
}

/// Marks the data directory as in use; returns whether the last run ended abnormally. On a full
/// disk that is unknown and counts as abnormal; the server starts all the same.
fn begin_run(config: &Config) -> (Option<RunMark>, bool) {
    match RunMark::begin(&config.data_dir) {
        Ok((mark, ended_badly)) => (Some(mark), ended_badly),
        Err(cause) => {
            warn!("cannot tell how the last run ended: {cause}");
            (None, true)
        }
    }
}

/// Opens the server; fills a sample community for `demo`.
async fn open(config: &Config, keys: MasterKey, demo: bool) -> anyhow::Result<Host> {
    let clock = Arc::new(SystemClock);
    if demo {
        demo::discard_unfinished(&config.data_dir)?;
    }
    let db = Host::open_db::<Installed>(config, clock.as_ref()).await?;
    demo::admit(&db, demo).await?;
    if demo && !demo::is_filled(&db).await? {
        Box::pin(demo::fill(&db, config, &host_of(&db, &keys), clock.now())).await?;
    }
    let mailer = sparkyard_mail::open(config, demo)?;
    let site = Arc::new(site_mode::open_site(&db, config.site.clone()).await?);
    if site.mode_is_fixed
        && let Err(error) = site_mode::keep(&db, &site).await
    {
        // Such as on a full disk, where reading goes on.
        warn!("the payment mode could not be stored: {error}");
    }
    build(db, Setup { config: config.clone(), site, clock, keys, mailer, demo })
}

/// Builds the server on which the sample community's history is replayed.
fn host_of<'a>(
    db: &'a Db,
    keys: &'a MasterKey,
) -> impl Fn(Config, Arc<dyn Clock>, Arc<dyn Mailer>) -> anyhow::Result<Host> + Sync + 'a {
    |config, clock, mailer| {
        let site = Arc::new(Site::new(config.site.clone()));
        build(db.clone(), Setup { config, site, clock, keys: keys.clone(), mailer, demo: true })
    }
}

/// Prints set-up warnings, the address and, without an administrator, a sign-up link last.
async fn greet(host: &Host, config: &Config) -> anyhow::Result<()> {
    if host.cx.demo {
        demo::print_logins(&config.data_dir)?;
    }
    let set_up: Arc<dyn SetUp> = host.ports.require("serve")?;
    match set_up.warnings().await {
        Ok(warnings) => print_warnings(&warnings),
        Err(cause) => warn!("cannot check the set-up: {cause:?}"),
    }
    println!("Sparkyard is ready at http://{}", config.listen);
    let accounts: Arc<dyn Accounts> = host.ports.require("serve")?;
    let link = accounts.first_admin_link().await.map_err(|error| anyhow::anyhow!(error.message))?;
    if let Some(link) = link.filter(|_| !host.cx.demo) {
        // Printed rather than logged: the link is a secret.
        println!("There is no administrator yet. Open this link within 24 hours to become one:");
        println!("{link}");
    }
    Ok(())
}

/// Prints problems in red on a terminal, and plainly elsewhere.
fn print_warnings(warnings: &[SetUpWarning]) {
    const RED: Style = AnsiColor::Red.on_default().bold();
    for SetUpWarning { problem, remedy, .. } in warnings {
        anstream::println!("{RED}{problem}{RED:#} {remedy}");
    }
}

async fn serve(
    host: Host,
    config: &Config,
    place: &Place,
    ended_badly: bool,
) -> anyhow::Result<()> {
    let endpoint = host.endpoint.clone();
    let limit = ConnectionLimit::new(&config.server, &config.limits)?;
    host.metrics.add(limit.collectors())?;
    let host = Arc::new(host);
    let listen = &config.listen;
    let listener = http::listen(listen).await;
    let listener = listener.with_context(|| format!("listening on {listen}"))?;
    let (shutdown, stop) = watch::channel(false);
    let deliveries = tokio::spawn(host.clone().deliver_until(stop.clone()));
    jobs::spawn(&host, &stop);
    let mut ending = stop.clone();
    let ended = async move {
        // A dropped sender means that the process is about to end.
        let _ = ending.wait_for(|stop| *stop).await;
    };
    metrics::serve(&host, &config.metrics, ended).await?;
    let door = control::spawn(&host, &config.data_dir, &stop);
    if ended_badly {
        ledger::spawn_check(&host, &stop);
    }
    if !host.cx.demo {
        backup::spawn(&host, config, place, &stop)?;
    }
    info!("serving on http://{listen}");
    greet(&host, config).await?;
    let db = host.cx.db.clone();
    let lost = async {
        tokio::select! {
            () = asked_to_stop() => None,
            why = closed(&db) => Some(why),
        }
    };
    let lost = http::serve(listener, endpoint, &config.server, limit, lost).await;
    // Fails only when all tasks have ended.
    let _ = shutdown.send(true);
    deliveries.await.context("stopping the outbox")?;
    door.await.context("closing the command socket")?;
    if let Some(why) = lost {
        anyhow::bail!("the database has stopped ({why}); restart the server");
    }
    db.close().await.context("closing the database")?;
    info!("stopped; all data is saved");
    Ok(())
}

/// Waits until the database stops accepting writes; returns the reason.
async fn closed(db: &Db) -> String {
    let mut condition = db.condition();
    loop {
        if let Condition::Closed(why) = &*condition.borrow_and_update() {
            return why.clone();
        }
        if condition.changed().await.is_err() {
            // Unreachable: our handle keeps the sender alive.
            std::future::pending::<()>().await;
        }
    }
}

async fn asked_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    if interrupt.await.is_err() {
        // Without signals, only the end of the process stops the server.
        std::future::pending::<()>().await;
    }
}

/// Rejects other than loopback addresses: a sample community has readable mail and fake payments.
fn loopback_only(listen: &str) -> anyhow::Result<()> {
    let mut addresses = listen.to_socket_addrs().with_context(|| format!("reading {listen}"))?;
    if addresses.all(|address| address.ip().is_loopback()) {
        return Ok(());
    }
    anyhow::bail!("a demo listens on this machine only; use --demo-public to allow other addresses")
}
