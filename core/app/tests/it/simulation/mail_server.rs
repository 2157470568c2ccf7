//! The mail server: keeps what it takes, and is out of order now and then.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use sparkyard_host::mail::{Email, MailError, Mailer};
use tokio::task::yield_now;

/// A mail server that outlives the server.
#[derive(Default)]
pub(super) struct MailServer(Mutex<State>);

#[derive(Default)]
struct State {
    down: bool,
    /// Number of the present round of deliveries.
    round: u32,
    /// Rounds that were interrupted: their mails may be sent again.
    interrupted: BTreeSet<u32>,
    taken: Vec<(u32, Email)>,
}

impl MailServer {
    pub(super) fn set_down(&self, down: bool) {
        self.state().down = down;
    }

    pub(super) fn is_down(&self) -> bool {
        self.state().down
    }

    pub(super) fn begin_round(&self) {
        self.state().round += 1;
    }

    /// Marks the present round as interrupted.
    pub(super) fn interrupt_round(&self) {
        let mut state = self.state();
        let round = state.round;
        state.interrupted.insert(round);
    }

    /// Returns the code in the newest mail to an address.
    pub(super) fn code_for(&self, address: &str) -> Option<String> {
        let state = self.state();
        let newest = state.taken.iter().rev().find(|(_, email)| email.to == address)?;
        newest.1.code().map(str::to_owned)
    }

    /// Returns a mail that came again although its delivery had ended, or that was published twice.
    pub(super) fn repeated(&self) -> Option<String> {
        let state = self.state();
        let mut last_round: BTreeMap<&str, u32> = BTreeMap::new();
        let mut ids: BTreeMap<(&str, &str, &str, i64), &str> = BTreeMap::new();
        for (round, email) in &state.taken {
            let Email { id, to, subject, text, at, .. } = email;
            let before = last_round.insert(id, *round);
            if before.is_some_and(|before| !state.interrupted.contains(&before)) {
                return Some(format!("{subject:?} to {to} was sent again"));
            }
            let other = ids.insert((to, subject, text, at.as_millis()), id);
            if other.is_some_and(|other| other != id) {
                return Some(format!("{subject:?} to {to} was published twice"));
            }
        }
        None
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Mailer for MailServer {
    /// Takes the mail between two awaits, so that its sender can be stopped before and after it.
    async fn send(&self, email: &Email) -> Result<(), MailError> {
        yield_now().await;
        if self.is_down() {
            return Err(MailError::Unreachable("no route to host".to_owned()));
        }
        {
            let mut state = self.state();
            let round = state.round;
            state.taken.push((round, email.clone()));
        }
        yield_now().await;
        Ok(())
    }
}
