//! Sample requests of operations on money.

use poem::http::Method;
use serde_json::json;

use super::{
    community,
    fixture::World,
    sample::{Access, Sample, get, with},
};

/// Returns the sample request of an operation, about Vera's money where it is personal.
pub(super) fn sample(operation: &str, world: &World) -> Sample {
    use Access::{Concerned, Members, Open};
    let World { vera, booking, card, client_secret, .. } = world;
    let vera_id = &vera.id;
    let (post, put, delete) = (Method::POST, Method::PUT, Method::DELETE);
    match operation {
        "get_balance" => get(Members, "/api/wallet/balance"),
        "list_incoming_payments" => get(Members, "/api/bookings/incoming-payments"),
        "list_transactions" => get(Members, "/api/wallet/transactions"),
        "get_statement_csv" => {
            get(Members, "/api/wallet/statement.csv?from=2026-03-01&to=2026-03-31")
        }
        "get_statement_pdf" => {
            get(Members, "/api/wallet/statement.pdf?from=2026-03-01&to=2026-03-31")
        }
        "get_receipt_pdf" => get(Concerned, format!("/api/wallet/receipts/{booking}/file")),
        "get_receipt" => get(Concerned, format!("/api/wallet/receipts/{booking}")),
        "fund_wallet" => with(Members, post, "/api/wallet/fund", &json!({ "amount": 5 })),
        "pay_in_sandbox" => {
            let body = json!({ "clientSecret": client_secret, "outcome": "succeed" });
            with(Concerned, post, "/api/wallet/sandbox/pay", &body)
        }
        "get_top_up" => get(Concerned, format!("/api/wallet/top-ups/{}", world.top_up)),
        "get_card_payment" => {
            get(Concerned, format!("/api/wallet/card-payments/{}", world.card_payment))
        }
        // Stripe itself calls it; without Stripe there is nothing to receive.
        "receive_stripe_event" => with(Open, post, "/api/payments/stripe/webhook", &json!({})),
        "list_billing_methods" => get(Members, "/api/settings/payment/billingmethods"),
        "add_billing_method" => {
            let body = json!({
                "card_number": "4242424242424242", "expiry_date": "08/31", "cvv": "123",
                "address": "1 Mill Lane", "city": "Leeds",
            });
            with(Members, post, "/api/settings/payment/billingmethod", &body)
        }
        // Without Stripe there is no form of its own, and no account.
        "begin_billing_setup" => {
            with(Members, post, "/api/settings/payment/billingmethod/setup", &json!({}))
        }
        "finish_billing_setup" => {
            with(Concerned, put, "/api/settings/payment/billingmethod/setup/seti_1", &json!({}))
        }
        "remove_billing_method" => {
            let path = format!("/api/settings/payment/billingmethod/{card}");
            with(Concerned, delete, path, &json!({}))
        }
        "choose_billing_method" => {
            let path = format!("/api/settings/payment/billingmethod/{card}/default");
            with(Concerned, put, path, &json!({}))
        }
        "use_billing_method" => {
            let path = format!("/api/settings/payment/billingmethod/{card}/use");
            with(Concerned, put, path, &json!({ "clientSecret": "sandbox_1_2" }))
        }
        "create_connected_account" => {
            with(Members, post, "/api/users/stripe/create/connected/account", &json!({}))
        }
        "get_connected_account" => get(Members, "/api/users/stripe/connected/account"),
        "link_connected_account" => {
            let body = json!({ "stripeAccountId": "acct_1" });
            with(Members, post, "/api/users/stripe/connected/account/link", &body)
        }
        "confirm_funding" => with(Concerned, post, "/api/wallet/confirm", &json!({ "amount": 7 })),
        "create_payment_intent" => {
            let body = json!({ "amount": 1, "currency": "gbp", "paymentMethod": "spark_token" });
            with(Members, post, "/api/users/stripe/payment/intent", &body)
        }
        "give_sparks" => {
            let body = json!({ "to": "community", "amount": 0.01, "message": "Thanks" });
            with(Members, post, "/api/spark-gifts", &body)
        }
        "list_spark_gifts" => get(Members, "/api/spark-gifts"),
        "get_pot" => get(Members, "/api/pot"),
        "write_exchange" => {
            let body = json!({
                "with": vera_id, "date": "2026-03-02", "hours": 1, "skill": "Weeding",
                "tokens": 0, "i_was": "giver",
            });
            with(Members, post, "/api/exchanges", &body)
        }
        "list_exchanges" => get(Members, "/api/exchanges"),
        "confirm_exchange" | "object_to_exchange" | "withdraw_exchange" => {
            let verb = operation.split('_').next().unwrap_or_default();
            let path = format!("/api/exchanges/{}/{verb}", world.exchange);
            with(Concerned, put, path, &json!({}))
        }
        "get_token_supply" => get(Members, "/api/wallet/supply"),
        other => of_staff(other, world),
    }
}

/// Returns the sample request of an operation on the books, most of them of staff.
fn of_staff(operation: &str, world: &World) -> Sample {
    use Access::{Members, Staff};
    let vera_id = &world.vera.id;
    let (post, put) = (Method::POST, Method::PUT);
    match operation {
        "record_cash_in" => {
            let body = json!({ "user_id": vera_id, "amount": 5, "note": "x" });
            with(Staff, post, "/api/admin/wallet/cash-in", &body)
        }
        "list_credit_limits" => get(Staff, "/api/admin/wallet/credit-limits"),
        "get_credit_limit" => get(Staff, format!("/api/admin/wallet/credit-limits/{vera_id}")),
        "set_credit_limit" => {
            let path = format!("/api/admin/wallet/credit-limits/{vera_id}");
            with(Staff, put, path, &json!({ "limit": 3, "reason": "x" }))
        }
        "list_cash_ins" => get(Staff, "/api/admin/wallet/cash-in"),
        "decide_cash_in" => with(Staff, put, "/api/admin/wallet/cash-in/x/approve", &json!({})),

        "list_chargebacks" => get(Staff, "/api/admin/wallet/chargebacks"),
        "list_failed_refunds" => get(Staff, "/api/admin/wallet/failed-refunds"),
        "get_earnings" => get(Members, "/api/wallet/earnings?year=2026"),
        "get_earnings_pdf" => get(Members, "/api/wallet/earnings.pdf?year=2026"),
        "get_ledger" => get(Staff, "/api/admin/wallet/ledger"),
        "get_sellers_csv" => get(Staff, "/api/admin/wallet/sellers.csv?year=2026"),
        "get_ledger_check" => get(Staff, "/api/admin/wallet/ledger-check"),
        "run_ledger_check" => with(Staff, post, "/api/admin/wallet/ledger-check", &json!({})),
        other => community::sample(other, world),
    }
}
