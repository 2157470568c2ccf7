//! Creation, change and deletion of skills.

use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ModerationState, SkillId, Timestamp, UserId,
    allowance::day,
    db::{DbError, Fragment, SurrealValue, Write},
    events::{
        moderation::{POST_HELD, POST_SETTLED},
        skills::{PUBLISHED, Published, RENAMED, SUGGESTED, Suggested},
    },
    ports::{HeldPost, WithdrawnPost},
};

use super::{FIELDS, OfferRow, SkillStore};
use crate::{
    error::VIOLATIONS,
    model::{Draft, MAX_NAMES_WAITING, MAX_SKILLS, Offer, PhotoSlot, Photos, position},
};

/// Side effects of a change of a skill.
#[derive(Clone)]
pub(crate) struct OfferEffects {
    /// Consumes one of the skills that the owner can publish today.
    pub allowance: Option<Fragment>,
    /// Marks the owner's offers as changed in the index of people.
    pub touched: Fragment,
    /// Event if others can see it from now on.
    pub published: Option<Published>,
    /// Event if others can see it, and its category changes.
    pub renamed: Option<Published>,
    /// Case if staff look at it before others see it.
    pub held: Option<HeldPost>,
    /// Event if staff have to decide on its name.
    pub suggested: Option<Suggested>,
    /// Expected status of its name; the change fails if that is not the current one.
    pub status: ApprovalStatus,
}

/// A skill to be created.
#[derive(Clone)]
pub(crate) struct NewOffer {
    pub id: SkillId,
    pub user_id: UserId,
    pub draft: Draft,
    pub photos: Photos,
    pub at: Timestamp,
}

/// A skill after one of its pictures was removed.
#[derive(SurrealValue)]
struct ClearedRow {
    offer: OfferRow,
    photo: Option<String>,
}

/// Pictures of a deleted skill.
#[derive(SurrealValue)]
pub(crate) struct DeletedPhotos {
    /// Addresses of the pictures.
    pub photos: Vec<String>,
    /// Whether they were withheld, and so have been taken back already.
    pub withheld: bool,
}

impl SkillStore {
    /// Adds a skill. Fails with `skills.too_many`, `skills.too_many_names`, `skills.name_rejected`,
    /// `skills.changed_meanwhile`, or the violation of its allowance.
    pub(crate) async fn create(
        &self,
        offer: NewOffer,
        effects: OfferEffects,
    ) -> Result<Offer, DbError> {
        self.creation(offer, effects).run::<OfferRow>().await.map(Offer::from)
    }

    /// Performs a dry run of [`create`](Self::create): reports its rule violations, and changes
    /// nothing.
    pub(crate) async fn dry_run_create(
        &self,
        offer: &NewOffer,
        effects: OfferEffects,
    ) -> Result<(), DbError> {
        self.creation(offer.clone(), effects).dry_run::<OfferRow>().await.map(drop)
    }

    fn creation(&self, offer: NewOffer, effects: OfferEffects) -> Write<'_> {
        let policy = offer.draft.cancellation_policy.unwrap_or(CancellationPolicy::Flexible);
        let state = match effects.held {
            Some(_) => ModerationState::Held,
            None => ModerationState::Visible,
        };
        let withheld = effects.held.is_some().then(|| withhold(&offer.photos, offer.at));
        let write = self
            .db
            .write("skills.create")
            .violations(VIOLATIONS)
            .bind("id", offer.id.clone())
            .bind("newest", position(offer.at, &offer.id))
            .bind("max_skills", MAX_SKILLS)
            .step(
                "LET $owner = (UPSERT ONLY type::record('skill_owner', $user) SET \
                 skills = (skills ?? 0) + 1, names_waiting = names_waiting ?? 0)",
            )
            .step("IF $owner.skills > $max_skills { THROW 'skills.too_many' }");
        let write = name_step(write, &offer.draft, &offer.user_id, offer.id.as_str(), offer.at);
        let slug = &offer.draft.skill_type.slug;
        with_effects(bind_photos(write, offer.photos), slug, effects, offer.at)
            .bind("policy", policy)
            .bind("state", state)
            .step(
                "CREATE type::record('skill', $id) SET user_id = $user, category = $slug, \
                 skill_type = $name.name, experience_level = $level, \
                 description = $description, hourly_rate_minor = $rate, \
                 thumbnail01 = $photo1, thumbnail02 = $photo2, thumbnail03 = $photo3, \
                 thumbnail04 = $photo4, approval_status = $name.status, \
                 cancellation_policy = $policy, created_at = $at, \
                 moderation = $state, \
                 listed = ($name.status = 'approved' AND $state != 'held'), \
                 revision = 0, newest = $newest",
            )
            .calls(withheld)
            .returning(&format!("(SELECT {FIELDS} FROM ONLY type::record('skill', $id))"))
    }

    /// Replaces the fields of `old`, unless it was changed since it was read. Fails with
    /// `skills.changed_meanwhile`, `skills.too_many_names`, `skills.name_rejected`, or the
    /// violation of its allowance.
    pub(crate) async fn update(
        &self,
        old: &Offer,
        draft: &Draft,
        photos: Photos,
        (arrival, at): (&str, Timestamp),
        effects: OfferEffects,
    ) -> Result<Offer, DbError> {
        let write = self.replacement(old, draft, photos, (arrival, at), effects);
        write.run::<OfferRow>().await.map(Offer::from)
    }

    /// Performs a dry run of [`update`](Self::update): reports its rule violations, and changes
    /// nothing.
    pub(crate) async fn dry_run_update(
        &self,
        old: &Offer,
        draft: &Draft,
        photos: Photos,
        new: (&str, Timestamp),
        effects: OfferEffects,
    ) -> Result<(), DbError> {
        let write = self.replacement(old, draft, photos, new, effects);
        write.dry_run::<OfferRow>().await.map(drop)
    }

    fn replacement(
        &self,
        old: &Offer,
        draft: &Draft,
        photos: Photos,
        (arrival, at): (&str, Timestamp),
        effects: OfferEffects,
    ) -> Write<'_> {
        let write =
            self.db.write("skills.update").violations(VIOLATIONS).bind("id", old.id.clone());
        let is_hidden = !old.moderation.is_shown();
        let withheld = is_hidden.then(|| [release(&old.photos), withhold(&photos, at)]);
        let write = bind_photos(name_step(write, draft, &old.user_id, arrival, at), photos);
        with_effects(write, &draft.skill_type.slug, effects, at)
            .bind("revision", old.revision)
            .bind("policy", draft.cancellation_policy.unwrap_or(old.cancellation_policy))
            .step(
                "LET $changed = (UPDATE type::record('skill', $id) SET category = $slug, \
                 skill_type = $name.name, experience_level = $level, \
                 description = $description, hourly_rate_minor = $rate, \
                 thumbnail01 = $photo1, thumbnail02 = $photo2, thumbnail03 = $photo3, \
                 thumbnail04 = $photo4, approval_status = $name.status, \
                 cancellation_policy = $policy, \
                 listed = ($name.status = 'approved' \
                 AND moderation IN ['visible', 'flagged']), \
                 revision += 1 WHERE revision = $revision AND deleted_at = NONE)",
            )
            .step("IF array::len($changed) = 0 { THROW 'skills.changed_meanwhile' }")
            .calls(withheld.into_iter().flatten())
            .returning(&format!("(SELECT {FIELDS} FROM ONLY type::record('skill', $id))"))
    }

    /// Empties one picture slot of a skill of `user`; returns the picture, which has been taken
    /// back already if the skill is hidden. Fails with `skills.not_found`.
    pub(crate) async fn clear_photo(
        &self,
        user: &UserId,
        id: &SkillId,
        slot: PhotoSlot,
        touched: Fragment,
    ) -> Result<(Offer, Option<String>), DbError> {
        let field = slot.field();
        let write = self
            .db
            .write("skills.clear_photo")
            .from_reserve()
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("user", user.clone())
            .step(&format!("LET $photo = type::record('skill', $id).{field}"))
            .step(&format!(
                "LET $changed = (UPDATE type::record('skill', $id) SET {field} = NONE, \
                 revision += 1 WHERE user_id = $user AND deleted_at = NONE)"
            ))
            .step("IF array::len($changed) = 0 { THROW 'skills.not_found' }")
            .step(
                "IF $changed[0].moderation IN ['held', 'removed'] AND $photo != NONE \
                 { fn::core::take_back_withheld_files([$photo]) }",
            )
            .call(touched)
            .returning(&format!(
                "{{ offer: (SELECT {FIELDS} FROM ONLY type::record('skill', $id)), photo: $photo }}"
            ));
        let ClearedRow { offer, photo } = write.run().await?;
        Ok((offer.into(), photo))
    }

    /// Soft-deletes a skill of `user`, and ends its case if staff hold it back; returns its
    /// pictures, which have been taken back already if it was hidden. The row is purged later.
    /// Fails with `skills.not_found`.
    pub(crate) async fn delete(
        &self,
        user: &UserId,
        id: &SkillId,
        at: Timestamp,
        (touched, withdrawn): (Fragment, Option<WithdrawnPost>),
    ) -> Result<DeletedPhotos, DbError> {
        let write = self
            .db
            .write("skills.delete")
            .from_reserve()
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("user", user.clone())
            .bind("at", at)
            .step(
                "LET $photos = fn::skills::photos_of((SELECT * FROM ONLY type::record('skill', $id)) ?? {})",
            )
            .step(
                "LET $changed = (UPDATE type::record('skill', $id) SET deleted_at = $at, \
                 listed = false, taken_down_place = NONE, thumbnail01 = NONE, thumbnail02 = NONE, thumbnail03 = NONE, \
                 thumbnail04 = NONE, revision += 1 WHERE user_id = $user AND deleted_at = NONE)",
            )
            .step("IF array::len($changed) = 0 { THROW 'skills.not_found' }")
            .step("UPDATE type::record('skill_owner', $user) SET skills -= 1")
            .step("LET $withheld = $changed[0].moderation IN ['held', 'removed']")
            .step("IF $withheld { fn::core::take_back_withheld_files($photos) }")
            .call(touched)
            .returning("{ photos: $photos, withheld: $withheld }");
        let write =
            withdrawn.into_iter().fold(write, |write, WithdrawnPost { effect, payload }| {
                write.call(effect).publish(POST_SETTLED, payload.event_id(), at, payload)
            });
        write.run().await
    }
}

/// Binds the fields of a draft, and sets `$name` to the name of the skill with its status.
fn name_step<'a>(
    write: Write<'a>,
    draft: &Draft,
    user: &UserId,
    arrival: &str,
    at: Timestamp,
) -> Write<'a> {
    let skill_type = &draft.skill_type;
    let write = write
        .bind("user", user.clone())
        .bind("slug", skill_type.slug.clone())
        .bind("title", skill_type.name.clone())
        .bind("level", draft.experience_level)
        .bind("description", draft.description.clone())
        .bind("rate", draft.hourly_rate.minor())
        .bind("at", at);
    if skill_type.custom {
        let write = write.bind("arrival", arrival.to_owned()).bind("max_names", MAX_NAMES_WAITING);
        return write.step(
            "LET $name = fn::skills::claim_name($slug, $title, $user, $max_names, $at, $arrival)",
        );
    }
    write.step("LET $name = { name: $title, status: 'approved' }")
}

/// Adds the side effects of a change to the skill called `slug`; `$name` must be set before.
fn with_effects<'a>(
    write: Write<'a>,
    slug: &str,
    effects: OfferEffects,
    at: Timestamp,
) -> Write<'a> {
    let write = write
        .bind("expected", effects.status)
        .step("IF $name.status != $expected { THROW 'skills.changed_meanwhile' }")
        .calls(effects.allowance)
        .call(effects.touched);
    let write = effects.suggested.into_iter().fold(write, |write, one| suggested(write, one, at));
    let write = effects.held.into_iter().fold(write, |write, HeldPost { effects, payload }| {
        write.calls(effects).publish(POST_HELD, payload.event_id(), at, payload)
    });
    let write = effects.renamed.into_iter().fold(write, |write, one| {
        let event = format!("{}:{}:{slug}:{}", RENAMED.name(), one.skill_id, day(at));
        write.publish(RENAMED, event, at, one)
    });
    effects.published.into_iter().fold(write, |write, one| publish(write, slug, one, at))
}

/// Publishes the event that staff have to decide on a name; only once for concurrent suggestions.
pub(super) fn suggested(write: Write<'_>, suggested: Suggested, at: Timestamp) -> Write<'_> {
    let event = format!("{}:{}", SUGGESTED.name(), suggested.slug);
    write.publish(SUGGESTED, event, at, suggested)
}

/// Publishes the event that others can see the skill called `slug` from now on. Once a day for each
/// owner and name, however often skills come and go.
pub(super) fn publish<'a>(
    write: Write<'a>,
    slug: &str,
    published: Published,
    at: Timestamp,
) -> Write<'a> {
    write.publish(PUBLISHED, published_id(&published, slug, at), at, published)
}

/// Returns the id of the event that others can see the skill called `slug`.
pub(crate) fn published_id(published: &Published, slug: &str, at: Timestamp) -> String {
    format!("{}:{}:{slug}:{}", PUBLISHED.name(), published.user_id, day(at))
}

/// Returns a fragment that lets the pictures of a hidden skill be shown again.
fn release(photos: &Photos) -> Fragment {
    Fragment::new("fn::core::release_files", &[]).arg(addresses(photos))
}

/// Returns a fragment that withholds the pictures of a hidden skill.
fn withhold(photos: &Photos, at: Timestamp) -> Fragment {
    Fragment::new("fn::core::withhold_files", &[]).arg(addresses(photos)).arg(at)
}

fn addresses(photos: &Photos) -> Vec<String> {
    photos.iter().flatten().cloned().collect()
}

fn bind_photos(write: Write<'_>, photos: Photos) -> Write<'_> {
    let slots = ["photo1", "photo2", "photo3", "photo4"];
    slots.into_iter().zip(photos).fold(write, |write, (slot, photo)| write.bind(slot, photo))
}
