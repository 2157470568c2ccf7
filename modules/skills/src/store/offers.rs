//! Skills coming, changing and going.

use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, SkillId, Timestamp, UserId,
    allowance::day,
    db::{DbError, Fragment, Write},
    events::skills::{PUBLISHED, Published, SUGGESTED, Suggested},
};

use super::{FIELDS, OfferRow, SkillStore};
use crate::{
    error::REFUSALS,
    model::{Draft, MAX_NAMES_WAITING, MAX_SKILLS, Offer, PhotoSlot, Photos, position},
};

/// What comes with a change of a skill.
#[derive(Clone)]
pub(crate) struct OfferEffects {
    /// Uses up one of the skills that its owner can bring out today.
    pub allowance: Option<Fragment>,
    /// Notes with its owner that it changed.
    pub touched: Fragment,
    /// What is made known, when it can be seen from now on.
    pub published: Option<Published>,
    /// What is made known, when its name is one that staff have to decide about.
    pub suggested: Option<Suggested>,
    /// What is true of its name, as far as is known: the change is refused when it is not.
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

impl SkillStore {
    /// Adds a skill. Refuses with `skills.too_many`, `skills.too_many_names`,
    /// `skills.name_rejected`, `skills.changed_meanwhile`, or what its allowance throws.
    pub(crate) async fn create(
        &self,
        offer: NewOffer,
        effects: OfferEffects,
    ) -> Result<Offer, DbError> {
        self.creation(offer, effects).run::<OfferRow>().await.map(Offer::from)
    }

    /// Refuses what [`create`](Self::create) would, and changes nothing.
    pub(crate) async fn rehearse_create(
        &self,
        offer: &NewOffer,
        effects: OfferEffects,
    ) -> Result<(), DbError> {
        self.creation(offer.clone(), effects).rehearse::<OfferRow>().await.map(drop)
    }

    fn creation(&self, offer: NewOffer, effects: OfferEffects) -> Write<'_> {
        let policy = offer.draft.cancellation_policy.unwrap_or(CancellationPolicy::Flexible);
        let write = self
            .db
            .write("skills.create")
            .refusals(REFUSALS)
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
            .step(
                "CREATE type::record('skill', $id) SET user_id = $user, category = $slug, \
                 skill_type = $name.name, experience_level = $level, \
                 description = $description, hourly_rate_minor = $rate, \
                 thumbnail01 = $photo1, thumbnail02 = $photo2, thumbnail03 = $photo3, \
                 thumbnail04 = $photo4, approval_status = $name.status, \
                 cancellation_policy = $policy, created_at = $at, \
                 listed = ($name.status = 'approved'), revision = 0, newest = $newest",
            )
            .returning(&format!("(SELECT {FIELDS} FROM ONLY type::record('skill', $id))"))
    }

    /// Replaces what `old` says, if nothing changed since it was read. Refuses with
    /// `skills.changed_meanwhile`, `skills.too_many_names`, `skills.name_rejected`, or what its
    /// allowance throws.
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

    /// Refuses what [`update`](Self::update) would, and changes nothing.
    pub(crate) async fn rehearse_update(
        &self,
        old: &Offer,
        draft: &Draft,
        photos: Photos,
        new: (&str, Timestamp),
        effects: OfferEffects,
    ) -> Result<(), DbError> {
        let write = self.replacement(old, draft, photos, new, effects);
        write.rehearse::<OfferRow>().await.map(drop)
    }

    fn replacement(
        &self,
        old: &Offer,
        draft: &Draft,
        photos: Photos,
        (arrival, at): (&str, Timestamp),
        effects: OfferEffects,
    ) -> Write<'_> {
        let write = self.db.write("skills.update").refusals(REFUSALS).bind("id", old.id.clone());
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
                 listed = ($name.status = 'approved' AND taken_down = NONE), \
                 revision += 1 WHERE revision = $revision AND deleted_at = NONE)",
            )
            .step("IF array::len($changed) = 0 { THROW 'skills.changed_meanwhile' }")
            .returning(&format!("(SELECT {FIELDS} FROM ONLY type::record('skill', $id))"))
    }

    /// Empties one picture slot of a skill of `user`. Refuses with `skills.not_found`.
    pub(crate) async fn clear_photo(
        &self,
        user: &UserId,
        id: &SkillId,
        slot: PhotoSlot,
        touched: Fragment,
    ) -> Result<Offer, DbError> {
        let field = slot.field();
        self.db
            .write("skills.clear_photo")
            .from_reserve()
            .refusals(REFUSALS)
            .bind("id", id.clone())
            .bind("user", user.clone())
            .step(&format!(
                "LET $changed = (UPDATE type::record('skill', $id) SET {field} = NONE, \
                 revision += 1 WHERE user_id = $user AND deleted_at = NONE)"
            ))
            .step("IF array::len($changed) = 0 { THROW 'skills.not_found' }")
            .call(touched)
            .returning(&format!("(SELECT {FIELDS} FROM ONLY type::record('skill', $id))"))
            .run::<OfferRow>()
            .await
            .map(Offer::from)
    }

    /// Deletes a skill of `user` and its pictures; the row stays for a while.
    /// Refuses with `skills.not_found`.
    pub(crate) async fn delete(
        &self,
        user: &UserId,
        id: &SkillId,
        at: Timestamp,
        touched: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("skills.delete")
            .from_reserve()
            .refusals(REFUSALS)
            .bind("id", id.clone())
            .bind("user", user.clone())
            .bind("at", at)
            .step(
                "LET $changed = (UPDATE type::record('skill', $id) SET deleted_at = $at, \
                 listed = false, taken_down_place = NONE, thumbnail01 = NONE, thumbnail02 = NONE, thumbnail03 = NONE, \
                 thumbnail04 = NONE, revision += 1 WHERE user_id = $user AND deleted_at = NONE)",
            )
            .step("IF array::len($changed) = 0 { THROW 'skills.not_found' }")
            .step("UPDATE type::record('skill_owner', $user) SET skills -= 1")
            .call(touched)
            .run()
            .await
    }
}

/// Binds what a draft says, and makes `$name` the name that the skill goes by with its status.
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

/// Adds what comes with a change to a skill called `slug`; `$name` must be known by then.
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
    effects.published.into_iter().fold(write, |write, one| publish(write, slug, one, at))
}

/// Makes known that staff have to decide about a name: once, whoever thought of it at the same time.
pub(super) fn suggested(write: Write<'_>, suggested: Suggested, at: Timestamp) -> Write<'_> {
    let event = format!("{}:{}", SUGGESTED.name(), suggested.slug);
    write.publish(SUGGESTED, event, at, suggested)
}

/// Makes known that others can see a skill called `slug` from now on. Once a day for each owner
/// and name, however often skills come and go.
pub(super) fn publish<'a>(
    write: Write<'a>,
    slug: &str,
    published: Published,
    at: Timestamp,
) -> Write<'a> {
    let event = format!("{}:{}:{slug}:{}", PUBLISHED.name(), published.user_id, day(at));
    write.publish(PUBLISHED, event, at, published)
}

fn bind_photos(write: Write<'_>, photos: Photos) -> Write<'_> {
    let slots = ["photo1", "photo2", "photo3", "photo4"];
    slots.into_iter().zip(photos).fold(write, |write, (slot, photo)| write.bind(slot, photo))
}
