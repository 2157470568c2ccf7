//! What people may do with skills: browse, add, change, take away.

use std::{collections::HashMap, sync::Arc};

use poem_openapi::types::multipart::Upload;
use sparkyard_kernel::{
    Cx, Page, PageQuery, SkillId, UserId,
    ports::{Files, ImageShape, People, PersonInfo},
};

use crate::{
    catalogue::Catalogue,
    error::SkillsError,
    form::read_photo,
    model::{CustomName, Draft, Offer, PhotoSlot, Photos, SkillType},
    store::{NewOffer, Store},
    view::Skill,
};

/// Rows looked at in one go when a page of a category was not filled by the first look.
const BATCH: usize = 200;

/// The rules about skills, over the store and the ports they need.
#[derive(Clone)]
pub(crate) struct Shelf {
    cx: Cx,
    store: Store,
    catalogue: Arc<Catalogue>,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
}

impl Shelf {
    pub(crate) fn new(
        cx: Cx,
        catalogue: Arc<Catalogue>,
        people: Arc<dyn People>,
        files: Arc<dyn Files>,
    ) -> Self {
        Self { store: Store::new(cx.db.clone()), cx, catalogue, people, files }
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn cx(&self) -> &Cx {
        &self.cx
    }

    /// Skills that `viewer` may book in the category called `name`, newest first. Skills of
    /// people who hide themselves are skipped, so several batches may be read for one page.
    pub(crate) async fn in_category(
        &self,
        viewer: &UserId,
        name: &str,
        page: &PageQuery,
    ) -> Result<Page<Skill>, SkillsError> {
        let Some(SkillType { slug, .. }) = self.catalogue.resolve(name) else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        let mut people = self.people.find(std::slice::from_ref(viewer)).await?;
        let mut found: Vec<Offer> = Vec::new();
        let mut after = page.after.clone().unwrap_or_default();
        let mut wanted = page.limit + 1;
        while found.len() <= page.limit {
            let batch = self.store.in_category(&slug, viewer, after, wanted).await?;
            let Some(last) = batch.last() else { break };
            after = last.newest.clone();
            let complete = batch.len() < wanted;
            wanted = BATCH;
            people.extend(self.owners(&batch).await?);
            let visible = |offer: &Offer| people.get(&offer.user_id).is_some_and(|p| p.visible);
            found.extend(batch.into_iter().filter(visible));
            if complete {
                break;
            }
        }
        found.truncate(page.limit + 1);
        let page = Page::cut(found, page, |offer| offer.newest.clone());
        let items = view_all(page.items, &people, viewer);
        Ok(Page { items, next_cursor: page.next_cursor })
    }

    /// All that `user` offers, newest first, whatever its approval.
    pub(crate) async fn own(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Skill>, SkillsError> {
        let offers = self.store.of_user(user, page).await?;
        let page = Page::cut(offers, page, |offer| offer.newest.clone());
        let people = self.people.find(std::slice::from_ref(user)).await?;
        let items = view_all(page.items, &people, user);
        Ok(Page { items, next_cursor: page.next_cursor })
    }

    /// One skill that `viewer` may see.
    pub(crate) async fn get(&self, viewer: &UserId, id: &SkillId) -> Result<Skill, SkillsError> {
        let offer = self.store.get(id).await?.ok_or(SkillsError::NotFound)?;
        if !offer.is_visible_to(viewer) {
            return Err(SkillsError::NotFound);
        }
        self.view(viewer, offer).await
    }

    /// Adds a skill of `user`.
    pub(crate) async fn create(
        &self,
        user: &UserId,
        draft: Draft,
        uploads: Vec<Upload>,
    ) -> Result<Skill, SkillsError> {
        let photos = self.add_photos(Photos::default(), uploads).await?;
        let id = SkillId(self.cx.ids.next());
        let new = NewOffer { id, user_id: user.clone(), draft, photos, at: self.cx.now() };
        let offer = self.store.create(new).await?;
        self.view(user, offer).await
    }

    /// Replaces what a skill of `user` says; new pictures go into its free slots.
    pub(crate) async fn update(
        &self,
        user: &UserId,
        id: &SkillId,
        draft: Draft,
        uploads: Vec<Upload>,
    ) -> Result<Skill, SkillsError> {
        let found = self.store.get(id).await?;
        let old = found.filter(|offer| offer.user_id == *user && !offer.deleted);
        let old = old.ok_or(SkillsError::NotFound)?;
        let photos = self.add_photos(old.photos.clone(), uploads).await?;
        let arrival = self.cx.ids.next();
        let offer = self.store.update(&old, &draft, photos, &arrival, self.cx.now()).await?;
        self.view(user, offer).await
    }

    /// Empties one picture slot of a skill of `user`.
    pub(crate) async fn clear_photo(
        &self,
        user: &UserId,
        id: &SkillId,
        slot: PhotoSlot,
    ) -> Result<Skill, SkillsError> {
        let offer = self.store.clear_photo(user, id, slot).await?;
        self.view(user, offer).await
    }

    /// Takes a skill of `user` off the shelf.
    pub(crate) async fn delete(&self, user: &UserId, id: &SkillId) -> Result<(), SkillsError> {
        Ok(self.store.delete(user, id, self.cx.now()).await?)
    }

    /// Asks staff to approve a name that the catalogue lacks.
    pub(crate) async fn suggest(
        &self,
        user: &UserId,
        skill_type: SkillType,
    ) -> Result<CustomName, SkillsError> {
        if !skill_type.custom {
            return Err(SkillsError::AlreadyListed(skill_type.name));
        }
        let arrival = self.cx.ids.next();
        Ok(self.store.suggest(user, &skill_type, arrival, self.cx.now()).await?)
    }

    /// Profiles of those who offer `offers`.
    pub(crate) async fn owners(
        &self,
        offers: &[Offer],
    ) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        let mut ids: Vec<_> = offers.iter().map(|offer| offer.user_id.clone()).collect();
        ids.sort_unstable();
        ids.dedup();
        self.people(&ids).await
    }

    /// Profiles by id.
    pub(crate) async fn people(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, SkillsError> {
        Ok(self.people.find(ids).await?)
    }

    async fn view(&self, viewer: &UserId, offer: Offer) -> Result<Skill, SkillsError> {
        let people = self.people.find(&[viewer.clone(), offer.user_id.clone()]).await?;
        match people.get(&offer.user_id) {
            Some(owner) if !owner.listed => Err(SkillsError::NotFound),
            Some(owner) => Ok(Skill::new(offer, owner, people.get(viewer))),
            None => Err(SkillsError::NoProfile(offer.user_id.0)),
        }
    }

    /// Stores `uploads` one after the other, so that only one is in memory, and puts them into
    /// the free slots of `photos`. More than fit are refused before anything is stored.
    async fn add_photos(
        &self,
        mut photos: Photos,
        uploads: Vec<Upload>,
    ) -> Result<Photos, SkillsError> {
        let free = photos.iter_mut().filter(|slot| slot.is_none());
        let mut free: Vec<_> = free.collect();
        if uploads.len() > free.len() {
            return Err(SkillsError::TooManyPhotos);
        }
        for (slot, upload) in free.iter_mut().zip(uploads) {
            let content = read_photo(upload).await?;
            **slot = Some(self.files.put_image(content, ImageShape::Picture).await?);
        }
        Ok(photos)
    }
}

/// `offers` as `viewer` sees them; those of people without a profile are left out.
pub(crate) fn view_all(
    offers: Vec<Offer>,
    people: &HashMap<UserId, PersonInfo>,
    viewer: &UserId,
) -> Vec<Skill> {
    let seen_by = people.get(viewer);
    let view = |offer: Offer| {
        let owner = people.get(&offer.user_id)?;
        Some(Skill::new(offer, owner, seen_by))
    };
    offers.into_iter().filter_map(view).collect()
}
