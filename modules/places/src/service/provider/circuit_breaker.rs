//! Leaves a server alone that has failed, and tries it again later.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use sparkyard_kernel::{Clock, Timestamp};

/// Failures in a row after which the server is left alone.
const PATIENCE: u32 = 3;
/// How long at first; twice as long after each trial that fails.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
/// No longer than this.
const LONGEST_PAUSE: Duration = Duration::from_mins(5);

/// Open while the server is left alone; then one request may try whether it is back.
pub(super) struct CircuitBreaker {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Failures since the last success.
    failures: u32,
    /// Until when nothing is asked.
    open_until: Option<Timestamp>,
    /// Whether somebody is trying it right now.
    trying: bool,
}

/// The right to ask once; says how it went by [`settle`](Self::settle), or nothing when it was
/// given up.
pub(super) struct Permit<'a> {
    breaker: &'a CircuitBreaker,
    trial: bool,
}

/// How asking went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It answered.
    Answered,
    /// It did not.
    Failed,
    /// It asked to be left alone for a while.
    SentAway(Duration),
}

impl CircuitBreaker {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// Leave to ask, unless the server is to be left alone.
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

    /// Whether the server is to be left alone now.
    pub(super) fn is_open(&self) -> bool {
        self.state().open_until.is_some_and(|until| self.clock.now() < until)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A panic while it was held cannot leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// Says how it went; whether the server is left alone from now on.
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
    fn after_three_failures_it_waits_and_tries_once() {
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
    fn a_trial_that_is_given_up_frees_the_next() {
        let (clock, breaker) = breaker();
        while !fail(&breaker) {}
        clock.advance(FIRST_PAUSE);
        drop(breaker.enter().unwrap());
        assert!(breaker.enter().is_some());
    }

    #[test]
    fn it_stays_away_as_long_as_it_was_told_within_reason() {
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
