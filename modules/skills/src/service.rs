//! Business logic of the module, by topic.

mod approval;
mod browse;
mod categories;
mod category_words;
mod offer_cache;
mod offers;
mod photos;
mod rates;
mod vocabulary;

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    Cx, UserId,
    db::{DbError, Fragment},
    ports::{Appeals, Files, FirstPosts, Kyc, People, PersonInfo, Vetting},
};

pub(crate) use self::{offer_cache::OfferCache, photos::SentPhotos, vocabulary::Vocabulary};
use crate::{
    error::SkillsError,
    model::{Offer, SkillForViewer, catalogue::Catalogue},
    store::SkillStore,
};

/// Ports of modules that may be disabled.
pub(crate) struct OptionalPorts {
    pub(crate) kyc: Option<Arc<dyn Kyc>>,
    pub(crate) vetting: Option<Arc<dyn Vetting>>,
    /// Holds back first posts of new members.
    pub(crate) first_posts: Option<Arc<dyn FirstPosts>>,
    /// Lets members appeal.
    pub(crate) appeals: Option<Arc<dyn Appeals>>,
}

pub(crate) struct SkillService {
    cx: Cx,
    store: SkillStore,
    offers: OfferCache,
    vocabulary: Arc<Vocabulary>,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
    optional: OptionalPorts,
}

impl SkillService {
    pub(crate) fn new(
        cx: Cx,
        offers: OfferCache,
        vocabulary: Arc<Vocabulary>,
        people: Arc<dyn People>,
        files: Arc<dyn Files>,
        optional: OptionalPorts,
    ) -> Self {
        let store = SkillStore::new(cx.db.clone());
        Self { cx, store, offers, vocabulary, people, files, optional }
    }

    /// Returns the present categories.
    pub(crate) async fn catalogue(&self) -> Result<Arc<Catalogue>, DbError> {
        self.vocabulary.catalogue().await
    }

    /// Returns a fragment that marks the offers of `user` as changed in the index of people.
    fn touch(&self, user: &UserId) -> Fragment {
        self.people.touch(user)
    }

    /// Returns the profiles of the owners of `offers` that `viewer` may see.
    async fn owners(
        &self,
        viewer: &UserId,
        offers: &[Offer],
    ) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        let mut ids: Vec<_> = offers.iter().map(|offer| offer.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        Ok(self.people.seen_by(viewer, &ids).await?)
    }

    async fn people(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        Ok(self.people.find(ids).await?)
    }

    /// Returns `offer` as the viewer sees it.
    async fn seen_by(&self, viewer: &UserId, offer: Offer) -> Result<SkillForViewer, SkillsError> {
        let ids = [viewer.clone(), offer.user_id.clone()];
        let people = self.people.seen_by(viewer, &ids).await?;
        let owner = people.get(&offer.user_id).ok_or(SkillsError::NotFound)?;
        let mut skill = SkillForViewer::new(offer, owner, people.get(viewer));
        self.mark_proven(std::slice::from_mut(&mut skill)).await?;
        Ok(skill)
    }

    /// Sets `verified` on the skills of verified owners, and the check that is missing.
    async fn mark_proven(&self, skills: &mut [SkillForViewer]) -> Result<(), SkillsError> {
        if let Some(kyc) = &self.optional.kyc {
            let mut owners: Vec<_> = skills.iter().map(|skill| skill.owner.id.clone()).collect();
            owners.sort_unstable();
            owners.dedup();
            let verified = kyc.verified(&owners).await?;
            for skill in &mut *skills {
                skill.verified = verified.contains(&skill.owner.id);
            }
        }
        if let Some(vetting) = &self.optional.vetting
            && !skills.is_empty()
        {
            let offers: Vec<_> = skills
                .iter()
                .map(|skill| (skill.owner.id.clone(), skill.offer.category.clone()))
                .collect();
            for (skill, lacking) in skills.iter_mut().zip(vetting.lacking(&offers).await?) {
                skill.check_needed = lacking;
            }
        }
        Ok(())
    }

    /// Fails if `category` needs a check that `user` lacks.
    async fn check_vetted(&self, user: &UserId, category: &str) -> Result<(), SkillsError> {
        let Some(vetting) = &self.optional.vetting else { return Ok(()) };
        let lacking = vetting.lacking(&[(user.clone(), category.to_owned())]).await?;
        match lacking.into_iter().flatten().next() {
            Some(check) => Err(SkillsError::CheckNeeded(check)),
            None => Ok(()),
        }
    }
}

/// Returns `offers` as the viewer sees them; omits those of people without a profile.
fn seen(
    offers: Vec<Offer>,
    people: &HashMap<UserId, PersonInfo>,
    viewer: &UserId,
) -> Vec<SkillForViewer> {
    let viewer = people.get(viewer);
    let see = |offer: Offer| {
        let owner = people.get(&offer.user_id)?;
        Some(SkillForViewer::new(offer, owner, viewer))
    };
    offers.into_iter().filter_map(see).collect()
}
