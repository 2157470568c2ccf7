//! The rules about skills, by topic.

mod approval;
mod browse;
mod category_words;
mod offers;
mod photos;
mod vocabulary;

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    Cx, UserId,
    db::Fragment,
    ports::{Files, People, PersonInfo},
};

pub(crate) use self::{photos::SentPhotos, vocabulary::Vocabulary};
use crate::{
    error::SkillsError,
    model::{Offer, SeenSkill, catalogue::Catalogue},
    store::SkillStore,
};

/// What the rules share.
pub(crate) struct SkillService {
    cx: Cx,
    store: SkillStore,
    catalogue: Arc<Catalogue>,
    vocabulary: Arc<Vocabulary>,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
}

impl SkillService {
    pub(crate) fn new(
        cx: Cx,
        catalogue: Arc<Catalogue>,
        vocabulary: Arc<Vocabulary>,
        people: Arc<dyn People>,
        files: Arc<dyn Files>,
    ) -> Self {
        let store = SkillStore::new(cx.db.clone());
        Self { cx, store, catalogue, vocabulary, people, files }
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// Notes with `user` that what they offer has changed.
    fn touch(&self, user: &UserId) -> Fragment {
        self.people.touch(user)
    }

    /// Profiles of those who offer `offers`.
    async fn owners(&self, offers: &[Offer]) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        let mut ids: Vec<_> = offers.iter().map(|offer| offer.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        self.people(&ids).await
    }

    /// Profiles by id.
    async fn people(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        Ok(self.people.find(ids).await?)
    }

    /// `offer` as `viewer` sees it.
    async fn seen_by(&self, viewer: &UserId, offer: Offer) -> Result<SeenSkill, SkillsError> {
        let people = self.people.find(&[viewer.clone(), offer.user_id.clone()]).await?;
        match people.get(&offer.user_id) {
            Some(owner) if !owner.listed => Err(SkillsError::NotFound),
            Some(owner) => Ok(SeenSkill::new(offer, owner, people.get(viewer))),
            None => Err(SkillsError::NoProfile(offer.user_id.0)),
        }
    }
}

/// `offers` as `viewer` sees them; those of people without a profile are left out.
fn seen(
    offers: Vec<Offer>,
    people: &HashMap<UserId, PersonInfo>,
    viewer: &UserId,
) -> Vec<SeenSkill> {
    let viewer = people.get(viewer);
    let see = |offer: Offer| {
        let owner = people.get(&offer.user_id)?;
        Some(SeenSkill::new(offer, owner, viewer))
    };
    offers.into_iter().filter_map(see).collect()
}
