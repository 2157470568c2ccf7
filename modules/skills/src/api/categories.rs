//! Names of skills: the catalogue, and suggestions for it.

use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    Cursor, Json, Limit, MemberOrDelegate, Page, PageQuery, Reply, SignedIn, done,
    envelope::{CONFLICT, INPUT, UNAUTHORISED},
    listed,
};

use super::{
    SENT_FOR_APPROVAL, Tag,
    dto::{Category, NewSkillSuggestion, SuggestedSkill, check_name},
};
use crate::service::SkillService;

/// Operations on the catalogue and on suggestions.
pub struct CatalogueApi(pub(super) Arc<SkillService>);

#[OpenApi(prefix_path = "/api", tag = "Tag::Skills")]
impl CatalogueApi {
    /// Lists the categories that new skills can choose, or those of them that match `q`, best match
    /// first.
    ///
    /// A category matches by words of its name, their other forms ('gardener') and their
    /// beginnings, and by related words ('hoover' for cleaning). `q` may be a sentence: the more of
    /// its words match, the better. If no word matches, one letter of each word of five or more may
    /// be wrong.
    #[oai(path = "/skills/get/categories", method = "get", operation_id = "list_categories")]
    async fn list_categories(
        &self,
        _caller: MemberOrDelegate,
        /// Search text; at least two characters once trimmed.
        #[oai(validator(max_length = 100))]
        q: Query<Option<String>>,
        /// Whether to list hidden categories too, which skills may have already; not with `q`.
        all: Query<Option<bool>>,
        /// Categories wanted, 1 to 100; all when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<Category>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0.or(Some(Limit(100))), cursor.0)?;
        let categories: Vec<Category> = match &*q {
            Some(term) => self.0.categories(term).await?.iter().map(Category::from).collect(),
            None if all.0 == Some(true) => {
                self.0.catalogue().await?.entries().iter().map(Category::from).collect()
            }
            None => self.0.catalogue().await?.on_offer().map(Category::from).collect(),
        };
        listed(Page::slice(categories, &page)?)
    }

    /// Suggests a skill that the catalogue lacks.
    ///
    /// An admin reviews it within 2 days. Once it is approved, everybody can offer skills under
    /// this name. Suggesting a name that waits already changes nothing.
    #[oai(path = "/suggestedskills", method = "post", operation_id = "suggest_skill")]
    async fn suggest(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<NewSkillSuggestion>,
    ) -> Reply<SuggestedSkill, { UNAUTHORISED | INPUT | CONFLICT }> {
        let skill_type = check_name(&*self.0.catalogue().await?, &body.name)?;
        let suggested = self.0.suggest(&caller.id, skill_type).await?;
        done(SENT_FOR_APPROVAL, suggested.into())
    }
}
