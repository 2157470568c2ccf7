//! What people may do with skills: browse, add, change, take away.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, ApprovalStatus, Cx, Page, PageQuery, SkillId, UserId,
    allowance::used_up,
    db::{DbError, Fragment},
    events::skills::Published,
    multipart::Upload,
    ports::{Files, ImageShape, People, PersonInfo, kept_if_saved},
};

use crate::{
    catalogue::Catalogue,
    error::{SkillsError, TOO_MANY_TODAY},
    form::read_photo,
    made_up::MadeUp,
    model::{CustomName, Draft, MAX_NEW_A_DAY, Offer, PhotoSlot, Photos, SkillType},
    photos::{PhotoOrder, SentPhotos},
    store::{Along, NewOffer, Store},
    view::Skill,
};

/// The rules about skills, over the store and the ports they need.
#[derive(Clone)]
pub(crate) struct Shelf {
    cx: Cx,
    store: Store,
    catalogue: Arc<Catalogue>,
    made_up: Arc<MadeUp>,
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
        let store = Store::new(cx.db.clone());
        let made_up = Arc::new(MadeUp::new(store.clone()));
        Self { cx, store, catalogue, made_up, people, files }
    }

    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    pub(crate) fn made_up(&self) -> &MadeUp {
        &self.made_up
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn cx(&self) -> &Cx {
        &self.cx
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
        sent: SentPhotos,
    ) -> Result<Skill, SkillsError> {
        check_photos(&Photos::default(), &sent)?;
        let id = SkillId(self.cx.ids.next());
        let along = self.along(user, &id, &draft, None).await?;
        let photos = Photos::default();
        let mut new = NewOffer { id, user_id: user.clone(), draft, photos, at: self.cx.now() };
        let mut stored = Vec::new();
        if !sent.uploads.is_empty() {
            // All that can be refused is refused before anything is stored.
            let rehearsed = self.store.rehearse_create(&new, along.clone()).await;
            rehearsed.map_err(|error| self.explain(error))?;
            stored = self.store_photos(user, sent.uploads).await?;
            new.photos = arranged(Photos::default(), sent.order, stored.clone());
        }
        let created = self.store.create(new, along).await;
        let created = kept_if_saved(&*self.files, &stored, created).await;
        let offer = created.map_err(|error| self.explain(error))?;
        self.view(user, offer).await
    }

    /// Replaces what a skill of `user` says; its pictures go where their order says, or new ones
    /// into its free slots.
    pub(crate) async fn update(
        &self,
        user: &UserId,
        id: &SkillId,
        draft: Draft,
        sent: SentPhotos,
    ) -> Result<Skill, SkillsError> {
        let found = self.store.get(id).await?;
        let old = found.filter(|offer| offer.user_id == *user && !offer.deleted);
        let old = old.ok_or(SkillsError::NotFound)?;
        check_photos(&old.photos, &sent)?;
        let along = self.along(user, id, &draft, Some(old.approval_status)).await?;
        let new = (self.cx.ids.next(), self.cx.now());
        let new = (new.0.as_str(), new.1);
        let mut stored = Vec::new();
        if !sent.uploads.is_empty() {
            let photos = old.photos.clone();
            let rehearsed = self.store.rehearse_update(&old, &draft, photos, new, along.clone());
            rehearsed.await.map_err(|error| self.explain(error))?;
            stored = self.store_photos(user, sent.uploads).await?;
        }
        let photos = arranged(old.photos.clone(), sent.order, stored.clone());
        let updated = self.store.update(&old, &draft, photos, new, along).await;
        let updated = kept_if_saved(&*self.files, &stored, updated).await;
        let offer = updated.map_err(|error| self.explain(error))?;
        self.view(user, offer).await
    }

    /// Empties one picture slot of a skill of `user`.
    pub(crate) async fn clear_photo(
        &self,
        user: &UserId,
        id: &SkillId,
        slot: PhotoSlot,
    ) -> Result<Skill, SkillsError> {
        let offer = self.store.clear_photo(user, id, slot, self.touch(user)).await?;
        self.view(user, offer).await
    }

    /// Takes a skill of `user` off the shelf.
    pub(crate) async fn delete(&self, user: &UserId, id: &SkillId) -> Result<(), SkillsError> {
        Ok(self.store.delete(user, id, self.cx.now(), self.touch(user)).await?)
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

    /// Notes with `user` that what they offer has changed.
    pub(crate) fn touch(&self, user: &UserId) -> Fragment {
        self.people.touch(user)
    }

    /// What goes along when `user` describes a skill that was `before`, if it was there: followers
    /// hear of it, once others can see it.
    async fn along(
        &self,
        user: &UserId,
        id: &SkillId,
        draft: &Draft,
        before: Option<ApprovalStatus>,
    ) -> Result<Along, SkillsError> {
        let skill_type = &draft.skill_type;
        let known = match skill_type.custom {
            true => self.store.name(&skill_type.slug).await?,
            false => None,
        };
        let status = match (&known, skill_type.custom) {
            (Some(known), _) => known.status,
            (None, true) => ApprovalStatus::Pending,
            (None, false) => ApprovalStatus::Approved,
        };
        let owner = self.people.find(std::slice::from_ref(user)).await?.remove(user);
        let seen = ApprovalStatus::Approved;
        let is_new = status == seen && before != Some(seen);
        let published = owner.filter(|owner| is_new && owner.visible).map(|_| Published {
            user_id: user.clone(),
            skill_id: id.clone(),
            skill_type: known.map_or_else(|| skill_type.name.clone(), |known| known.name),
        });
        let counts = before.is_none() || published.is_some();
        let allowance = counts.then(|| {
            let daily = self.cx.limits.daily("skills.new", MAX_NEW_A_DAY);
            daily.use_up(user.as_str(), 1, self.cx.now(), &TOO_MANY_TODAY)
        });
        Ok(Along { allowance, touched: self.touch(user), published, status })
    }

    /// What the store refused, as it is told to people.
    fn explain(&self, error: DbError) -> SkillsError {
        match error {
            DbError::Refused(refusal) if *refusal == TOO_MANY_TODAY => {
                used_up(refusal, self.cx.now()).into()
            }
            error => error.into(),
        }
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

    /// Stores pictures one after the other, so that only one is in memory; none of them when one is
    /// refused.
    async fn store_photos(
        &self,
        user: &UserId,
        uploads: Vec<Upload>,
    ) -> Result<Vec<String>, SkillsError> {
        let mut stored = Vec::with_capacity(uploads.len());
        for upload in uploads {
            match self.store_photo(user, upload).await {
                Ok(photo) => stored.push(photo),
                Err(refused) => {
                    self.files.take_back(&stored).await;
                    return Err(refused.into());
                }
            }
        }
        Ok(stored)
    }

    async fn store_photo(&self, user: &UserId, upload: Upload) -> Result<String, ApiError> {
        let content = read_photo(upload).await?;
        self.files.put_image(user, content, ImageShape::Picture).await
    }
}

/// Refuses pictures that do not fit beside the `stored` ones.
fn check_photos(stored: &Photos, sent: &SentPhotos) -> Result<(), SkillsError> {
    let free = stored.iter().filter(|slot| slot.is_none()).count();
    if sent.uploads.len() > free {
        return Err(SkillsError::TooManyPhotos);
    }
    let misfits = |order: &PhotoOrder| !order.fits(stored, sent.uploads.len());
    if sent.order.as_ref().is_some_and(misfits) {
        return Err(SkillsError::PhotoOrder);
    }
    Ok(())
}

/// The `new` pictures beside the `stored` ones.
fn arranged(stored: Photos, order: Option<PhotoOrder>, new: Vec<String>) -> Photos {
    match order {
        Some(order) => order.arrange(stored, new),
        None => fill(stored, new),
    }
}

/// `stored` with the `new` pictures in its free slots, in turn.
fn fill(mut stored: Photos, new: Vec<String>) -> Photos {
    let free = stored.iter_mut().filter(|slot| slot.is_none());
    for (slot, photo) in free.zip(new) {
        *slot = Some(photo);
    }
    stored
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
