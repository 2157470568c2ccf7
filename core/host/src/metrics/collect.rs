//! Figures that are read when somebody asks for them: database, disk, outbox, ledger, members.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use futures_util::join;
use prometheus::{Gauge, GaugeVec, IntCounter};
use sparkyard_db::{Backlog, Condition, Db, Totals};
use sparkyard_kernel::{
    ApiError, Clock, Cx, Ports,
    ports::{Accounts, LastLedgerCheck, Ledger},
};
use tokio::{
    task::spawn_blocking,
    time::{Instant, timeout},
};
use tracing::debug;

use super::{
    Metrics, Register,
    process::{ProcessMetrics, float},
};
use crate::{
    assembly::{MAIL_CONSUMER, MANY_CONSUMER},
    data_dir::DATABASE,
};

/// Maximum number of deliveries per consumer that are counted.
const MAX_COUNTED: usize = 1_000;
/// Interval at which figures are read that change slowly, or take long to read.
const SLOWLY: Duration = Duration::from_mins(1);
/// Time limit for reading one group of figures.
const LIMIT: Duration = Duration::from_secs(3);

/// States of the database, as labels.
const CONDITIONS: [&str; 4] = ["ready", "full", "failed", "closed"];

/// Sources of the figures.
pub(crate) struct Sources {
    db: Db,
    clock: Arc<dyn Clock>,
    /// Directory of the database, if it is on a disk of this machine.
    folder: Option<PathBuf>,
    reserve: u64,
    ledger: Option<Arc<dyn Ledger>>,
    accounts: Option<Arc<dyn Accounts>>,
}

impl Sources {
    pub(crate) fn new(cx: &Cx, ports: &Ports, reserve: u64) -> Self {
        let folder = cx.db.free_space().map(|_| cx.data_dir.join(DATABASE));
        let (ledger, accounts) = (ports.optional(), ports.optional());
        let (db, clock) = (cx.db.clone(), cx.clock.clone());
        Self { db, clock, folder, reserve, ledger, accounts }
    }
}

/// Gauges and counters of the figures.
pub(super) struct Figures {
    sources: Arc<Sources>,
    process: ProcessMetrics,
    database: DatabaseMetrics,
    outbox: OutboxMetrics,
    ledger: Option<LedgerMetrics>,
    members: Option<[Gauge; 2]>,
    /// Whether the last reading of each group succeeded.
    success: GaugeVec,
    read_slowly_at: Option<Instant>,
}

struct DatabaseMetrics {
    statements: IntCounter,
    key_reads: IntCounter,
    writes: IntCounter,
    hits: IntCounter,
    misses: IntCounter,
    conflicts: IntCounter,
    given_up: IntCounter,
    writable: Gauge,
    condition: GaugeVec,
    size: Gauge,
    free: Gauge,
}

struct OutboxMetrics {
    waiting: GaugeVec,
    oldest: GaugeVec,
    mails: Gauge,
}

struct LedgerMetrics {
    held: GaugeVec,
    passed: Gauge,
    differences: Gauge,
    checked_at: Gauge,
}

impl Figures {
    pub(super) fn new(metrics: &Metrics, sources: Arc<Sources>) -> anyhow::Result<Self> {
        let register = Register(&metrics.registry);
        let reserve = register.gauge(
            "sparkyard_disk_reserve_bytes",
            "Space that is kept back for when the disk is full.",
        )?;
        reserve.set(float(sources.reserve));
        let members = |_: &Arc<dyn Accounts>| -> anyhow::Result<[Gauge; 2]> {
            let active = "Accounts that can sign in.";
            Ok([
                register.gauge("sparkyard_members", "All accounts.")?,
                register.gauge("sparkyard_members_active", active)?,
            ])
        };
        Ok(Self {
            process: ProcessMetrics::new(&register)?,
            database: DatabaseMetrics::new(&register)?,
            outbox: OutboxMetrics::new(&register)?,
            ledger: sources.ledger.as_ref().map(|_| LedgerMetrics::new(&register)).transpose()?,
            members: sources.accounts.as_ref().map(members).transpose()?,
            success: register.gauges(
                "sparkyard_collection_success",
                "Whether the figures of a group could be read at the last attempt; otherwise they \
                 are older.",
                &["group"],
            )?,
            read_slowly_at: None,
            sources,
        })
    }

    /// Reads all figures that are due.
    pub(super) async fn refresh(&mut self) {
        self.process.refresh();
        let sources = self.sources.clone();
        self.database.set_totals(sources.db.totals());
        self.database.set_condition(&sources.db.condition().borrow().clone());
        if let Some(free) = sources.db.free_space() {
            self.database.free.set(float(free));
        }
        let slowly = self.read_slowly_at.is_none_or(|at| at.elapsed() >= SLOWLY);
        let (outbox, slow) =
            join!(within(async { Ok(sources.db.backlogs(MAX_COUNTED).await?) }), async {
                if slowly { Some(SlowFigures::read(&sources).await) } else { None }
            },);
        if let Some(backlogs) = self.noted("outbox", outbox) {
            self.outbox.set(&backlogs, sources.clock.as_ref());
        }
        if let Some(slow) = slow {
            self.read_slowly_at = Some(Instant::now());
            self.set_slow(slow);
        }
    }

    fn set_slow(&mut self, slow: SlowFigures) {
        if let Some(size) = slow.size
            && let Some(size) = self.noted("disk", size)
        {
            self.database.size.set(float(size));
        }
        if let Some(ledger) = slow.ledger
            && let Some(figures) = self.noted("ledger", ledger)
            && let Some(metrics) = &self.ledger
        {
            metrics.set(figures);
        }
        if let Some(members) = slow.members
            && let Some(counts) = self.noted("members", members)
            && let Some(gauges) = &self.members
        {
            gauges.iter().zip(counts).for_each(|(gauge, count)| gauge.set(float(count)));
        }
    }

    /// Returns the figures of a group, and notes whether they could be read.
    fn noted<T>(&self, group: &str, read: anyhow::Result<T>) -> Option<T> {
        let success = self.success.with_label_values(&[group]);
        match read {
            Ok(figures) => {
                success.set(1.0);
                Some(figures)
            }
            Err(cause) => {
                debug!(group, "some figures cannot be read: {cause:#}");
                success.set(0.0);
                None
            }
        }
    }
}

async fn within<T>(reading: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    timeout(LIMIT, reading).await?
}

/// Figures that change slowly; `None` where there is no source.
struct SlowFigures {
    size: Option<anyhow::Result<u64>>,
    ledger: Option<anyhow::Result<LedgerFigures>>,
    members: Option<anyhow::Result<[u64; 2]>>,
}

/// Hundredths of pounds and of sparks, and the last check.
type LedgerFigures = (i64, i64, Option<LastLedgerCheck>);

impl SlowFigures {
    async fn read(sources: &Sources) -> Self {
        let internal = |error: ApiError| anyhow::anyhow!("{error}");
        let size = async {
            let folder = sources.folder.clone()?;
            Some(within(async { Ok(spawn_blocking(move || size_of(&folder)).await??) }).await)
        };
        let ledger = async {
            let ledger = sources.ledger.as_ref()?;
            let reading = async {
                let pounds = ledger.pounds_held().await.map_err(internal)?;
                let sparks = ledger.tokens_circulating().await.map_err(internal)?;
                let check = ledger.last_check().await.map_err(internal)?;
                Ok((pounds.minor(), sparks.minor(), check))
            };
            Some(within(reading).await)
        };
        let members = async {
            let accounts = sources.accounts.as_ref()?;
            let reading = async {
                let all = accounts.count().await.map_err(internal)?;
                Ok([all, accounts.count_active().await.map_err(internal)?])
            };
            Some(within(reading).await)
        };
        let (size, ledger, members) = join!(size, ledger, members);
        Self { size, ledger, members }
    }
}

/// Returns the size of all files in a folder; ignores those that are deleted meanwhile.
pub(crate) fn size_of(folder: &Path) -> io::Result<u64> {
    let mut size = 0;
    for entry in folder.read_dir()? {
        let entry = entry?;
        let part = match entry.metadata() {
            Ok(found) if found.is_dir() => size_of(&entry.path()),
            Ok(found) => Ok(found.len()),
            Err(cause) => Err(cause),
        };
        size += match part {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => 0,
            part => part?,
        };
    }
    Ok(size)
}

impl DatabaseMetrics {
    fn new(register: &Register<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            statements: register
                .counter("sparkyard_database_statements_total", "Statements that read.")?,
            key_reads: register
                .counter("sparkyard_database_key_reads_total", "Reads of rows by key.")?,
            writes: register.counter(
                "sparkyard_database_writes_total",
                "Writes, each one transaction, without repetitions.",
            )?,
            hits: register.counter(
                "sparkyard_database_cache_hits_total",
                "Reads that were answered from the cache.",
            )?,
            misses: register.counter(
                "sparkyard_database_cache_misses_total",
                "Reads that were not answered from the cache.",
            )?,
            conflicts: register.counter(
                "sparkyard_database_write_conflicts_total",
                "Attempts to write that lost a conflict and were repeated.",
            )?,
            given_up: register.counter(
                "sparkyard_database_writes_given_up_total",
                "Writes that gave up after too many conflicts.",
            )?,
            writable: register
                .gauge("sparkyard_database_writable", "Whether every write is accepted.")?,
            condition: register.gauges(
                "sparkyard_database_condition",
                "State of the database: 1 for the present one.",
                &["state"],
            )?,
            size: register
                .gauge("sparkyard_database_size_bytes", "Size of the database on disk.")?,
            free: register
                .gauge("sparkyard_disk_free_bytes", "Free space of the disk of the database.")?,
        })
    }

    fn set_totals(&self, totals: Totals) {
        let Totals { queries, key_reads, cached, writes, conflicts, given_up } = totals;
        let misses = (queries + key_reads).saturating_sub(cached);
        for (counter, total) in [
            (&self.statements, queries),
            (&self.key_reads, key_reads),
            (&self.writes, writes),
            (&self.hits, cached),
            (&self.misses, misses),
            (&self.conflicts, conflicts),
            (&self.given_up, given_up),
        ] {
            counter.inc_by(total.saturating_sub(counter.get()));
        }
    }

    fn set_condition(&self, condition: &Condition) {
        let present = match condition {
            Condition::Ready => "ready",
            Condition::Full => "full",
            Condition::Failed(_) => "failed",
            Condition::Closed(_) => "closed",
        };
        self.writable.set(f64::from(u8::from(condition.is_ready())));
        for state in CONDITIONS {
            let is_present = f64::from(u8::from(state == present));
            self.condition.with_label_values(&[state]).set(is_present);
        }
    }
}

impl OutboxMetrics {
    fn new(register: &Register<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            waiting: register.gauges(
                "sparkyard_outbox_deliveries",
                "Events that wait for each consumer, counted up to 1000.",
                &["consumer"],
            )?,
            oldest: register.gauges(
                "sparkyard_outbox_oldest_age_seconds",
                "Age of the oldest event that waits for each consumer; 0 if none waits.",
                &["consumer"],
            )?,
            mails: register.gauge("sparkyard_mails_queued", "Mails that wait to be sent.")?,
        })
    }

    fn set(&self, backlogs: &[Backlog], clock: &dyn Clock) {
        let (now, mut mails) = (clock.now(), 0.0);
        for Backlog { consumer, waiting, oldest } in backlogs {
            let waiting = float(*waiting as u64);
            if [MAIL_CONSUMER, MANY_CONSUMER].contains(&consumer.as_str()) {
                mails += waiting;
            }
            self.waiting.with_label_values(&[consumer]).set(waiting);
            let age = oldest.map_or(0.0, |oldest| now.since(oldest).as_secs_f64());
            self.oldest.with_label_values(&[consumer]).set(age);
        }
        self.mails.set(mails);
    }
}

impl LedgerMetrics {
    fn new(register: &Register<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            held: register.gauges(
                "sparkyard_ledger_held",
                "Pounds held for members, and sparks in circulation.",
                &["currency"],
            )?,
            passed: register.gauge(
                "sparkyard_ledger_check_passed",
                "Whether the ledger added up at its last check; NaN before the first.",
            )?,
            differences: register.gauge(
                "sparkyard_ledger_check_differences",
                "Differences that the last check of the ledger found.",
            )?,
            checked_at: register.gauge(
                "sparkyard_ledger_check_timestamp_seconds",
                "Time of the last check of the ledger; 0 before the first.",
            )?,
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "samples of Prometheus are floats")]
    fn set(&self, (pounds, sparks, check): LedgerFigures) {
        self.held.with_label_values(&["gbp"]).set(pounds as f64 / 100.0);
        self.held.with_label_values(&["spark"]).set(sparks as f64 / 100.0);
        let passed = |check: LastLedgerCheck| f64::from(u8::from(check.differences == 0));
        self.passed.set(check.map_or(f64::NAN, passed));
        self.differences.set(check.map_or(0.0, |check| float(check.differences)));
        self.checked_at.set(check.map_or(0.0, |check| check.at.as_seconds() as f64));
    }
}
