use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use super::{CardMovement, CardPayment, Reconciliation};
use crate::{ApiError, BookingId, IntentId, ItemId, Money, Months, Price, Sparks, UserId};

/// Balances of a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balances {
    /// Cash balance.
    pub cash: Money,
    /// Part of the cash that was earned or refunded, and can be withdrawn.
    pub withdrawable: Money,
    /// Token balance, in whole hundredths; may be negative down to the member's credit limit.
    pub tokens: Sparks,
    /// Tokens that the member may owe; 0 for none.
    pub credit_limit: Sparks,
}

/// Division of an escrow, in hundredths of its unit; the parts add up to its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscrowSplit {
    /// Amount refunded to the client.
    pub to_client: i64,
    /// Amount paid to the provider.
    pub to_provider: i64,
}

/// Source or destination of a transfer of a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerPlace {
    /// Wallet of a member.
    Member(UserId),
    /// Hold for a booking that is being made.
    Hold,
    /// Escrow of the booking.
    Escrow,
    /// The community, or an external account.
    Elsewhere,
}

/// Reason of a transfer of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerReason {
    /// The client set the money aside.
    Hold,
    /// The booking was made.
    Escrow,
    /// The money went back to the client.
    Refund,
    /// The money went to the provider.
    Release,
    /// The client paid the provider's expenses, beside the price.
    Expenses,
}

/// A transfer of a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// Time of the transfer.
    pub at: Timestamp,
    /// Reason of the transfer.
    pub reason: LedgerReason,
    /// Source.
    pub from: LedgerPlace,
    /// Destination.
    pub to: LedgerPlace,
    /// Amount.
    pub amount: Price,
}

/// Code of the rule violation of a transfer out of an account that holds less.
pub const INSUFFICIENT_FUNDS: &str = "wallet.insufficient_funds";

/// Beginning of the key of an opening balance, before the id of the member.
pub const OPENING: &str = "opening:";

/// Account of tokens, for transfers that have nothing to do with a booking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenAccount {
    /// Wallet of a member.
    Member(UserId),
    /// Pot of the community, which never falls below zero.
    Pot,
    /// Issuer of the tokens.
    Community,
}

/// Reason of a transfer of tokens that has nothing to do with a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenReason {
    /// A member gave tokens to another, or to the pot.
    Gift,
    /// An admin granted tokens from the pot.
    Grant,
    /// A member thanked another for help without a booking.
    Exchange,
    /// Staff took an earlier transfer back.
    Reversal,
    /// Balance that an imported member had in another system.
    Opening,
}

/// A transfer of tokens between two members, or a member and the pot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenTransfer {
    /// Idempotency key, unique in the ledger: `gift:ID`.
    pub key: String,
    /// Source.
    pub from: TokenAccount,
    /// Destination, other than the source.
    pub to: TokenAccount,
    /// Amount, more than zero.
    pub amount: Sparks,
    /// Reason.
    pub reason: TokenReason,
    /// Subject of the transfer: `gift:ID`.
    pub reference: String,
    /// Time of the transfer.
    pub at: Timestamp,
}

/// The ledger of money and tokens. Offered by wallet; without it all bookings are gifts.
///
/// A method that returns a [`Fragment`] moves money within the caller's write and may be repeated:
/// the key of the transfer is derived from the booking, or given.
#[async_trait]
pub trait Ledger: Send + Sync + 'static {
    /// Returns the balances of `user`.
    async fn balances(&self, user: &UserId) -> Result<Balances, ApiError>;

    /// Moves the money held by `intent` of `client`, of exactly `price`, to the escrow of
    /// `booking`. Throws `wallet.intent_not_found`, `wallet.intent_used`, `wallet.intent_expired`
    /// or `wallet.intent_mismatch`.
    fn escrow(
        &self,
        intent: &IntentId,
        client: &UserId,
        booking: BookingId,
        price: Price,
        at: Timestamp,
    ) -> Fragment;

    /// Empties the escrow of the booking, part to the client and part to the provider.
    fn settle(
        &self,
        booking: BookingId,
        client: &UserId,
        provider: &UserId,
        price: Price,
        split: EscrowSplit,
        at: Timestamp,
    ) -> Fragment;

    /// Pays the expenses of the booking from the cash of `client` to `provider`, once. Throws
    /// [`INSUFFICIENT_FUNDS`].
    fn pay_expenses(
        &self,
        booking: BookingId,
        client: &UserId,
        provider: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment;

    /// Records the state of a card payment: credits the top-up that it pays with exactly what was
    /// received, once, or closes it if the payment was cancelled. Changes nothing if the payment
    /// belongs to no top-up. `provider` names the ledger's external account.
    fn card_payment_changed(
        &self,
        provider: &'static str,
        payment: &CardPayment,
        at: Timestamp,
    ) -> Fragment;

    /// Moves tokens outside of bookings. Throws [`INSUFFICIENT_FUNDS`] if the source holds less.
    fn transfer_tokens(&self, transfer: TokenTransfer) -> Fragment;

    /// Returns the tokens in the pot of the community.
    async fn pot(&self) -> Result<Sparks, ApiError>;

    /// Sets earned or refunded cash of `user` aside for a withdrawal. Throws
    /// `wallet.insufficient_funds` or `wallet.not_withdrawable`.
    fn withdraw(
        &self,
        withdrawal: &ItemId,
        user: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment;

    /// Gives the cash of a withdrawal back to `user`, who can withdraw it again.
    fn return_withdrawal(
        &self,
        withdrawal: &ItemId,
        user: &UserId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment;

    /// Records that the cash of a withdrawal was paid by bank transfer.
    fn pay_withdrawal(&self, withdrawal: &ItemId, amount: Money, at: Timestamp) -> Fragment;

    /// Records that the card provider has paid the cash of a withdrawal. `provider` names the
    /// ledger's external account.
    fn send_withdrawal(
        &self,
        provider: &'static str,
        withdrawal: &ItemId,
        amount: Money,
        at: Timestamp,
    ) -> Fragment;

    /// Gives cash back to `user` that the card provider has taken back after having paid it:
    /// `amounts` are what comes back now, and what came back of the withdrawal with it.
    fn reverse_withdrawal(
        &self,
        provider: &'static str,
        withdrawal: &ItemId,
        user: &UserId,
        amounts: (Money, Money),
        at: Timestamp,
    ) -> Fragment;

    /// Returns all transfers of a booking, oldest first.
    async fn lines(&self, booking: BookingId) -> Result<Vec<LedgerLine>, ApiError>;

    /// Returns the tokens that `user` has earned by inviting others.
    async fn referral_rewards(&self, user: &UserId) -> Result<Sparks, ApiError>;

    /// Returns the number of cash payments, recorded by others than `reader`, that wait for a
    /// second admin; counts to a hundred at most.
    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError>;

    /// Returns the number of tokens held by members and by the pot.
    async fn tokens_circulating(&self) -> Result<Sparks, ApiError>;

    /// Returns the pounds in the community: those of members, and those that are held, in escrow or
    /// on their way out.
    async fn pounds_held(&self) -> Result<Money, ApiError>;

    /// Returns the tokens that circulated and the pounds that were held at the end of each of
    /// `months`, the last of which is the present one.
    async fn holdings(&self, months: &Months) -> Result<Vec<(Sparks, Money)>, ApiError>;

    /// Returns the movements from and to the account of a card provider, from `since` to before
    /// `until`.
    async fn card_movements(
        &self,
        provider: &'static str,
        since: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<CardMovement>, ApiError>;

    /// Stores the last comparison with the account at a card provider.
    async fn keep_reconciliation(&self, result: Reconciliation) -> Result<(), ApiError>;

    /// Replays every transfer and compares the result with the cached balances, concurrently with
    /// writes. A second check waits for the first.
    ///
    /// Like [`check_recent`](Self::check_recent), it stores its findings and publishes differences
    /// as [`LEDGER_DIFFERS`](crate::events::wallet::LEDGER_DIFFERS).
    async fn check(&self) -> Result<LedgerReport, ApiError>;

    /// Returns the result of the last check; `None` before the first one.
    async fn last_check(&self) -> Result<Option<LastLedgerCheck>, ApiError>;

    /// Checks the transfers since the last check without differences, at a cost proportional to
    /// their number. Checks everything if anything differs, or if there was no such check.
    async fn check_recent(&self) -> Result<LedgerReport, ApiError>;
}

/// Result of the last ledger check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastLedgerCheck {
    /// Time of the check.
    pub at: Timestamp,
    /// Number of differences that it found.
    pub differences: u64,
}

/// Result of a ledger check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerReport {
    /// Number of transfers compared.
    pub transfers: u64,
    /// Number of accounts compared.
    pub accounts: u64,
    /// Differences, one sentence each; empty when all is well.
    pub differences: Vec<String>,
}
