//! Receipts of settled bookings.

use sparkyard_kernel::{BookingId, UserId, site::Site};

use super::WalletService;
use crate::{
    error::WalletError,
    model::{
        pdf,
        receipt::{Receipt, Settlement, party_name},
    },
};

impl WalletService {
    /// Returns the site, which issues receipts.
    pub(crate) fn site(&self) -> &Site {
        &self.cx.site
    }

    /// Returns the receipt of a settled booking for `reader`, one of its parties.
    pub(crate) async fn receipt(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<Receipt, WalletError> {
        let bookings = self.bookings.filled().ok_or(WalletError::NoReceipt)?;
        let billed = bookings.billed(booking, reader).await?.ok_or(WalletError::NoReceipt)?;
        let settlement = Settlement::of(&self.store.settlement_lines(booking).await?)?;
        let parties = [billed.client.clone(), billed.provider.clone()];
        let people = self.people.get()?.find(&parties).await?;
        let [client, provider] = parties.map(|party| party_name(&people, &party));
        Ok(Receipt { booking, billed, client, provider, settlement })
    }

    /// Returns the same receipt as a PDF, and its number.
    pub(crate) async fn receipt_pdf(
        &self,
        booking: BookingId,
        reader: &UserId,
    ) -> Result<(Vec<u8>, String), WalletError> {
        let (issue, receipt) = (self.issue(), self.receipt(booking, reader).await?);
        let number = receipt.number();
        Ok((self.write_pdf(move || pdf::receipt(&issue, &receipt)).await?, number))
    }
}
