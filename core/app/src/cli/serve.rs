mod stop;
mod supervisor;

use std::{net::ToSocketAddrs, sync::Arc};

use anstyle::{AnsiColor, Style};
use anyhow::Context;
use clap::Args;
use sparkyard_db::Db;
use sparkyard_demo as demo;
use sparkyard_host::{
    Host,
    config::Config,
    data_dir::{self, RunMark},
    http::{self, ConnectionLimit, Service},
    jobs,
    mail::Mailer,
    metrics,
    tls::{self, CertificateKeeper, Tls},
};
use sparkyard_kernel::{
    Clock, SystemClock,
    keys::MasterKey,
    ports::{Accounts, SetUp, SetUpWarning},
    site::{Mode, Site},
    site_mode,
};
use tokio::{sync::watch, task::JoinSet};
use tracing::{info, warn};

use self::stop::StopSignals;
use super::{DataArgs, ledger};
use crate::{Setup, backup, build, control, modules::Installed};

#[derive(Args)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    data_args: DataArgs,
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
    let mut config = args.data_args.load(args.listen.as_deref())?;
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
    // Before the database, so that a wrong setting is reported at once.
    let encryption = tls::open(&config, &(Arc::new(SystemClock) as Arc<dyn Clock>))?;
    let host = Box::pin(open(&config, keys, args.demo)).await?;
    serve(host, &config, &args.data_args, encryption, ended_badly).await?;
    mark.map_or(Ok(()), RunMark::end).context("recording the end of the run")
}

/// Marks the data directory as in use; returns whether the last run ended abnormally. On a full
/// disk that is unknown and counts as abnormal; the server starts all the same.
fn begin_run(config: &Config) -> (Option<RunMark>, bool) {
    match RunMark::begin(&config.data_dir) {
        Ok((mark, ended_badly)) => (Some(mark), ended_badly),
        Err(cause) => {
            warn!("cannot determine how the last run ended: {cause}");
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
    println!("Sparkyard is ready at {}", address(config));
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

/// Certificate and encryption, if the server has a certificate.
type Encryption = Option<(Tls, CertificateKeeper)>;

/// Serves until told to stop, then stops in order: no new job and `/readyz` fails, then no new
/// connection, and last, after requests and jobs, deliveries and commands.
async fn serve(
    host: Host,
    config: &Config,
    data_args: &DataArgs,
    encryption: Encryption,
    ended_badly: bool,
) -> anyhow::Result<()> {
    let host = Arc::new(host);
    let (no_more_jobs, job_stop) = watch::channel(false);
    let (no_more_connections, accept_stop) = watch::channel(false);
    let (shutdown, stop) = watch::channel(false);
    let mut signals = StopSignals::listen().context("listening to signals")?;
    let servers = listen(&host, config, encryption, &accept_stop).await?;
    let deliveries = tokio::spawn(host.clone().deliver_until(stop.clone()));
    metrics::serve(&host, &config.metrics, stop.clone()).await?;
    let jobs = jobs::spawn(&host, &job_stop);
    let door = control::spawn(&host, &config.data_dir, &stop);
    if ended_badly {
        ledger::spawn_check(&host, &stop);
    }
    if !host.cx.demo {
        backup::spawn(&host, config, data_args, &stop)?;
    }
    greet(&host, config).await?;
    supervisor::tell_ready(&config.listen).await;
    supervisor::spawn_watchdog(&host, &stop);
    let lost = signals.requested_or_database_lost(&host.cx.db).await;
    supervisor::tell_stopping().await;
    host.begin_stop();
    // These fail only when all tasks have ended.
    let _ = no_more_jobs.send(true);
    if lost.is_none() {
        signals.drain(&config.server).await;
    }
    let _ = no_more_connections.send(true);
    tokio::join!(servers.join_all(), jobs.finish(config.server.stop()));
    let _ = shutdown.send(true);
    deliveries.await.context("stopping the outbox")?;
    door.await.context("closing the command socket")?;
    if let Some(why) = lost {
        anyhow::bail!("the database has stopped ({why}); restart the server");
    }
    host.cx.db.close().await.context("closing the database")?;
    info!("stopped; all data is saved");
    Ok(())
}

/// Listens and serves until `stop` is set: requests, the redirect to https, the certificate.
async fn listen(
    host: &Host,
    config: &Config,
    encryption: Encryption,
    stop: &watch::Receiver<bool>,
) -> anyhow::Result<JoinSet<()>> {
    let listener = |address: String| async move {
        http::listen(&address).await.with_context(|| format!("listening on {address}"))
    };
    let limit = ConnectionLimit::new(&config.server, &config.limits)?;
    host.metrics.add(limit.collectors())?;
    let (tls, keeper) = encryption.unzip();
    let endpoint = host.endpoint.clone();
    let service = Service { endpoint, tls, limit: limit.clone() };
    let (main, server) = (listener(config.listen.clone()).await?, config.server.clone());
    let redirect = match (&keeper, config.tls.redirect_port) {
        (None, _) | (_, 0) => None,
        (Some(_), port) => {
            let bound = listener(at_port(&config.listen, port)).await;
            Some(bound.context("tls.redirect_port, which may be 0 for none")?)
        }
    };
    let mut servers = JoinSet::new();
    if let Some(redirect) = redirect {
        let endpoint = http::redirect_to(&config.site.public_url);
        let service = Service { endpoint, tls: None, limit };
        let (server, stop) = (server.clone(), stop.clone());
        servers.spawn(async move { http::serve(redirect, service, &server, stop).await });
    }
    if let Some(keeper) = keeper {
        servers.spawn(keeper.run(stop.clone()));
    }
    info!("serving on {}", address(config));
    let stop = stop.clone();
    servers.spawn(async move { http::serve(main, service, &server, stop).await });
    Ok(servers)
}

/// Returns the address on which the server listens, as a URL.
fn address(config: &Config) -> String {
    let scheme = if config.tls.is_on() { "https" } else { "http" };
    format!("{scheme}://{}", config.listen)
}

/// Returns `listen`, a host and a port, with another port.
fn at_port(listen: &str, port: u16) -> String {
    let host = listen.rsplit_once(':').map_or(listen, |(host, _)| host);
    format!("{host}:{port}")
}

/// Rejects other than loopback addresses: a sample community has readable mail and fake payments.
fn loopback_only(listen: &str) -> anyhow::Result<()> {
    let mut addresses = listen.to_socket_addrs().with_context(|| format!("reading {listen}"))?;
    if addresses.all(|address| address.ip().is_loopback()) {
        return Ok(());
    }
    anyhow::bail!("a demo listens on this machine only; use --demo-public to allow other addresses")
}

#[cfg(test)]
mod tests {
    use super::at_port;

    #[test]
    fn redirect_listens_at_the_same_host() {
        for (listen, expected) in [
            ("0.0.0.0:443", "0.0.0.0:80"),
            ("[::]:443", "[::]:80"),
            ("swap.org:443", "swap.org:80"),
        ] {
            assert_eq!(at_port(listen, 80), expected);
        }
    }
}
