//! Rewards for inviting others.

use sparkyard_kernel::{
    Sparks, Timestamp, UserId,
    db::{Db, DbError, Fragment},
};

/// What a member gets for somebody whom they invited.
pub(crate) struct Reward<'a> {
    /// Names the transfer after the invited address.
    pub(crate) key: String,
    pub(crate) invited: &'a UserId,
    pub(crate) inviter: &'a UserId,
    /// The booking that earned it.
    pub(crate) booking: i64,
    pub(crate) tokens: Sparks,
    pub(crate) at: Timestamp,
}

/// Pays a reward, unless there was one for this member, or their address, or the inviter has had
/// `most` this month: then it is noted as not paid. Safe to repeat.
pub(crate) async fn reward_referral(db: &Db, reward: Reward<'_>, most: i64) -> Result<(), DbError> {
    let pay = Fragment::new("fn::wallet::reward_referral", &[])
        .arg(reward.key)
        .arg(reward.invited.clone())
        .arg(reward.inviter.clone())
        .arg(reward.booking)
        .arg(reward.tokens.minor())
        .arg(most)
        .arg(reward.at.to_jiff().strftime("%Y-%m").to_string())
        .arg(reward.at);
    db.write("wallet.reward_referral").call(pay).run().await
}

/// What `user` has earned by inviting others, in hundredths of a token.
pub(crate) async fn referral_rewards(db: &Db, user: &UserId) -> Result<i64, DbError> {
    let query = db.query("SELECT VALUE earned FROM type::record('referrer', $user)");
    Ok(query.bind("user", user.clone()).fetch_optional().await?.unwrap_or(0))
}
