//! Skills of members.

use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    ApprovalStatus, Cursor, Json, Limit, PageQuery, Reply, SignedIn, SkillId, done,
    envelope::{CONFLICT, INPUT, NOT_FOUND, UNAUTHORISED, UPLOAD},
    listed, ok,
    ports::Area,
};

use super::{
    SENT_FOR_APPROVAL, Tag,
    dto::{GoingRatesView, Skill, SkillForm, SkillPhotoKey},
};
use crate::service::SkillService;

/// Skills of members.
pub struct SkillsApi(pub(super) Arc<SkillService>);

#[expect(clippy::too_many_arguments, reason = "one for each parameter of a request")]
#[OpenApi(prefix_path = "/api/skills", tag = "Tag::Skills")]
impl SkillsApi {
    /// Skills of other people in a category, nearest first; newest first while nobody says where
    /// distances start. The nearest 5,000 people are listed.
    ///
    /// `category` is the slug or title of a category, or the name that somebody gave a skill of
    /// their own. People who hide themselves are left out.
    #[oai(path = "/searchname/:category", method = "get", operation_id = "list_skills_in_category")]
    async fn list_in_category(
        &self,
        SignedIn(caller): SignedIn,
        #[oai(validator(max_length = 120))] category: Path<String>,
        /// Only people of this city, whatever its case.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Degrees north of where distances start; your own place when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// 200 for within 5 miles, 500 for 10, 1000 for 20, 2000 for any distance, when people
        /// without a place come last.
        #[oai(validator(minimum(value = "0")))]
        distance: Query<Option<u32>>,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// Where the previous page ended.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0)?;
        listed(self.0.in_category(&caller.id, &category, area, &page).await?.map(Skill::from))
    }

    /// Skills of other people by name, nearest first; newest first while nobody says where
    /// distances start. The nearest 5,000 people are listed. Every word of `q` begins a word of a
    /// category's name or of one that somebody made up, or is another form of it ('gardener').
    /// Where no name fits, categories are found by what people call those who do it and what
    /// belongs to it, such as 'tap' or 'plumber' for plumbing; and where nothing fits, one letter of
    /// each word of four or more may be wrong.
    ///
    /// Case and accents do not matter, and other alphabets are understood. People who hide
    /// themselves are left out. A page may be short although the list goes on.
    #[oai(path = "/search", method = "get", operation_id = "search_skills")]
    async fn search(
        &self,
        SignedIn(caller): SignedIn,
        /// At least three characters once trimmed.
        #[oai(validator(max_length = 100))]
        q: Query<String>,
        /// Only people of this city, whatever its case.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Degrees north of where distances start; your own place when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// 200 for within 5 miles, 500 for 10, 1000 for 20, 2000 for any distance, when people
        /// without a place come last.
        #[oai(validator(minimum(value = "0")))]
        distance: Query<Option<u32>>,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// Where the previous page ended.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0)?;
        listed(self.0.search(&caller.id, &q, area, &page).await?.map(Skill::from))
    }

    /// What people within 20 miles of you ask for an hour of something, a gift aside; nothing while
    /// fewer than 5 of them offer it, or you have not said where you are.
    #[oai(path = "/rates", method = "get", operation_id = "get_going_rates")]
    async fn going_rates(
        &self,
        SignedIn(caller): SignedIn,
        /// The slug or title of a category, or a name outside the catalogue.
        #[oai(validator(max_length = 120))]
        skill_type: Query<String>,
    ) -> Reply<Option<GoingRatesView>, { UNAUTHORISED | INPUT }> {
        ok(self.0.going_rates(&caller.id, &skill_type).await?.map(GoingRatesView::from))
    }

    /// Your own skills, newest first, those that wait for approval included.
    #[oai(path = "/user/all", method = "get", operation_id = "list_own_skills")]
    async fn list_own(
        &self,
        SignedIn(caller): SignedIn,
        /// Skills wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// Where the previous page ended.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Skill>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.own(&caller.id, &page).await?.map(Skill::from))
    }

    /// One skill: an approved one, or your own.
    #[oai(path = "/:id", method = "get", operation_id = "get_skill")]
    async fn get(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
    ) -> Reply<Skill, { UNAUTHORISED | NOT_FOUND }> {
        ok(self.0.get(&caller.id, &id).await?.into())
    }

    /// Offers a skill.
    ///
    /// A name that is not in the catalogue goes to an admin for approval; until then only you
    /// see the skill. You can offer at most 30 skills, and bring out at most 20 in a day, whatever
    /// becomes of them: then the answer is 429 `skills.too_many_today`.
    #[oai(path = "/", method = "post", operation_id = "create_skill")]
    async fn create(
        &self,
        SignedIn(caller): SignedIn,
        form: SkillForm,
    ) -> Reply<Skill, { UNAUTHORISED | UPLOAD | CONFLICT }> {
        let (draft, photos) = form.read(self.0.catalogue())?;
        let skill = Skill::from(self.0.create(&caller.id, draft, photos).await?);
        done(saved(&skill, "Your skill has been added."), skill)
    }

    /// Changes one of your skills.
    ///
    /// Every field is replaced. The pictures that are there stay: delete one first to make room.
    /// `photo_order` says in which order they and new ones are shown; without it new images go
    /// into the free picture slots. More images than free slots are a 422 and nothing changes. A
    /// skill that others see for the first time by the change counts as one brought out today.
    #[oai(path = "/:id", method = "put", operation_id = "update_skill")]
    async fn update(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
        form: SkillForm,
    ) -> Reply<Skill, { UNAUTHORISED | NOT_FOUND | UPLOAD | CONFLICT }> {
        let (draft, photos) = form.read(self.0.catalogue())?;
        let skill = Skill::from(self.0.update(&caller.id, &id, draft, photos).await?);
        done(saved(&skill, "Your skill has been updated."), skill)
    }

    /// Deletes one of your skills: nobody can book it any more. Bookings made for it stay as they
    /// are, those that are still open too.
    #[oai(path = "/:id", method = "delete", operation_id = "delete_skill")]
    async fn delete(
        &self,
        SignedIn(caller): SignedIn,
        id: Path<SkillId>,
    ) -> Reply<Option<String>, { UNAUTHORISED | NOT_FOUND }> {
        self.0.delete(&caller.id, &id).await?;
        done("Your skill has been deleted. Bookings already made for it stay as they are.", None)
    }

    /// Deletes one picture of one of your skills. A slot that is empty stays empty.
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
    match skill.approval_status {
        ApprovalStatus::Approved => message,
        ApprovalStatus::Pending | ApprovalStatus::Rejected => SENT_FOR_APPROVAL,
    }
}
