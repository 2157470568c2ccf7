//! The clock. Nothing else reads the time, so that tests and the sample community can set it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use sparkyard_db::Timestamp;

/// A source of the current instant.
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time, in UTC.
    fn now(&self) -> Timestamp;
}

/// Clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    fn now(&self) -> Timestamp {
        jiff::Timestamp::now().into()
    }
}

/// A clock that moves only when told to.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<AtomicI64>);

impl ManualClock {
    /// Creates a clock that stands at `start`.
    pub fn at(start: Timestamp) -> Self {
        Self(Arc::new(AtomicI64::new(start.as_millis())))
    }

    /// Sets the time to `instant`, which may lie in the past.
    pub fn set(&self, instant: Timestamp) {
        self.0.store(instant.as_millis(), Ordering::SeqCst);
    }

    /// Advances the time by `by`.
    pub fn advance(&self, by: std::time::Duration) {
        self.set(self.now() + by);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        // Only values of a `Timestamp` are ever stored.
        Timestamp::from_millis(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::EPOCH)
    }
}
