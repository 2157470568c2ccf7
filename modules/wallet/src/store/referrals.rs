//! Rewards for invitations.

use sparkyard_kernel::{
    UserId,
    db::{DbError, Fragment},
};

use super::WalletStore;
use crate::model::Reward;

impl WalletStore {
    /// Pays a reward, unless one was paid for this member or their address, or the inviter has had
    /// `most` this month: then it is recorded as unpaid. Idempotent.
    pub(crate) async fn reward_referral(
        &self,
        reward: Reward<'_>,
        most: i64,
    ) -> Result<(), DbError> {
        let pay = Fragment::new("fn::wallet::reward_referral", &[])
            .arg(reward.key)
            .arg(reward.invited.clone())
            .arg(reward.inviter.clone())
            .arg(reward.booking)
            .arg(reward.tokens.minor())
            .arg(most)
            .arg(reward.at.to_jiff().strftime("%Y-%m").to_string())
            .arg(reward.at);
        self.db.write("wallet.reward_referral").call(pay).run().await
    }

    /// Returns the tokens that `user` has earned by invitations, in hundredths.
    pub(crate) async fn referral_rewards(&self, user: &UserId) -> Result<i64, DbError> {
        let query = self.db.query("SELECT VALUE earned FROM type::record('referrer', $user)");
        Ok(query.bind("user", user.clone()).fetch_optional().await?.unwrap_or(0))
    }
}
