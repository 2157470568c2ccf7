//! Deletion of a member's own account.

use std::sync::Arc;

use sparkyard_kernel::{
    Caller, Cx, UserId,
    leaving::{self, FoundObstacle},
    ports::{Accounts, Balances, Departures, Leave, Ledger, Ports},
};

use crate::error::SettingsError;

/// What stands in the way of leaving, and what is lost with it.
pub(crate) struct LeavingState {
    pub(crate) obstacles: Vec<FoundObstacle>,
    pub(crate) balances: Balances,
}

/// Service of leaving.
pub(crate) struct LeavingService {
    cx: Cx,
    accounts: Arc<dyn Accounts>,
    departures: Arc<dyn Departures>,
    ledger: Option<Arc<dyn Ledger>>,
}

impl LeavingService {
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            accounts: ports.require("settings")?,
            departures: ports.require("settings")?,
            ledger: ports.optional(),
        })
    }

    /// Returns what stands in the way of `user`, and what they have.
    pub(crate) async fn state(&self, user: &UserId) -> Result<LeavingState, SettingsError> {
        let obstacles = self.departures.obstacles();
        let obstacles = leaving::found(&self.cx.db, obstacles, user, self.cx.now()).await?;
        let balances = match &self.ledger {
            Some(ledger) => ledger.balances(user).await?,
            None => Balances::default(),
        };
        Ok(LeavingState { obstacles, balances })
    }

    /// Returns whether sparks go to the community's pot, rather than back to where they came from.
    pub(crate) fn has_pot(&self) -> bool {
        self.cx.has("timebank")
    }

    /// Deletes the account of the caller, who must confirm that it is them.
    pub(crate) async fn leave(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
        give_up: bool,
    ) -> Result<(), SettingsError> {
        self.accounts.confirm(caller, password, code).await?;
        Ok(self.accounts.leave(&caller.id, Leave::Own { give_up }).await?)
    }
}
