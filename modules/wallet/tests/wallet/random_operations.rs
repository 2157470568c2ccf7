use std::time::Duration;

use proptest::{prelude::*, test_runner::Config};
use sparkyard_kernel::{IntentId, Price};

use crate::{
    ledger_fixture::{LedgerFixture, cash, tokens},
    store,
};

/// An operation on ana's money.
#[derive(Clone, Debug)]
enum Step {
    Give(Price),
    Hold(Price),
    /// Uses the hold with this number, if it fits, for a new booking.
    Escrow(usize),
    /// Settles the booking with this number, with this percentage for the client.
    Settle(usize, i64),
    Expire(usize),
    /// Pays expenses of the booking with this number, in pence.
    Expenses(usize, i64),
    Wait(u64),
    /// Chooses how many tokens, in hundredths, members may owe.
    CreditLimit(i64),
}

fn price() -> impl Strategy<Value = Price> {
    prop_oneof![(1i64..3000).prop_map(cash), (1i64..3000).prop_map(tokens)]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => price().prop_map(Step::Give),
        4 => price().prop_map(Step::Hold),
        3 => (0usize..8).prop_map(Step::Escrow),
        3 => (0usize..8, 0i64..=100).prop_map(|(which, share)| Step::Settle(which, share)),
        2 => (0usize..8).prop_map(Step::Expire),
        2 => (0usize..8, 1i64..1000).prop_map(|(which, pence)| Step::Expenses(which, pence)),
        1 => (0u64..20).prop_map(Step::Wait),
        1 => (0i64..2000).prop_map(Step::CreditLimit),
    ]
}

/// Model state: holds and bookings with their prices, and all money given, per unit.
#[derive(Default)]
struct Model {
    holds: Vec<(IntentId, Price)>,
    bookings: Vec<Price>,
    given: (i64, i64),
    /// Highest limit so far: a lower one leaves debts as they are.
    most_credit: i64,
}

impl Model {
    /// Applies a step. The ledger may refuse it; the test does not care.
    async fn take(&mut self, fixture: &LedgerFixture, step: Step) {
        match step {
            Step::Give(price) => {
                fixture.give("ana", price).await;
                match price {
                    Price::Cash(_) => self.given.0 += price.minor(),
                    Price::Sparks(_) => self.given.1 += price.minor(),
                }
            }
            Step::Hold(price) => {
                let hold = fixture.hold("ana", price).await;
                self.holds.extend(hold.map(|intent| (intent, price)));
            }
            Step::Escrow(which) => {
                let Some((intent, price)) = self.holds.get(which) else { return };
                let booking = i64::try_from(self.bookings.len()).unwrap();
                if fixture.escrow(intent, "ana", booking, *price).await.is_ok() {
                    self.bookings.push(*price);
                }
            }
            Step::Settle(which, share) => {
                let Some(price) = self.bookings.get(which) else { return };
                let to_client = price.minor() * share / 100;
                let split = (to_client, price.minor() - to_client);
                let booking = i64::try_from(which).unwrap();
                // Fails if it was settled differently before.
                let _ = fixture.settle(booking, *price, split).await;
            }
            Step::Expire(which) => {
                let Some((intent, _)) = self.holds.get(which) else { return };
                let now = sparkyard_kernel::Clock::now(&fixture.clock);
                fixture.expire(intent, now).await;
            }
            Step::Expenses(which, pence) => {
                if self.bookings.get(which).is_none() {
                    return;
                }
                let booking = i64::try_from(which).unwrap();
                // Fails with too little cash, and if another sum was paid before.
                let _ = fixture.pay_expenses(booking, pence).await;
            }
            Step::CreditLimit(hundredths) => {
                store::set_credit_limit(&fixture.db, hundredths).await;
                self.most_credit = self.most_credit.max(hundredths);
            }
            Step::Wait(minutes) => fixture.clock.advance(Duration::from_mins(minutes)),
        }
    }
}

async fn holds_for(steps: Vec<Step>) {
    let (fixture, mut model) = (LedgerFixture::open().await, Model::default());
    for step in steps {
        model.take(&fixture, step).await;
        let (ana, bo) = (fixture.balances("ana").await, fixture.balances("bo").await);
        assert!(ana.0 >= 0 && ana.1 >= -model.most_credit, "{ana:?}");
        assert!(bo.0 >= 0 && bo.1 >= 0, "bo only receives: {bo:?}");
        assert!(
            ana.0 + bo.0 <= model.given.0 && ana.1 + bo.1 <= model.given.1,
            "money from nowhere"
        );
    }
    fixture.adds_up().await;
    let circulating = fixture.ledger.tokens_circulating().await.unwrap().minor();
    assert_eq!(circulating, model.given.1);
    // Once nothing is held and every booking is settled, all money belongs to people again.
    fixture.clock.advance(Duration::from_hours(1));
    for (which, price) in model.bookings.iter().enumerate() {
        let _ = fixture.settle(i64::try_from(which).unwrap(), *price, (0, price.minor())).await;
    }
    let (ana, bo) = (fixture.balances("ana").await, fixture.balances("bo").await);
    assert_eq!((ana.0 + bo.0, ana.1 + bo.1), model.given);
    fixture.adds_up().await;
}

proptest! {
    #![proptest_config(Config { cases: 16, failure_persistence: None, ..Config::default() })]

    #[test]
    fn debits_equal_credits_after_random_operations(steps in prop::collection::vec(step(), 1..24)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(holds_for(steps));
    }
}
