//! Money of a member that they cannot spend at present.

use sparkyard_kernel::{IntentId, Money, Sparks, Timestamp};

use super::Unit;

/// Money that was set aside for a booking and has not arrived anywhere yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenIntent {
    pub(crate) id: IntentId,
    pub(crate) unit: Unit,
    /// Amount in hundredths.
    pub(crate) amount: i64,
    /// Whether the booking is about to be made; otherwise the money is in its escrow.
    pub(crate) held: bool,
    /// Time at which the money returns to its owner, if it is only held.
    pub(crate) expires_at: Timestamp,
}

/// Amounts in both units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Amounts {
    pub(crate) cash: Money,
    pub(crate) tokens: Sparks,
}

/// Sums of a member's open intents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SetAside {
    /// Held for bookings about to be made.
    pub(crate) held: Amounts,
    /// In escrow: paid for bookings that are not settled.
    pub(crate) in_escrow: Amounts,
}

impl OpenIntent {
    /// Checks whether the money has to return to its owner.
    pub(crate) fn is_overdue(&self, now: Timestamp) -> bool {
        self.held && self.expires_at <= now
    }
}

impl SetAside {
    /// Adds up the intents of a member.
    pub(crate) fn of(intents: &[OpenIntent]) -> Self {
        let sum = |held: bool| {
            let total = |unit: Unit| {
                let found = intents.iter().filter(|it| it.held == held && it.unit == unit);
                found.map(|intent| intent.amount).sum()
            };
            Amounts {
                cash: Money::from_minor(total(Unit::Gbp)),
                tokens: Sparks::from_minor(total(Unit::Spark)),
            }
        };
        Self { held: sum(true), in_escrow: sum(false) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn intent(held: bool, unit: Unit, amount: i64) -> OpenIntent {
        let expires_at = "2026-03-02T10:15:00Z".parse().unwrap();
        OpenIntent { id: IntentId("1".to_owned()), unit, amount, held, expires_at }
    }

    #[test]
    fn sums_are_by_unit_and_state() {
        let sums = SetAside::of(&[
            intent(true, Unit::Gbp, 100),
            intent(true, Unit::Gbp, 20),
            intent(true, Unit::Spark, 3),
            intent(false, Unit::Spark, 4),
        ]);
        let amounts = |cash, tokens| Amounts {
            cash: Money::from_minor(cash),
            tokens: Sparks::from_minor(tokens),
        };
        assert_eq!(sums, SetAside { held: amounts(120, 3), in_escrow: amounts(0, 4) });
        assert_eq!(SetAside::of(&[]), SetAside::default());
    }

    #[test]
    fn only_holds_expire() {
        let (before, due) =
            ("2026-03-02T10:14:59Z".parse().unwrap(), "2026-03-02T10:15:00Z".parse().unwrap());
        assert!(!intent(true, Unit::Gbp, 1).is_overdue(before));
        assert!(intent(true, Unit::Gbp, 1).is_overdue(due));
        assert!(!intent(false, Unit::Gbp, 1).is_overdue(due));
    }
}
