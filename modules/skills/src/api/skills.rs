//! Operations on skills of members.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ApprovalStatus, Cursor, Json, Limit, MemberOrDelegate, ModerationState, PageQuery, Reply,
    SignedIn, SkillId, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, UNAUTHORISED, UPLOAD},
    geo::Distance,
    listed, ok,
    ports::Area,
};

use super::{
    HELD, SENT_FOR_APPROVAL, Tag,
    dto::{GoingRatesView, Skill, SkillForm, SkillPhotoKey},
};
use crate::service::SkillService;

/// Operations on skills of members.
pub struct SkillsApi(pub(super) Arc<SkillService>);

#[expect(clippy::too_many_arguments, reason = "one for each parameter of a request")]
#[OpenApi(prefix_path = "/api/skills", tag = "Tag::Skills")]
impl SkillsApi {
    /// Lists skills of other people in a category, nearest first; newest first if there is no
    /// starting point for distances.
    ///
    /// `category` is the slug or title of a category, or a custom name. Covers the nearest 5,000
    /// people. People who are hidden are left out.
    #[oai(path = "/searchname/:category", method = "get", operation_id = "list_skills_in_category")]
    async fn list_in_category(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        #[oai(validator(max_length = 120))] category: Path<String>,
        /// Restricts the list to people of this city, ignoring case.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Latitude of the starting point, in degrees north; your own location when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Longitude of the starting point, in degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// Maximum distance: 200 for 5 miles, 500 for 10, 1000 for 20, 2000 for any, with people
        /// without a location last.
        distance: Query<Option<Distance>>,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0.as_ref())?;
        listed(self.0.in_category(&caller.id, &category, area, &page).await?.map(Skill::from))
    }

    /// Searches skills of other people by free text: 'someone to fix my tap'.
    ///
    /// Filler words are ignored; a skill that matches any other word is found. A word matches the
    /// text of the skill in any form, or the category: by its name, by words for people who do it
    /// and things that belong to it, such as 'plumber' or 'boiler', or by the beginning of such a
    /// word. If no word matches, one letter of each word of five or more may be wrong. The owner's
    /// name may be among the words. Case and accents are ignored, and other alphabets are
    /// supported.
    ///
    /// Within 20 miles, skills that match more words come first, then those whose own text matches,
    /// then the nearest; after that come people farther away in the same order. Without a starting
    /// point for distances, the newest members come first. At most 5,000 people are listed, with
    /// their best matching skills. People who are hidden are left out. A page may be short although
    /// more follow.
    #[oai(path = "/search", method = "get", operation_id = "search_skills")]
    async fn search(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Search text; at least two characters once trimmed.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
        /// Restricts the list to people of this city, ignoring case.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Latitude of the starting point, in degrees north; your own location when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Longitude of the starting point, in degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// Maximum distance: 200 for 5 miles, 500 for 10, 1000 for 20, 2000 for any, with people
        /// without a location last.
        distance: Query<Option<Distance>>,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0.as_ref())?;
        listed(self.0.search(&caller.id, &q, area, &page).await?.map(Skill::from))
    }

    /// Returns the hourly rates of people within 20 miles of you for a kind of skill, without free
    /// offers. Nothing if fewer than 5 people offer it or you have not set a location.
    #[oai(path = "/rates", method = "get", operation_id = "get_going_rates")]
    async fn going_rates(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Slug or title of a category, or a name outside the catalogue.
        #[oai(validator(max_length = 120))]
        skill_type: Query<String>,
    ) -> Reply<Option<GoingRatesView>, { UNAUTHORISED | INPUT }> {
        ok(self.0.going_rates(&caller.id, &skill_type).await?.map(GoingRatesView::from))
    }

    /// Lists your own skills, newest first, including those that wait for approval.
    #[oai(path = "/user/all", method = "get", operation_id = "list_own_skills")]
    async fn list_own(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.own(&caller.id, &page).await?.map(Skill::from))
    }

    /// Returns one skill: an approved one, or your own.
    #[oai(path = "/:id", method = "get", operation_id = "get_skill")]
    async fn get(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        id: Path<SkillId>,
    ) -> Reply<Skill, { UNAUTHORISED | NOT_FOUND }> {
        ok(self.0.get(&caller.id, &id).await?.into())
    }

    /// Offers a skill.
    ///
    /// A name outside the catalogue goes to an admin for approval; until then only you see the
    /// skill. So do the first posts of a new member, where the site asks for it: `moderation` is
    /// `held` then. You can offer at most 30 skills, and publish at most 20 a day, deleted ones
    /// included: above that, 429 `skills.too_many_today`. 409 `skills.check_needed` if the category
    /// needs a check by the operators that you have not passed.
    #[oai(path = "/", method = "post", operation_id = "create_skill")]
    async fn create(
        &self,
        SignedIn(caller): SignedIn,
        form: SkillForm,
    ) -> Reply<Skill, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        let (draft, photos) = form.read(&*self.0.catalogue().await?)?;
        let skill = Skill::from(self.0.create(&caller.id, draft, photos).await?);
        done(saved(&skill, "Your skill has been added."), skill)
    }

    /// Changes one of your skills.
    ///
    /// Every field is replaced. Stored pictures stay: delete one first to make room. `photo_order`
    /// sets the order of stored and new pictures; without it new images go into the free slots.
    /// More images than free slots are a 422, and nothing changes. A skill that becomes visible to
    /// others through the change counts as published today.
    #[oai(path = "/:id", method = "put", operation_id = "update_skill")]
    async fn update(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
        form: SkillForm,
    ) -> Reply<Skill, { UNAUTHORISED | NOT_FOUND | UPLOAD | CONFLICT }> {
        let (draft, photos) = form.read(&*self.0.catalogue().await?)?;
        let skill = Skill::from(self.0.update(&caller.id, &id, draft, photos).await?);
        done(saved(&skill, "Your skill has been updated."), skill)
    }

    /// Deletes one of your skills, which can no longer be booked. Existing bookings, also open
    /// ones, stay unchanged.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_skill")]
    async fn delete(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.delete(&caller.id, &id).await?;
        done("Your skill has been deleted. Bookings already made for it stay as they are.", None)
    }

    /// Deletes one picture of one of your skills. Does nothing if the slot is empty.
    #[oai(path = "/photo/:id", method = "delete", operation_id = "delete_skill_photo")]
    async fn delete_photo(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
        body: Json<SkillPhotoKey>,
    ) -> Reply<Skill, { UNAUTHORISED | NOT_FOUND | INPUT }> {
        let skill = self.0.clear_photo(&caller.id, &id, body.key).await?;
        done("The picture has been deleted.", skill.into())
    }
}

fn saved(skill: &Skill, message: &'static str) -> &'static str {
    if skill.moderation == ModerationState::Held {
        return HELD;
    }
    match skill.approval_status {
        ApprovalStatus::Approved => message,
        ApprovalStatus::Pending | ApprovalStatus::Rejected => SENT_FOR_APPROVAL,
    }
}
