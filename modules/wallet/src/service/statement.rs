//! Statement of a member: their entries, page by page or as a file.

use sparkyard_kernel::{ApiError, Page, PageQuery, UserId};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{EntryLine, csv, statement::EntryFilter},
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
        Ok(page)
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
        self.expire_overdue(user).await?;
        let mut entries: Vec<EntryLine> = Vec::new();
        loop {
            let after = entries.last().map(|entry| entry.newest);
            let mut batch = self.store.entries(user, filter, after, BATCH).await?;
            let last = i64::try_from(batch.len()).is_ok_and(|count| count < BATCH);
            entries.append(&mut batch);
            if entries.len() > MAX_ENTRIES {
                return Err(WalletError::StatementTooLong);
            }
            if last {
                return Ok(csv::statement(entries.iter().rev()));
            }
        }
    }
}
