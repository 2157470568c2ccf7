//! Restoring of skills.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment},
    events::moderation::{SKILL_LET_BACK, SkillLetBack},
    ports::PostAnnouncement,
};

use super::{ModerationStore, posts::announce};

/// Parts of the transaction that restores a skill.
pub(crate) struct LettingBack {
    /// Restore the skill, mark the owner's offers as changed, and note that the decision is
    /// reversed.
    pub(crate) effects: Vec<Fragment>,
    /// Event that others can see it, if they never did.
    pub(crate) announced: Vec<PostAnnouncement>,
    pub(crate) audit: Fragment,
    /// Send events to open pages.
    pub(crate) news: Vec<Fragment>,
    /// Id and content of the event to the owner.
    pub(crate) payload: (String, SkillLetBack),
}

impl ModerationStore {
    /// Restores a skill. Fails with the rule violations of the skills module.
    pub(crate) async fn let_back(
        &self,
        letting: LettingBack,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let LettingBack { effects, announced, audit, news, payload: (event, skill) } = letting;
        let write = self
            .db
            .write("moderation.let_back")
            .calls(effects)
            .call(audit)
            .calls(news)
            .publish(SKILL_LET_BACK, event, at, skill);
        announce(write, announced, at).run().await
    }
}
