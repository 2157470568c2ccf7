//! Limits on wrong guesses, kept in the database: restarts and other processes do not reset them.
//!
//! Wrong guesses are charged to budgets. A stranger pays from a budget of their network at this
//! account, from one that all strangers share, and from one of their network at all accounts. This
//! bounds distributed guessing and guessing at many accounts. A device that has signed in before
//! has its own budget, which strangers cannot use up.

use std::time::Duration;

use sparkyard_kernel::{
    Cx, Timestamp, UserId,
    db::{DbError, Fragment},
};

use super::{known_device::DeviceMark, secret::Pepper};
use crate::{
    error::{AuthError, TOO_MANY_FAILURES},
    model::device::Device,
    store::{AuthStore, Budget, admit_guess, forget_guesses, note_guess, return_guess},
};

/// Limits of a budget for wrong guesses.
struct Pace {
    /// Number of wrong guesses of which the last starts the first wait.
    free: i64,
    /// First wait; each later one is twice as long.
    first: Duration,
    /// Longest wait.
    longest: Duration,
    /// Time after the last wait until wrong guesses are forgotten.
    memory: Duration,
}

/// Limits of a network, device or session at one account: about forty guesses a day.
const ONE: Pace = Pace {
    free: 10,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    memory: Duration::from_hours(24),
};
/// Limits of all strangers at the password of one account: at most 120 guesses a day. Waits are at
/// most 15 minutes, since the owner may be among the strangers.
const STRANGERS: Pace = Pace {
    free: 20,
    first: Duration::from_mins(1),
    longest: Duration::from_mins(15),
    memory: Duration::from_hours(24),
};
/// Limits of the strangers of one network at all accounts: about 1,500 guesses a day. Many
/// legitimate users may share a network.
const NETWORK: Pace = Pace {
    free: 100,
    first: Duration::from_secs(1),
    longest: Duration::from_mins(1),
    memory: Duration::from_hours(1),
};
/// Limits of one network or member at the four digits for one address.
const ONE_AT_A_CODE: Pace = Pace {
    free: 10,
    first: Duration::from_hours(1),
    longest: Duration::from_hours(24),
    memory: Duration::from_hours(24),
};
/// Limits of everybody at the four digits for one address and purpose: at most 19 guesses on the
/// first day, and soon one in four days, so that 10,000 take a lifetime. The owner of the address
/// also has a link.
const ALL_AT_A_CODE: Pace = Pace {
    free: 15,
    first: Duration::from_hours(1),
    longest: Duration::from_hours(4 * 24),
    memory: Duration::from_hours(30 * 24),
};

impl Pace {
    fn budget(&self, key: String) -> Budget {
        let longer = |wait: &Duration| (*wait < self.longest).then(|| *wait * 2);
        let waits = std::iter::successors(Some(self.first), longer);
        let waits = waits.map(|wait| wait.min(self.longest)).collect();
        Budget { key, free: self.free, waits, memory: self.memory }
    }
}

/// A kind of guess, and the budgets it is charged to. Guesses at one thing never use up budgets of
/// another, so failed sign-ins cannot lock a signed-in member out of anything.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// Budget of the guesser alone.
    own: Budget,
    /// Budget shared with others who guess at the same thing.
    shared: Option<Budget>,
    /// Budget of the network for all its guesses.
    network: Option<Budget>,
}

impl Guess {
    /// Returns the guess of signing in with an address, known or not, on an unknown device.
    pub(crate) fn sign_in(pepper: &Pepper, email_key: &str, device: &Device) -> Self {
        let network = device.network.to_string();
        let own = pepper.hash(&["sign-in network", email_key, &network]);
        let all = pepper.hash(&["network", &network]);
        Self {
            own: ONE.budget(format!("sign-in:{own}")),
            shared: Some(STRANGERS.budget(format!("sign-in:{email_key}"))),
            network: Some(NETWORK.budget(format!("network:{all}"))),
        }
    }

    /// Returns the guess of signing in on a device that has done so before.
    pub(crate) fn known(mark: &DeviceMark) -> Self {
        Self::alone(format!("device:{}", mark.id))
    }

    /// Returns the guess of proving one's identity in a session.
    pub(crate) fn proof(session: &str) -> Self {
        Self::alone(format!("proof:{session}"))
    }

    /// Returns the guess of a second factor after a provider has identified the member.
    pub(crate) fn exchange(user: &UserId) -> Self {
        Self::alone(format!("exchange:{user}"))
    }

    fn alone(key: String) -> Self {
        Self { own: ONE.budget(key), shared: None, network: None }
    }

    /// Returns the guess at the code that verifies an address for sign-up.
    pub(crate) fn code(pepper: &Pepper, email_key: &str, device: &Device) -> Self {
        let network = device.network.to_string();
        let own = pepper.hash(&["code network", email_key, &network]);
        Self {
            own: ONE_AT_A_CODE.budget(format!("code:{own}")),
            shared: Some(ALL_AT_A_CODE.budget(format!("code:{email_key}"))),
            network: None,
        }
    }

    /// Returns the guess at the code for a member's new address.
    pub(crate) fn new_email(user: &UserId, email_key: &str) -> Self {
        Self {
            own: ONE_AT_A_CODE.budget(format!("new-email-by:{user}")),
            shared: Some(ALL_AT_A_CODE.budget(format!("new-email:{email_key}"))),
            network: None,
        }
    }

    /// Returns the guess without shared budgets.
    pub(crate) fn own(self) -> Self {
        Self { shared: None, network: None, ..self }
    }

    /// Returns the guesser's own budget and the shared one, or the own one twice.
    pub(crate) fn budgets(&self) -> (Budget, Budget) {
        (self.own.clone(), self.shared.clone().unwrap_or_else(|| self.own.clone()))
    }

    fn each(&self) -> impl Iterator<Item = &Budget> {
        std::iter::once(&self.own).chain(&self.shared).chain(&self.network)
    }
}

/// Counts wrong guesses.
#[derive(Clone)]
pub(crate) struct Throttle {
    cx: Cx,
    store: AuthStore,
}

impl Throttle {
    pub(crate) fn new(cx: &Cx, store: &AuthStore) -> Self {
        Self { cx: cx.clone(), store: store.clone() }
    }

    /// Fails while `guess` has to wait.
    pub(crate) async fn check(&self, guess: &Guess) -> Result<(), AuthError> {
        let now = self.cx.now();
        let budgets: Vec<&Budget> = guess.each().collect();
        match self.store.guess_open_at(&budgets, now).await? {
            Some(open_at) => Err(AuthError::TooManyFailures(seconds_until(open_at, now))),
            None => Ok(()),
        }
    }

    /// Counts a guess that is wrong or not yet checked; fails while it has to wait.
    pub(crate) async fn count(&self, guess: &Guess) -> Result<(), AuthError> {
        let now = self.cx.now();
        self.run(guess, guess.each().map(|budget| note_guess(budget, now)).collect()).await
    }

    /// Returns writes that forget the guesser's own wrong guesses after a right one. They fail if
    /// the limit was reached during the check. Shared budgets stay, or frequent sign-ins would
    /// reset them for attackers.
    pub(crate) fn right(&self, guess: &Guess) -> Vec<Fragment> {
        let now = self.cx.now();
        let admitted = guess.each().map(|budget| admit_guess(budget, now));
        admitted.chain([forget_guesses(&guess.own)]).collect()
    }

    /// Like [`right`](Self::right), for a right guess that was itself [counted](Self::count).
    pub(crate) fn right_after_all(&self, guess: &Guess) -> Vec<Fragment> {
        let now = self.cx.now();
        let others = guess.each().skip(1);
        let returned = others.map(|budget| return_guess(budget, now));
        returned.chain([forget_guesses(&guess.own)]).collect()
    }

    /// Returns writes that forget all guesses at the same thing, after another form of proof.
    pub(crate) fn forgotten(guess: &Guess) -> Vec<Fragment> {
        std::iter::once(&guess.own).chain(&guess.shared).map(forget_guesses).collect()
    }

    /// Runs some of these writes in a transaction of their own.
    pub(crate) async fn run(&self, guess: &Guess, calls: Vec<Fragment>) -> Result<(), AuthError> {
        let done = self.store.account_for_guess(calls).await;
        self.answer(guess, done).await
    }

    /// Adds the time to wait if `done` was refused for too many guesses.
    pub(crate) async fn answer<T>(
        &self,
        guess: &Guess,
        done: Result<T, DbError>,
    ) -> Result<T, AuthError> {
        match done {
            Err(DbError::Refused(violation)) if *violation == TOO_MANY_FAILURES => {
                self.check(guess).await?;
                // The wait has just ended.
                Err(AuthError::TooManyFailures(1))
            }
            done => Ok(done?),
        }
    }
}

/// Returns the seconds from `now` until `then`, rounded up; at least 1.
pub(crate) fn seconds_until(then: Timestamp, now: Timestamp) -> u64 {
    u64::try_from(then.since(now).as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_the_longest() {
        let minutes = |pace: &Pace| {
            let waits = pace.budget(String::new()).waits;
            waits.into_iter().map(|wait| wait.as_secs() / 60).collect::<Vec<_>>()
        };
        assert_eq!(minutes(&ONE), [1, 2, 4, 8, 16, 32, 60]);
        assert_eq!(minutes(&STRANGERS), [1, 2, 4, 8, 15]);
        let longest = NETWORK.budget(String::new()).waits.pop();
        assert_eq!(longest, Some(NETWORK.longest));
        let hours = [1, 2, 4, 8, 16, 32, 64, 96].map(|hours| hours * 60);
        assert_eq!(minutes(&ALL_AT_A_CODE), hours);
    }

    #[test]
    fn waits_are_rounded_up() {
        let after = |millis| Timestamp::EPOCH + Duration::from_millis(millis);
        let seconds = |millis| seconds_until(after(millis), Timestamp::EPOCH);
        assert_eq!((seconds(0), seconds(1), seconds(1000), seconds(1001)), (1, 1, 1, 2));
    }
}
