//! Circuit breaker: stops requests to a failing server, and tries again later.
//!
//! `backon` and the retries of `tower` repeat a request while its caller waits, which is the opposite.
//! `failsafe`, a circuit breaker, cannot use the pause that a server asks for or the kernel's clock.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sparkyard_kernel::{Clock, Timestamp};

/// Consecutive failures after which the breaker opens.
const PATIENCE: u32 = 3;
/// First pause; doubles after each failed trial.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// Maximum pause.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// Circuit breaker. Open during a pause; then admits one request as a trial.
pub(super) struct CircuitBreaker {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Number of failures since the last success.
    failures: u32,
    /// End of the pause.
    open_until: Option<Timestamp>,
    /// Whether a trial is in progress.
    trying: bool,
}

/// Permission for one request. Report the result with [`settle`](Self::settle); drop it if the
/// request was cancelled.
pub(super) struct Permit<'a> {
    breaker: &'a CircuitBreaker,
    trial: bool,
}

/// Result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The server answered.
    Answered,
    /// The request failed.
    Failed,
    /// The server asked for a pause.
    SentAway(Duration),
}

impl CircuitBreaker {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// Returns a permit; `None` while the breaker is open.
    pub(super) fn enter(&self) -> Option<Permit<'_>> {
        let mut state = self.state();
        let trial = match state.open_until {
            None => false,
            Some(until) if self.clock.now() < until || state.trying => return None,
            Some(_) => true,
        };
        state.trying = trial;
        Some(Permit { breaker: self, trial })
    }

    /// Checks whether the breaker is open.
    pub(super) fn is_open(&self) -> bool {
        self.state().open_until.is_some_and(|until| self.clock.now() < until)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic while the lock is held cannot leave the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Records the result; returns whether the breaker is open now.
    pub(super) fn settle(self, outcome: Outcome) -> bool {
        let mut state = self.breaker.state();
        let pause = match outcome {
            Outcome::Answered => {
                (state.failures, state.open_until) = (0, None);
                return false;
            }
            Outcome::Failed => {
                state.failures = state.failures.saturating_add(1);
                if state.failures < PATIENCE {
                    return false;
                }
                let doublings = (state.failures - PATIENCE).min(16);
                FIRST_PAUSE.saturating_mul(1 << doublings)
            }
            Outcome::SentAway(pause) => {
                state.failures = state.failures.saturating_add(1).max(PATIENCE);
                pause.max(FIRST_PAUSE)
            }
        };
        state.open_until = Some(self.breaker.clock.now() + pause.min(LONGEST_PAUSE));
        true
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if self.trial {
            self.breaker.state().trying = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use sparkyard_kernel::ManualClock;

    use super::*;

    fn breaker() -> (ManualClock, CircuitBreaker) {
        let clock = ManualClock::at(Timestamp::EPOCH);
        (clock.clone(), CircuitBreaker::new(Arc::new(clock)))
    }

    fn fail(breaker: &CircuitBreaker) -> bool {
        breaker.enter().unwrap().settle(Outcome::Failed)
    }

    #[test]
    fn opens_after_three_failures_and_tries_once() {
        let (clock, breaker) = breaker();
        assert!(!fail(&breaker) && !fail(&breaker) && fail(&breaker));
        assert!(breaker.enter().is_none());
        clock.advance(FIRST_PAUSE);
        let trial = breaker.enter().unwrap();
        assert!(breaker.enter().is_none(), "one at a time");
        assert!(trial.settle(Outcome::Failed));
        clock.advance(FIRST_PAUSE);
        assert!(breaker.enter().is_none(), "twice as long");
        clock.advance(FIRST_PAUSE);
        assert!(!breaker.enter().unwrap().settle(Outcome::Answered));
        assert!(!fail(&breaker), "patient again");
    }

    #[test]
    fn cancelled_trial_allows_another() {
        let (clock, breaker) = breaker();
        while !fail(&breaker) {}
        clock.advance(FIRST_PAUSE);
        drop(breaker.enter().unwrap());
        assert!(breaker.enter().is_some());
    }

    #[test]
    fn retry_after_is_respected_up_to_a_limit() {
        let (clock, breaker) = breaker();
        assert!(breaker.enter().unwrap().settle(Outcome::SentAway(Duration::from_mins(1))));
        clock.advance(Duration::from_secs(59));
        assert!(breaker.enter().is_none());
        clock.advance(Duration::from_secs(1));
        assert!(breaker.enter().unwrap().settle(Outcome::SentAway(Duration::MAX)));
        clock.advance(LONGEST_PAUSE);
        assert!(breaker.enter().is_some());
    }
}
