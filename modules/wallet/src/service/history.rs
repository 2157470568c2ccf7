//! Balances and history of a member.

use sparkyard_kernel::{
    ApiError, BookingId, Page, PageQuery, Sparks, UserId,
    db::DbError,
    ports::{Balances, LedgerLine},
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{EntryLine, TokenSupply},
};

impl WalletService {
    /// Returns the balances of `user`, after returning expired holds.
    pub(crate) async fn balances(&self, user: &UserId) -> Result<Balances, WalletError> {
        self.expire_overdue(user).await?;
        Ok(self.store.balances(user).await?)
    }

    /// Returns a page of the entries of `user` in both units, newest first.
    pub(crate) async fn entries(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<EntryLine>, WalletError> {
        self.expire_overdue(user).await?;
        let after =
            page.after.as_deref().map(str::parse::<i64>).transpose().map_err(|_| {
                ApiError::invalid("cursor", "This cursor did not come from this list.")
            })?;
        let rows = self.store.entries(user, after, page.fetch_limit()).await?;
        Ok(Page::cut(rows, page, |row| row.newest.to_string()))
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
