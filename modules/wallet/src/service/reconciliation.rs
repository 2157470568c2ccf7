//! Comparison of the ledger with the account at a card provider.

use sparkyard_kernel::{
    Timestamp,
    db::DbError,
    ports::{CardMovement, Reconciliation},
};

use super::WalletService;

impl WalletService {
    /// Returns the movements from and to the account of a card provider, from `since` to before
    /// `until`, with one page in memory beside them.
    pub(crate) async fn card_movements(
        &self,
        provider: &str,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<CardMovement>, DbError> {
        let account = format!("external:{provider}:gbp");
        let (mut after, mut found) = ((since, String::new()), Vec::new());
        'pages: loop {
            let page = self.store.transfers_after(&after).await?;
            let Some(last) = page.last() else { break };
            after = (last.at, last.id.clone());
            for row in page {
                if row.at >= until {
                    break 'pages;
                }
                let amount = match &account {
                    account if row.debit == *account => row.amount,
                    account if row.credit == *account => -row.amount,
                    _ => continue,
                };
                found.push(CardMovement { key: row.id, amount, at: row.at });
            }
        }
        self.name_cards(&mut found).await?;
        Ok(found)
    }

    /// Names the captures of card payments after the payment: `card:ID`.
    async fn name_cards(&self, movements: &mut [CardMovement]) -> Result<(), DbError> {
        let booking = |movement: &CardMovement| movement.key.strip_prefix("escrow:")?.parse().ok();
        let bookings: Vec<i64> = movements.iter().filter_map(booking).collect();
        let cards = self.store.cards_of_bookings(&bookings).await?;
        for movement in movements {
            let of_booking = booking(movement).and_then(|booking| cards.get(&booking));
            let in_vain = movement.key.strip_prefix("card_captured:").map(str::to_owned);
            if let Some(card) = of_booking.cloned().or(in_vain) {
                movement.key = format!("card:{card}");
            }
        }
        Ok(())
    }

    /// Stores the last comparison.
    pub(crate) async fn keep_reconciliation(&self, result: Reconciliation) -> Result<(), DbError> {
        self.store.keep_reconciliation(result).await
    }
}
