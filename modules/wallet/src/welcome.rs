//! The welcome grant: tokens for every new member, once per mail address.

use sparkyard_kernel::{
    Event, Sparks, UserId,
    db::{Db, DbError},
};
use surrealdb::types::SurrealValue;

use crate::{
    error::GRANT,
    model::{Account, Reason, Unit},
    store::{self, Transfer},
};

/// The event that a new account publishes.
pub(crate) const REGISTERED: &str = "auth.registered";

#[derive(SurrealValue)]
struct Registered {
    user_id: UserId,
    /// Hash of the normalised address, the same for an account that is made anew.
    email_key: String,
}

/// Mints the grant when somebody joins.
pub(crate) struct Welcome {
    db: Db,
    tokens: Sparks,
}

impl Welcome {
    pub(crate) fn new(db: Db, tokens: Sparks) -> Self {
        Self { db, tokens }
    }

    /// Gives somebody who has joined their tokens.
    pub(crate) async fn registered(&self, event: &Event) -> anyhow::Result<()> {
        if self.tokens.is_zero() {
            return Ok(());
        }
        let joined: Registered = event.read()?;
        let grant = Transfer {
            key: format!("welcome:{}", joined.email_key),
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
            // The address had its grant with an earlier account.
            Err(DbError::Refused(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}
