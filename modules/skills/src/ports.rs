//! The `Skills` port.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, ApprovalStatus, Page, PageQuery, SkillId, Timestamp, UserId,
    db::Fragment,
    events::skills::Published,
    ports::{
        ImportedSkill, OfferedSkill, PostAnnouncement, PostRelease, SkillInfo, SkillQuery, Skills,
        Takedown,
    },
};

use crate::{
    model::{Offer, SkillType, Undecided, words::stems},
    service::{OfferCache, Vocabulary},
    store::{self, SkillStore},
};

/// Implementation of [`Skills`].
pub(crate) struct SkillsPort {
    pub store: SkillStore,
    pub offers: OfferCache,
    pub vocabulary: Arc<Vocabulary>,
}

#[async_trait]
impl Skills for SkillsPort {
    async fn get(&self, id: &SkillId, deleted: bool) -> Result<Option<SkillInfo>, ApiError> {
        let offer = self.store.get(id).await?;
        Ok(offer.filter(|offer| deleted || !offer.deleted).map(SkillInfo::from))
    }

    async fn of_people(
        &self,
        users: &[UserId],
        all: bool,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let mut found: HashMap<UserId, Vec<SkillInfo>> = HashMap::new();
        if !all {
            for (id, offers) in self.offers.of_people(users).await? {
                let infos = offers.iter().map(|one| one.offer.clone().into());
                found.insert(id, infos.collect());
            }
            return Ok(found);
        }
        for offer in self.store.of_users(users, true).await? {
            found.entry(offer.user_id.clone()).or_default().push(offer.into());
        }
        Ok(found)
    }

    async fn offered(
        &self,
        users: &[UserId],
    ) -> Result<HashMap<UserId, Vec<OfferedSkill>>, ApiError> {
        let mut found: HashMap<UserId, Vec<OfferedSkill>> = HashMap::new();
        for (user, offer) in self.store.offered_by(users).await? {
            found.entry(user).or_default().push(offer);
        }
        Ok(found)
    }

    async fn all_offered(
        &self,
        after: Option<&SkillId>,
    ) -> Result<(Vec<(UserId, OfferedSkill)>, Option<SkillId>), ApiError> {
        Ok(self.store.offered_after(after.map_or("", SkillId::as_str)).await?)
    }

    fn slug(&self, name: &str) -> Option<String> {
        self.vocabulary.last_catalogue().resolve(name).map(|found| found.slug)
    }

    async fn name_statuses(
        &self,
        names: &[String],
    ) -> Result<HashMap<String, Option<ApprovalStatus>>, ApiError> {
        let catalogue = self.vocabulary.catalogue().await?;
        let resolve = |name: &String| Some((name.clone(), catalogue.resolve(name)?));
        let resolved: Vec<_> = names.iter().filter_map(resolve).collect();
        let custom = resolved.iter().filter(|(_, kind)| kind.custom);
        let slugs = custom.map(|(_, kind)| kind.slug.clone()).collect();
        let known = self.store.name_statuses(slugs).await?;
        let status = |kind: &SkillType| match kind.custom {
            true => known.get(&kind.slug).copied(),
            false => Some(ApprovalStatus::Approved),
        };
        Ok(resolved.into_iter().map(|(name, kind)| (name, status(&kind))).collect())
    }

    fn import(&self, skill: ImportedSkill) -> Option<Fragment> {
        let skill_type = self.vocabulary.last_catalogue().resolve(&skill.name)?;
        Some(store::import(skill, skill_type))
    }

    fn category_title(&self, slug: &str) -> Option<String> {
        self.vocabulary.last_catalogue().current(slug).map(|entry| entry.title.clone())
    }

    fn category_slugs(&self, slug: &str) -> Vec<String> {
        self.vocabulary.last_catalogue().slugs_of(slug)
    }

    fn is_hidden(&self, name: &str) -> bool {
        self.vocabulary.last_catalogue().resolve(name).is_some_and(|found| found.hidden)
    }

    async fn query(&self, text: &str) -> Result<SkillQuery, ApiError> {
        Ok(self.vocabulary.query(text).await?)
    }

    async fn found_by(&self, skill: &SkillInfo, texts: &[&str]) -> Result<Vec<bool>, ApiError> {
        let stems = stems(&skill.skill_type, &skill.description);
        let offered = OfferedSkill { category: skill.category.clone(), stems };
        let known = self.vocabulary.words().await?;
        Ok(texts.iter().map(|text| known.query(text).rank(&offered).is_some()).collect())
    }

    async fn count(&self) -> Result<u64, ApiError> {
        u64::try_from(self.store.count().await?).map_err(ApiError::internal)
    }

    async fn count_waiting(&self, reader: &UserId) -> Result<u64, ApiError> {
        Ok(self.store.count_waiting(reader).await?)
    }

    async fn taken_down(&self, page: &PageQuery) -> Result<Page<SkillInfo>, ApiError> {
        let offers = self.store.taken_down(page).await?;
        let place = |offer: &Offer| {
            let at = offer.taken_down.as_ref().map(|takedown| takedown.at);
            store::place_down(&offer.id, at.unwrap_or(offer.created_at))
        };
        Ok(Page::cut(offers, page, place).map(SkillInfo::from))
    }

    fn take_down(&self, id: &SkillId, takedown: &Takedown) -> Fragment {
        store::take_down(id, takedown)
    }

    fn let_back(&self, id: &SkillId) -> Fragment {
        store::let_back(id)
    }

    async fn release(&self, skill: &SkillInfo, at: Timestamp) -> Result<PostRelease, ApiError> {
        let owner = self.offers.people.get()?.find(std::slice::from_ref(&skill.user_id)).await?;
        let is_seen = skill.approval_status == ApprovalStatus::Approved
            && owner.get(&skill.user_id).is_some_and(|owner| owner.visible);
        let published = Published {
            user_id: skill.user_id.clone(),
            skill_id: skill.id.clone(),
            skill_type: skill.skill_type.clone(),
        };
        let id = store::published_id(&published, &skill.category, at);
        Ok(PostRelease {
            effects: vec![store::release(&skill.id, skill.revision, at)],
            announced: Vec::from_iter(is_seen.then_some(PostAnnouncement::Skill(id, published))),
        })
    }

    async fn accept_name(
        &self,
        slug: &str,
        at: Timestamp,
    ) -> Result<Option<PostRelease>, ApiError> {
        let name = self.store.name(slug).await?;
        if name.is_none_or(|name| name.status != ApprovalStatus::Rejected) {
            return Ok(None);
        }
        let skills = self.store.undecided(slug, ApprovalStatus::Rejected).await?;
        let mut owners: Vec<UserId> = skills.iter().map(|one| one.skill.user_id.clone()).collect();
        owners.sort_unstable();
        owners.dedup();
        let people = self.offers.people.get()?;
        let found = people.find(&owners).await?;
        let ids = skills.iter().map(|one| one.skill.skill_id.0.clone()).collect();
        let mut effects = vec![store::accept_name(slug, ids)];
        effects.extend(owners.iter().map(|owner| people.touch(owner)));
        let is_seen = |one: &Undecided| {
            let owner = found.get(&one.skill.user_id);
            !one.hidden && owner.is_some_and(|owner| owner.visible)
        };
        let announced = skills.into_iter().filter(is_seen).map(|one| {
            let id = store::published_id(&one.skill, slug, at);
            PostAnnouncement::Skill(id, one.skill)
        });
        Ok(Some(PostRelease { effects, announced: announced.collect() }))
    }

    fn flag(&self, id: &SkillId, is_open: bool) -> Fragment {
        store::flag(id, is_open)
    }
}
