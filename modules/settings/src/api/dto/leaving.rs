//! Request and response bodies about the end of a membership.

use poem_openapi::Object;
use sparkyard_kernel::{ApiError, Money, Sparks, leaving::FoundObstacle};

use super::exports::checked_password;
use crate::service::leaving;

/// Something to settle before you can delete your account.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct LeavingObstacle {
    /// Code, the same as that of the refusal.
    code: String,
    /// A sentence for people.
    message: String,
    /// Path of the screen where you settle it.
    link: String,
}

impl From<&FoundObstacle> for LeavingObstacle {
    fn from(found: &FoundObstacle) -> Self {
        let violation = found.obstacle.violation;
        Self {
            code: violation.code.to_owned(),
            message: violation.message.to_owned(),
            link: found.obstacle.link.to_owned(),
        }
    }
}

/// Obstacles to deleting your account, and the money that is lost with it.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(crate) struct LeavingState {
    /// Things to settle first. Pounds in the wallet, `wallet.cash_left`, can be given up instead.
    obstacles: Vec<LeavingObstacle>,
    /// Pounds in the wallet.
    cash: Money,
    /// Part of the pounds that can be withdrawn.
    withdrawable: Money,
    /// Sparks in the wallet, which are left to the community; negative if you owe some.
    sparks: Sparks,
    /// Whether the sparks go to the community's pot, from which neighbours get them.
    pot: bool,
}

impl LeavingState {
    /// Builds the response.
    pub(crate) fn new(state: &leaving::LeavingState, pot: bool) -> Self {
        Self {
            obstacles: state.obstacles.iter().map(LeavingObstacle::from).collect(),
            cash: state.balances.cash,
            withdrawable: state.balances.withdrawable,
            sparks: state.balances.tokens,
            pot,
        }
    }
}

/// Proof that it is you who deletes the account. Has no `Debug`, so that the password cannot be
/// logged.
#[derive(Object)]
pub(crate) struct LeavingProof {
    /// Your present password.
    #[oai(rename = "currentPassword", validator(max_length = 1000))]
    current_password: String,
    /// Code of your authenticator app, if one is set up.
    #[oai(validator(max_length = 100))]
    code: Option<String>,
    /// Whether you give up the pounds in your wallet.
    #[oai(rename = "giveUp", default)]
    give_up: bool,
}

impl LeavingProof {
    /// Returns password, code, and whether pounds are given up; a 422 without a password.
    pub(crate) fn checked(self) -> Result<(String, Option<String>, bool), ApiError> {
        Ok((checked_password(self.current_password)?, self.code, self.give_up))
    }
}
