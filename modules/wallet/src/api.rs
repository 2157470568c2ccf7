//! HTTP operations of the wallet.

use poem_openapi::Tags;

mod admin;
mod card_payments;
mod chargebacks;
mod check;
mod credit;
mod dto;
mod member;
mod overview;
mod sellers;
mod statement;

pub use admin::CashApi;
pub use card_payments::CardPaymentsApi;
pub use chargebacks::ChargebacksApi;
pub use check::CheckApi;
pub use credit::CreditApi;
pub use member::WalletApi;
pub use overview::LedgerApi;
pub use sellers::SellersApi;
pub use statement::StatementApi;

#[derive(Tags)]
enum Tag {
    /// Balances, top-ups and payments.
    #[oai(rename = "wallet")]
    Wallet,
}
