use std::{collections::BTreeSet, fmt::Write as _, panic::resume_unwind, time::Duration};

use surrealdb::types::{SurrealValue, Value, Variables};
use tracing::{Instrument, debug, warn};

use crate::{
    Db, DbError, Delivery, Fragment, RuleViolation, StatementCounts, Timestamp, Topic,
    error::{Failure, classify, corrupt},
    outbox,
    query_results::QueryResults,
};

/// Number of lost conflicts after which a write gives up: about four seconds on a hot record.
pub(crate) const MAX_ATTEMPTS: u32 = 40;
const MAX_PAUSE_MS: u64 = 120;

/// Rule violation for an idempotency key that was used for a different request.
pub(crate) const KEY_REUSED: RuleViolation = RuleViolation::new(
    409,
    "request.idempotency_conflict",
    "This Idempotency-Key was already used for a different request.",
);

/// Thrown at the end of a dry run, to roll it back.
const DRY_RUN: RuleViolation = RuleViolation::new(500, "core.dry_run", "This was a dry run.");

/// Idempotency key of a request. Repeating the request repeats the answer, not the effect.
#[derive(Clone, Debug)]
pub struct Idempotency {
    /// Unique per caller, operation and key.
    pub id: String,
    /// Hash of the request; the same id with a different fingerprint is refused.
    pub fingerprint: String,
    /// Time of the request; stored answers are purged by age.
    pub at: Timestamp,
}

/// One atomic change: steps in order, run as a single block.
///
/// The block rolls back as a whole when a step throws. It is retried with jitter when it loses a
/// conflict, so steps must depend on nothing outside the block except its bindings. Isolation is
/// snapshot isolation: an invariant holds only if every write that could break it *writes* one
/// shared record.
#[must_use = "a write does nothing until `run` is awaited"]
pub struct Write<'a> {
    db: &'a Db,
    label: &'static str,
    steps: String,
    returning: String,
    variables: Variables,
    violations: Vec<&'static RuleViolation>,
    idempotency: Option<Idempotency>,
    wakes: Vec<String>,
    published: Vec<Delivery>,
    queues: BTreeSet<String>,
    from_reserve: bool,
    dry_run: bool,
    calls: usize,
}

impl<'a> Write<'a> {
    pub(crate) fn new(db: &'a Db, label: &'static str) -> Self {
        Self {
            db,
            label,
            steps: String::new(),
            returning: "NONE".to_owned(),
            variables: Variables::new(),
            violations: Vec::new(),
            idempotency: None,
            wakes: Vec::new(),
            published: Vec::new(),
            queues: BTreeSet::new(),
            from_reserve: false,
            dry_run: false,
            calls: 0,
        }
    }

    /// Lets the write use the disk space reserved for when the disk is full: for signing in and
    /// out, and for deleting, without which no space could be freed.
    pub fn from_reserve(mut self) -> Self {
        self.from_reserve = true;
        self
    }

    /// Binds `$name` for all steps.
    pub fn bind(mut self, name: &'static str, value: impl SurrealValue) -> Self {
        self.variables.insert(name, value);
        self
    }

    /// Adds a statement (no trailing semicolon).
    pub fn step(mut self, statement: &str) -> Self {
        self.push(statement);
        self
    }

    /// Adds a call of another module's database function.
    pub fn call(mut self, fragment: Fragment) -> Self {
        let call = self.splice(fragment);
        self.push(&call);
        self
    }

    /// Adds several calls, in order.
    pub fn calls(self, fragments: impl IntoIterator<Item = Fragment>) -> Self {
        fragments.into_iter().fold(self, Self::call)
    }

    /// Adds a call and keeps its result as `$name`.
    pub fn call_as(mut self, name: &'static str, fragment: Fragment) -> Self {
        let call = self.splice(fragment);
        self.push(&format!("LET ${name} = {call}"));
        self
    }

    /// Publishes an event to all consumers of `topic`. `id` serves deduplication.
    pub fn publish<P: SurrealValue>(
        mut self,
        topic: Topic<P>,
        id: String,
        at: Timestamp,
        payload: P,
    ) -> Self {
        let consumers = self.db.routes().consumers(topic.name());
        if consumers.is_empty() {
            return self;
        }
        self.wakes.extend(consumers.iter().map(|consumer| outbox::name(consumer)));
        let payload = payload.into_value();
        self.published.extend(consumers.iter().map(|consumer| {
            Delivery::first(&id, topic.name(), consumer.clone(), payload.clone(), at)
        }));
        let fragment = Fragment::new("fn::core::publish", &[])
            .arg(id)
            .arg(topic.name().to_owned())
            .arg(consumers)
            .arg(at)
            .arg(payload);
        self.call(fragment)
    }

    /// Wakes those that [wait for](Db::wait_for) any of `names` after the commit.
    pub fn wakes(mut self, names: impl IntoIterator<Item = String>) -> Self {
        self.wakes.extend(names);
        self
    }

    /// Waits for other writes of this process that name the same `record`, instead of losing
    /// conflicts to them: for hot records. Names that a [`Fragment`] wakes are included.
    pub fn queued(mut self, record: String) -> Self {
        self.queues.insert(record);
        self
    }

    /// Declares the rule violations that the steps themselves may throw.
    pub fn violations(mut self, violations: &'static [RuleViolation]) -> Self {
        self.violations.extend(violations);
        self
    }

    /// Returns the stored answer to a repeated request instead of running the steps again.
    pub fn idempotent(mut self, key: Option<Idempotency>) -> Self {
        if key.is_some() {
            self.violations.push(&KEY_REUSED);
        }
        self.idempotency = key;
        self
    }

    /// Sets the expression that [`run`](Self::run) returns; `NONE` by default.
    pub fn returning(mut self, expression: &str) -> Self {
        expression.clone_into(&mut self.returning);
        self
    }

    /// Runs the block until it commits, is refused, or has lost too many conflicts, even if the
    /// caller stops waiting.
    pub async fn run<T: SurrealValue>(self) -> Result<T, DbError> {
        StatementCounts::count(|counts| counts.writes += 1);
        self.db.counters().writes.add();
        let (text, variables) = self.block();
        // A repeated request publishes nothing, and with several processes any of them may deliver.
        let handed = self.idempotency.is_none() && !self.db.is_shared();
        let Self { db, label, violations, wakes, published, queues, from_reserve, .. } = self;
        let db = db.clone();
        let publication = Publication::new(&db, published, handed);
        let block = Block {
            db,
            label,
            text,
            variables,
            violations,
            wakes,
            publication,
            queues,
            from_reserve,
        };
        // A commit must be counted and wake its waiters, even if the caller is gone.
        match tokio::spawn(block.commit().in_current_span()).await {
            Ok(value) => T::from_value(value?).map_err(corrupt),
            Err(stopped) if stopped.is_panic() => resume_unwind(stopped.into_panic()),
            Err(stopped) => Err(DbError::Internal(surrealdb::Error::internal(stopped.to_string()))),
        }
    }

    /// Performs a dry run: reports the rule violations of [`run`](Self::run) and changes nothing.
    /// `None` if the write would succeed now; the stored answer if the request is a repeated one.
    /// For checks before something costly.
    pub async fn dry_run<T: SurrealValue>(mut self) -> Result<Option<T>, DbError> {
        self.dry_run = true;
        self.violations.push(&DRY_RUN);
        match self.run().await {
            Err(DbError::Refused(violation)) if *violation == DRY_RUN => Ok(None),
            outcome => outcome.map(Some),
        }
    }

    fn block(&self) -> (String, Variables) {
        let mut variables = self.variables.clone();
        let result = &self.returning;
        let steps = match self.dry_run {
            true => format!("{}THROW '{}';\n", self.steps, DRY_RUN.code),
            false => self.steps.clone(),
        };
        let Some(key) = &self.idempotency else {
            return (format!("{{\n{steps}RETURN {result};\n}}"), variables);
        };
        variables.insert("idem_id", key.id.clone());
        variables.insert("idem_print", key.fingerprint.clone());
        variables.insert("idem_at", key.at);
        let text = format!(
            "{{\nLET $idem_seen = fn::core::replay($idem_id, $idem_print);\n\
             RETURN IF $idem_seen != NONE {{ $idem_seen.answer }} ELSE {{\n{steps}\
             LET $idem_answer = {result};\n\
             CREATE type::record('idempotency', $idem_id) \
             SET fingerprint = $idem_print, answer = $idem_answer, created_at = $idem_at;\n\
             $idem_answer }};\n}}"
        );
        (text, variables)
    }

    fn splice(&mut self, fragment: Fragment) -> String {
        let call = self.calls;
        self.calls += 1;
        let mut text = format!("{}(", fragment.function);
        for (index, value) in fragment.args.into_iter().enumerate() {
            let name = format!("call{call}_{index}");
            let comma = if index == 0 { "" } else { ", " };
            // Writing to a String cannot fail.
            let _ = write!(text, "{comma}${name}");
            self.variables.insert(name, value);
        }
        text.push(')');
        self.violations.extend(fragment.violations);
        self.queues.extend(fragment.wakes.clone());
        self.wakes.extend(fragment.wakes);
        text
    }

    fn push(&mut self, statement: &str) {
        self.steps.push_str(statement);
        self.steps.push_str(";\n");
    }
}

/// A complete write.
struct Block {
    db: Db,
    label: &'static str,
    text: String,
    variables: Variables,
    violations: Vec<&'static RuleViolation>,
    wakes: Vec<String>,
    publication: Publication,
    queues: BTreeSet<String>,
    from_reserve: bool,
}

/// Deliveries of a write, from before its commit until they are handed to their consumers.
struct Publication {
    db: Db,
    /// Deliveries that nobody else reads meanwhile.
    announced: Vec<Delivery>,
    /// Consumers of the others, which read them from the table.
    unread: Vec<String>,
}

impl Publication {
    /// Announces `published` if deliveries are `handed` over in memory.
    fn new(db: &Db, published: Vec<Delivery>, handed: bool) -> Self {
        let mut claims = db.claims();
        let (announced, others): (Vec<_>, Vec<_>) =
            published.into_iter().partition(|delivery| handed && claims.announce(delivery));
        drop(claims);
        let unread = others.into_iter().map(|delivery| delivery.consumer).collect();
        Self { db: db.clone(), announced, unread }
    }

    fn committed(&mut self) {
        let mut claims = self.db.claims();
        self.announced.drain(..).for_each(|delivery| claims.hand(delivery));
        self.unread.drain(..).for_each(|consumer| claims.note_unread(consumer));
    }
}

impl Drop for Publication {
    /// Leaves the deliveries of a write that failed to be read, as they may have been stored.
    fn drop(&mut self) {
        if !self.announced.is_empty() {
            self.db.claims().release(&self.announced.iter().collect::<Vec<_>>());
        }
    }
}

impl Block {
    async fn commit(mut self) -> Result<Value, DbError> {
        let queues = std::mem::take(&mut self.queues);
        let _queued = self.db.queue(queues).await;
        for attempt in 1..=MAX_ATTEMPTS {
            self.db.admit(self.from_reserve)?;
            match self.attempt().await {
                Ok(value) => {
                    self.publication.committed();
                    self.wakes.iter().for_each(|name| self.db.wake(name));
                    return Ok(value);
                }
                Err(Failure::Conflict) => {
                    self.db.counters().conflicts.add();
                    debug!(write = self.label, attempt, "lost a conflict");
                    tokio::time::sleep(pause(attempt)).await;
                }
                Err(Failure::Thrown(code)) => return Err(self.refused(code)),
                Err(Failure::Exists(id)) => return Err(DbError::AlreadyExists(id)),
                Err(Failure::Stopped(cause)) => {
                    self.db.failed(&cause);
                    return Err(DbError::Stopped(cause));
                }
                Err(Failure::OutcomeUnknown(cause)) => {
                    self.db.failed(&cause);
                    return Err(DbError::OutcomeUnknown(cause));
                }
                Err(Failure::Other(error)) => return Err(DbError::Internal(error)),
            }
        }
        self.db.counters().given_up.add();
        warn!(write = self.label, "gave up after {MAX_ATTEMPTS} conflicts");
        Err(DbError::Busy { attempts: MAX_ATTEMPTS })
    }

    async fn attempt(&self) -> Result<Value, Failure> {
        let results = self.db.execute(self.text.clone().into(), self.variables.clone()).await;
        results.and_then(QueryResults::single).map_err(classify)
    }

    fn refused(&self, code: String) -> DbError {
        match self.violations.iter().find(|violation| violation.code == code) {
            Some(violation) => DbError::Refused(violation),
            None => DbError::Undeclared(code),
        }
    }
}

/// Returns a random pause, longer with each attempt, so that rivals do not meet again.
#[expect(clippy::disallowed_methods, reason = "chance only spreads rivals, no test depends on it")]
pub(crate) fn pause(attempt: u32) -> Duration {
    let ceiling = (2u64 << attempt.min(6)).min(MAX_PAUSE_MS);
    Duration::from_millis(rand::random_range(1..=ceiling))
}
