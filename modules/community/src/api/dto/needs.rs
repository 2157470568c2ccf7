//! Bodies about needs.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{BookingId, DateTime, ItemId, ModerationState, SkillId, Sparks, UserId};

use super::CommunityPerson;
use crate::model::need::{self, NeedForViewer, NeedWords, State, WrittenNeed};

/// A need to post, or the new content of one.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct NeedForm {
    /// Title, one line of 3 to 80 characters.
    #[oai(validator(max_length = 400))]
    title: String,
    /// Text of at most 1,000 characters; may be empty.
    #[oai(validator(max_length = 4000))]
    text: String,
    /// Slug of a category of skills; none when left out or empty.
    #[oai(validator(max_length = 60))]
    category: Option<String>,
    /// Days for which it is posted, 1 to 30.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    days: u32,
    /// Sparks offered, 0 to 6,000, with at most two decimals; 0 when left out, and where the
    /// community uses none.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    tokens: Option<f64>,
}

impl Example for NeedForm {
    fn example() -> Self {
        Self {
            title: "A hand with a flat-pack wardrobe".to_owned(),
            text: "Two hours on a weekday evening. Tea and cake included.".to_owned(),
            category: Some("flat-pack".to_owned()),
            days: 14,
            tokens: Some(5.0),
        }
    }
}

impl From<NeedForm> for WrittenNeed {
    fn from(body: NeedForm) -> Self {
        let NeedForm { title, text, category, days, tokens } = body;
        Self { title, text, category, days, tokens: tokens.unwrap_or_default() }
    }
}

/// End of a need.
#[derive(Debug, Object)]
pub(crate) struct CloseBody {
    /// Neighbour who helped, one of those who answered; nobody when left out.
    pub(crate) helper_id: Option<UserId>,
}

/// Answer to a need.
#[derive(Debug, Object)]
pub(crate) struct AnswerBody {
    /// Message to the author, 1 to 1,000 characters, and at least 10 if it is your first to them.
    /// Left out where the site has no messages.
    #[oai(validator(max_length = 4000))]
    pub(crate) message: Option<String>,
}

/// A deleted need.
#[derive(Debug, Object)]
pub(crate) struct DeletedNeed {
    /// Id of the need.
    pub(crate) id: ItemId,
}

/// A need.
#[derive(Debug, Object)]
pub(crate) struct Need {
    /// Id of the need.
    id: ItemId,
    /// Member who needs help.
    author: CommunityPerson,
    /// Title.
    title: String,
    /// Text; may be empty.
    text: String,
    /// Slug of its category; absent without one.
    category: Option<String>,
    /// Title of its category; absent without one.
    category_title: Option<String>,
    /// Days for which it was posted.
    days: u32,
    /// Sparks offered.
    tokens: Sparks,
    /// Time until which it is on the board, RFC 3339 in UTC.
    until: DateTime,
    /// State.
    state: State,
    /// `visible`, or why others do not see it: `held` until staff have looked at it, as one of the
    /// first posts of a new member; `removed` if staff took it down.
    moderation: ModerationState,
    /// Number of neighbours who answered.
    answers: u64,
    /// Whether it is your own.
    is_own: bool,
    /// Whether you have answered it.
    is_answered: bool,
    /// Neighbours who answered and whom you can see, in order; for the author of a single need,
    /// empty otherwise.
    helpers: Vec<NeedHelper>,
    /// Neighbour who helped; for the author and those who answered, in a single need.
    helped: Option<CommunityPerson>,
    /// Neighbour who is booked for it, while `state` is `arranged`; for the author and those who
    /// answered, in a single need.
    arranged_with: Option<CommunityPerson>,
    /// Number of that booking; for the author and the neighbour who is booked.
    booking_id: Option<BookingId>,
    /// Whether you offer a skill by which the author can book you; absent unless you have answered,
    /// in a single need.
    offers_skill: Option<bool>,
    /// Reason for which staff took it down; absent otherwise.
    taken_down_reason: Option<String>,
    /// Time of posting, RFC 3339 in UTC.
    created_at: DateTime,
    /// Time of the last change of its text; absent without one.
    edited_at: Option<DateTime>,
}

/// A neighbour who answered a need.
#[derive(Debug, Object)]
pub(crate) struct NeedHelper {
    /// The neighbour.
    person: CommunityPerson,
    /// Time of the answer, RFC 3339 in UTC.
    answered_at: DateTime,
    /// Skill of theirs in the category of the need, to be booked, or their only skill if the need
    /// has no category; absent if they offer none.
    skill_id: Option<SkillId>,
}

impl From<need::Helper> for NeedHelper {
    fn from(helper: need::Helper) -> Self {
        let need::Helper { near, at, skill } = helper;
        Self { person: near.into(), answered_at: at.into(), skill_id: skill }
    }
}

impl From<NeedForViewer> for Need {
    fn from(seen: NeedForViewer) -> Self {
        let helped = seen.helped.map(CommunityPerson::from);
        let (arranged_with, helped) = match seen.state {
            State::Arranged => (helped, None),
            _ => (None, helped),
        };
        let need::Need {
            id,
            words,
            until,
            answers,
            moderation,
            takedown,
            created_at,
            edited_at,
            ..
        } = seen.need;
        let NeedWords { title, text, category, sparks, days } = words;
        Self {
            id,
            author: seen.author.into(),
            title,
            text,
            category,
            category_title: seen.category_title,
            days,
            tokens: sparks,
            until: until.into(),
            state: seen.state,
            moderation: moderation.for_members(),
            answers: answers.len() as u64,
            is_own: seen.is_own,
            is_answered: seen.is_answered,
            helpers: seen.helpers.into_iter().map(NeedHelper::from).collect(),
            helped,
            arranged_with,
            booking_id: seen.booking,
            offers_skill: seen.offers_skill,
            taken_down_reason: takedown.map(|takedown| takedown.reason),
            created_at: created_at.into(),
            edited_at: edited_at.map(DateTime::from),
        }
    }
}
