//! Needs as their authors post and change them, and as others read them.

use std::collections::{BTreeMap, HashMap};

use sparkyard_kernel::{
    ApiError, Caller, ItemId, ModerationState, Page, PageQuery, Timestamp, UserId, allowance,
    db::DbError,
    events::community::NeedHelp,
    idempotency::idempotency,
    newest_first,
    ports::{NewPost, PersonInfo, PostKind, SkillInfo},
    text_folding::fold,
    validate::Checks,
};

use super::CommunityService;
use crate::{
    error::{CommunityError, NEED_CHANGED, TOO_MANY_NEEDS_TODAY},
    model::{
        Near,
        need::{BoardFilter, Helper, Need, NeedForViewer, NeedWords, State, Times, WrittenNeed},
    },
    store::Ending,
};

/// Maximum number of needs that a member posts per day.
const NEEDS_PER_DAY: u32 = 20;
/// Needs examined per page of a search for words.
const MAX_EXAMINED: i64 = 200;
/// Maximum length of a search text, in characters.
const MAX_SEARCH: usize = 100;

impl CommunityService {
    /// Posts a need of the caller.
    pub(crate) async fn post_need(
        &self,
        caller: &Caller,
        written: WrittenNeed,
        key: Option<&str>,
    ) -> Result<NeedForViewer, CommunityError> {
        let now = self.cx.now();
        let words = self.checked(written)?;
        let parts = [
            words.title.as_bytes(),
            words.text.as_bytes(),
            words.category.as_deref().unwrap_or_default().as_bytes(),
            &words.sparks.minor().to_be_bytes(),
            &words.days.to_be_bytes(),
        ];
        let key = idempotency(caller, "create_need", key, &parts, now)?;
        let id = ItemId(self.cx.ids.next());
        let Times { until, due_at } = Times::new(now, words.days);
        let mut need = Need {
            newest: newest_first(now, id.as_str()),
            id,
            author: caller.id.clone(),
            words,
            until,
            state: State::Open,
            answers: Vec::new(),
            helper: None,
            booking: None,
            moderation: ModerationState::Visible,
            takedown: None,
            revision: 0,
            created_at: now,
            edited_at: None,
            due_at,
            ended_at: None,
        };
        let daily = self.cx.limits.daily("community.needs", NEEDS_PER_DAY);
        let charge = daily.use_up(caller.id.as_str(), 1, now, &TOO_MANY_NEEDS_TODAY);
        let held = match &self.posts {
            Some(posts) => posts.hold(post(&need, now)).await?,
            None => None,
        };
        if held.is_some() {
            need.moderation = ModerationState::Held;
        }
        let effects = (charge, held);
        let posted = self.store.post_need(&need, self.config.open_needs, effects, key).await;
        let id = posted.map_err(|error| {
            allowance::explain::<CommunityError>(error, &[&TOO_MANY_NEEDS_TODAY], now)
        })?;
        self.need(&caller.id, &id).await
    }

    /// Returns a page of the board, newest first. Searching for words examines a limited number of
    /// needs, so that a page may be short although others follow.
    pub(crate) async fn board(
        &self,
        viewer: &UserId,
        filter: BoardFilter,
        page: &PageQuery,
    ) -> Result<Page<NeedForViewer>, CommunityError> {
        let BoardFilter { category, text } = filter;
        let text = text.unwrap_or_default();
        Checks::new().line("q", &text, 0, MAX_SEARCH).finish()?;
        let (wanted, now) = (fold(&text), self.cx.now());
        let examined = if wanted.is_empty() { page.fetch_limit() } else { MAX_EXAMINED };
        let category = category.map(|slug| self.category_slugs(&slug));
        let found = self.store.board(category.as_deref(), page.after.as_deref(), examined).await?;
        let mut more = found.len() as u64 == examined.unsigned_abs();
        let (mut needs, mut last) = (Vec::new(), None);
        for need in found {
            if needs.len() == page.limit {
                more = true;
                break;
            }
            last = Some(need.newest.clone());
            if need.state_at(now) == State::Open && need.words.contain(&wanted) {
                needs.push(need);
            }
        }
        let items = self.for_viewer(viewer, needs).await?;
        Ok(match last.filter(|_| more) {
            Some(last) => Page::unfinished(items, &last),
            None => Page { items, next_cursor: None },
        })
    }

    /// Returns a page of the caller's own needs in every state, newest first.
    pub(crate) async fn own_needs(
        &self,
        caller: &UserId,
        page: &PageQuery,
    ) -> Result<Page<NeedForViewer>, CommunityError> {
        let Page { items, next_cursor } = self.store.needs_of(caller, page).await?;
        Ok(Page { items: self.for_viewer(caller, items).await?, next_cursor })
    }

    /// Returns a need that `viewer` may see; its author also sees who answered.
    pub(crate) async fn need(
        &self,
        viewer: &UserId,
        id: &ItemId,
    ) -> Result<NeedForViewer, CommunityError> {
        let need = self.visible_need(viewer, id).await?;
        let seen = self.for_viewer(viewer, vec![need]).await?.pop();
        let mut seen = seen.ok_or(CommunityError::NeedNotFound)?;
        if seen.is_own || seen.is_answered {
            self.add_helpers(viewer, &mut seen).await?;
        }
        Ok(seen)
    }

    /// Replaces the text of the caller's open need, from now on for the days that it says. One that
    /// is held stays held.
    pub(crate) async fn edit_need(
        &self,
        caller: &Caller,
        id: &ItemId,
        written: WrittenNeed,
    ) -> Result<NeedForViewer, CommunityError> {
        let now = self.cx.now();
        let need = self.own_need(&caller.id, id).await?;
        let words = self.checked(written)?;
        if need.moderation == ModerationState::Removed {
            check_shown(&need)?;
        }
        match need.state_at(now) {
            State::Open => {}
            state => return Err(CommunityError::NeedNotOpen(state.words())),
        }
        let times = Times::new(now, words.days);
        self.store.edit_need(id, words, (now, times)).await?;
        self.need(&caller.id, id).await
    }

    /// Posts the caller's need for its days once more, from now on, unless it is closed. One that
    /// has left the board goes to its top.
    pub(crate) async fn renew_need(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<NeedForViewer, CommunityError> {
        let now = self.cx.now();
        let need = self.own_need(&caller.id, id).await?;
        check_shown(&need)?;
        let newest = match need.state_at(now) {
            State::Open => need.newest.clone(),
            State::Expired | State::Arranged => newest_first(now, need.id.as_str()),
            state @ State::Closed => return Err(CommunityError::NeedNotOpen(state.words())),
        };
        let times = Times::new(now, need.words.days);
        self.store.renew_need(&need, times, &newest, self.config.open_needs).await?;
        self.need(&caller.id, id).await
    }

    /// Closes the caller's need, and thanks the member who helped, if any. Repeating it changes
    /// nothing.
    pub(crate) async fn close_need(
        &self,
        caller: &Caller,
        id: &ItemId,
        helper: Option<UserId>,
    ) -> Result<NeedForViewer, CommunityError> {
        let now = self.cx.now();
        let need = self.own_need(&caller.id, id).await?;
        if helper.as_ref().is_some_and(|helper| !need.is_answered_by(helper)) {
            return Err(CommunityError::Helper);
        }
        let outcome = match need.state {
            State::Open | State::Expired | State::Arranged if need.moderation.is_shown() => {
                self.store.end_need(id, closing(&need, helper.clone(), now)).await
            }
            _ => Err(DbError::Refused(&NEED_CHANGED)),
        };
        match outcome {
            Err(DbError::Refused(violation)) if *violation == NEED_CHANGED => {
                let need = self.own_need(&caller.id, id).await?;
                check_shown(&need)?;
                if need.state != State::Closed || need.helper != helper {
                    return Err(CommunityError::NeedNotOpen(need.state.words()));
                }
            }
            outcome => outcome?,
        }
        self.need(&caller.id, id).await
    }

    /// Deletes the caller's need, with the record of who answered.
    pub(crate) async fn delete_need(
        &self,
        caller: &Caller,
        id: &ItemId,
    ) -> Result<(), CommunityError> {
        let (need, now) = (self.own_need(&caller.id, id).await?, self.cx.now());
        let posts = self.posts.as_ref().filter(|_| need.moderation == ModerationState::Held);
        let withdrawn = posts.map(|posts| posts.withdraw(post(&need, now)));
        Ok(self.store.delete_need(&need, withdrawn, now).await?)
    }

    /// Returns a need that `viewer` may see, as far as the need itself says.
    pub(super) async fn visible_need(
        &self,
        viewer: &UserId,
        id: &ItemId,
    ) -> Result<Need, CommunityError> {
        let now = self.cx.now();
        let need = self.store.need(id).await?;
        need.filter(|need| need.is_seen_by(viewer, now)).ok_or(CommunityError::NeedNotFound)
    }

    async fn own_need(&self, caller: &UserId, id: &ItemId) -> Result<Need, CommunityError> {
        let need = self.store.need(id).await?.filter(|need| need.author == *caller);
        need.ok_or(CommunityError::NeedNotFound)
    }

    /// Checks a need as it is received.
    fn checked(&self, written: WrittenNeed) -> Result<NeedWords, CommunityError> {
        let words = written.checked(|slug| self.category_title(slug).is_some())?;
        match self.ledger() {
            None if !words.sparks.is_zero() => Err(CommunityError::NoSparks),
            _ => Ok(words),
        }
    }

    pub(super) fn category_title(&self, slug: &str) -> Option<String> {
        self.skills.as_ref().and_then(|skills| skills.category_title(slug))
    }

    /// Returns all slugs of the category that `slug` denotes, the present one first.
    pub(super) fn category_slugs(&self, slug: &str) -> Vec<String> {
        match &self.skills {
            Some(skills) => skills.category_slugs(slug),
            None => vec![slug.to_owned()],
        }
    }

    /// Combines needs with their authors; drops those whose author `viewer` may not see.
    pub(super) async fn for_viewer(
        &self,
        viewer: &UserId,
        needs: Vec<Need>,
    ) -> Result<Vec<NeedForViewer>, ApiError> {
        if needs.is_empty() {
            return Ok(Vec::new());
        }
        let people = self.directory_for(viewer, needs.iter().map(|need| &need.author)).await?;
        let (from, now) = (people.get(viewer).and_then(|own| own.approximate), self.cx.now());
        let seen = needs.into_iter().filter_map(|mut need| {
            let author = people.get(&need.author)?.clone();
            need.words.category =
                need.words.category.map(|slug| self.category_slugs(&slug).remove(0));
            Some(NeedForViewer {
                state: need.state_at(now),
                author: Near::new(author, from),
                category_title: need
                    .words
                    .category
                    .as_deref()
                    .and_then(|slug| self.category_title(slug)),
                helpers: Vec::new(),
                helped: None,
                booking: need
                    .booking
                    .filter(|_| need.author == *viewer || need.helper.as_ref() == Some(viewer)),
                offers_skill: None,
                is_own: need.author == *viewer,
                is_answered: need.is_answered_by(viewer),
                need,
            })
        });
        Ok(seen.collect())
    }

    /// Adds the member who helped, and for the author all who answered, with their fitting skills;
    /// for one of those, whether they have one.
    async fn add_helpers(
        &self,
        viewer: &UserId,
        seen: &mut NeedForViewer,
    ) -> Result<(), CommunityError> {
        let answers = &seen.need.answers;
        if answers.is_empty() {
            return Ok(());
        }
        let people = self.directory_for(viewer, answers.iter().map(|one| &one.member)).await?;
        let from = people.get(viewer).and_then(|own| own.approximate);
        let near = |id| people.get(id).map(|person| Near::new(person.clone(), from));
        let helped = seen.need.helper.as_ref().and_then(near);
        let mut helpers = Vec::new();
        if !seen.is_own && self.skills.is_some() {
            let skills = self.fitting(&seen.need, &people).await?;
            seen.offers_skill = Some(skills.contains_key(viewer));
        }
        if seen.is_own {
            let skills = self.fitting(&seen.need, &people).await?;
            helpers.extend(answers.iter().filter_map(|answer| {
                let near = near(&answer.member)?;
                let skill = skills.get(&answer.member).map(|skill| skill.id.clone());
                Some(Helper { near, at: answer.at, skill })
            }));
        }
        (seen.helped, seen.helpers) = (helped, helpers);
        Ok(())
    }

    /// Returns the skill that the author can book of each of those who answered: one in the
    /// category of the need, or for a need without a category their only one.
    async fn fitting(
        &self,
        need: &Need,
        people: &HashMap<UserId, PersonInfo>,
    ) -> Result<BTreeMap<UserId, SkillInfo>, ApiError> {
        let Some(skills) = &self.skills else { return Ok(BTreeMap::new()) };
        let members = need.answers.iter().map(|answer| &answer.member);
        let mut ids: Vec<UserId> = members.filter(|id| people.contains_key(id)).cloned().collect();
        ids.sort_unstable();
        let offers = skills.of_people(&ids, false).await?;
        let wanted = need.words.category.as_ref().map(|slug| skills.category_slugs(slug));
        let fitting = offers.into_iter().filter_map(|(id, mut offers)| {
            let skill = match &wanted {
                Some(slugs) => offers.into_iter().find(|skill| slugs.contains(&skill.category)),
                None if offers.len() == 1 => offers.pop(),
                None => None,
            };
            Some((id, skill?))
        });
        Ok(fitting.collect())
    }
}

/// Describes a need as a post.
fn post(need: &Need, at: Timestamp) -> NewPost {
    let (about, author) = (need.id.to_string(), need.author.clone());
    NewPost { kind: PostKind::Need, about, author, reviewee: None, at }
}

/// Fails with `NeedNotOpen` if staff hide the need.
fn check_shown(need: &Need) -> Result<(), CommunityError> {
    match need.hidden_because() {
        Some(words) => Err(CommunityError::NeedNotOpen(words)),
        None => Ok(()),
    }
}

/// Returns the closing of a need by its author.
fn closing(need: &Need, helper: Option<UserId>, at: Timestamp) -> Ending {
    let thanks = helper.as_ref().map(|helper| NeedHelp {
        need_id: need.id.clone(),
        title: need.words.title.clone(),
        author_id: need.author.clone(),
        helper_id: helper.clone(),
    });
    let thanks = thanks.map(|help| (format!("{}:sorted", need.id), help));
    Ending { state: State::Closed, helper, at, until: None, thanks }
}
