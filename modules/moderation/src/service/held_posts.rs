//! First posts of new members: whether they are held, and the queue of staff.

use sparkyard_kernel::{
    ApiError, Caller, ItemId, Page, PageQuery, Role, SkillId, Timestamp, UserId,
    audit::AuditEntry,
    db::{DbError, Fragment},
    download::PrivateFile,
    events::moderation::{PostHeld, PostSettled},
    ports::{
        HeldPost, NEED_CHANGED, NewPost, PostKind, PostRelease, REVIEW_CHANGED, SKILL_CHANGED,
        StaffQueue, Takedown,
    },
};

use super::{ModerationService, takedowns::TakingDown};
use crate::{
    error::{ModerationError, POST_CLOSED},
    model::post::{PostCase, PostContent, PostDecision, PostForStaff, PostVerdict},
    store::{DecidingPost, hold_post, post_seen},
};

impl ModerationService {
    /// Returns the case of a new post if staff look at it before others see it: one of the first of
    /// a member who joined since they do.
    pub(crate) async fn hold(&self, post: NewPost) -> Result<Option<HeldPost>, ModerationError> {
        let most = self.rules().await?.hold_first_posts;
        if most == 0 {
            return Ok(None);
        }
        let account = self.accounts.find(std::slice::from_ref(&post.author)).await?.pop();
        let Some(account) = account.filter(|account| account.role == Role::Member) else {
            return Ok(None);
        };
        let since = self.store.held_since().await?;
        let is_new = since.is_none_or(|since| account.created_at >= since);
        if !is_new || self.store.released_posts(&post.author).await? >= i64::from(most) {
            return Ok(None);
        }
        let case = PostCase::new(post);
        let payload = PostHeld {
            case_id: case.id.clone(),
            author_id: case.author.clone(),
            reviewee_id: case.reviewee.clone(),
        };
        let mut effects = self.staff_news(StaffQueue::Posts, |one| case.concerns(one)).await?;
        effects.push(hold_post(case));
        Ok(Some(HeldPost { effects, payload }))
    }

    /// Notes since when first posts are held, if they are.
    pub(crate) async fn begin_holding(&self, now: Timestamp) -> Result<(), ModerationError> {
        if self.rules().await?.hold_first_posts > 0 && self.store.held_since().await?.is_none() {
            self.store.hold_from(now).await?;
        }
        Ok(())
    }

    /// Returns a page of open or decided posts, newest first, without those by the caller or about
    /// them, and those of members who are suspended or have left; it may be short although more
    /// follow.
    pub(crate) async fn held_posts(
        &self,
        caller: &Caller,
        open: bool,
        page: &PageQuery,
    ) -> Result<Page<PostForStaff>, ModerationError> {
        let Page { mut items, next_cursor } = self.store.post_cases(open, &caller.id, page).await?;
        if open {
            let active = self.active(items.iter().map(|case| &case.author)).await?;
            items.retain(|case| active.contains(&case.author));
        }
        Ok(Page { items: self.posts_for_staff(items).await?, next_cursor })
    }

    /// Counts the open posts that `reader` may decide.
    pub(super) async fn count_posts(&self, reader: &UserId) -> Result<u64, ModerationError> {
        let authors = self.store.authors_waiting(reader).await?;
        let active = self.active(authors.iter()).await?;
        Ok(authors.iter().filter(|author| active.contains(*author)).count() as u64)
    }

    /// Decides on a post, as the caller read it: shows it to others as if it had just been posted,
    /// or removes it. Repeating one's own decision changes nothing.
    pub(crate) async fn decide_post(
        &self,
        caller: &Caller,
        id: &ItemId,
        verdict: &PostVerdict,
    ) -> Result<PostForStaff, ModerationError> {
        let decision = verdict.checked(caller.id.clone(), self.cx.now())?;
        let PostForStaff { case, content, .. } = self.post_to_decide(caller, id).await?;
        if let Some(made) = &case.decision {
            return match made.is_repeated_by(&decision) {
                true => self.post_of(id).await,
                false => Err(ModerationError::PostDecided),
            };
        }
        let content = content.ok_or(ModerationError::NoPost)?;
        if content.revision != verdict.revision {
            return Err(ModerationError::PostChanged);
        }
        let deciding = match decision.released {
            true => self.releasing_post(caller, &case, content, &decision).await?,
            false => self.removing_post(caller, &case, content, &decision).await?,
        };
        match self.store.decide_post(&case, decision, deciding).await {
            Ok(()) => self.post_of(id).await,
            Err(error) => Err(self.explain_post(id, error).await?),
        }
    }

    /// Returns a picture of a post that waits.
    pub(crate) async fn post_picture(
        &self,
        caller: &Caller,
        id: &ItemId,
        number: usize,
    ) -> Result<PrivateFile, ModerationError> {
        let post = self.post_to_decide(caller, id).await?;
        let content = post.content.filter(|_| post.case.open);
        let picture = content.and_then(|content| content.pictures.into_iter().nth(number));
        let picture = picture.ok_or(ModerationError::NoPicture)?;
        let lost = || ApiError::internal(format!("the picture {picture} is gone"));
        let extension = picture.rsplit('.').next().unwrap_or_default();
        let media_type = match extension {
            "png" => "image/png",
            "webp" => "image/webp",
            _ => "image/jpeg",
        };
        Ok(PrivateFile {
            content: self.files.get_own(&picture).await?.ok_or_else(lost)?,
            media_type: media_type.to_owned(),
            name: format!("{id}-{number}.{extension}"),
        })
    }

    /// Returns the effects of showing what staff removed before others saw it; `None` if others
    /// have seen it.
    pub(super) async fn first_showing(
        &self,
        kind: PostKind,
        about: &str,
        at: Timestamp,
    ) -> Result<Option<PostRelease>, ModerationError> {
        let case = self.store.post_case(&kind.case(about)).await?;
        let Some(case) = case.filter(|case| !case.seen) else { return Ok(None) };
        let mut release = self.release(&case, None, at).await?;
        release.effects.push(post_seen(&case));
        Ok(Some(release))
    }

    /// Returns the effects of showing a post. Fails with `PostChanged` unless it has `revision`, if
    /// given.
    async fn release(
        &self,
        case: &PostCase,
        revision: Option<i64>,
        at: Timestamp,
    ) -> Result<PostRelease, ModerationError> {
        let is_read = |now: i64| match revision.is_none_or(|read| read == now) {
            true => Ok(()),
            false => Err(ModerationError::PostChanged),
        };
        match case.kind {
            PostKind::Skill => {
                let id = SkillId::from(case.about.as_str());
                let (skills, skill) = match &self.skills {
                    Some(skills) => (skills, skills.get(&id, false).await?),
                    None => return Err(ModerationError::NoPost),
                };
                let skill = skill.ok_or(ModerationError::NoPost)?;
                is_read(skill.revision)?;
                let mut release = skills.release(&skill, at).await?;
                release.effects.push(self.people.touch(&case.author));
                Ok(release)
            }
            PostKind::Need => {
                let Some(needs) = &self.needs else { return Err(ModerationError::NoPost) };
                let need = needs.get(&ItemId::from(case.about.as_str())).await?;
                let need = need.ok_or(ModerationError::NoPost)?;
                is_read(need.revision)?;
                Ok(needs.release(&need, at).await?)
            }
            PostKind::Review => {
                let Some(reviews) = &self.reviews else { return Err(ModerationError::NoPost) };
                let review = self.reported_review(&ItemId::from(case.about.as_str())).await?;
                Ok(reviews.release(&review.ok_or(ModerationError::NoPost)?, at).await?)
            }
        }
    }

    async fn releasing_post(
        &self,
        caller: &Caller,
        case: &PostCase,
        content: PostContent,
        decision: &PostDecision,
    ) -> Result<DecidingPost, ModerationError> {
        let PostRelease { mut effects, announced } =
            self.release(case, Some(content.revision), decision.at).await?;
        effects.push(post_seen(case));
        let audit = self.post_audit(caller, case, "moderation.post_released", &content.title);
        let news = self.staff_news(StaffQueue::Posts, |one| case.concerns(one)).await?;
        let settled = settled(case, Some(content.title));
        Ok(DecidingPost { effects, announced, taken_down: None, settled, audit, news })
    }

    async fn removing_post(
        &self,
        caller: &Caller,
        case: &PostCase,
        content: PostContent,
        decision: &PostDecision,
    ) -> Result<DecidingPost, ModerationError> {
        let takedown =
            Takedown { at: decision.at, by: decision.by.clone(), reason: decision.reason.clone() };
        let about = ItemId::from(case.about.as_str());
        // Posts have no photo of this kind.
        let TakingDown { effects, payload, photo: _ } = match case.kind {
            PostKind::Skill => self.taking_skill_down(SkillId(about.0), takedown).await?,
            PostKind::Need => self.taking_need_down(&about, takedown).await?,
            PostKind::Review => self.removing_review(&about, takedown).await?,
        };
        let detail = format!("{}: {}", content.title, decision.reason);
        let audit = self.post_audit(caller, case, "moderation.post_removed", &detail);
        let news = self.staff_news(StaffQueue::Posts, |one| case.concerns(one)).await?;
        let taken_down = Some((self.cx.ids.next(), payload));
        let settled = settled(case, None);
        Ok(DecidingPost { effects, announced: Vec::new(), taken_down, settled, audit, news })
    }

    /// Returns a post that the caller may decide.
    pub(super) async fn post_to_decide(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<PostForStaff, ModerationError> {
        let post = self.post_of(id).await?;
        let author = &post.case.author;
        if post.case.concerns(&caller.id) {
            return Err(ModerationError::OwnPost);
        }
        self.check_rank(caller, author).await?;
        self.check_no_party(caller, author).await?;
        Ok(post)
    }

    async fn post_of(&self, id: &ItemId) -> Result<PostForStaff, ModerationError> {
        let case = self.store.post_case(id).await?.ok_or(ModerationError::NoPost)?;
        self.posts_for_staff(vec![case]).await?.pop().ok_or(ModerationError::NoPost)
    }

    /// Returns why a post could not be changed: somebody was faster.
    async fn explain_post(
        &self,
        id: &ItemId,
        error: DbError,
    ) -> Result<ModerationError, ModerationError> {
        match &error {
            DbError::Refused(violation) if **violation == POST_CLOSED => {
                let case = self.store.post_case(id).await?;
                Ok(case.map_or(ModerationError::NoPost, |_| ModerationError::PostDecided))
            }
            DbError::Refused(violation)
                if [SKILL_CHANGED, NEED_CHANGED, REVIEW_CHANGED].contains(&violation.code) =>
            {
                Ok(ModerationError::PostChanged)
            }
            _ => Ok(error.into()),
        }
    }

    fn post_audit(
        &self,
        caller: &Caller,
        case: &PostCase,
        action: &'static str,
        detail: &str,
    ) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action,
            subject: format!("user:{}", case.author),
            detail: format!("{} {} {detail}", case.kind.word(), case.about).trim().to_owned(),
        };
        entry.fragment()
    }
}

/// Returns the event about the end of a case; `released` is the title of a post that others see
/// from now on.
pub(crate) fn settled(case: &PostCase, released: Option<String>) -> PostSettled {
    PostSettled {
        case_id: case.id.clone(),
        kind: case.kind,
        about: case.about.clone(),
        author_id: case.author.clone(),
        released,
    }
}
