//! Random gifts, grants, exchanges, answers and reversals by concurrent clients.

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};
use sparkyard_testkit::Member;
use tokio::runtime::Runtime;

use crate::{
    TestApp, adds_up,
    exchanges::{answer, write},
    give, members, pot, sparks,
};

/// Random action of a client; the numbers choose people, amounts and earlier rows.
#[derive(Clone, Debug)]
enum Action {
    Give(usize, usize, u32),
    GiveToPot(usize, u32),
    Grant(usize, u32),
    Exchange(usize, usize, u32),
    Reverse(usize),
}

fn action() -> impl Strategy<Value = Action> {
    let (who, amount) = (0..3usize, 1..700u32);
    prop_oneof![
        (who.clone(), who.clone(), amount.clone()).prop_map(|(a, b, n)| Action::Give(a, b, n)),
        (who.clone(), amount.clone()).prop_map(|(a, n)| Action::GiveToPot(a, n)),
        (who.clone(), amount.clone()).prop_map(|(a, n)| Action::Grant(a, n)),
        (who.clone(), who, amount).prop_map(|(a, b, n)| Action::Exchange(a, b, n)),
        (0..8usize).prop_map(Action::Reverse),
    ]
}

/// Performs one action; a refusal by a rule is fine, a failure of the server is not.
async fn run(people: [Member; 3], admin: Member, action: Action) {
    let amount = |hundredths: u32| f64::from(hundredths) / 100.0;
    let outcome = match action {
        Action::Give(from, to, n) => give(&people[from], &people[to].id, amount(n)).await,
        Action::GiveToPot(from, n) => give(&people[from], "community", amount(n)).await,
        Action::Grant(to, n) => {
            let body = json!({ "userId": people[to].id, "amount": amount(n), "reason": "Help" });
            admin.post("/api/admin/pot/grants", body).await
        }
        Action::Exchange(from, to, n) => {
            let changes = [("tokens", json!(amount(n)))];
            let written = write(&people[from], &people[to].id, &changes).await;
            if written.status == 200 {
                let written = written.ok();
                let (one, two) = tokio::join!(
                    answer(&people[to], &written, "confirm"),
                    answer(&people[from], &written, "withdraw"),
                );
                assert!(one.status < 500, "{}", one.body);
                two
            } else {
                written
            }
        }
        Action::Reverse(which) => {
            let kind = if which % 2 == 0 { "spark-gifts" } else { "exchanges" };
            let all = admin.get(&format!("/api/admin/{kind}")).await.ok();
            let rows: Vec<Value> = all.as_array().cloned().unwrap_or_default();
            let Some(row) = rows.get(which / 2) else { return };
            let path = format!("/api/admin/{kind}/{}/reverse", row["id"].as_str().unwrap());
            admin.put(&path, json!({ "reason": "Help" })).await
        }
    };
    assert!(outcome.status < 500, "{}", outcome.body);
}

#[test]
fn ledger_balances_after_random_actions_of_concurrent_clients() {
    let runtime = Runtime::new().unwrap();
    let config = Config { cases: 6, max_shrink_iters: 0, ..Config::default() };
    let rounds = prop::collection::vec(prop::collection::vec(action(), 1..6), 1..5);
    let checked = TestRunner::new(config).run(&rounds, |rounds| {
        runtime.block_on(async {
            let app = TestApp::start().await;
            let people = members(&app, ["ana", "bo", "cy"]).await;
            let admin = app.admin("iris").await;
            app.settle().await;
            for round in rounds {
                let clients = round
                    .into_iter()
                    .map(|action| tokio::spawn(run(people.clone(), admin.clone(), action)));
                for client in clients.collect::<Vec<_>>() {
                    client.await.unwrap();
                }
            }
            let mut total = pot(&admin).await + sparks(&admin).await;
            for person in &people {
                let left = sparks(person).await;
                assert!(left >= 0.0, "{left}");
                total += left;
            }
            assert!((total - 40.0).abs() < 0.001, "no spark is made or lost: {total}");
            adds_up(&app).await;
        });
        Ok(())
    });
    checked.unwrap();
}
