//! Posts that wait for staff, with what they say now and the people in them.

use std::collections::{BTreeSet, HashMap, HashSet};

use sparkyard_kernel::{
    ItemId, SkillId, UserId,
    ports::{AccountInfo, PersonInfo, PostKind},
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::post::{PostCase, PostContent, PostForStaff},
};

impl ModerationService {
    /// Returns those of `authors` who are members in good standing.
    pub(super) async fn active(
        &self,
        authors: impl Iterator<Item = &UserId> + Send,
    ) -> Result<HashSet<UserId>, ModerationError> {
        let ids: BTreeSet<UserId> = authors.cloned().collect();
        if ids.is_empty() {
            return Ok(HashSet::new());
        }
        let accounts = self.accounts.find(&ids.into_iter().collect::<Vec<_>>()).await?;
        let active = accounts.into_iter().filter(AccountInfo::is_active);
        Ok(active.map(|account| account.id).collect())
    }

    /// Adds what the posts say now, and the names of the people in them.
    pub(super) async fn posts_for_staff(
        &self,
        cases: Vec<PostCase>,
    ) -> Result<Vec<PostForStaff>, ModerationError> {
        let mut posts = Vec::with_capacity(cases.len());
        for case in cases {
            let content = self.post_content(case.kind, &case.about).await?;
            posts.push((case, content));
        }
        let ids: BTreeSet<UserId> = posts.iter().flat_map(people_in).cloned().collect();
        let people = match ids.is_empty() {
            true => HashMap::new(),
            false => self.people.find(&ids.into_iter().collect::<Vec<_>>()).await?,
        };
        Ok(posts.into_iter().map(|(case, content)| named(case, content, &people)).collect())
    }

    /// Returns what a post says now; `None` if it was deleted.
    pub(super) async fn post_content(
        &self,
        kind: PostKind,
        about: &str,
    ) -> Result<Option<PostContent>, ModerationError> {
        let about = ItemId::from(about);
        match kind {
            PostKind::Skill => {
                let Some(skills) = &self.skills else { return Ok(None) };
                let skill = skills.get(&SkillId(about.0), false).await?;
                Ok(skill.map(|skill| PostContent {
                    title: skill.skill_type,
                    text: skill.description,
                    rating: None,
                    pictures: skill.thumbnails.into_iter().flatten().collect(),
                    moderation: skill.moderation,
                    revision: skill.revision,
                }))
            }
            PostKind::Need => {
                let Some(needs) = &self.needs else { return Ok(None) };
                Ok(needs.get(&about).await?.map(|need| PostContent {
                    title: need.title,
                    text: need.text,
                    rating: None,
                    pictures: Vec::new(),
                    moderation: need.moderation,
                    revision: need.revision,
                }))
            }
            PostKind::Review => Ok(self.reported_review(&about).await?.map(|review| PostContent {
                title: review.skill_type,
                text: review.comment,
                rating: Some(review.rating),
                pictures: Vec::new(),
                moderation: review.moderation,
                revision: 0,
            })),
        }
    }
}

fn people_in((case, _): &(PostCase, Option<PostContent>)) -> impl Iterator<Item = &UserId> {
    let decision = case.decision.as_ref().map(|decision| &decision.by);
    [Some(&case.author), case.reviewee.as_ref(), decision].into_iter().flatten()
}

fn named(
    case: PostCase,
    content: Option<PostContent>,
    people: &HashMap<UserId, PersonInfo>,
) -> PostForStaff {
    let person = |id: &UserId| people.get(id).cloned();
    PostForStaff {
        author: person(&case.author),
        reviewee: case.reviewee.as_ref().and_then(person),
        decided_by: case.decision.as_ref().and_then(|decision| person(&decision.by)),
        case,
        content,
    }
}
