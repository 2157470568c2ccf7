//! Rate limits per address and per member; allowances refill over time.

use std::{
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use governor::{
    Quota, RateLimiter, clock::Clock as _, middleware::NoOpMiddleware, nanos::Nanos,
    state::keyed::DashMapStateStore,
};
use sparkyard_kernel::{
    ApiError, ClientAddress, Clock, Job, RateClass, Timestamp, UserId, client::MemberAllowance,
    job::JobRunner,
};

use crate::config::LimitsConfig;

/// Interval at which full allowances are dropped from memory; bounds the memory to the callers of
/// one interval.
const DROP_EVERY: Duration = Duration::from_secs(30);

/// Rate limiters of a community.
pub(crate) struct Rates {
    sign_in: Keyed<(Arc<str>, IpAddr)>,
    mail: Keyed<(Arc<str>, IpAddr)>,
    auth: Keyed<(Arc<str>, IpAddr)>,
    webhook: Keyed<IpAddr>,
    anonymous: Keyed<IpAddr>,
    changes: Keyed<UserId>,
    reads: Keyed<UserId>,
}

impl Rates {
    /// Creates full allowances; `None` when limits are off.
    pub(crate) fn new(config: &LimitsConfig, clock: &Arc<dyn Clock>) -> Option<Arc<Self>> {
        let steady = Steady::new(clock.clone());
        config.enabled.then(|| {
            Arc::new(Self {
                sign_in: Keyed::new(config.sign_in_per_minute, &steady),
                mail: Keyed::new(config.mail_per_minute, &steady),
                auth: Keyed::new(config.auth_per_minute, &steady),
                webhook: Keyed::new(config.webhooks_per_minute, &steady),
                anonymous: Keyed::new(config.anonymous_per_minute, &steady),
                changes: Keyed::new(config.writes_per_minute, &steady),
                reads: Keyed::new(config.reads_per_minute, &steady),
            })
        })
    }

    /// Uses up one call of `operation` from an address; fails with 429 when none is left.
    pub(crate) fn spend_at(
        &self,
        class: RateClass,
        operation: &Arc<str>,
        address: ClientAddress,
    ) -> Result<(), ApiError> {
        let network = address.network();
        match class {
            RateClass::SignIn => self.sign_in.spend(&(operation.clone(), network)),
            RateClass::Mail => self.mail.spend(&(operation.clone(), network)),
            RateClass::Account => self.auth.spend(&(operation.clone(), network)),
            RateClass::Webhook => self.webhook.spend(&network),
            RateClass::Anonymous => self.anonymous.spend(&network),
        }
    }

    /// Returns the number of allowances in memory.
    pub(crate) fn entries(&self) -> usize {
        let addresses = self.sign_in.len() + self.mail.len() + self.auth.len();
        addresses
            + self.webhook.len()
            + self.anonymous.len()
            + self.changes.len()
            + self.reads.len()
    }

    /// Drops full allowances, which need no memory.
    fn drop_idle(&self) {
        for keyed in [&self.sign_in, &self.mail, &self.auth] {
            keyed.drop_idle();
        }
        self.webhook.drop_idle();
        self.anonymous.drop_idle();
        self.changes.drop_idle();
        self.reads.drop_idle();
    }

    /// Returns the job that bounds memory.
    pub(crate) fn job(self: &Arc<Self>) -> Job {
        Job::from_runner("core.forget_allowances", DROP_EVERY, self.clone())
    }
}

impl MemberAllowance for Rates {
    fn spend_change(&self, member: &UserId) -> Result<(), ApiError> {
        self.changes.spend(member)
    }

    fn spend_read(&self, member: &UserId) -> Result<(), ApiError> {
        self.reads.spend(member)
    }
}

#[async_trait]
impl JobRunner for Rates {
    async fn run(&self, _: Timestamp) -> anyhow::Result<()> {
        self.drop_idle();
        tracing::trace!(entries = self.entries(), "dropped idle allowances");
        Ok(())
    }
}

/// A rate limiter with one allowance per key.
struct Keyed<K: Clone + Hash + Eq>(
    RateLimiter<K, DashMapStateStore<K>, Steady, NoOpMiddleware<Nanos>>,
);

impl<K: Clone + Hash + Eq> Keyed<K> {
    /// Allows `per_minute` calls a minute, in a burst of up to as many.
    fn new(per_minute: NonZeroU32, clock: &Steady) -> Self {
        Self(RateLimiter::dashmap_with_clock(Quota::per_minute(per_minute), clock.clone()))
    }

    fn spend(&self, key: &K) -> Result<(), ApiError> {
        let spent = self.0.check_key(key);
        spent.map_err(|refused| too_many(refused.wait_time_from(self.0.clock().now())))
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn drop_idle(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// Returns a 429 with the time to wait in whole seconds, rounded up.
fn too_many(wait: Duration) -> ApiError {
    let seconds = (wait.as_secs() + u64::from(wait.subsec_nanos() > 0)).max(1);
    let message = match seconds {
        1 => "Too many requests. Please try again in a second.".to_owned(),
        seconds => format!("Too many requests. Please try again in {seconds} seconds."),
    };
    ApiError::new(429, "request.too_many", message).retry_after(seconds)
}

/// The clock made monotonic: setting the system clock back must not lock anybody out until it has
/// caught up.
#[derive(Clone)]
struct Steady(Arc<Mutex<Passing>>);

struct Passing {
    clock: Arc<dyn Clock>,
    last: Timestamp,
    passed: Duration,
}

impl Steady {
    fn new(clock: Arc<dyn Clock>) -> Self {
        let last = clock.now();
        Self(Arc::new(Mutex::new(Passing { clock, last, passed: Duration::ZERO })))
    }
}

impl governor::clock::Clock for Steady {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        let mut passing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = passing.clock.now();
        // `since` is zero when the clock was set back.
        let since = now.since(passing.last);
        passing.passed += since;
        passing.last = now;
        passing.passed.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparkyard_kernel::ManualClock;

    fn rates(clock: &ManualClock) -> Arc<Rates> {
        Rates::new(&LimitsConfig::default(), &(Arc::new(clock.clone()) as Arc<dyn Clock>)).unwrap()
    }

    fn clock() -> ManualClock {
        ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap())
    }

    #[test]
    fn allowance_is_used_up_and_refills() {
        let clock = clock();
        let rates = rates(&clock);
        let member = UserId::from("ana");
        for _ in 0..120 {
            rates.spend_change(&member).unwrap();
        }
        let refused = rates.spend_change(&member).unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.retry_after), (429, Some(1)));
        rates.spend_change(&UserId::from("bo")).unwrap();
        clock.advance(Duration::from_millis(500));
        rates.spend_change(&member).unwrap();
        rates.spend_change(&member).unwrap_err();
    }

    #[test]
    fn reads_have_their_own_larger_allowance() {
        let rates = rates(&clock());
        let member = UserId::from("ana");
        for _ in 0..600 {
            rates.spend_read(&member).unwrap();
        }
        assert_eq!(rates.spend_read(&member).unwrap_err().status.as_u16(), 429);
        rates.spend_change(&member).unwrap();
        rates.spend_read(&UserId::from("bo")).unwrap();
    }

    #[test]
    fn clock_set_back_locks_nobody_out() {
        let clock = clock();
        let rates = rates(&clock);
        let member = UserId::from("ana");
        rates.spend_change(&member).unwrap();
        clock.set("2026-03-01T10:00:00Z".parse().unwrap());
        for _ in 0..119 {
            rates.spend_change(&member).unwrap();
        }
        rates.spend_change(&member).unwrap_err();
        clock.advance(Duration::from_mins(1));
        rates.spend_change(&member).unwrap();
    }

    #[test]
    fn full_allowances_are_dropped() {
        let clock = clock();
        let rates = rates(&clock);
        let operation: Arc<str> = "login".into();
        for last in 0..200u8 {
            let address = ClientAddress(IpAddr::from([198, 51, 100, last]));
            rates.spend_at(RateClass::SignIn, &operation, address).unwrap();
        }
        rates.drop_idle();
        assert_eq!(rates.entries(), 200);
        clock.advance(Duration::from_mins(2));
        rates.drop_idle();
        assert_eq!(rates.entries(), 0);
    }

    #[test]
    fn retry_after_is_rounded_up() {
        let wait = |millis| too_many(Duration::from_millis(millis)).retry_after;
        assert_eq!((wait(1), wait(1000), wait(1001)), (Some(1), Some(1), Some(2)));
    }
}
