//! Withdrawals of pounds.

use anyhow::{Context, ensure};
use poem::http::Method;
use serde_json::json;
use sparkyard_kernel::site::Mode;

use super::{ADMIN, DAY, Story};
use crate::earnings::Withdrawal;

impl Story {
    /// Checks whether people can earn pounds here, and withdraw them.
    pub(super) fn has_withdrawals(&self) -> bool {
        let cx = &self.host.cx;
        let needed = ["bookings", "kyc", "payouts", "wallet"];
        needed.iter().all(|module| cx.has(module)) && cx.site.mode() == Mode::CashAndTokens
    }

    /// Requests a withdrawal; an admin may pay it the next day.
    pub(super) async fn withdraw(&mut self, withdrawal: &Withdrawal) -> anyhow::Result<()> {
        let actor = &mut self.character(withdrawal.by)?.actor;
        let methods = "/api/settings/payment/withdrawalmethods";
        let methods = actor.attempt(Method::GET, methods, None).await?;
        let methods = methods.map_err(|refused| anyhow::anyhow!("no account: {}", refused.code))?;
        let body = json!({
            "amount": withdrawal.amount, "withdrawal_method_id": methods[0]["id"],
            "currentPassword": actor.password(),
        });
        let requested = match actor.attempt(Method::POST, "/api/withdrawals", Some(body)).await? {
            Ok(requested) => requested,
            Err(refused) => {
                // The operator's own limit may be lower.
                ensure!(refused.code == "payouts.over_daily", "{}", refused.code);
                return Ok(());
            }
        };
        self.settle().await?;
        if let Some(reference) = withdrawal.paid {
            self.clock.advance(DAY);
            let id = requested["id"].as_str().context("a withdrawal without an id")?;
            let path = format!("/api/admin/withdrawals/{id}/pay");
            let body = json!({ "reference": reference });
            self.character(ADMIN)?.actor.put(&path, body).await?;
        }
        self.settle().await
    }
}
