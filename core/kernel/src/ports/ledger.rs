use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use crate::{ApiError, BookingId, IntentId, Money, Price, Sparks, UserId};

/// What a member has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balances {
    /// Cash.
    pub cash: Money,
    /// Spark tokens; may be below zero by the member's credit limit, in whole hundredths.
    pub tokens: Sparks,
}

/// How an escrow is divided, in hundredths of its unit; the parts add up to what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscrowSplit {
    /// Back to the client.
    pub to_client: i64,
    /// To the provider.
    pub to_provider: i64,
}

/// Where money of a booking comes from or goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerPlace {
    /// A member's wallet.
    Member(UserId),
    /// Set aside for a booking that is being made.
    Hold,
    /// Kept for the booking until it is over.
    Escrow,
    /// The community, or the world outside.
    Elsewhere,
}

/// Why money of a booking moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerReason {
    /// The client set it aside.
    Hold,
    /// The booking was made.
    Escrow,
    /// It went back to the client.
    Refund,
    /// It went to the provider.
    Release,
}

/// Money of a booking that moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: LedgerReason,
    /// From where.
    pub from: LedgerPlace,
    /// Where to.
    pub to: LedgerPlace,
    /// How much.
    pub amount: Price,
}

/// Money. Offered by wallet; without it the community is one of gifts.
///
/// Every method that returns a [`Fragment`] moves money inside the caller's write, and is safe
/// to repeat: the transfer's key is derived from the booking.
#[async_trait]
pub trait Ledger: Send + Sync + 'static {
    /// What `user` has.
    async fn balances(&self, user: &UserId) -> Result<Balances, ApiError>;

    /// Uses `intent` of `client`, of exactly `price`, for `booking`: the held money moves to the
    /// booking's escrow. Throws `wallet.intent_not_found`, `wallet.intent_used`,
    /// `wallet.intent_expired` or `wallet.intent_mismatch`.
    fn escrow(
        &self,
        intent: &IntentId,
        client: &UserId,
        booking: BookingId,
        price: Price,
        at: Timestamp,
    ) -> Fragment;

    /// Empties the booking's escrow, part to the client and part to the provider.
    fn settle(
        &self,
        booking: BookingId,
        client: &UserId,
        provider: &UserId,
        price: Price,
        split: EscrowSplit,
        at: Timestamp,
    ) -> Fragment;

    /// All that the ledger holds of a booking, the first first.
    async fn lines(&self, booking: BookingId) -> Result<Vec<LedgerLine>, ApiError>;

    /// Tokens that `user` has earned by inviting others.
    async fn referral_rewards(&self, user: &UserId) -> Result<Sparks, ApiError>;

    /// Tokens in members' hands.
    async fn tokens_circulating(&self) -> Result<Sparks, ApiError>;

    /// Replays every transfer and compares the result with what is cached, while others write. Of
    /// two checks the second waits for the first.
    ///
    /// Like [`check_recent`](Self::check_recent), it keeps what it finds, and makes known by
    /// [`LEDGER_DIFFERS`](crate::events::wallet::LEDGER_DIFFERS) what does not add up.
    async fn check(&self) -> Result<LedgerReport, ApiError>;

    /// Checks what was transferred since the last check at which all added up, at a cost that
    /// depends on that alone; if anything differs, or there was no such check, everything.
    async fn check_recent(&self) -> Result<LedgerReport, ApiError>;
}

/// What a check of the ledger found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerReport {
    /// Transfers compared.
    pub transfers: u64,
    /// Accounts compared.
    pub accounts: u64,
    /// What does not add up, one sentence each; empty when all is well.
    pub differences: Vec<String>,
}
