//! Balances of a member and of the community.

use sparkyard_kernel::{
    BookingId, Sparks, UserId,
    db::DbError,
    ports::{Balances, LedgerLine},
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{SetAside, TokenSupply},
};

impl WalletService {
    /// Returns the balances of `user`, after returning expired holds.
    pub(crate) async fn balances(&self, user: &UserId) -> Result<Balances, WalletError> {
        self.expire_overdue(user).await?;
        Ok(self.store.balances(user, self.cx.site.credit_limit.get()).await?)
    }

    /// Returns the balances of `user` and the money that they cannot spend at present, after
    /// returning expired holds.
    pub(crate) async fn balances_in_full(
        &self,
        user: &UserId,
    ) -> Result<(Balances, SetAside), WalletError> {
        let now = self.cx.now();
        let mut open = self.store.open_intents(user).await?;
        if open.iter().any(|intent| intent.is_overdue(now)) {
            for intent in open.iter().filter(|intent| intent.is_overdue(now)) {
                self.store.expire(&intent.id, now).await?;
            }
            // A booking may have used one of them before.
            open = self.store.open_intents(user).await?;
        }
        let balances = self.store.balances(user, self.cx.site.credit_limit.get()).await?;
        Ok((balances, SetAside::of(&open)))
    }

    /// Returns the tokens in the pot of the community.
    pub(crate) async fn pot(&self) -> Result<Sparks, DbError> {
        Ok(Sparks::from_minor(self.store.pot().await?))
    }

    /// Returns all movements for a booking, oldest first.
    pub(crate) async fn booking_lines(
        &self,
        booking: BookingId,
    ) -> Result<Vec<LedgerLine>, DbError> {
        self.store.booking_lines(booking).await
    }

    /// Returns the token supply of the community.
    pub(crate) async fn token_supply(&self) -> Result<TokenSupply, DbError> {
        let (minted, balance) = self.store.community().await?;
        Ok(TokenSupply {
            minted: Sparks::from_minor(minted),
            community_balance: Sparks::from_minor(balance),
            circulating: Sparks::from_minor(-balance),
        })
    }

    /// Returns the tokens that `user` has earned by invitations.
    pub(crate) async fn referral_rewards(&self, user: &UserId) -> Result<Sparks, DbError> {
        Ok(Sparks::from_minor(self.store.referral_rewards(user).await?))
    }
}
