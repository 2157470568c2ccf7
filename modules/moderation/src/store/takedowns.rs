//! Skills that are let back.

use sparkyard_kernel::{
    Timestamp,
    db::{DbError, Fragment},
    events::moderation::{SKILL_LET_BACK, SkillLetBack},
};

use super::ModerationStore;

/// What happens in the write that lets a skill back.
pub(crate) struct LettingBack {
    /// Lets it back, and notes with its owner that what they offer has changed.
    pub(crate) effects: [Fragment; 2],
    pub(crate) audit: Fragment,
    /// Tells open pages.
    pub(crate) news: Vec<Fragment>,
    /// What its owner hears, and what names that event.
    pub(crate) told: (String, SkillLetBack),
}

impl ModerationStore {
    /// Lets a skill back; refused with what its own module refuses.
    pub(crate) async fn let_back(
        &self,
        letting: LettingBack,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let LettingBack { effects, audit, news, told: (event, skill) } = letting;
        self.db
            .write("moderation.let_back")
            .calls(effects)
            .call(audit)
            .calls(news)
            .publish(SKILL_LET_BACK, event, at, skill)
            .run()
            .await
    }
}
