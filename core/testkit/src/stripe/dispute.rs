//! Disputes of payments at the cardholder's bank:
//! <https://docs.stripe.com/disputes/how-disputes-work>; and refunds that fail:
//! <https://docs.stripe.com/refunds#failed-refunds>.

use poem::{
    Response, Route, get, handler, post,
    web::{Data, Path, Query},
};
use serde_json::{Value, json};

use super::{
    Account, FakeStripe, State,
    billing::list,
    intent::{Reply, refusal},
    server::respond,
};

/// Time to respond to a dispute, in seconds; networks give one to three weeks:
/// <https://docs.stripe.com/disputes/responding>.
const ANSWER: i64 = 9 * 24 * 3600;
/// Fee for a dispute of a British account, in pence: <https://stripe.com/gb/pricing>.
const FEE: i64 = 2000;

/// Adds the paths below `/v1`.
pub(super) fn routes(api: Route) -> Route {
    api.at("/disputes", get(list_disputes))
        .at("/disputes/:id", get(retrieve_dispute))
        .at("/disputes/:id/close", post(accept))
        .at("/refunds/:id", get(retrieve_refund))
}

fn missing(what: &str) -> Reply {
    refusal(404, "invalid_request_error", "resource_missing", &format!("No such {what}"))
}

/// Checks whether a dispute takes no more evidence and never changes again.
fn is_closed(dispute: &Value) -> bool {
    ["won", "lost", "warning_closed"].iter().any(|status| dispute["status"] == *status)
}

/// Checks whether the bank only inquires; it takes no money then.
fn is_inquiry(dispute: &Value) -> bool {
    dispute["status"].as_str().is_some_and(|status| status.starts_with("warning_"))
}

impl State {
    /// Returns the disputes of a payment.
    fn disputes_of<'a>(&'a self, payment: &'a str) -> impl Iterator<Item = &'a Value> {
        self.disputes.iter().filter(move |dispute| dispute["payment_intent"] == payment)
    }

    /// Checks whether a payment cannot be refunded: it is disputed, and neither as an inquiry only
    /// nor won: <https://docs.stripe.com/error-codes#charge-disputed>.
    pub(super) fn is_charged_back(&self, payment: &str) -> bool {
        self.disputes_of(payment).any(|dispute| dispute["is_charge_refundable"] == false)
    }

    /// Opens a dispute of what is left of a payment that has succeeded, or of a part of that.
    pub(super) fn open_dispute(
        &mut self,
        payment: &str,
        part: Option<i64>,
        status: &str,
    ) -> Option<String> {
        let left = {
            let intent = self.intents.get(payment)?;
            (intent.status == "succeeded").then(|| intent.received - intent.refunded())?
        };
        let disputed = self.disputes_of(payment).filter_map(|dispute| dispute["amount"].as_i64());
        let left = left - disputed.sum::<i64>();
        let amount = part.unwrap_or(left);
        if amount <= 0 || amount > left {
            return None;
        }
        let charge = self.balance.iter().map(|line| &line["source"]);
        let charge = charge
            .filter(|source| source["object"] == "charge")
            .find(|source| source["payment_intent"] == payment)?["id"]
            .clone();
        let id = self.id("dp");
        let dispute = json!({
            "id": id, "object": "dispute", "amount": amount, "balance_transactions": [],
            "charge": charge, "created": self.now, "currency": "gbp",
            "enhanced_eligibility_types": [],
            "evidence": { "enhanced_evidence": {}, "product_description": null },
            "evidence_details": {
                "due_by": self.now + ANSWER, "enhanced_eligibility": {}, "has_evidence": false,
                "past_due": false, "submission_count": 0,
            },
            "is_charge_refundable": true, "livemode": false, "metadata": {},
            "payment_intent": payment,
            "payment_method_details": {
                "card": { "brand": "visa", "case_type": "chargeback", "network_reason_code": "10.4" },
                "type": "card",
            },
            "reason": "fraudulent", "status": status, "a_field_of_tomorrow": { "list": [1, null] },
        });
        self.disputes.push(dispute.clone());
        self.event("charge.dispute.created", &dispute);
        if !is_inquiry(&dispute) {
            self.move_funds(&id, -amount);
        }
        Some(id)
    }

    /// Withdraws the amount of a dispute from the account, or reinstates it. The fee is not
    /// returned.
    fn move_funds(&mut self, id: &str, amount: i64) {
        let Some(place) = self.disputes.iter().position(|dispute| dispute["id"] == id) else {
            return;
        };
        let fee = if amount < 0 { FEE } else { 0 };
        let source = self.disputes[place].clone();
        self.balance_line("adjustment", amount, fee, &source);
        let line = self.balance.last().cloned().unwrap_or_default();
        let dispute = &mut self.disputes[place];
        if let Some(lines) = dispute["balance_transactions"].as_array_mut() {
            lines.push(super::balance::shown(&line, false));
        }
        dispute["is_charge_refundable"] = json!(amount > 0);
        let shown = dispute.clone();
        let kind = if amount < 0 { "withdrawn" } else { "reinstated" };
        self.event(&format!("charge.dispute.funds_{kind}"), &shown);
    }

    /// Lets the bank decide.
    fn close_dispute(&mut self, id: &str, won: bool) {
        let open = |dispute: &&Value| dispute["id"] == id && !is_closed(dispute);
        let Some(found) = self.disputes.iter().find(open).cloned() else { return };
        let status = match (is_inquiry(&found), won) {
            (true, _) => "warning_closed",
            (false, true) => "won",
            (false, false) => "lost",
        };
        if status == "won" {
            self.move_funds(id, found["amount"].as_i64().unwrap_or_default());
        }
        self.set_status(id, status, "charge.dispute.closed");
    }

    /// Changes the status of a dispute that is not closed, and tells it.
    fn set_status(&mut self, id: &str, status: &str, event: &str) -> Option<Value> {
        let open = |dispute: &&mut Value| dispute["id"] == id && !is_closed(dispute);
        let dispute = self.disputes.iter_mut().find(open)?;
        dispute["status"] = json!(status);
        let shown = dispute.clone();
        self.event(event, &shown);
        Some(shown)
    }
}

impl FakeStripe {
    /// Opens a dispute of a payment, as the cardholder does at their bank; `None` if there is
    /// nothing left to dispute. The amount is withdrawn at once.
    pub fn dispute(&self, payment: &str) -> Option<String> {
        self.account.state().open_dispute(payment, None, "needs_response")
    }

    /// Opens a dispute of a part of a payment, in pence; a payment can be disputed in several
    /// parts.
    pub fn dispute_part(&self, payment: &str, amount: i64) -> Option<String> {
        self.account.state().open_dispute(payment, Some(amount), "needs_response")
    }

    /// Opens an inquiry, which withdraws nothing:
    /// <https://docs.stripe.com/disputes/how-disputes-work>.
    pub fn inquire(&self, payment: &str) -> Option<String> {
        self.account.state().open_dispute(payment, None, "warning_needs_response")
    }

    /// Turns an inquiry into a dispute, which withdraws the amount.
    pub fn escalate(&self, dispute: &str) {
        let mut state = self.account.state();
        let changed = state.set_status(dispute, "needs_response", "charge.dispute.updated");
        if let Some(amount) = changed.and_then(|dispute| dispute["amount"].as_i64()) {
            state.move_funds(dispute, -amount);
        }
    }

    /// Submits evidence, which the bank then reviews.
    pub fn answer_dispute(&self, dispute: &str) {
        let mut state = self.account.state();
        let found = state.disputes.iter().find(|found| found["id"] == dispute);
        let status = match found.is_some_and(is_inquiry) {
            true => "warning_under_review",
            false => "under_review",
        };
        state.set_status(dispute, status, "charge.dispute.updated");
    }

    /// Lets the bank decide. A dispute that is won gives the amount back; an inquiry ends either
    /// way.
    pub fn close_dispute(&self, dispute: &str, won: bool) {
        self.account.state().close_dispute(dispute, won);
    }

    /// Returns the ids of the disputes that are not closed.
    pub fn open_disputes(&self) -> Vec<String> {
        let state = self.account.state();
        let open = state.disputes.iter().filter(|dispute| !is_closed(dispute));
        open.filter_map(|dispute| dispute["id"].as_str().map(str::to_owned)).collect()
    }

    /// Returns how much of a payment its disputes have taken, in pence.
    pub fn charged_back(&self, payment: &str) -> i64 {
        let state = self.account.state();
        let lines = state.disputes_of(payment).filter_map(|dispute| {
            let lines = dispute["balance_transactions"].as_array()?;
            Some(lines.iter().filter_map(|line| line["amount"].as_i64()).sum::<i64>())
        });
        -lines.sum::<i64>()
    }

    /// Lets the latest refund of a payment fail, as when the card was closed: its amount comes back
    /// to the account. Returns the id of the refund.
    pub fn fail_refund(&self, payment: &str) -> Option<String> {
        let mut state = self.account.state();
        let line = state.id("txn");
        let intent = state.intents.get_mut(payment)?;
        let refund = intent.refunds.iter_mut().rfind(|refund| refund["status"] == "succeeded")?;
        refund["status"] = json!("failed");
        refund["failure_reason"] = json!("lost_or_stolen_card");
        refund["failure_balance_transaction"] = json!(line);
        let shown = refund.clone();
        let amount = shown["amount"].as_i64().unwrap_or_default();
        state.balance_line("refund_failure", amount, 0, &shown);
        state.event("charge.refund.updated", &shown);
        state.event("refund.failed", &shown);
        shown["id"].as_str().map(str::to_owned)
    }
}

#[handler]
fn list_disputes(
    Data(account): Data<&Account>,
    Query(query): Query<Vec<(String, String)>>,
) -> Response {
    respond(list(account.state().disputes.iter(), &query))
}

#[handler]
fn retrieve_dispute(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let found = account.state().disputes.iter().find(|dispute| dispute["id"] == id).cloned();
    respond(found.map_or_else(|| missing("dispute"), |dispute| (200, dispute)))
}

/// Accepts a dispute, which is lost then: <https://docs.stripe.com/api/disputes/close>.
#[handler]
fn accept(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let mut state = account.state();
    state.close_dispute(&id, false);
    let found = state.disputes.iter().find(|dispute| dispute["id"] == id).cloned();
    respond(found.map_or_else(|| missing("dispute"), |dispute| (200, dispute)))
}

#[handler]
fn retrieve_refund(Data(account): Data<&Account>, Path(id): Path<String>) -> Response {
    let state = account.state();
    let mut refunds = state.intents.values().flat_map(|intent| &intent.refunds);
    let found = refunds.find(|refund| refund["id"] == id).cloned();
    respond(found.map_or_else(|| missing("refund"), |refund| (200, refund)))
}
