//! A limit on wrong guesses, kept in the database: restarts and other processes do not reset it.

use std::time::Duration;

use sparkyard_kernel::{
    Cx, Timestamp, UserId,
    db::{DbError, Fragment},
};

use crate::{
    error::{AuthError, TOO_MANY_FAILURES},
    store::{Store, Window, forgive},
};

/// Ten wrong guesses in a quarter of an hour.
const WINDOW: Window = Window { length: Duration::from_mins(15), limit: 10 };

/// What somebody guesses at. Guesses at one thing never use up those at another, so nobody can
/// keep a signed-in member from anything by failing to sign in as them.
#[derive(Clone, Debug)]
pub(crate) struct Guess(String);

impl Guess {
    /// Signing in with this address, whether it has an account or not.
    pub(crate) fn sign_in(email_key: &str) -> Self {
        Self(format!("sign-in:{email_key}"))
    }

    /// Proving, signed in or nearly, that one is this member.
    pub(crate) fn proof(user: &UserId) -> Self {
        Self(format!("proof:{user}"))
    }
}

/// Counts wrong guesses.
#[derive(Clone)]
pub(crate) struct Throttle {
    cx: Cx,
    store: Store,
}

impl Throttle {
    pub(crate) fn new(cx: &Cx, store: &Store) -> Self {
        Self { cx: cx.clone(), store: store.clone() }
    }

    /// Refuses when there are no guesses left.
    pub(crate) async fn check(&self, guess: &Guess) -> Result<(), AuthError> {
        let now = self.cx.now();
        match self.store.spent_since(&guess.0, now, &WINDOW).await? {
            Some(since) => Err(spent(since, now)),
            None => Ok(()),
        }
    }

    /// Counts a wrong guess, or one that is yet to be checked; refuses when there are none left.
    pub(crate) async fn count(&self, guess: &Guess) -> Result<(), AuthError> {
        let counted = self.store.note_failure(&guess.0, self.cx.now(), &WINDOW).await;
        self.answer(guess, counted).await
    }

    /// Forgets the guesses before a right one. Refuses even that when too many wrong ones came
    /// in while it was being checked.
    pub(crate) fn right(&self, guess: &Guess) -> Fragment {
        forgive(&guess.0, self.cx.now(), &WINDOW, WINDOW.limit)
    }

    /// Forgets the guesses before a right one that was itself [counted](Self::count).
    pub(crate) fn right_after_all(&self, guess: &Guess) -> Fragment {
        forgive(&guess.0, self.cx.now(), &WINDOW, WINDOW.limit + 1)
    }

    /// Forgets all guesses: somebody proved themselves in another way.
    pub(crate) fn forgotten(&self, guess: &Guess) -> Fragment {
        forgive(&guess.0, self.cx.now(), &WINDOW, i64::MAX)
    }

    /// Runs one of the above by itself.
    pub(crate) async fn run(&self, guess: &Guess, fragment: Fragment) -> Result<(), AuthError> {
        let done = self.store.forgive(fragment).await;
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
                // The window has just passed.
                Err(AuthError::TooManyFailures(1))
            }
            done => Ok(done?),
        }
    }
}

fn spent(since: Timestamp, now: Timestamp) -> AuthError {
    let wait = (since + WINDOW.length).since(now);
    AuthError::TooManyFailures(wait.as_secs().max(1))
}
