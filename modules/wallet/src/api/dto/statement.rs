use poem_openapi::Object;
use sparkyard_kernel::{
    BookingId, DateTime, Money, PaymentMethod, Sparks, UserId, ports::Balances, site::Site,
};

use super::Balance;
use crate::model::{Amounts, EntryLine, Reason, SetAside, Unit, receipt::Receipt};

/// Money of the caller.
#[derive(Debug, Object)]
pub(crate) struct FullBalance {
    /// Money that can be spent.
    #[oai(flatten)]
    balance: Balance,
    /// Money set aside for bookings about to be made.
    held: AmountsView,
    /// Money paid for bookings that are not settled yet.
    in_escrow: AmountsView,
}

/// Amounts in both units.
#[derive(Debug, Object)]
#[oai(rename = "Amounts")]
pub(crate) struct AmountsView {
    /// Pounds.
    gbp: Money,
    /// Spark tokens.
    spark: Sparks,
}

impl From<Amounts> for AmountsView {
    fn from(amounts: Amounts) -> Self {
        Self { gbp: amounts.cash, spark: amounts.tokens }
    }
}

impl From<(Balances, SetAside)> for FullBalance {
    fn from((balances, set_aside): (Balances, SetAside)) -> Self {
        let SetAside { held, in_escrow } = set_aside;
        Self { balance: balances.into(), held: held.into(), in_escrow: in_escrow.into() }
    }
}

/// One movement of the caller's money.
#[derive(Debug, Object)]
pub(crate) struct Entry {
    /// Id of the entry.
    pub(crate) id: String,
    /// Unit: pounds or spark tokens.
    pub(crate) unit: Unit,
    /// Amount in pounds or tokens, with at most two decimals; negative for outgoing money.
    pub(crate) amount: f64,
    /// Balance in this unit after the movement. Left out for movements from before it was stored.
    pub(crate) balance_after: Option<f64>,
    /// Reason, for programs.
    pub(crate) reason: Reason,
    /// Reason, for people.
    pub(crate) description: String,
    /// Subject, such as `booking:7`.
    pub(crate) reference: Option<String>,
    /// Booking that the movement is about.
    pub(crate) booking_id: Option<BookingId>,
    /// Whether the booking has a receipt.
    pub(crate) has_receipt: bool,
    /// Time at which the payment of a completed booking goes to its provider, unless somebody
    /// objects.
    pub(crate) settles_at: Option<DateTime>,
    /// Time of the movement.
    pub(crate) created_at: DateTime,
}

impl From<EntryLine> for Entry {
    fn from(line: EntryLine) -> Self {
        Self {
            description: line.description(),
            reference: line.subject(),
            booking_id: line.booking_id(),
            has_receipt: line.has_receipt(),
            settles_at: line.settles_at.map(DateTime::from),
            unit: line.unit,
            amount: decimal(line.amount),
            balance_after: line.balance.map(decimal),
            reason: line.reason,
            created_at: line.at.into(),
            id: line.id,
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
fn decimal(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// Receipt of a settled booking.
#[derive(Debug, Object)]
#[oai(rename = "Receipt")]
pub(crate) struct ReceiptView {
    /// Number of the receipt.
    number: String,
    /// The booking.
    booking_id: BookingId,
    /// Time at which the money was settled.
    settled_at: DateTime,
    /// Time of the payment.
    paid_at: DateTime,
    /// Booked start.
    booking_date: DateTime,
    /// Booked hours.
    hours: u32,
    /// Skill that was booked.
    skill: String,
    /// Title of the booking.
    title: String,
    /// Member who paid.
    client: ReceiptParty,
    /// Member who provided the service.
    provider: ReceiptParty,
    /// Unit of all amounts but the expenses.
    unit: Unit,
    /// Price, as paid.
    price: f64,
    /// Part refunded to the client.
    refunded: f64,
    /// Part paid to the provider.
    released: f64,
    /// Expenses that the client paid to the provider beside the price, in pounds; 0 without any.
    expenses: f64,
    /// Method of payment.
    payment_method: PaymentMethod,
    /// Name of the community.
    site_name: String,
    /// Email address of the operators, if they give one.
    site_contact: Option<String>,
}

/// Party of a receipt.
#[derive(Debug, Object)]
pub(crate) struct ReceiptParty {
    /// Id of the member.
    id: UserId,
    /// First and last name; `Former member` once they have left.
    name: String,
}

impl ReceiptView {
    /// Returns a receipt of `site`.
    pub(crate) fn new(receipt: Receipt, site: &Site) -> Self {
        let (number, unit) = (receipt.number(), receipt.unit());
        let Receipt { booking, billed, client, provider, settlement } = receipt;
        let details = site.details();
        Self {
            number,
            booking_id: booking,
            settled_at: settlement.settled_at.into(),
            paid_at: settlement.paid_at.into(),
            booking_date: billed.starts_at.into(),
            hours: billed.hours,
            skill: billed.skill,
            title: billed.title,
            client: ReceiptParty { id: billed.client, name: client },
            provider: ReceiptParty { id: billed.provider, name: provider },
            unit,
            price: decimal(settlement.paid),
            refunded: decimal(settlement.refunded),
            released: decimal(settlement.released),
            expenses: decimal(settlement.expenses),
            payment_method: billed.method,
            site_name: details.name.clone(),
            site_contact: details.contact.clone(),
        }
    }
}
