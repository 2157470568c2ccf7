//! Ledger check: compares all cached and derived values with the transfers.

mod differences;
mod entry_chain;
mod faults;
mod recent;
mod replay;
mod withdrawable;

use sparkyard_kernel::{
    Timestamp,
    db::{Db, DbError},
    ports::LedgerReport,
};

use crate::{
    model::sums::Sums,
    store::{AccountRow, EntryRow, IntentRow, TransferRow, WalletStore},
};
use differences::MAX_LISTED;
use entry_chain::{InHand, Start};
use recent::Review;
use replay::Replay;

/// Replays the whole ledger as of now; later writes are not visible. Memory grows with the number
/// of accounts, not of transfers.
pub async fn ledger_check(db: &Db) -> Result<LedgerReport, DbError> {
    let store = &WalletStore::snapshot(db).await?;
    let mut replay = Replay::default();
    store.replay(|row: TransferRow| replay.transfer(&row)).await?;
    store.replay(|row: EntryRow| replay.entry(&row)).await?;
    let mut members = Vec::new();
    store
        .replay(|row: AccountRow| {
            if row.is_cash_of_member() || row.withdrawable != 0 {
                members.push(row.clone());
            }
            replay.account(row);
        })
        .await?;
    store.replay(|row: IntentRow| replay.intent(&row)).await?;
    let mut sums = Sums::default();
    store.all_sums(&mut sums).await?;
    replay.sums(&sums);
    for account in replay.broken_chains() {
        let before = replay.differences.count();
        if before < MAX_LISTED {
            let (start, in_hand) = (Start::First, InHand::default());
            entry_chain::follow(store, &account, start, &in_hand, &mut replay.differences).await?;
        }
        if replay.differences.count() == before {
            replay.differences.push(format!("account {} has entries out of order", account.id));
        }
    }
    for account in members {
        if replay.differences.count() >= MAX_LISTED {
            break;
        }
        replay.differences.extend(withdrawable::fault(store, &account).await?);
    }
    Ok(replay.close())
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
