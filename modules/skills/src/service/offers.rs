//! Operations of people on their own skills: list, add, change, delete.

use sparkyard_kernel::{
    ApiError, ApprovalStatus, ModerationState, Page, PageQuery, SkillId, Timestamp, UserId,
    allowance,
    db::DbError,
    events::skills::{Published, Suggested},
    ports::{HeldPost, NewPost, PostKind, WithdrawnPost, kept_if_saved},
};

use super::{SentPhotos, SkillService, photos::check_photos, seen};
use crate::{
    error::{HIDDEN_CATEGORY, SkillsError, TOO_MANY_TODAY},
    model::{
        CustomName, Draft, MAX_NEW_A_DAY, Offer, PhotoSlot, Photos, SkillForViewer, SkillType,
        photos::arranged,
    },
    store::{DeletedPhotos, NewOffer, OfferEffects},
};

impl SkillService {
    /// Lists all skills of `user`, newest first, whatever their approval status.
    pub(crate) async fn own(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<SkillForViewer>, SkillsError> {
        let offers = self.store.of_user(user, page).await?;
        let page = Page::cut(offers, page, |offer| offer.newest.clone());
        let people = self.people.find(std::slice::from_ref(user)).await?;
        let mut items = seen(page.items, &people, user);
        self.mark_proven(&mut items).await?;
        Ok(Page { items, next_cursor: page.next_cursor })
    }

    /// Returns one skill that `viewer` may see.
    pub(crate) async fn get(
        &self,
        viewer: &UserId,
        id: &SkillId,
    ) -> Result<SkillForViewer, SkillsError> {
        let offer = self.store.get(id).await?.ok_or(SkillsError::NotFound)?;
        if !offer.is_visible_to(viewer) {
            return Err(SkillsError::NotFound);
        }
        self.seen_by(viewer, offer).await
    }

    /// Adds a skill of `user`.
    pub(crate) async fn create(
        &self,
        user: &UserId,
        draft: Draft,
        sent: SentPhotos,
    ) -> Result<SkillForViewer, SkillsError> {
        check_photos(&Photos::default(), &sent)?;
        check_shown(&draft.skill_type, "skill_type")?;
        self.check_vetted(user, &draft.skill_type.slug).await?;
        let id = SkillId(self.cx.ids.next());
        let at = self.cx.now();
        let mut effects = self.effects(user, &id, &draft, None).await?;
        effects.held = self.hold(user, &id, at).await?;
        if effects.held.is_some() {
            effects.published = None;
        }
        let photos = Photos::default();
        let mut new = NewOffer { id, user_id: user.clone(), draft, photos, at };
        let mut stored = Vec::new();
        if !sent.files.is_empty() {
            // A dry run reports rule violations before any picture is stored.
            let checked = self.store.dry_run_create(&new, effects.clone()).await;
            checked.map_err(|error| self.explain(error))?;
            stored = self.store_photos(user, sent.files).await?;
            new.photos = arranged(Photos::default(), sent.order.as_ref(), stored.clone());
        }
        let created = self.store.create(new, effects).await;
        let created = kept_if_saved(&*self.files, &stored, created).await;
        let offer = created.map_err(|error| self.explain(error))?;
        self.seen_by(user, offer).await
    }

    /// Replaces the fields of a skill of `user`. Pictures are arranged in the given order, or new
    /// ones fill the free slots.
    pub(crate) async fn update(
        &self,
        user: &UserId,
        id: &SkillId,
        draft: Draft,
        sent: SentPhotos,
    ) -> Result<SkillForViewer, SkillsError> {
        let found = self.store.get(id).await?;
        let old = found.filter(|offer| offer.user_id == *user && !offer.deleted);
        let old = old.ok_or(SkillsError::NotFound)?;
        check_photos(&old.photos, &sent)?;
        // What was listed before the operators asked for a check can still be corrected.
        if draft.skill_type.slug != old.category {
            check_shown(&draft.skill_type, "skill_type")?;
            self.check_vetted(user, &draft.skill_type.slug).await?;
        }
        let effects = self.effects(user, id, &draft, Some(&old)).await?;
        let new = (self.cx.ids.next(), self.cx.now());
        let new = (new.0.as_str(), new.1);
        let mut stored = Vec::new();
        if !sent.files.is_empty() {
            let photos = old.photos.clone();
            let checked = self.store.dry_run_update(&old, &draft, photos, new, effects.clone());
            checked.await.map_err(|error| self.explain(error))?;
            stored = self.store_photos(user, sent.files).await?;
        }
        let photos = arranged(old.photos.clone(), sent.order.as_ref(), stored.clone());
        let updated = self.store.update(&old, &draft, photos, new, effects).await;
        let updated = kept_if_saved(&*self.files, &stored, updated).await;
        let offer = updated.map_err(|error| self.explain(error))?;
        self.seen_by(user, offer).await
    }

    /// Empties one picture slot of a skill of `user`.
    pub(crate) async fn clear_photo(
        &self,
        user: &UserId,
        id: &SkillId,
        slot: PhotoSlot,
    ) -> Result<SkillForViewer, SkillsError> {
        let (offer, photo) = self.store.clear_photo(user, id, slot, self.touch(user)).await?;
        self.let_go(photo.as_slice(), !offer.moderation.is_shown()).await;
        self.seen_by(user, offer).await
    }

    /// Deletes a skill of `user`.
    pub(crate) async fn delete(&self, user: &UserId, id: &SkillId) -> Result<(), SkillsError> {
        let at = self.cx.now();
        let held =
            self.store.get(id).await?.filter(|offer| {
                offer.user_id == *user && offer.moderation == ModerationState::Held
            });
        let withdrawn = held.and_then(|_| self.withdraw(user, id, at));
        let effects = (self.touch(user), withdrawn);
        let DeletedPhotos { photos, withheld } = self.store.delete(user, id, at, effects).await?;
        self.let_go(&photos, withheld).await;
        Ok(())
    }

    /// Returns the case of a new skill if staff look at it before others see it.
    async fn hold(
        &self,
        user: &UserId,
        id: &SkillId,
        at: Timestamp,
    ) -> Result<Option<HeldPost>, SkillsError> {
        match &self.optional.first_posts {
            Some(posts) => Ok(posts.hold(post(user, id, at)).await?),
            None => Ok(None),
        }
    }

    fn withdraw(&self, user: &UserId, id: &SkillId, at: Timestamp) -> Option<WithdrawnPost> {
        self.optional.first_posts.as_ref().map(|posts| posts.withdraw(post(user, id, at)))
    }

    /// Suggests a name that the catalogue lacks to staff.
    pub(crate) async fn suggest(
        &self,
        user: &UserId,
        skill_type: SkillType,
    ) -> Result<CustomName, SkillsError> {
        check_shown(&skill_type, "name")?;
        if !skill_type.custom {
            return Err(SkillsError::AlreadyListed(skill_type.name));
        }
        let known = self.store.name(&skill_type.slug).await?;
        let suggested = known.is_none().then(|| suggestion(user, &skill_type));
        let (arrival, at) = (self.cx.ids.next(), self.cx.now());
        Ok(self.store.suggest(user, &skill_type, suggested, (arrival, at)).await?)
    }

    /// Returns the side effects of creating a skill or of changing `before`. Followers are notified
    /// once others can see it, and not of another name.
    async fn effects(
        &self,
        user: &UserId,
        id: &SkillId,
        draft: &Draft,
        before: Option<&Offer>,
    ) -> Result<OfferEffects, SkillsError> {
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
        let is_suggestion = known.is_none() && status == ApprovalStatus::Pending;
        let suggested = is_suggestion.then(|| suggestion(user, skill_type));
        let owner = self.people.find(std::slice::from_ref(user)).await?.remove(user);
        let seen = ApprovalStatus::Approved;
        // A skill that staff hide stays invisible, whatever changes.
        let is_new = status == seen
            && before.is_none_or(|old| old.approval_status != seen && old.moderation.is_shown());
        let is_renamed = status == seen
            && before.is_some_and(|old| old.is_on_offer() && old.category != skill_type.slug);
        let named = owner.filter(|owner| owner.visible).map(|_| Published {
            user_id: user.clone(),
            skill_id: id.clone(),
            skill_type: known.map_or_else(|| skill_type.name.clone(), |known| known.name),
        });
        let renamed = named.clone().filter(|_| is_renamed);
        let published = named.filter(|_| is_new);
        let counts = before.is_none() || published.is_some();
        let allowance = counts.then(|| {
            let daily = self.cx.limits.daily("skills.new", MAX_NEW_A_DAY);
            daily.use_up(user.as_str(), 1, self.cx.now(), &TOO_MANY_TODAY)
        });
        let (touched, held) = (self.touch(user), None);
        Ok(OfferEffects { allowance, touched, published, renamed, held, suggested, status })
    }

    /// Converts an error of the store, and adds the wait if the daily allowance is used up.
    fn explain(&self, error: DbError) -> SkillsError {
        allowance::explain(error, &[&TOO_MANY_TODAY], self.cx.now())
    }
}

/// Fails, naming `field`, if new skills cannot choose the category.
fn check_shown(skill_type: &SkillType, field: &str) -> Result<(), ApiError> {
    match skill_type.hidden {
        true => Err(ApiError::invalid(field, HIDDEN_CATEGORY)),
        false => Ok(()),
    }
}

/// Describes a skill as a post.
fn post(user: &UserId, id: &SkillId, at: Timestamp) -> NewPost {
    let (about, author) = (id.to_string(), user.clone());
    NewPost { kind: PostKind::Skill, about, author, reviewee: None, at }
}

/// Builds the event about a name that `user` is the first to use.
fn suggestion(user: &UserId, skill_type: &SkillType) -> Suggested {
    Suggested {
        user_id: user.clone(),
        slug: skill_type.slug.clone(),
        name: skill_type.name.clone(),
    }
}
