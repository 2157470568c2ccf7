//! All `SurrealQL` of the wallet: what it reads, and the calls into its own schema that change
//! things.

mod funding;
mod intents;
mod ledger;
mod referrals;
mod replay;

pub(crate) use funding::{credit, fund, sandbox_pay};
pub(crate) use intents::{due_intents, escrow, expire, hold, overdue_of, settle};
pub(crate) use ledger::{
    Transfer, balances, balances_after, community, entries, record_cash_in, transfer,
};
pub(crate) use referrals::{Reward, referral_rewards, reward_referral};
pub(crate) use replay::{AccountRow, IntentRow, SideRow, TransferRow, replay};
