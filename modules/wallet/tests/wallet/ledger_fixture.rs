use std::{path::PathBuf, sync::Arc, time::Duration};

use sparkyard_kernel::{
    BookingId, Clock, Cx, Ids, IntentId, ManualClock, Module, Money, Ports, Price, Sparks,
    Timestamp, UserId,
    allowance::Limits,
    db::{Db, DbConfig, DbError, Fragment, ModuleMigrations, Routes, RuleViolation},
    keys::MasterKey,
    ports::{EscrowSplit, Ledger},
    site::{Mode, Site, SiteConfig},
};
use sparkyard_wallet::Wallet;

pub(crate) const LIFETIME: Duration = Duration::from_mins(15);

/// The ledger on an empty database, without other modules.
pub(crate) struct LedgerFixture {
    pub(crate) db: Db,
    pub(crate) clock: ManualClock,
    pub(crate) ledger: Arc<dyn Ledger>,
    ids: Ids,
}

pub(crate) fn user(name: &str) -> UserId {
    name.into()
}

pub(crate) fn cash(pence: i64) -> Price {
    Price::Cash(Money::from_minor(pence))
}

pub(crate) fn tokens(hundredths: i64) -> Price {
    Price::Sparks(Sparks::from_minor(hundredths))
}

/// Returns the code of a rule violation; panics on any other outcome.
#[track_caller]
pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, DbError>) -> &'static str {
    match outcome {
        Err(DbError::Refused(violation)) => violation.code,
        other => panic!("expected a refusal, got {other:?}"),
    }
}

impl LedgerFixture {
    pub(crate) async fn open() -> Self {
        Self::of_version(Wallet::MIGRATIONS.len()).await
    }

    /// Creates the ledger with the first `steps` migrations.
    pub(crate) async fn of_version(steps: usize) -> Self {
        let clock = ManualClock::at("2026-03-02T10:00:00Z".parse().unwrap());
        let db = Db::connect(&DbConfig::memory(), Routes::default()).await.unwrap();
        let fixture = Self::on(db, clock);
        fixture.upgrade_to(steps).await;
        fixture
    }

    /// Applies the first `steps` migrations.
    pub(crate) async fn upgrade_to(&self, steps: usize) {
        let migrations = &Wallet::MIGRATIONS[..steps];
        let schema = ModuleMigrations { module: Wallet::NAME, migrations };
        self.db.migrate(&[schema], self.clock.now()).await.unwrap();
    }

    fn on(db: Db, clock: ManualClock) -> Self {
        let ids = Ids::new(Arc::new(clock.clone()));
        let cx = Cx {
            db: db.clone(),
            clock: Arc::new(clock.clone()),
            ids: ids.clone(),
            keys: MasterKey::new([7; 32]),
            site: Arc::new(Site::new(SiteConfig {
                mode: Some(Mode::CashAndTokens),
                ..SiteConfig::default()
            })),
            limits: Limits { enabled: false, mail_per_day: 0, stranger_mail_per_day: 0 },
            modules: Arc::new(vec![Wallet::NAME]),
            demo: true,
            data_dir: PathBuf::new(),
        };
        let mut ports = Ports::default();
        Wallet::new(&cx, <Wallet as Module>::Config::default()).unwrap().provide(&mut ports);
        let ledger = ports.require::<dyn Ledger>("test").unwrap();
        Self { db, clock, ledger, ids }
    }

    /// Credits money: pounds from outside, tokens from the community.
    pub(crate) async fn give(&self, name: &str, price: Price) {
        let from = match price {
            Price::Cash(_) => "external:cash:gbp",
            Price::Sparks(_) => "community:spark",
        };
        let transfer = Fragment::new("fn::wallet::transfer", &[])
            .arg(self.ids.next())
            .arg(from.to_owned())
            .arg(format!("user:{name}:{}", price.unit()))
            .arg(price.unit().to_owned())
            .arg(price.minor())
            .arg("cash_in".to_owned())
            .arg(None::<String>)
            .arg(self.clock.now());
        self.db.write("test.give").call(transfer).run::<()>().await.unwrap();
    }

    /// Holds money; `None` if there is too little, or too many holds are open.
    pub(crate) async fn hold(&self, name: &str, price: Price) -> Option<IntentId> {
        const fn conflict(code: &'static str) -> RuleViolation {
            RuleViolation::new(409, code, "")
        }
        const NO: &[RuleViolation] =
            &[conflict("wallet.insufficient_funds"), conflict("wallet.too_many_holds")];
        let (intent, now) = (IntentId(self.ids.next()), self.clock.now());
        let hold = Fragment::new("fn::wallet::hold", NO)
            .arg(intent.clone())
            .arg(user(name))
            .arg(price.unit().to_owned())
            .arg(price.minor())
            .arg(now)
            .arg(now + LIFETIME);
        match self.db.write("test.hold").call(hold).run::<()>().await {
            Ok(()) => Some(intent),
            refused => {
                let code = code(refused);
                assert!(NO.iter().any(|no| no.code == code), "{code}");
                None
            }
        }
    }

    pub(crate) async fn escrow(
        &self,
        intent: &IntentId,
        client: &str,
        booking: i64,
        price: Price,
    ) -> Result<(), DbError> {
        let at = self.clock.now();
        let escrow = self.ledger.escrow(intent, &user(client), BookingId(booking), price, at);
        self.db.write("test.escrow").call(escrow).run().await
    }

    /// Settles a booking of ana's, part to her and part to bo.
    pub(crate) async fn settle(
        &self,
        booking: i64,
        price: Price,
        (to_client, to_provider): (i64, i64),
    ) -> Result<(), DbError> {
        let (ana, bo) = (user("ana"), user("bo"));
        let split = EscrowSplit { to_client, to_provider };
        let at = self.clock.now();
        let settle = self.ledger.settle(BookingId(booking), &ana, &bo, price, split, at);
        self.db.write("test.settle").call(settle).run().await
    }

    /// Pays expenses of a booking of ana's to bo.
    pub(crate) async fn pay_expenses(&self, booking: i64, pence: i64) -> Result<(), DbError> {
        let (amount, at) = (Money::from_minor(pence), self.clock.now());
        let (ana, bo) = (user("ana"), user("bo"));
        let pay = self.ledger.pay_expenses(BookingId(booking), &ana, &bo, amount, at);
        self.db.write("test.expenses").call(pay).run().await
    }

    /// Returns a hold if it is expired at `now`; returns whether it was.
    pub(crate) async fn expire(&self, intent: &IntentId, now: Timestamp) -> bool {
        let expire = Fragment::new("fn::wallet::expire", &[]).arg(intent.clone()).arg(now);
        let write = self.db.write("test.expire").call_as("expired", expire);
        write.returning("$expired").run().await.unwrap()
    }

    /// Returns balances in pence and in hundredths of tokens.
    pub(crate) async fn balances(&self, name: &str) -> (i64, i64) {
        let balances = self.ledger.balances(&user(name)).await.unwrap();
        (balances.cash.minor(), balances.tokens.minor())
    }

    pub(crate) fn clock_in(&self, wait: Duration) -> Timestamp {
        self.clock.now() + wait
    }

    /// Asserts that a full check finds no differences.
    pub(crate) async fn adds_up(&self) {
        let report = self.ledger.check().await.unwrap();
        assert!(report.differences.is_empty(), "{:#?}", report.differences);
    }
}
