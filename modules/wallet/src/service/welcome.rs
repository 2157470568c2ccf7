//! Welcome grant: tokens for every new member, once per mailbox, in whatever notation. Members who
//! were imported with a balance have that instead.

use anyhow::anyhow;
use sparkyard_kernel::{Event, db::DbError, events::auth::Registered};

use super::WalletService;
use crate::model::{Account, Reason, Transfer, Unit};

impl WalletService {
    /// Grants the welcome tokens to a new member.
    pub(crate) async fn welcome(&self, joined: Registered, event: &Event) -> anyhow::Result<()> {
        let tokens = self.cx.site.welcome_tokens.get();
        if tokens.is_zero() || self.store.has_opening_balance(&joined.user_id).await? {
            return Ok(());
        }
        let accounts = self.accounts.get().map_err(|error| anyhow!("{error:?}"))?;
        let key = accounts.grant_key(&joined.user_id).await;
        let Some(key) = key.map_err(|error| anyhow!("{error:?}"))? else { return Ok(()) };
        let grant = Transfer {
            key: format!("welcome:{key}"),
            from: Account::Community,
            to: Account::User(&joined.user_id, Unit::Spark),
            unit: Unit::Spark,
            amount: tokens.minor(),
            reason: Reason::Welcome,
            reference: None,
            at: event.at,
        };
        match self.store.grant(grant).await {
            // The mailbox had its grant with an earlier account.
            Err(DbError::Refused(_)) => Ok(()),
            outcome => Ok(outcome?),
        }
    }
}
