//! Statement of a member: their entries, page by page or as a file.

use std::collections::BTreeSet;

use sparkyard_kernel::{ApiError, Page, PageQuery, UserId};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{Counterparty, EntryLine, csv, pdf, statement::EntryFilter},
};

/// Maximum number of entries in a file.
const MAX_ENTRIES: usize = 10_000;
/// Number of entries read at once for a file.
const BATCH: i64 = 1_000;

impl WalletService {
    /// Returns a page of the entries of `user` that match `filter`, newest first.
    pub(crate) async fn entries(
        &self,
        user: &UserId,
        filter: EntryFilter,
        page: &PageQuery,
    ) -> Result<Page<EntryLine>, WalletError> {
        let after =
            page.after.as_deref().map(str::parse::<i64>).transpose().map_err(|_| {
                ApiError::invalid("cursor", "This cursor did not come from this list.")
            })?;
        self.expire_overdue(user).await?;
        let rows = self.store.entries(user, filter, after, page.fetch_limit()).await?;
        let mut page = Page::cut(rows, page, |row| row.newest.to_string());
        self.add_release_dates(&mut page.items).await?;
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

    /// Adds when the money of completed bookings is due to their providers.
    async fn add_release_dates(&self, lines: &mut [EntryLine]) -> Result<(), ApiError> {
        let Some(bookings) = self.bookings.filled() else { return Ok(()) };
        let open = lines.iter().filter(|line| line.open).filter_map(|line| line.booking);
        let open: Vec<_> = open.collect();
        if open.is_empty() {
            return Ok(());
        }
        let dates = bookings.release_dates(&open).await?;
        for line in lines.iter_mut().filter(|line| line.open) {
            line.settles_at = line.booking.and_then(|booking| dates.get(&booking)).copied();
        }
        Ok(())
    }

    /// Returns the entries of `user` that match `filter` as comma-separated values, oldest first.
    /// More than 10,000 are a 422.
    pub(crate) async fn statement_csv(
        &self,
        user: &UserId,
        filter: EntryFilter,
    ) -> Result<String, WalletError> {
        Ok(csv::statement(&self.all_entries(user, filter).await?))
    }

    /// Returns the entries of `user` that match `filter` as a PDF, oldest first. More than 10,000
    /// are a 422.
    pub(crate) async fn statement_pdf(
        &self,
        user: &UserId,
        filter: EntryFilter,
    ) -> Result<Vec<u8>, WalletError> {
        let entries = self.all_entries(user, filter).await?;
        let (issue, owner) = (self.issue(), self.full_name(user).await?);
        self.write_pdf(move || pdf::statement(&issue, &owner, filter, &entries)).await
    }

    /// Returns the entries of a file, oldest first.
    async fn all_entries(
        &self,
        user: &UserId,
        filter: EntryFilter,
    ) -> Result<Vec<EntryLine>, WalletError> {
        self.expire_overdue(user).await?;
        let mut entries: Vec<EntryLine> = Vec::new();
        loop {
            let after = entries.last().map(|entry| entry.newest);
            let mut batch = self.store.entries(user, filter, after, BATCH).await?;
            let last = i64::try_from(batch.len()).is_ok_and(|count| count < BATCH);
            self.name_counterparties(user, &mut batch).await?;
            entries.append(&mut batch);
            if entries.len() > MAX_ENTRIES {
                return Err(WalletError::StatementTooLong);
            }
            if last {
                entries.reverse();
                return Ok(entries);
            }
        }
    }
}
