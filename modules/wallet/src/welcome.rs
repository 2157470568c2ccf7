//! The welcome grant: tokens for every new member, once per mailbox, however it is written.

use std::sync::Arc;

use anyhow::anyhow;
use sparkyard_kernel::{
    Event, Sparks,
    db::{Db, DbError},
    events::auth::Registered,
    ports::Accounts,
};

use crate::{
    error::GRANT,
    model::{Account, Reason, Unit},
    store::{self, Transfer},
};

/// Mints the grant when somebody joins.
pub(crate) struct Welcome {
    pub(crate) db: Db,
    pub(crate) tokens: Sparks,
    pub(crate) accounts: Arc<dyn Accounts>,
}

impl Welcome {
    /// Gives somebody who has joined their tokens.
    pub(crate) async fn registered(&self, joined: Registered, event: &Event) -> anyhow::Result<()> {
        if self.tokens.is_zero() {
            return Ok(());
        }
        let key = self.accounts.grant_key(&joined.user_id).await;
        let Some(key) = key.map_err(|error| anyhow!("{error:?}"))? else { return Ok(()) };
        let grant = Transfer {
            key: format!("welcome:{key}"),
            from: Account::Community,
            to: Account::User(&joined.user_id, Unit::Spark),
            unit: Unit::Spark,
            amount: self.tokens.minor(),
            reason: Reason::Welcome,
            reference: None,
            at: event.at,
        };
        let write = self.db.write("wallet.welcome").call(store::transfer(grant)).refusals(GRANT);
        match write.run::<()>().await {
            // The mailbox had its grant with an earlier account.
            Err(DbError::Refused(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}
