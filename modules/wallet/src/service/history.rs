//! Balances and history of a member.

use std::collections::BTreeSet;

use sparkyard_kernel::{
    ApiError, BookingId, Page, PageQuery, Sparks, UserId,
    db::DbError,
    ports::{Balances, LedgerLine},
};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{Counterparty, EntryLine, TokenSupply},
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
        let mut page = Page::cut(rows, page, |row| row.newest.to_string());
        self.name_counterparties(user, &mut page.items).await?;
        Ok(page)
    }

    /// Fills in the first names of the members with whom `user` exchanged tokens. Those whom `user`
    /// may no longer see stay unnamed.
    async fn name_counterparties(
        &self,
        user: &UserId,
        lines: &mut [EntryLine],
    ) -> Result<(), WalletError> {
        let ids = lines.iter().filter_map(|line| match &line.other {
            Some(Counterparty::Member(id, _)) => Some(id.clone()),
            Some(Counterparty::Pot) | None => None,
        });
        let ids: BTreeSet<UserId> = ids.collect();
        if ids.is_empty() {
            return Ok(());
        }
        let ids: Vec<UserId> = ids.into_iter().collect();
        let people = self.people.get()?.seen_by(user, &ids).await?;
        for line in lines {
            if let Some(Counterparty::Member(id, name)) = &mut line.other {
                *name = people.get(id).map(|person| person.firstname.clone());
            }
        }
        Ok(())
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
