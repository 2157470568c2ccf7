//! All `SurrealQL` of the wallet: what it reads, and the calls into its own schema that change
//! things.

mod alarm;
mod cash_ins;
mod checks;
mod forget;
mod funding;
mod intents;
mod ledger;
mod referrals;
mod replay;
mod review;

pub(crate) use alarm::mail_all;
pub(crate) use cash_ins::{
    CashInRow, CashInStatus, NewCashIn, cash_in, cash_ins, decide_cash_in, due_cash_ins,
    lapse_cash_in, record_cash_in,
};
pub(crate) use checks::{CheckKind, CheckRow, keep_check, last_check, note_asked};
pub(crate) use forget::forget;
pub(crate) use funding::{credit, fund, sandbox_pay};
pub(crate) use intents::{due_intents, escrow, expire, hold, overdue_of, settle};
pub(crate) use ledger::{Transfer, balances, balances_after, community, entries, transfer};
pub(crate) use referrals::{Reward, referral_rewards, reward_referral};
pub(crate) use replay::{AccountRow, IntentRow, SideRow, TransferRow, replay};
pub(crate) use review::{
    CHAIN_PAGE, account_rows, entries_from, entry_at, entry_rows, intent_rows, transfer_rows,
    transfers_after, unplaced_entries,
};
