//! Ledger check: compares all cached and derived values with the transfers.

mod books;
mod chain;
mod differences;
mod faults;
mod recent;
mod withdrawable;

use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbError},
    ports::LedgerReport,
};

use crate::{
    model::sums::Sums,
    store::{AccountRow, IntentRow, SideRow, TransferRow, WalletStore},
};
use books::Books;
use chain::{InHand, Start};
use differences::MAX_TOLD;
use recent::Review;

/// Replays the whole ledger as of now; later writes are not visible. Memory grows with the number
/// of accounts, not of transfers.
pub async fn ledger_check(db: &Db) -> Result<LedgerReport, DbError> {
    let store = &WalletStore::snapshot(db).await?;
    let mut books = Books::default();
    store.replay(|row: TransferRow| books.transfer(&row)).await?;
    store.replay(|row: SideRow| books.side(&row)).await?;
    let mut members = Vec::new();
    store
        .replay(|row: AccountRow| {
            if row.is_cash_of_member() || row.withdrawable != 0 {
                members.push(row.clone());
            }
            books.account(row);
        })
        .await?;
    store.replay(|row: IntentRow| books.intent(&row)).await?;
    let mut sums = Sums::default();
    store.all_sums(&mut sums).await?;
    books.sums(&sums);
    for account in books.broken_chains() {
        let before = books.differences.count();
        if before < MAX_TOLD {
            let (start, in_hand) = (Start::First, InHand::default());
            chain::follow(store, &account, start, &in_hand, &mut books.differences).await?;
        }
        if books.differences.count() == before {
            books.differences.tell(format!("account {} has entries out of order", account.id));
        }
    }
    for account in members {
        if books.differences.count() >= MAX_TOLD {
            break;
        }
        books.differences.tell_all(withdrawable::fault(store, &account).await?);
    }
    Ok(books.close())
}

/// Compares the transfers from `since` on with their entries, the entries that follow in the same
/// accounts, and the holds concerned, as of now. Time grows with the number of transfers since;
/// memory with the number of accounts with many of them.
pub async fn ledger_check_since(db: &Db, since: Timestamp) -> Result<LedgerReport, DbError> {
    let store = &WalletStore::snapshot(db).await?;
    let mut review = Review::default();
    let mut after = (since, String::new());
    loop {
        let page = store.transfers_after(&after).await?;
        let Some(last) = page.last() else { return Ok(review.close()) };
        after = (last.at, last.id.clone());
        review.page(store, page).await?;
    }
}
