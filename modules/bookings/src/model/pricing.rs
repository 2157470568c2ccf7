//! Prices of bookings, and refunds of those that do not take place.

use std::time::Duration;

use sparkyard_kernel::{CancellationPolicy, Money, Price, Timestamp, ports::EscrowSplit};

use super::{
    Booking, Escrow,
    machine::{Settlement, Transition},
    may_ask::WhoMayAsk,
};

/// Hourly price if the skill has no rate: nine pounds. With a rate of zero the booking is free.
const DEFAULT_RATE: Money = Money::from_minor(900);

const HOUR: Duration = Duration::from_hours(1);

/// Returns the price in pounds of `hours` at `rate`, or `None` if it is too large.
pub(crate) fn price(rate: Option<Money>, hours: u32) -> Option<Money> {
    rate.unwrap_or(DEFAULT_RATE).for_hours(hours)
}

/// Price of a booking before it is paid, and its terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quote {
    pub(crate) price: Money,
    pub(crate) hours: u32,
    pub(crate) policy: CancellationPolicy,
    /// Deadlines, if a date was given.
    pub(crate) terms: Option<Terms>,
    /// The provider's choice of who may ask, if it excludes the client.
    pub(crate) refused_by: Option<WhoMayAsk>,
}

/// Deadlines of a request for a certain date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// End of the provider's time to answer.
    pub(crate) answer_until: Timestamp,
    /// End of the time to answer a request that is paid by card.
    pub(crate) answer_by_card: Timestamp,
    /// Deadline for the client to cancel free of charge, even after acceptance.
    pub(crate) full_refund_until: Timestamp,
}

/// Refunds the client in full.
pub(crate) fn refund(price: Price) -> EscrowSplit {
    EscrowSplit { to_client: price.minor(), to_provider: 0 }
}

/// Pays the provider in full.
pub(crate) fn release(price: Price) -> EscrowSplit {
    EscrowSplit { to_client: 0, to_provider: price.minor() }
}

/// Pays `provider_share` percent to the provider, rounded half up, and refunds the rest.
pub(crate) fn split(price: Price, provider_share: u32) -> EscrowSplit {
    let total = price.minor();
    let to_provider = (total * i64::from(provider_share.min(100)) + 50).div_euclid(100);
    EscrowSplit { to_client: total - to_provider, to_provider }
}

/// Divides the price when a client cancels an accepted booking at `now`: the provider keeps half
/// under a moderate policy within 24 hours of the date, and under a strict one within 72. An odd
/// hundredth goes to the client.
pub(crate) fn cancellation(
    price: Price,
    policy: CancellationPolicy,
    starts_at: Timestamp,
    now: Timestamp,
) -> EscrowSplit {
    if policy == CancellationPolicy::Flexible || now <= full_refund_until(policy, starts_at) {
        return refund(price);
    }
    let to_provider = price.minor() / 2;
    EscrowSplit { to_client: price.minor() - to_provider, to_provider }
}

/// Returns the last time at which cancelling an accepted booking is refunded in full.
pub(crate) fn full_refund_until(policy: CancellationPolicy, starts_at: Timestamp) -> Timestamp {
    match policy {
        CancellationPolicy::Flexible => starts_at,
        CancellationPolicy::Moderate => starts_at - HOUR * 24,
        CancellationPolicy::Strict => starts_at - HOUR * 72,
    }
}

/// Returns the division of the money in escrow; `None` if it stays, or there is none.
pub(crate) fn settlement(
    booking: &Booking,
    transition: Transition,
    provider_share: u32,
    now: Timestamp,
) -> Option<EscrowSplit> {
    if booking.escrow != Escrow::Held {
        return None;
    }
    let price = booking.price();
    match transition.settlement {
        Settlement::Keep => None,
        Settlement::Refund => Some(refund(price)),
        Settlement::Release => Some(release(price)),
        Settlement::Split => Some(split(price, provider_share)),
        Settlement::RefundByPolicy => {
            Some(cancellation(price, booking.policy, booking.starts_at, now))
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(hours: i64) -> Timestamp {
        Timestamp::from_millis(1_772_445_600_000 + hours * 3_600_000).unwrap()
    }

    fn cash(minor: i64) -> Price {
        Price::Cash(Money::from_minor(minor))
    }

    #[test]
    fn price_is_rate_times_hours() {
        for (rate, hours, expected) in [
            (Some(2000), 1, Some(2000)),
            (Some(1250), 3, Some(3750)),
            (Some(0), 12, Some(0)),
            (None, 2, Some(1800)),
            (Some(100_000_000_000), 2, None),
        ] {
            let found = price(rate.map(Money::from_minor), hours).map(Money::minor);
            assert_eq!(found, expected, "{rate:?} for {hours} h");
        }
    }

    #[test]
    fn late_cancellation_costs_half_at_most() {
        let start = at(0);
        for (policy, hours_before, back) in [
            (CancellationPolicy::Flexible, 1, 1001),
            (CancellationPolicy::Flexible, -5, 1001),
            (CancellationPolicy::Moderate, 25, 1001),
            (CancellationPolicy::Moderate, 24, 1001),
            (CancellationPolicy::Moderate, 23, 501),
            (CancellationPolicy::Moderate, -1, 501),
            (CancellationPolicy::Strict, 72, 1001),
            (CancellationPolicy::Strict, 71, 501),
        ] {
            let found = cancellation(cash(1001), policy, start, at(-hours_before));
            assert_eq!(found.to_client, back, "{policy:?}, {hours_before} h before");
        }
    }

    #[test]
    fn split_rounds_half_up_for_the_provider() {
        for (total, share, provider) in
            [(1001, 50, 501), (1, 50, 1), (1, 49, 0), (999, 33, 330), (5, 0, 0), (5, 100, 5)]
        {
            assert_eq!(split(cash(total), share).to_provider, provider, "{share}% of {total}");
        }
    }

    proptest! {
        #[test]
        fn parts_add_up_to_the_price(
            total in 0..=100_000_000_000_i64,
            share in 0..=100_u32,
            hours in -500..=500_i64,
            policy in prop::sample::select(vec![CancellationPolicy::Flexible, CancellationPolicy::Moderate, CancellationPolicy::Strict]),
        ) {
            let price = cash(total);
            let parts = [
                refund(price),
                release(price),
                split(price, share),
                cancellation(price, policy, at(hours), at(0)),
            ];
            for part in parts {
                prop_assert_eq!(part.to_client + part.to_provider, total);
                prop_assert!(part.to_client >= 0 && part.to_provider >= 0);
            }
            prop_assert!(parts[3].to_client >= parts[3].to_provider);
        }

        #[test]
        fn price_is_linear_in_hours(rate in 0..=100_000_000_i64, hours in 1..=11_u32) {
            let price = |hours| price(Some(Money::from_minor(rate)), hours).map(Money::minor);
            prop_assert_eq!(price(hours).zip(price(1)).map(|(n, one)| n + one), price(hours + 1));
        }
    }
}
