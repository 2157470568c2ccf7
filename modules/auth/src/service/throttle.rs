//! What guessing costs, kept in the database: restarts and other processes do not reset it.
//!
//! Wrong guesses are paid for from budgets. A stranger pays from one of their network's at this
//! account, from one that all strangers share, and from one of their network's at all accounts,
//! so that guesses from everywhere and at everybody stay bounded; a device that has signed in
//! before has a budget of its own, which strangers cannot spend.

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

/// What guesses cost.
struct Pace {
    /// The last of so many is followed by the first wait.
    free: i64,
    /// Each wait after it is twice as long,
    first: Duration,
    /// up to this.
    longest: Duration,
    /// Wrong guesses count for this long after the wait for the last one.
    memory: Duration,
}

/// One network, device or session, at one account: some forty guesses a day, if it never stops.
const ONE: Pace = Pace {
    free: 10,
    first: Duration::from_mins(1),
    longest: Duration::from_hours(1),
    memory: Duration::from_hours(24),
};
/// All strangers together at the password of one account: at most 120 guesses a day. Never
/// longer than a quarter of an hour, since whoever owns the account may be among them.
const STRANGERS: Pace = Pace {
    free: 20,
    first: Duration::from_mins(1),
    longest: Duration::from_mins(15),
    memory: Duration::from_hours(24),
};
/// The strangers of one network at all accounts together: some 1,500 guesses a day. Many honest
/// people may share it.
const NETWORK: Pace = Pace {
    free: 100,
    first: Duration::from_secs(1),
    longest: Duration::from_mins(1),
    memory: Duration::from_hours(1),
};
/// One network or member at the four digits for one address.
const ONE_AT_A_CODE: Pace = Pace {
    free: 10,
    first: Duration::from_hours(1),
    longest: Duration::from_hours(24),
    memory: Duration::from_hours(24),
};
/// Everybody together at the four digits for one address and purpose: at most 19 guesses on the
/// first day, and soon one in four days, so that 10,000 take a lifetime. Whoever owns the address has
/// a link beside the digits.
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

/// What somebody guesses at, and what pays for it. Guesses at one thing never use up those at
/// another, so nobody can keep a signed-in member from anything by failing to sign in as them.
#[derive(Clone, Debug)]
pub(crate) struct Guess {
    /// The guesser's own.
    own: Budget,
    /// What others pay from as well who guess at the same.
    shared: Option<Budget>,
    /// What the same network pays from, whatever it guesses at.
    network: Option<Budget>,
}

impl Guess {
    /// Signing in with this address, whether it has an account or not, on a device that we do
    /// not know.
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

    /// Signing in to an account on a device that has done so before.
    pub(crate) fn known(mark: &DeviceMark) -> Self {
        Self::alone(format!("device:{}", mark.id))
    }

    /// Proving, in this session, that one is its member.
    pub(crate) fn proof(session: &str) -> Self {
        Self::alone(format!("proof:{session}"))
    }

    /// Proving, once a provider has told that one is this member, that one is.
    pub(crate) fn exchange(user: &UserId) -> Self {
        Self::alone(format!("exchange:{user}"))
    }

    fn alone(key: String) -> Self {
        Self { own: ONE.budget(key), shared: None, network: None }
    }

    /// The code that proves an address, to sign up with it.
    pub(crate) fn code(pepper: &Pepper, email_key: &str, device: &Device) -> Self {
        let network = device.network.to_string();
        let own = pepper.hash(&["code network", email_key, &network]);
        Self {
            own: ONE_AT_A_CODE.budget(format!("code:{own}")),
            shared: Some(ALL_AT_A_CODE.budget(format!("code:{email_key}"))),
            network: None,
        }
    }

    /// The code that proves the new address of a member.
    pub(crate) fn new_email(user: &UserId, email_key: &str) -> Self {
        Self {
            own: ONE_AT_A_CODE.budget(format!("new-email-by:{user}")),
            shared: Some(ALL_AT_A_CODE.budget(format!("new-email:{email_key}"))),
            network: None,
        }
    }

    /// Without what others pay from.
    pub(crate) fn own(self) -> Self {
        Self { shared: None, network: None, ..self }
    }

    /// The two budgets of a guess that others pay for as well.
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

    /// Refuses while a guess has to wait.
    pub(crate) async fn check(&self, guess: &Guess) -> Result<(), AuthError> {
        let now = self.cx.now();
        let budgets: Vec<&Budget> = guess.each().collect();
        match self.store.guess_open_at(&budgets, now).await? {
            Some(open_at) => Err(AuthError::TooManyFailures(seconds_until(open_at, now))),
            None => Ok(()),
        }
    }

    /// Counts a wrong guess, or one that is yet to be checked; refuses while it has to wait.
    pub(crate) async fn count(&self, guess: &Guess) -> Result<(), AuthError> {
        let now = self.cx.now();
        self.run(guess, guess.each().map(|budget| note_guess(budget, now)).collect()).await
    }

    /// Forgets the guesser's own guesses before a right one. Refuses even that when too many
    /// wrong ones came in while it was being checked. What others pay from stays as it is, or
    /// whoever signs in a lot would pay for those who guess.
    pub(crate) fn right(&self, guess: &Guess) -> Vec<Fragment> {
        let now = self.cx.now();
        let admitted = guess.each().map(|budget| admit_guess(budget, now));
        admitted.chain([forget_guesses(&guess.own)]).collect()
    }

    /// The same for a right guess that was itself [counted](Self::count).
    pub(crate) fn right_after_all(&self, guess: &Guess) -> Vec<Fragment> {
        let now = self.cx.now();
        let others = guess.each().skip(1);
        let returned = others.map(|budget| return_guess(budget, now));
        returned.chain([forget_guesses(&guess.own)]).collect()
    }

    /// Forgets all guesses at the same: somebody proved themselves in another way.
    pub(crate) fn forgotten(guess: &Guess) -> Vec<Fragment> {
        std::iter::once(&guess.own).chain(&guess.shared).map(forget_guesses).collect()
    }

    /// Runs one of the above by itself.
    pub(crate) async fn run(&self, guess: &Guess, calls: Vec<Fragment>) -> Result<(), AuthError> {
        let done = self.store.account_for_guess(calls).await;
        self.answer(guess, done).await
    }

    /// Says how long to wait when `done` was refused for too many guesses.
    pub(crate) async fn answer<T>(
        &self,
        guess: &Guess,
        done: Result<T, DbError>,
    ) -> Result<T, AuthError> {
        match done {
            Err(DbError::Refused(refusal)) if refusal.code == TOO_MANY_FAILURES => {
                self.check(guess).await?;
                // The wait has just ended.
                Err(AuthError::TooManyFailures(1))
            }
            done => Ok(done?),
        }
    }
}

/// Whole seconds from `now` until `then`, rounded up.
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
