//! News of the community: announcements, and who and what is new nearby.

use std::{collections::HashMap, time::Duration};

use sparkyard_kernel::{
    ApiError, SkillId, Timestamp, UserId,
    ports::{PersonInfo, SkillInfo},
    segment::Segment,
};

use super::CommunityService;
use crate::{
    error::CommunityError,
    model::{Arrival, Near, NewSkill, Newcomer, News, announcement::Announcement},
};

/// Maximum number of announcements shown.
const MAX_ANNOUNCEMENTS: usize = 20;
/// Number of announcements looked at: some are for others.
const MAX_OPEN: i64 = 100;
/// Number of arrivals looked at.
const MAX_ARRIVALS: i64 = 60;
/// Maximum number of new members and of new skills shown.
const MAX_SHOWN: usize = 6;
/// Time for which members and skills count as new.
const NEW_FOR: Duration = Duration::from_hours(30 * 24);

impl CommunityService {
    /// Notes that a member joined, or that a skill of theirs became visible.
    pub(crate) async fn arrived(
        &self,
        user: &UserId,
        skill: Option<&SkillId>,
        at: Timestamp,
    ) -> Result<(), CommunityError> {
        let skill = skill.map(|skill| skill.as_str().to_owned());
        Ok(self.store.arrive(user, skill, at).await?)
    }

    /// Returns the news for `viewer`.
    pub(crate) async fn news(&self, viewer: &UserId) -> Result<News, CommunityError> {
        let now = self.cx.now();
        let mut announcements = self.store.open_announcements(MAX_OPEN).await?;
        announcements.retain(|announcement| announcement.is_shown(now));
        let announcements = self.announcements_for(viewer, announcements).await?;
        let mut arrivals = self.store.arrivals(MAX_ARRIVALS).await?;
        arrivals.retain(|arrival| arrival.user != *viewer && now.since(arrival.at) < NEW_FOR);
        let (newcomers, skills) = self.near(viewer, arrivals).await?;
        let tokens_circulating = match self.ledger() {
            Some(ledger) => Some(ledger.tokens_circulating().await?),
            None => None,
        };
        Ok(News { announcements, newcomers, skills, tokens_circulating })
    }

    /// Picks the announcements whose segment `viewer` belongs to.
    async fn announcements_for(
        &self,
        viewer: &UserId,
        mut announcements: Vec<Announcement>,
    ) -> Result<Vec<Announcement>, ApiError> {
        let mut segments: Vec<Segment> =
            announcements.iter().map(|announcement| announcement.segment.clone()).collect();
        segments.retain(|segment| !segment.is_everybody());
        segments.dedup();
        if !segments.is_empty() {
            let account = self.accounts.find(std::slice::from_ref(viewer)).await?;
            let mut own = vec![Segment::default()];
            for segment in segments {
                let is_in =
                    segment.select(account.clone(), &*self.people, self.skills.as_deref()).await?;
                if !is_in.is_empty() {
                    own.push(segment);
                }
            }
            announcements.retain(|announcement| own.contains(&announcement.segment));
        }
        announcements.truncate(MAX_ANNOUNCEMENTS);
        Ok(announcements)
    }

    /// Picks the arrivals near `viewer` whom and which they may see.
    async fn near(
        &self,
        viewer: &UserId,
        arrivals: Vec<Arrival>,
    ) -> Result<(Vec<Newcomer>, Vec<NewSkill>), ApiError> {
        let people = self.directory_for(viewer, arrivals.iter().map(|one| &one.user)).await?;
        let from = people.get(viewer).and_then(|own| own.approximate);
        let near = |user: &UserId| {
            let near = people.get(user).map(|person| Near::new(person.clone(), from));
            near.filter(Near::is_neighbour)
        };
        let offers = self.offers_of(&arrivals, &people).await?;
        let (mut newcomers, mut skills) = (Vec::new(), Vec::new());
        for Arrival { user, skill, at } in arrivals {
            let Some(near) = near(&user) else { continue };
            match skill {
                None if newcomers.len() < MAX_SHOWN => newcomers.push(Newcomer { near, at }),
                Some(id) if skills.len() < MAX_SHOWN => {
                    let own = offers.get(&user).into_iter().flatten();
                    let offer = own.clone().find(|offer| offer.id.as_str() == id);
                    skills.extend(offer.map(|skill| NewSkill { skill: skill.clone(), near, at }));
                }
                _ => {}
            }
        }
        Ok((newcomers, skills))
    }

    /// Returns what those who have a new skill offer; empty without the port.
    async fn offers_of(
        &self,
        arrivals: &[Arrival],
        people: &HashMap<UserId, PersonInfo>,
    ) -> Result<HashMap<UserId, Vec<SkillInfo>>, ApiError> {
        let Some(skills) = &self.skills else { return Ok(HashMap::new()) };
        let offering = arrivals.iter().filter(|arrival| arrival.skill.is_some());
        let mut ids: Vec<UserId> = offering.map(|arrival| arrival.user.clone()).collect();
        ids.retain(|id| people.contains_key(id));
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() { Ok(HashMap::new()) } else { skills.of_people(&ids, false).await }
    }
}
