//! Faults of single rows, given the rows that they must agree with.

use sparkyard_kernel::Money;

use crate::store::{AccountRow, EntryRow, IntentRow, TransferRow};

/// Formats hundredths as a decimal number; a sum too large for an amount is left in hundredths.
pub(super) fn amount(hundredths: i128) -> String {
    match i64::try_from(hundredths) {
        Ok(minor) => Money::from_minor(minor).to_string(),
        Err(_) => format!("{hundredths} hundredths"),
    }
}

/// Reports a transfer that moves nothing, or backwards.
pub(super) fn transfer(row: &TransferRow) -> Option<String> {
    let TransferRow { id, amount, .. } = row;
    (*amount <= 0).then(|| format!("transfer {id} moves {amount}, which is not more than 0"))
}

/// Reports an account below its minimum balance.
pub(super) fn below_floor(row: &AccountRow) -> Option<String> {
    let floor = row.floor.filter(|floor| row.balance < *floor)?;
    let (balance, floor) = (amount(row.balance.into()), amount(floor.into()));
    Some(format!("account {} has {balance}, which is below its lowest allowed {floor}", row.id))
}

/// Reports an account of which more, or less, can be withdrawn than it has.
pub(super) fn withdrawable(row: &AccountRow) -> Option<String> {
    let is_possible = (0..=row.balance.max(0)).contains(&row.withdrawable);
    (!is_possible).then(|| {
        let (balance, shown) = (amount(row.balance.into()), amount(row.withdrawable.into()));
        format!("account {} shows {shown} as withdrawable, but has {balance}", row.id)
    })
}

/// Reports an entry that is neither side of its transfer.
pub(super) fn entry(row: &EntryRow, transfer: Option<&TransferRow>) -> Option<String> {
    let Some(moved) = transfer else {
        return Some(format!(
            "entry {} is of transfer {}, which does not exist",
            row.id, row.transfer
        ));
    };
    let is = (&row.account, row.amount, &row.unit, &row.reason, &row.reference, row.at);
    let is_side = moved.sides().into_iter().any(|(id, account, amount)| {
        id == row.id
            && is == (account, amount, &moved.unit, &moved.reason, &moved.reference, moved.at)
    });
    (!is_side).then(|| format!("entry {} is not what transfer {} moved", row.id, moved.id))
}

/// Reports a hold that disagrees with its account or with its booking's escrow. `escrow` is the sum
/// of credits of the latter, if the hold names a booking.
pub(super) fn intent(
    row: &IntentRow,
    (came_in, went_out): (i128, i128),
    escrow: Option<i128>,
) -> Vec<String> {
    let (id, held) = (&row.id, i128::from(row.amount));
    let expected_out = if row.status == "held" { 0 } else { held };
    let moved = ((came_in, went_out) != (held, expected_out)).then(|| {
        let (came_in, went_out, held) = (amount(came_in), amount(went_out), amount(held));
        format!(
            "intent {id} is {} with {held} {}, but {came_in} came in and {went_out} went out",
            row.status, row.unit
        )
    });
    let use_made = match (row.status.as_str(), escrow) {
        ("used", None) => Some("is used, but by no booking".to_owned()),
        ("used", Some(escrow)) if escrow != held => {
            let (escrow, held) = (amount(escrow), amount(held));
            Some(format!("was used with {held}, but its escrow got {escrow}"))
        }
        ("used", Some(_)) | (_, None) => None,
        (status, Some(_)) => Some(format!("is {status}, yet names a booking")),
    };
    moved.into_iter().chain(use_made.map(|wrong| format!("intent {id} {wrong}"))).collect()
}

/// Reports a hold that is counted as open although its money has arrived, or the reverse. `escrow`
/// has the sums of credits and debits of its booking's escrow, if it names a booking.
pub(super) fn open_intent(row: &IntentRow, escrow: Option<(i128, i128)>) -> Option<String> {
    let open = match (row.status.as_str(), escrow) {
        ("held", _) => true,
        ("used", Some((came_in, went_out))) => came_in != went_out,
        // Reported as used by no booking.
        ("used", None) => return None,
        _ => false,
    };
    let wrong =
        if open { "settled, but its money is not" } else { "open, but its money is settled" };
    (row.open != Some(open)).then(|| format!("intent {} is counted as {wrong}", row.id))
}

/// Reports an account of a hold that does not exist.
pub(super) fn no_intent(account: &str) -> String {
    format!("account {account} has transfers, but there is no such intent")
}

/// Reports an account that does not exist.
pub(super) fn no_account(account: &str) -> String {
    format!("account {account} has transfers or entries, but does not exist")
}
