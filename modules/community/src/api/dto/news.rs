//! Bodies about the news of the community.

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId, Money, SkillId, Sparks, markdown, text_block::TextBlock};

use super::CommunityPerson;
use crate::model::{self, News, announcement::Announcement as Stored};

/// News of the community.
#[derive(Debug, Object)]
pub(crate) struct CommunityNews {
    /// Announcements in effect, newest first.
    announcements: Vec<Announcement>,
    /// New members near you.
    newcomers: Vec<Newcomer>,
    /// New skills near you.
    skills: Vec<NewSkill>,
    /// Sparks of members and of the community's pot; absent where the community uses none.
    tokens_circulating: Option<Sparks>,
}

impl From<News> for CommunityNews {
    fn from(news: News) -> Self {
        Self {
            announcements: news.announcements.into_iter().map(Announcement::from).collect(),
            newcomers: news.newcomers.into_iter().map(Newcomer::from).collect(),
            skills: news.skills.into_iter().map(NewSkill::from).collect(),
            tokens_circulating: news.tokens_circulating,
        }
    }
}

/// An announcement as members see it.
#[derive(Debug, Object)]
pub(crate) struct Announcement {
    /// Id of the announcement.
    id: ItemId,
    /// Title.
    title: String,
    /// Text.
    blocks: Vec<TextBlock>,
    /// Time of the announcement, RFC 3339 in UTC.
    created_at: DateTime,
    /// Time of the last change of its text; absent without one.
    edited_at: Option<DateTime>,
}

impl From<Stored> for Announcement {
    fn from(stored: Stored) -> Self {
        Self {
            id: stored.id,
            title: stored.words.title,
            blocks: markdown::parse(&stored.words.text).into_iter().map(TextBlock::from).collect(),
            created_at: stored.created_at.into(),
            edited_at: stored.edited_at.map(DateTime::from),
        }
    }
}

/// A new member.
#[derive(Debug, Object)]
pub(crate) struct Newcomer {
    /// The member.
    person: CommunityPerson,
    /// Time of joining, RFC 3339 in UTC.
    joined_at: DateTime,
}

impl From<model::Newcomer> for Newcomer {
    fn from(newcomer: model::Newcomer) -> Self {
        Self { person: newcomer.near.into(), joined_at: newcomer.at.into() }
    }
}

/// A new skill.
#[derive(Debug, Object)]
pub(crate) struct NewSkill {
    /// Id of the skill.
    id: SkillId,
    /// Title of its category, or its custom name.
    skill_type: String,
    /// Slug of its category or of its custom name.
    category: String,
    /// Pounds per hour.
    hourly_rate: Money,
    /// Sparks per hour: half of the pounds.
    spark_token: Sparks,
    /// Root-relative path of the first picture.
    thumbnail: Option<String>,
    /// Member who offers it.
    person: CommunityPerson,
    /// Time since which others can see it, RFC 3339 in UTC.
    published_at: DateTime,
}

impl From<model::NewSkill> for NewSkill {
    fn from(new: model::NewSkill) -> Self {
        let model::NewSkill { skill, near, at } = new;
        Self {
            id: skill.id,
            skill_type: skill.skill_type,
            category: skill.category,
            hourly_rate: skill.hourly_rate,
            spark_token: skill.hourly_rate.in_sparks(),
            thumbnail: skill.thumbnails.into_iter().flatten().next(),
            person: near.into(),
            published_at: at.into(),
        }
    }
}
